import { describe, expect, test } from 'vitest'
import { Data } from '../../core/data/data.ts'
import { DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { loadModel } from '../../format/load.ts'
import { forward } from '../../pipeline/forward.ts'
import { integratePos } from '../integrate/integratePos.ts'

const load = (actuators: string, sensors = '') =>
  loadModel(`<mujoco>
<worldbody>
  <site name="w" pos=".3 0 .6"/>
  <body name="upper"><joint name="h" axis="0 1 0"/><geom size=".1" fromto="0 0 0 0 0 -.5" type="capsule"/><site name="s0"/>
    <body pos="0 0 -.5"><joint name="b" type="ball"/><geom size=".1" pos="0 .1 -.3"/><site name="s1" pos=".1 .2 -.3"/></body>
  </body>
  <body pos="2 0 0"><joint name="x" type="slide" axis="1 2 3"/><geom size=".1"/><site name="s2"/></body>
</worldbody>
<tendon><spatial name="t"><site site="w"/><site site="s1"/></spatial></tendon>
<actuator>${actuators}</actuator><sensor>${sensors}</sensor></mujoco>`)

/** Moves everything a little off the initial position. */
function moved(m: Model): Data {
  const d = new Data(m)
  d.qvel.set(Array.from({ length: m.nv }, (_, i) => 0.3 + 0.2 * i))
  integratePos(m, d.qpos, d.qvel, 0.7)
  return d
}

function lengthAt(m: Model, qpos: Float64Array): number {
  const d = new Data(m)
  d.qpos.set(qpos)
  forward(m, d)
  return d.actuator_length[0]
}

describe.each([
  '<motor joint="h" gear="2"/>',
  '<motor joint="x" gear="-3"/>',
  '<motor tendon="t" gear="2"/>',
  '<motor cranksite="s1" slidersite="w" cranklength="2"/>',
  '<motor cranksite="s1" slidersite="s2" cranklength="9" gear="3"/>',
  '<motor site="s1" refsite="w" gear="1 2 3"/>',
  '<motor site="s2" refsite="w" gear="1 2 3"/>',
])('%s', (actuator) => {
  const m = load(actuator)
  const d = moved(m)
  forward(m, d)

  test('has the rate of its length as its velocity', () => {
    const ahead = d.qpos.slice()
    const behind = d.qpos.slice()
    integratePos(m, ahead, d.qvel, 1e-5)
    integratePos(m, behind, d.qvel, -1e-5)
    const rate = (lengthAt(m, ahead) - lengthAt(m, behind)) / 2e-5
    expect(Math.abs(rate - d.actuator_velocity[0])).toBeLessThan(1e-8)
  })

  test('has a moment in ascending order without zeros', () => {
    const [start] = d.moment_rowadr
    const columns = d.moment_colind.subarray(start, start + d.moment_rownnz[0])
    expect(columns).toEqual(columns.toSorted())
    expect(new Set(columns).size).toBe(columns.length)
  })
})

test('a body transmission does nothing without contacts', () => {
  const m = load('<adhesion body="upper" ctrlrange="0 1"/><motor joint="x"/>')
  const d = moved(m)
  forward(m, d)
  expect(d.moment_rownnz).toEqual(Int32Array.of(0, 1))
  expect(d.actuator_length[0]).toBe(0)
})

test('where actuation is disabled, actuators have a length but no velocity', () => {
  const m = load('<motor joint="h"/>')
  m.opt.disableflags |= DisableBit.actuation
  const d = moved(m)
  forward(m, d)
  expect(d.actuator_length[0]).toBe(d.qpos[0])
  expect(d.actuator_velocity[0]).toBe(0)
})

test('a rotor counts with the square of its gear', () => {
  const light = load('<motor joint="h" gear="10"/>')
  const heavy = load('<motor joint="h" gear="10" armature=".02"/>')
  expect(heavy.dof_M0[0] - light.dof_M0[0]).toBeCloseTo(2, 12)
  const states = [light, heavy].map((m) => {
    const d = moved(m)
    forward(m, d)
    return d
  })
  expect(states[1].M[heavy.M_rowadr[0]] - states[0].M[light.M_rowadr[0]]).toBeCloseTo(2, 12)
})

test('the friction of a drive brakes the joint', () => {
  const m = load('<motor joint="h" gear="10" damping=".02"/>')
  const d = moved(m)
  forward(m, d)
  expect(d.qfrc_damper[0]).toBeCloseTo(-2 * d.qvel[0], 12)
})
