import { describe, expect, test } from 'vitest'
import { Random } from '../../../tools/compare/randomState.ts'
import { integrateQuat, normalize4, subQuat } from './quat.ts'
import { integrateQuatJacobians, subQuatJacobians } from './quatDerivative.ts'

const STEP = 1e-6

function turned(q: Float64Array, axis: number, by: number): Float64Array {
  const result = q.slice()
  const direction = new Float64Array(3)
  direction[axis] = 1
  integrateQuat(result, 0, direction, 0, Float64Array.of(by))
  return result
}

function randomQuat(random: Random): Float64Array {
  const q = random.vector(4)
  normalize4(q, 0)
  return q
}

/** Column `axis` of a 3×3 matrix by centered differences of a function of a small rotation about an axis. */
function expectColumns(actual: Float64Array, f: (axis: number, by: number) => Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const ahead = f(axis, STEP)
    const behind = f(axis, -STEP)
    for (let k = 0; k < 3; k++) expect(actual[3 * k + axis]).toBeCloseTo((ahead[k] - behind[k]) / (2 * STEP), 8)
  }
}

describe('the derivative of the difference of two quaternions', () => {
  test('is how the rotation vector between them changes when either turns', () => {
    const random = new Random(1)
    const Dp = new Float64Array(9)
    const Dq = new Float64Array(9)
    const difference = (p: Float64Array, q: Float64Array) => {
      const out = new Float64Array(3)
      subQuat(out, 0, p, 0, q, 0)
      return out
    }
    for (let i = 0; i < 20; i++) {
      const p = randomQuat(random)
      const q = randomQuat(random)
      subQuatJacobians(Dp, Dq, p, 0, q, 0)
      expectColumns(Dp, (axis, by) => difference(turned(p, axis, by), q))
      expectColumns(Dq, (axis, by) => difference(p, turned(q, axis, by)))
    }
  })

  test('is the identity between equal quaternions', () => {
    const q = randomQuat(new Random(2))
    const Dp = new Float64Array(9)
    subQuatJacobians(Dp, null, q, 0, q, 0)
    for (let k = 0; k < 9; k++) expect(Dp[k]).toBeCloseTo(k % 4 === 0 ? 1 : 0, 12)
  })
})

describe('the derivative of a turn of a quaternion', () => {
  test.each([1e-9, 1e-3, 0.031, 0.032, 1, 3])('is right for rotations of about %d', (size) => {
    const random = new Random(3)
    const Dquat = new Float64Array(9)
    const Ds = new Float64Array(9)
    const Dh = new Float64Array(3)
    for (let i = 0; i < 5; i++) {
      const q = randomQuat(random)
      const v = random.vector(3)
      const h = size / Math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2)
      const end = (quat: Float64Array, speed: Float64Array, time: number) => {
        const result = quat.slice()
        integrateQuat(result, 0, speed, 0, Float64Array.of(time))
        return result
      }
      const there = end(q, v, h)
      const change = (result: Float64Array) => {
        const out = new Float64Array(3)
        subQuat(out, 0, result, 0, there, 0)
        return out
      }
      integrateQuatJacobians(Dquat, Ds, Dh, v, 0, h)
      expectColumns(Dquat, (axis, by) => change(end(turned(q, axis, by), v, h)))
      expectColumns(Ds, (axis, by) => {
        const s = v.map((x) => h * x)
        s[axis] += by
        return change(end(q, s, 1))
      })
      for (let k = 0; k < 3; k++) {
        const rate = (change(end(q, v, h + STEP))[k] - change(end(q, v, h - STEP))[k]) / (2 * STEP)
        expect(Dh[k]).toBeCloseTo(rate, 8)
      }
    }
  })
})
