import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadModel } from '../../format/load.ts'
import { differentiatePos, integratePos, normalizeQuat } from './integratePos.ts'

const model = loadModel(`
<mujoco><worldbody>
  <body><freejoint/><geom size="1"/><body><joint type="ball"/><geom size="1"/><body><joint/><geom size="1"/></body></body></body>
</worldbody></mujoco>`)
const { nq, nv } = model

const number = fc.double({ min: -1, max: 1, noNaN: true })
const position = fc.array(number, { minLength: nq, maxLength: nq }).map((values) => {
  const qpos = Float64Array.from(values)
  qpos[3] += 1.5
  qpos[7] -= 1.5
  normalizeQuat(model, qpos)
  return qpos
})
const velocity = fc.array(number, { minLength: nv, maxLength: nv }).map((values) => Float64Array.from(values))

describe('positions on the manifold', () => {
  test('differentiation undoes integration', () => {
    fc.assert(
      fc.property(position, velocity, (qpos, v) => {
        const moved = Float64Array.from(qpos)
        const back = new Float64Array(nv)
        integratePos(model, moved, v, 0.7)
        differentiatePos(model, back, 0.7, qpos, moved)
        for (let i = 0; i < nv; i++) expect(Math.abs(back[i] - v[i])).toBeLessThan(1e-13)
      }),
      { seed: 11, numRuns: 500 },
    )
  })

  test('integration keeps quaternions at unit length', () => {
    fc.assert(
      fc.property(position, velocity, (qpos, v) => {
        for (let i = 0; i < 50; i++) integratePos(model, qpos, v, 0.3)
        expect(Math.abs(Math.hypot(...qpos.subarray(3, 7)) - 1)).toBeLessThan(1e-14)
        expect(Math.abs(Math.hypot(...qpos.subarray(7, 11)) - 1)).toBeLessThan(1e-14)
      }),
      { seed: 12, numRuns: 50 },
    )
  })

  test('two half steps with the same velocity are one whole step', () => {
    fc.assert(
      fc.property(position, velocity, (qpos, v) => {
        const once = Float64Array.from(qpos)
        integratePos(model, once, v, 0.5)
        integratePos(model, qpos, v, 0.25)
        integratePos(model, qpos, v, 0.25)
        for (let i = 0; i < nq; i++) expect(Math.abs(qpos[i] - once[i])).toBeLessThan(1e-14)
      }),
      { seed: 13, numRuns: 500 },
    )
  })

  test('no velocity, no motion', () => {
    const qpos = Float64Array.from([1, 2, 3, 0.6, 0.8, 0, 0, 0, 0, 1, 0, 0.5])
    const moved = Float64Array.from(qpos)
    integratePos(model, moved, new Float64Array(nv), 1)
    expect(moved).toEqual(qpos)
  })
})
