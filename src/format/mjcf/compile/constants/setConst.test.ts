import { describe, expect, test } from 'vitest'
import { Data } from '../../../../core/data/data.ts'
import { solveM } from '../../../../physics/dynamics/ldl.ts'
import { jacBodyCom } from '../../../../physics/kinematics/jacobian.ts'
import { forward } from '../../../../pipeline/forward.ts'
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

test('a chain of hundreds of dofs shows the inverse inertia that its matrix has', () => {
  const links = 300
  const m =
    loadModel(`<mujoco><worldbody>${'<body pos=".1 .02 0"><joint axis="0 1 .1" armature=".001"/><geom size=".03" pos=".05 0 0"/>'.repeat(links)}
    ${'</body>'.repeat(links)}</worldbody></mujoco>`)
  const d = new Data(m)
  forward(m, d)
  for (const dof of [0, 7, 150, 299]) {
    const column = new Float64Array(m.nv)
    column[dof] = 1
    solveM(m, d, column)
    // the condition of the matrix takes some ten digits
    expect(m.dof_invweight0[dof] / column[dof]).toBeCloseTo(1, 7)
  }
  // the last body: J M⁻¹ Jᵀ, averaged over the axes
  const J = { translation: new Float64Array(3 * m.nv), rotation: new Float64Array(3 * m.nv) }
  jacBodyCom(m, d, J.translation, J.rotation, links)
  for (const [k, rows] of [J.translation, J.rotation].entries()) {
    let mean = 0
    for (let axis = 0; axis < 3; axis++) {
      const row = rows.slice(axis * m.nv, (axis + 1) * m.nv)
      const x = row.slice()
      solveM(m, d, x)
      mean += row.reduce((sum, value, i) => sum + value * x[i], 0) / 3
    }
    expect(m.body_invweight0[2 * links + k] / mean).toBeCloseTo(1, 7)
  }
})
