import { describe, expect, test } from 'vitest'
import { box, ON_BOX, ON_FLOOR, scene, untilAsleep } from '../../../test/support/sleepScenes.ts'
import { loadModel } from '../../format/load.ts'
import { step } from '../../pipeline/step.ts'
import { StateBit } from '../model/enums.ts'
import { Data } from './data.ts'
import { copyData, restore, type Snapshot, snapshot } from './snapshot.ts'
import { getState, setState, stateSize } from './stateVector.ts'

/** Two boxes that fell asleep together, one alone, one that falls. */
function sleepers(): { m: Data['model']; d: Data } {
  return untilAsleep(scene(box(0, ON_FLOOR) + box(0, ON_BOX) + box(1, ON_FLOOR) + box(9, 50)), 1)
}

const DELAYED = `
  <mujoco>
    <worldbody><body><joint name="j"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
    <actuator><motor joint="j" delay=".01" nsample="6"/></actuator>
    <sensor><jointpos joint="j" delay=".01" nsample="6"/></sensor>
  </mujoco>`

describe('a damaged snapshot is refused, and the state stays as it is:', () => {
  const cases: readonly [string, (d: Data) => void, RegExp][] = [
    [
      'a ring of sleeping trees that does not close',
      (d) => (d.tree_asleep[0] = 2),
      /tree_asleep\[2\] is 2, as that of/,
    ],
    [
      'a sleeping tree before an awake one',
      (d) => (d.tree_asleep[2] = 3),
      /tree_asleep\[2\] is 3, but that tree is awake/,
    ],
    ['a tree that does not exist', (d) => (d.tree_asleep[1] = 4), /tree_asleep\[1\] is 4; expected .* -11 to 3/],
    ['more contacts than there is room for', (d) => (d.ncon = 1e9), /ncon is 1000000000/],
    ['half a contact', (d) => (d.ncon = 1.5), /ncon is 1\.5/],
    ['a geom that does not exist', (d) => (d.contact_geom1[0] = 77), /contact_geom1\[0\] is 77/],
    ['a row of nothing', (d) => (d.efc_id[0] = -1), /efc_id\[0\] is -1/],
    ['a row beyond the Jacobian', (d) => (d.efc_J_rowadr[1] = 1e6), /efc_J_rowadr\[1\] is 1000000/],
    ['a column twice in a row', (d) => (d.efc_J_colind[1] = d.efc_J_colind[0]), /efc_J_colind\[1\]/],
    ['a dof that does not exist', (d) => (d.dof_awake_ind[3] = -5), /dof_awake_ind\[3\] is -5/],
    ['a range that ends nowhere', (d) => (d.span_body[1] = 1 << 24), /span_body\[1\] is 16777216/],
  ]
  test.each(cases)('%s', (_, damage, message) => {
    const { m, d } = sleepers()
    const broken = new Data(m)
    restore(broken, snapshot(d))
    damage(broken)
    const target = new Data(m)
    const before = snapshot(target)
    expect(() => restore(target, snapshot(broken))).toThrow(RangeError)
    expect(() => restore(target, snapshot(broken))).toThrow(message)
    expect(() => copyData(target, broken)).toThrow(message)
    expect(snapshot(target)).toEqual(before)
  })

  test('a sample of a delay outside of its buffer', () => {
    const m = loadModel(DELAYED)
    const d = new Data(m)
    step(m, d)
    const good = new Float64Array(stateSize(m, StateBit.integration))
    getState(m, d, good, StateBit.integration)
    for (const adr of [m.actuator_historyadr[0], m.sensor_historyadr[0]])
      for (const cursor of [-1, 6, 2.5, Number.NaN, 1e300]) {
        const bad = good.slice()
        bad[stateSize(m, StateBit.history - 1) + adr + 1] = cursor
        const target = new Data(m)
        const before = snapshot(target)
        expect(() => setState(m, target, bad, StateBit.integration)).toThrow(/history\[\d+\] is .* from 0 to 5/)
        expect(snapshot(target)).toEqual(before)
        d.history[adr + 1] = cursor
        expect(() => restore(target, snapshot(d))).toThrow(/history/)
        d.history[adr + 1] = 0
      }
  })
})

test('what is not a snapshot is refused by name', () => {
  const d = new Data(loadModel('<mujoco/>'))
  const { fixed, ...rest } = snapshot(d)
  expect(() => restore(d, rest as Snapshot)).toThrow(/'fixed'; found undefined/)
  expect(() => restore(d, { fixed: fixed.buffer, ...rest } as unknown as Snapshot)).toThrow(TypeError)
  expect(() => restore(d, undefined as unknown as Snapshot)).toThrow(/make it with snapshot/)
})

test('a state of a model with a tendon and without geoms is copied', () => {
  const m = loadModel(`<mujoco><worldbody><site name="a"/><site name="b" pos="1 0 0"/></worldbody>
    <tendon><spatial><site site="a"/><site site="b"/></spatial></tendon></mujoco>`)
  const d = new Data(m)
  step(m, d)
  const copy = new Data(m)
  copyData(copy, d)
  expect(copy.ten_length[0]).toBe(1)
  restore(copy, snapshot(d))
  expect(copy.wrap_obj).toEqual(d.wrap_obj)
})

test('a snapshot without the Jacobian is restored', () => {
  const { m, d } = sleepers()
  const target = new Data(m)
  restore(target, { ...snapshot(d), jacobian: new Uint8Array(0) })
  expect(target.nefc).toBe(d.nefc)
  step(m, d)
  step(m, target)
  expect(target.qpos).toEqual(d.qpos)
})

test('a step ends even where a user closed a ring of sleeping trees in the wrong way', () => {
  const { m, d } = sleepers()
  d.tree_asleep[0] = 1
  d.tree_asleep[1] = 1
  d.qvel[0] = 1
  step(m, d)
  expect(d.tree_asleep[0]).toBeLessThan(0)
})
