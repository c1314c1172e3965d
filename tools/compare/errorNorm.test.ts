import { describe, expect, test } from 'vitest'
import { worstError } from './errorNorm.ts'

const f64 = (...values: number[]) => Float64Array.from(values)

describe('the error of two arrays', () => {
  test('is relative to the largest number of the same row', () => {
    const worst = worstError(f64(100, 0, 1, 0), f64(100, 1e-8, 1, 1e-8), 2, { share: 0, floor: 0 })
    expect(worst).toEqual({ error: 1e-8, index: 3, row: 1 })
  })

  test('does not fall below a share of the whole field, so that what cancels is judged by what canceled', () => {
    expect(worstError(f64(100, 0), f64(100, 1e-12), 1, { share: 1e-2, floor: 0 }).error).toBe(1e-12)
  })

  test('takes rows of different lengths by their addresses', () => {
    const worst = worstError(f64(1, 10, 20, 5), f64(1, 10, 20, 6), Int32Array.of(0, 1, 3), { share: 0, floor: 0 })
    expect(worst).toEqual({ error: 1 / 6, index: 3, row: 2 })
  })

  test('is infinite where only one side is a number, and zero where both are not', () => {
    const metric = { share: 0, floor: 1 }
    expect(worstError(f64(1, Number.NaN), f64(1, 2), 1, metric).error).toBe(Number.POSITIVE_INFINITY)
    expect(worstError(f64(Number.NaN), f64(Number.NaN), 1, metric)).toEqual({ error: 0, index: -1, row: -1 })
    expect(worstError(f64(Number.POSITIVE_INFINITY), f64(1), 1, metric).error).toBe(Number.POSITIVE_INFINITY)
  })
})
