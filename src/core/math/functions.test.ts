import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acos, asin, atan2, cos, exp, log, pow, sin, sinCosInPlace, tanhInPlace, tanInPlace } from './functions.ts'

const ULP = 2 ** -52
const tan = (x: number) => {
  const v = Float64Array.of(x)
  tanInPlace(v)
  return v[0]
}
const tanh = (x: number) => {
  const v = Float64Array.of(x)
  tanhInPlace(v)
  return v[0]
}
const finite = (max: number) => fc.double({ min: -max, max, noNaN: true })

function expectClose(actual: number, expected: number, ulps: number): void {
  const scale = Math.max(Math.abs(expected), 1e-300)
  expect(Math.abs(actual - expected) / scale).toBeLessThanOrEqual(ulps * ULP)
}

describe('elementary functions agree with the engine to the last places', () => {
  test('sine and cosine over the range of joint angles', () => {
    fc.assert(
      fc.property(finite(1000), (x) => {
        expectClose(sin(x), Math.sin(x), 2)
        expectClose(cos(x), Math.cos(x), 2)
        expectClose(tan(x), Math.tan(x), 2)
      }),
      { numRuns: 20_000, seed: 1 },
    )
  })
  test('the hyperbolic tangent, small or large', () => {
    fc.assert(
      fc.property(finite(25), fc.double({ min: 0, max: 1, noNaN: true }), (x, scale) => {
        expectClose(tanh(x), Math.tanh(x), 4)
        expectClose(tanh(x * scale ** 8), Math.tanh(x * scale ** 8), 4)
      }),
      { numRuns: 20_000, seed: 1 },
    )
    for (const x of [0, -0, Infinity, -Infinity, Number.NaN]) expect(tanh(x)).toBe(Math.tanh(x))
  })
  test('sine and cosine of enormous angles', () => {
    fc.assert(
      fc.property(fc.double({ min: 9e5, max: Number.MAX_VALUE, noNaN: true }), (x) => {
        expectClose(sin(x), Math.sin(x), 4)
        expectClose(cos(-x), Math.cos(x), 4)
      }),
      { numRuns: 2000, seed: 2 },
    )
  })
  test('sine and cosine together give the same bits as each alone', () => {
    const both = new Float64Array(2)
    fc.assert(
      fc.property(finite(1e7), (x) => {
        both[0] = x
        sinCosInPlace(both)
        expect(both[0]).toBe(sin(x))
        expect(both[1]).toBe(cos(x))
      }),
      { numRuns: 5000, seed: 8 },
    )
  })
  test('sine near multiples of π/2, where digits cancel', () => {
    for (let n = -1000; n <= 1000; n++) {
      expectClose(sin((n * Math.PI) / 2), Math.sin((n * Math.PI) / 2), 2)
      expectClose(cos((n * Math.PI) / 2), Math.cos((n * Math.PI) / 2), 2)
    }
  })
  test('arcs', () => {
    fc.assert(
      fc.property(finite(1e3), finite(1e3), (y, x) => expectClose(atan2(y, x), Math.atan2(y, x), 2)),
      { numRuns: 20_000, seed: 3 },
    )
    fc.assert(
      fc.property(finite(1), (x) => {
        expectClose(asin(x), Math.asin(x), 4)
        expectClose(acos(x), Math.acos(x), 4)
      }),
      { numRuns: 20_000, seed: 4 },
    )
  })
  test('arcs keep the conventions for zeros, infinities and NaN', () => {
    const special = [0, -0, 1, -1, Infinity, -Infinity, Number.NaN]
    for (const y of special)
      for (const x of special) {
        if (Object.is(Math.atan2(y, x), atan2(y, x))) continue
        expectClose(atan2(y, x), Math.atan2(y, x), 1)
      }
  })
  test('exponential, logarithm and powers', () => {
    fc.assert(
      fc.property(finite(700), (x) => expectClose(exp(x), Math.exp(x), 2)),
      { numRuns: 20_000, seed: 5 },
    )
    fc.assert(
      fc.property(fc.double({ min: 1e-310, max: 1e300, noNaN: true }), (x) => {
        expectClose(log(x), Math.log(x), 3)
      }),
      { numRuns: 20_000, seed: 6 },
    )
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e6, noNaN: true }), finite(5), (x, y) => {
        expectClose(pow(x, y), Math.pow(x, y), 3)
      }),
      { numRuns: 20_000, seed: 7 },
    )
  })
  test('overflow, underflow and domain errors', () => {
    expect(pow(0, 2)).toBe(0)
    expect(pow(0, -1)).toBe(Infinity)
    expect(pow(5, 0)).toBe(1)
    expect(pow(Infinity, 2)).toBe(Infinity)
    expect(pow(Infinity, -2)).toBe(0)
    expect(pow(0, Number.NaN)).toBeNaN()
    expect(pow(1, 1e301)).toBe(1)
    expect(pow(2, 1e301)).toBe(Infinity)
    expect(pow(2, -1e301)).toBe(0)
    expect(pow(-1, 0.5)).toBeNaN()
    expectClose(pow(1e-320, 0.5), Math.pow(1e-320, 0.5), 2)
    expect(exp(1000)).toBe(Infinity)
    expect(exp(-1000)).toBe(0)
    expect(log(0)).toBe(-Infinity)
    expect(log(-1)).toBeNaN()
    expect(acos(1.5)).toBeNaN()
    expect(sin(Infinity)).toBeNaN()
  })
})
