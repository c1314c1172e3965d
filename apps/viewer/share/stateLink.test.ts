import { readFileSync } from 'node:fs'
import { deflateSync, inflateSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { Data, loadModel, type Model, step } from '../../../src/index.ts'
import { addHeader, decodeState, encodeState, type LinkCamera, LinkError } from './stateLink.ts'

const humanoid = loadModel(readFileSync(new URL('../../../models/humanoid.xml', import.meta.url), 'utf8'))
const camera: LinkCamera = { kind: 'tracking', id: 1, pose: [90, -20, 2.5, 0, 0, 1] }

/** A model whose state has every kind of number. */
const rich = loadModel(`
<mujoco model="rich">
  <worldbody>
    <body name="hand" mocap="true" pos="1 2 3"><geom size=".1"/></body>
    <body name="arm"><joint name="elbow" axis="0 1 0"/><geom size=".1" pos=".5 0 0"/></body>
  </worldbody>
  <equality><joint joint1="elbow" active="false"/></equality>
  <actuator><general name="slow" joint="elbow" dyntype="integrator" actlimited="true" actrange="-1 1"/></actuator>
</mujoco>`)

function moved(m: Model, steps: number): Data {
  const d = new Data(m)
  d.ctrl.fill(0.3)
  for (let i = 0; i < steps; i++) step(m, d)
  return d
}

describe('a state in a link', () => {
  test('is decoded exactly', () => {
    const d = moved(humanoid, 300)
    const back = new Data(humanoid)
    expect(decodeState(humanoid, back, encodeState(humanoid, d, camera))).toEqual(camera)
    expect(back.time).toBe(d.time)
    for (const field of ['qpos', 'qvel', 'act', 'ctrl'] as const) expect(back[field]).toEqual(d[field])
  })

  test('holds activations, mocap poses and active equality constraints', () => {
    const d = moved(rich, 20)
    d.mocap_pos.set([4, 5, 6])
    d.mocap_quat.set([0, 1, 0, 0])
    d.eq_active[0] = 1
    const back = new Data(rich)
    decodeState(rich, back, encodeState(rich, d, { kind: 'free', id: 0, pose: [0, 0, 1, 0, 0, 0] }))
    expect(back.act).toEqual(d.act)
    expect(back.act[0]).not.toBe(0)
    expect([...back.mocap_pos, ...back.mocap_quat]).toEqual([4, 5, 6, 0, 1, 0, 0])
    expect(back.eq_active[0]).toBe(1)
  })

  test('is short: 80 characters for an initial state, less than a thousand for a humanoid in motion', () => {
    expect(encodeState(humanoid, new Data(humanoid), camera).length).toBeLessThan(80)
    expect(encodeState(humanoid, moved(humanoid, 300), camera).length).toBeLessThan(1000)
    expect(encodeState(humanoid, moved(humanoid, 300), camera)).toMatch(/^[\w-]+$/)
  })

  test('is rejected by a model of other sizes, which are named', () => {
    const text = encodeState(rich, moved(rich, 5), { ...camera, kind: 'free', id: 0 })
    expect(() => decodeState(humanoid, new Data(humanoid), text)).toThrow(
      'different model than humanoid: one with 1 positions instead of 28, 1 velocities instead of 27, 1 activations',
    )
  })

  test('is rejected by a model of the same sizes with other joints', () => {
    const other = loadModel('<mujoco><worldbody><body><joint name="a"/><geom size="1"/></body></worldbody></mujoco>')
    const another = loadModel('<mujoco><worldbody><body><joint name="b"/><geom size="1"/></body></worldbody></mujoco>')
    const text = encodeState(other, new Data(other), { ...camera, kind: 'free', id: 0 })
    expect(() => decodeState(another, new Data(another), text)).toThrow('other names')
  })

  test('is rejected when it is damaged in any way, and changes nothing', () => {
    const good = encodeState(rich, moved(rich, 20), { ...camera, kind: 'free', id: 0 })
    const raw = Uint8Array.from(Buffer.from(good, 'base64url'))
    const bad = [
      ...['', 'A', 'AAAA', '?!', good.slice(0, -6), good.slice(0, 12), `${good}AAAA`, 'A'.repeat(1_000_001)],
      // unpacks to more than a state, or to less
      addHeader(rich, deflateSync(new Uint8Array(1e6))),
      addHeader(rich, deflateSync(new Uint8Array(10))),
      // NaN, and bytes that are not compressed
      addHeader(
        rich,
        deflateSync(Uint8Array.from(inflateSync(raw.subarray(5 + 6 + 4)), (x, i) => (i < 120 ? 255 : x))),
      ),
      addHeader(rich, new Uint8Array(50).fill(255)),
    ]
    for (const text of bad) {
      const d = new Data(rich)
      expect(() => decodeState(rich, d, text), text.slice(0, 40)).toThrow(LinkError)
      expect(d.qpos).toEqual(new Data(rich).qpos)
    }
    for (let i = 0; i < raw.length; i++) {
      const broken = Uint8Array.from(raw)
      broken[i] ^= 255
      const d = new Data(rich)
      expect(() => decodeState(rich, d, Buffer.from(broken).toString('base64url'))).toThrow(LinkError)
    }
  })

  test('is rejected when it was made by a different version', () => {
    const raw = Buffer.from(encodeState(rich, new Data(rich), { ...camera, kind: 'free', id: 0 }), 'base64url')
    raw[0] = 9
    expect(() => decodeState(rich, new Data(rich), raw.toString('base64url'))).toThrow('different version')
  })
})
