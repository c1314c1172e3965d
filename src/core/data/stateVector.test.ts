import { describe, expect, test } from 'vitest'
import { loadModel } from '../../format/load.ts'
import { resetDataKeyframe, setKeyframe } from '../../pipeline/reset.ts'
import { step } from '../../pipeline/step.ts'
import { StateBit } from '../model/enums.ts'
import { Data } from './data.ts'
import { copyState, extractState, getState, setState, stateSize } from './stateVector.ts'

const model = loadModel(`
<mujoco>
  <size nuserdata="2"/>
  <worldbody>
    <body mocap="true"/>
    <body><freejoint/><geom size=".1"/><body><joint/><geom size=".1"/></body></body>
  </worldbody>
  <keyframe><key name="up" time="2" qpos="0 0 5 1 0 0 0 .3" qvel="1 2 3 4 5 6 7" mpos="1 1 1"/></keyframe>
</mujoco>`)

function someState(): Data {
  const d = new Data(model)
  d.time = 1.5
  for (const array of [d.qpos, d.qvel, d.qacc_warmstart, d.qfrc_applied, d.xfrc_applied, d.mocap_pos, d.userdata])
    for (let i = 0; i < array.length; i++) array[i] = Math.sin(1 + i + array.byteOffset)
  return d
}

describe('state vectors', () => {
  test('have the size of the parts that the signature selects', () => {
    expect(stateSize(model, StateBit.time)).toBe(1)
    expect(stateSize(model, StateBit.physics)).toBe(8 + 7)
    expect(stateSize(model, StateBit.fullphysics)).toBe(1 + 8 + 7)
    expect(stateSize(model, StateBit.user)).toBe(7 + 24 + 3 + 4 + 2)
    expect(stateSize(model, StateBit.integration)).toBe(1 + 8 + 7 + 7 + 7 + 24 + 3 + 4 + 2)
    expect(stateSize(model, 0)).toBe(0)
  })

  test('carry everything that the next step depends on', () => {
    const a = someState()
    const state = new Float64Array(stateSize(model, StateBit.integration))
    getState(model, a, state, StateBit.integration)
    const b = new Data(model)
    setState(model, b, state, StateBit.integration)
    step(model, a)
    step(model, b)
    expect(b.qpos).toEqual(a.qpos)
    expect(b.qvel).toEqual(a.qvel)
    expect(b.time).toBe(a.time)
  })

  test('can be taken apart and copied in part', () => {
    const a = someState()
    const whole = new Float64Array(stateSize(model, StateBit.integration))
    getState(model, a, whole, StateBit.integration)
    const part = new Float64Array(stateSize(model, StateBit.qvel | StateBit.userdata))
    extractState(model, part, StateBit.qvel | StateBit.userdata, whole, StateBit.integration)
    expect([...part]).toEqual([...a.qvel, ...a.userdata])
    const b = new Data(model)
    copyState(b, a, StateBit.qvel | StateBit.time)
    expect(b.qvel).toEqual(a.qvel)
    expect(b.time).toBe(1.5)
    expect(b.qpos).toEqual(new Data(model).qpos)
  })

  test('refuse signatures and lengths that do not fit', () => {
    const d = new Data(model)
    expect(() => stateSize(model, -1)).toThrow(/signature/)
    expect(() => stateSize(model, 1 << 14)).toThrow(/signature/)
    expect(() => getState(model, d, new Float64Array(3), StateBit.qpos)).toThrow(/needs 8/)
    expect(() => extractState(model, new Float64Array(7), StateBit.qvel, new Float64Array(8), StateBit.qpos)).toThrow(
      /does not hold/,
    )
    const other = new Data(loadModel('<mujoco/>'))
    expect(() => copyState(d, other, StateBit.qvel)).toThrow(/different/)
  })
})

describe('keyframes', () => {
  test('put the state where the model says', () => {
    const d = someState()
    resetDataKeyframe(model, d, 0)
    expect(d.time).toBe(2)
    expect([...d.qpos]).toEqual([0, 0, 5, 1, 0, 0, 0, 0.3])
    expect([...d.qvel]).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect([...d.mocap_pos]).toEqual([1, 1, 1])
    expect([...d.qfrc_applied]).toEqual(new Array(7).fill(0))
  })

  test('that do not exist only reset', () => {
    const d = someState()
    resetDataKeyframe(model, d, 7)
    expect(d.time).toBe(0)
    expect(d.qpos).toEqual(new Data(model).qpos)
  })

  test('can be written from the present state', () => {
    const m = loadModel('<mujoco><size nkey="1"/><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>')
    const d = new Data(m)
    d.qpos[0] = 0.7
    d.time = 3
    setKeyframe(m, d, 0)
    resetDataKeyframe(m, d, 0)
    expect(d.qpos[0]).toBe(0.7)
    expect(d.time).toBe(3)
    expect(() => setKeyframe(m, d, 1)).toThrow(/does not exist/)
  })
})
