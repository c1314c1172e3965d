import { describe, expect, test } from 'vitest'
import * as compare from './compareArrays.ts'

const lengths = [0, 1, 3, 4, 7, 15, 16, 17, 40, 1999, 2000, 5003]

describe.each([
  ['in plain loops', compare.isZeroByLoop, compare.areEqualByLoop],
  ["with Node's library", compare.isZero, compare.areEqual],
])('numbers that are compared %s', (_, isZero, areEqual) => {
  test('count as zero only if all of their bits are', () => {
    for (const n of lengths) {
      const values = new Float64Array(n + 5).fill(1, 0, 2).fill(1, n + 2)
      expect(isZero(values, 2, n + 2), `${n} zeros`).toBe(true)
      for (const at of places(n)) {
        for (const value of [1, -1, -0, 5e-324, Number.NaN, Infinity]) {
          values[2 + at] = value
          expect(isZero(values, 2, n + 2), `${value} at ${at} of ${n}`).toBe(false)
        }
        values[2 + at] = 0
      }
      if (n < 2) continue
      // what cancels is not zero
      values[2] = 1
      values[3] = -1
      expect(isZero(values, 2, n + 2)).toBe(false)
    }
  })

  test('count as equal only if each is', () => {
    for (const n of lengths) {
      const x = Float64Array.from({ length: n + 5 }, (__, i) => Math.sin(i))
      const y = x.slice()
      y[1] = y[n + 2] = 7
      expect(areEqual(x, y, 2, n + 2), `${n} numbers`).toBe(true)
      for (const at of places(n)) {
        const kept = y[2 + at]
        for (const value of [kept + 1e-10, -kept, Number.NaN]) {
          y[2 + at] = value
          expect(areEqual(x, y, 2, n + 2), `${value} for ${kept} at ${at} of ${n}`).toBe(false)
        }
        y[2 + at] = kept
      }
      if (n < 2) continue
      // differences that cancel are differences
      x.fill(0, 2, n + 2)
      y.fill(0, 2, n + 2)
      y[2] = 1
      y[3] = -1
      expect(areEqual(x, y, 2, n + 2)).toBe(false)
    }
  })
})

/** The first, some in between, and the last of n. */
function places(n: number): number[] {
  return [0, 1, 2, 3, 5, 9, 14, 16, n >> 1, n - 2, n - 1].filter((at) => at >= 0 && at < n)
}
