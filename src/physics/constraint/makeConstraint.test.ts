import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { ConstraintType, EqualityType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { integratePos } from '../integrate/integratePos.ts'

const m = loadModel(`
<mujoco>
  <option><flag contact="disable"/></option>
  <worldbody>
    <body name="a"><freejoint/><geom size=".1"/><site name="s"/>
      <body name="b" pos=".3 0 0"><joint name="b" axis="0 1 0" range="-10 10" margin="9" frictionloss=".1"/>
        <geom size=".1" pos=".2 0 0"/>
        <body name="c" pos=".3 0 0"><joint type="ball" range="0 30" margin="9"/><geom size=".1" pos="0 .1 0"/></body></body>
      <body name="d" pos="-.3 0 0"><joint name="d" type="slide" axis="1 1 0"/><geom size=".1"/><site name="t"/></body></body>
    <body name="e" pos="0 1 0"><joint axis="1 0 0"/><geom size=".1" pos="0 0 .3"/><site name="u" pos=".1 .1 .1"/></body>
  </worldbody>
  <tendon>
    <spatial name="x" range="0 1" margin="9" frictionloss=".1"><site site="s"/><site site="u"/></spatial>
    <fixed name="y"><joint joint="b" coef="2"/><joint joint="d" coef="1"/></fixed>
  </tendon>
  <equality>
    <connect body1="c" body2="e" anchor=".1 .2 .3"/>
    <weld body1="d" body2="b" anchor=".1 .2 .3" torquescale="2"/>
    <weld site1="t" site2="u"/>
    <joint joint1="b" joint2="d" polycoef="0 1 2 3 4"/>
    <tendon tendon1="x" tendon2="y" polycoef="0 1 2 3 4"/>
  </equality>
</mujoco>`)

/** The scene in some pose, moved on along qvel by a time. */
function pose(time: number): Data {
  const d = new Data(m)
  for (let i = 0; i < m.nv; i++) d.qvel[i] = Math.sin(3 * i + 1)
  integratePos(m, d.qpos, d.qvel, 0.4)
  integratePos(m, d.qpos, d.qvel, time)
  forward(m, d)
  return d
}

describe('constraint rows', () => {
  const d = pose(0)

  test('stand in the order of equalities, friction loss and limits', () => {
    expect([d.ne, d.nf, d.nl]).toEqual([3 + 6 + 6 + 1 + 1, 1 + 1, 2 + 1 + 2])
    const { equality, frictionDof, frictionTendon, limitJoint, limitTendon } = ConstraintType
    expect([...d.efc_type.subarray(d.ne, d.nefc)]).toEqual([
      frictionDof,
      frictionTendon,
      ...[limitJoint, limitJoint, limitJoint],
      ...[limitTendon, limitTendon],
    ])
    expect(d.efc_type.subarray(0, d.ne).every((type) => type === equality)).toBe(true)
  })

  test('have their columns in ascending order', () => {
    for (let i = 0; i < d.nefc; i++) {
      const columns = [...d.efc_J_colind.subarray(d.efc_J_rowadr[i], d.efc_J_rowadr[i] + d.efc_J_rownnz[i])]
      expect(columns).toEqual([...new Set(columns)].sort((a, b) => a - b))
    }
  })

  test('have velocities that are the rates of their positions', () => {
    const h = 1e-6
    const [before, after] = [pose(-h), pose(h)]
    for (let i = 0; i < d.nefc; i++) {
      if (d.efc_frictionloss[i] > 0) continue
      expect(d.efc_vel[i], `row ${i}`).toBeCloseTo((after.efc_pos[i] - before.efc_pos[i]) / (2 * h), 7)
    }
  })

  test('of connects and welds ask for the acceleration of the positions themselves', () => {
    // at qacc = 0 the positions accelerate by J̇·qvel, which is the rate of J·qvel at constant qvel
    const h = 1e-6
    const [before, after] = [pose(-h), pose(h)]
    for (let i = 0; i < d.ne; i++) {
      const type = m.eq_type[d.efc_id[i]]
      const [k, b, imp] = d.efc_KBIP.subarray(4 * i)
      const spring = -b * d.efc_vel[i] - k * imp * d.efc_pos[i]
      const held = type === EqualityType.connect || type === EqualityType.weld
      const rate = held ? (after.efc_vel[i] - before.efc_vel[i]) / (2 * h) : 0
      expect(d.efc_aref[i] - spring, `row ${i}`).toBeCloseTo(-rate, 5)
    }
  })

  test('are none in a model that constrains nothing, which takes no memory for them', () => {
    const free: Model = loadModel('<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>')
    const state = new Data(free)
    forward(free, state)
    expect([state.nefc, state.nJ, state.efcCapacity, state.jacobianCapacity]).toEqual([0, 0, 0, 0])
  })
})
