import { describe, expect, test } from 'vitest'
import { Random } from '../core/random/philox.ts'
import { Box } from './box.ts'

describe('a box', () => {
  const box = new Box({ low: [-1, 0, -Infinity, -Infinity], high: [1, Infinity, 2, Infinity] })

  test('has its shape from its bounds', () => {
    expect(box.shape).toEqual([4])
    expect(new Box({ low: 0, high: 1, shape: [2, 3] }).size).toBe(6)
  })

  test('contains arrays of its size within its bounds, bounds included', () => {
    expect(box.contains([1, 0, 2, 99])).toBe(true)
    expect(box.contains(Float64Array.of(0, 5, -7, 0))).toBe(true)
    expect(box.contains([1.01, 0, 2, 0])).toBe(false)
    expect(box.contains([0, -0.1, 0, 0])).toBe(false)
    expect(box.contains([0, 0, 0])).toBe(false)
    expect(box.contains([0, 0, 0, Number.NaN])).toBe(false)
    expect(box.contains([0, 0, 0, '0'])).toBe(false)
    expect(box.contains('four')).toBe(false)
    expect(box.contains(undefined)).toBe(false)
  })

  test('of single precision contains no array of double precision', () => {
    const single = new Box({ low: 0, high: 1, shape: [1], dtype: 'float32' })
    expect(single.contains(new Float32Array(1))).toBe(true)
    expect(single.contains(new Float64Array(1))).toBe(false)
    expect(single.sample(new Random(1))).toBeInstanceOf(Float32Array)
  })

  test('draws arrays that it contains, the same for the same seed, and in all of its parts', () => {
    const random = new Random(3)
    const drawn = Array.from({ length: 1000 }, () => box.sample(random))
    expect(drawn.every((sample) => box.contains(sample))).toBe(true)
    expect(box.sample(new Random(3))).toEqual(drawn[0])
    const column = (i: number) => drawn.map((sample) => sample[i])
    expect(Math.min(...column(0))).toBeLessThan(-0.98)
    expect(Math.max(...column(0))).toBeGreaterThan(0.98)
    const mean = (values: number[]) => values.reduce((sum, x) => sum + x) / values.length
    // an exponential distribution above 0 and below 2, and a normal one
    expect(mean(column(1))).toBeCloseTo(1, 0)
    expect(mean(column(2))).toBeCloseTo(1, 0)
    expect(mean(column(3).map((x) => x * x))).toBeCloseTo(1, 0)
  })

  test('says what is wrong with an array', () => {
    expect(() => box.check([0, 0], 'the action')).toThrow('the action has 2 numbers; expected 4')
    expect(() => box.check([2, 0, 0, 0], 'the action')).toThrow('the action has 2 at 0; expected a number from -1 to 1')
    expect(() => box.check(3 as never, 'the action')).toThrow('the action is the number 3; expected 4 numbers')
  })

  test('says what is wrong with its bounds', () => {
    expect(() => new Box({ low: 0, high: 1 })).toThrow("needs the option 'shape'")
    expect(() => new Box({ low: [0, 0], high: [1, 1], shape: [3] })).toThrow("'low' of a Box has 2 numbers; expected 3")
    expect(() => new Box({ low: 2, high: 1, shape: [1] })).toThrow('expected low ≤ high')
    expect(() => new Box({ low: 0, high: Number.NaN, shape: [1] })).toThrow('expected low ≤ high')
    expect(() => new Box({ low: 0, high: 1, shape: [-1] })).toThrow("the option 'shape' of a Box")
    expect(() => new Box({ low: 0, high: 1, shape: [1], dtype: 'int8' as never })).toThrow("'float32' or 'float64'")
  })
})
