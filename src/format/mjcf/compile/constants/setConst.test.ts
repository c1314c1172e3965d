import { describe, expect, test } from 'vitest'
import { Data } from '../../../../core/data/data.ts'
import { loadModel } from '../../../load.ts'
import { setConst } from './setConst.ts'

const model = (world: string, before = '') => loadModel(`<mujoco>${before}<worldbody>${world}</worldbody></mujoco>`)
const pendulum = '<body><joint axis="0 1 0"/><geom size=".1" mass="2" pos="0 0 -3"/></body>'
const ball = 0.4 * 2 * 0.01

describe('constants at the reference pose', () => {
  test('have the inertia of a pendulum about its joint', () => {
    const m = model(pendulum)
    expect(m.dof_M0[0]).toBeCloseTo(ball + 2 * 9, 13)
    expect(m.dof_invweight0[0]).toBeCloseTo(1 / (ball + 18), 14)
    // the center moves by 3 per radian, along one axis of three
    expect(m.body_invweight0[2]).toBeCloseTo(9 / (ball + 18) / 3, 14)
    expect(m.body_invweight0[3]).toBeCloseTo(1 / (ball + 18) / 3, 14)
    expect(m.stat.meaninertia).toBe(m.dof_M0[0])
  })

  test('average the inverse inertia of free and ball joints', () => {
    const m = model('<body><freejoint/><geom type="box" size=".1 .2 .3" mass="2"/></body>')
    const [x, y, z] = m.body_inertia.subarray(3)
    const rotation = (1 / x + 1 / y + 1 / z) / 3
    const expected = [0.5, 0.5, 0.5, rotation, rotation, rotation]
    m.dof_invweight0.forEach((weight, dof) => {
      expect(weight).toBeCloseTo(expected[dof], 12)
    })
  })

  test('have no weight for what cannot move', () => {
    const m = model('<body><geom size=".1"/></body><body mocap="true"><geom size=".1"/></body>')
    expect([...m.body_invweight0]).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('have the size of the model', () => {
    const m = model('<geom size="1" pos="4 0 0"/><site pos="0 0 8"/>')
    expect(m.stat.extent).toBe(9)
    expect([...m.stat.center]).toEqual([2.5, 0, 3.5])
    const set = model('', '<statistic extent="7" center="1 2 3" meanmass="4"/>')
    expect([set.stat.extent, set.stat.meanmass, ...set.stat.center]).toEqual([7, 4, 1, 2, 3])
  })

  test('have cameras as fixed to their bodies, whatever their mode', () => {
    const m = model(`<body pos="1 0 0">${pendulum}<camera mode="trackcom" pos="0 0 2"/></body>`)
    expect([...m.cam_pos0]).toEqual([0, 0, 2])
    expect(m.cam_poscom0[2]).toBeCloseTo(2 + 3, 14)
    expect([...m.cam_mat0]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
  })
})

describe('setting the constants again', () => {
  test('follows a change of mass and leaves the positions alone', () => {
    const m = model(pendulum)
    const d = new Data(m)
    d.qpos[0] = 0.7
    m.body_mass[1] = 4
    setConst(m, d)
    expect(d.qpos[0]).toBe(0.7)
    expect(m.body_subtreemass[0]).toBe(4)
    expect(m.dof_M0[0]).toBeCloseTo(ball + 4 * 9, 13)
  })

  test('without a change changes nothing', () => {
    const m = model(`${pendulum}<body pos="1 2 3"><freejoint/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body>`)
    const before = m.arena.bytes().slice()
    setConst(m, new Data(m))
    expect(m.arena.bytes()).toEqual(before)
  })
})
