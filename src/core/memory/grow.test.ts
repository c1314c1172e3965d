import { describe, expect, test } from 'vitest'
import { grow } from './grow.ts'

describe('grow', () => {
  test('returns the same array while there is room', () => {
    const array = new Int32Array(4)
    expect(grow(array, 4)).toBe(array)
  })

  test('doubles the room until it suffices, and keeps what is there', () => {
    const array = Float64Array.of(1, 2, 3)
    const larger = grow(array, 7)
    expect(larger).toBeInstanceOf(Float64Array)
    expect([...larger]).toEqual([1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(grow(new Uint8Array(0), 3)).toHaveLength(4)
  })

  test('keeps shared memory shared', () => {
    const shared = new Int32Array(new SharedArrayBuffer(8))
    expect(grow(shared, 3).buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(grow(new Int32Array(2), 3).buffer).toBeInstanceOf(ArrayBuffer)
  })
})
