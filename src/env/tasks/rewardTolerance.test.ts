import { describe, expect, test } from 'vitest'
import { gaussianTolerance, linearTolerance, quadraticTolerance, smallActions } from './rewardTolerance.ts'

describe.each([
  ['gaussianTolerance', gaussianTolerance, 0.1, Math.sqrt(Math.sqrt(0.1))],
  ['linearTolerance', linearTolerance, 0, 0.5],
  ['quadraticTolerance', quadraticTolerance, 0, 0.75],
] as const)('%s', (_, tolerance, atMargin, halfway) => {
  test('is 1 within the bounds, and the same on both sides of them', () => {
    for (const value of [-1, 0, 2]) expect(tolerance(value, -1, 2, 3)).toBe(1)
    expect(tolerance(5, -1, 2, 4)).toBe(tolerance(-4, -1, 2, 4))
    expect(tolerance(1e9, 1, Infinity, 1)).toBe(1)
  })

  test('falls with the distance from the bounds, to its value at the margin', () => {
    expect(tolerance(5, -1, 2, 3)).toBeCloseTo(atMargin, 12)
    expect(tolerance(-2.5, -1, 2, 3)).toBeCloseTo(halfway, 12)
    expect(tolerance(100, -1, 2, 3)).toBeLessThanOrEqual(atMargin)
    expect(tolerance(100, -1, 2, 3)).toBeGreaterThanOrEqual(0)
  })
})

test('small actions are worth 1, the largest 0', () => {
  expect(smallActions(Float64Array.of(0, 0))).toBe(1)
  expect(smallActions(Float64Array.of(1, -1))).toBe(0)
  expect(smallActions(Float64Array.of(0.5, 0))).toBeCloseTo(0.875)
})
