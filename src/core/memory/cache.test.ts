import { describe, expect, test } from 'vitest'
import { Cache, RecentCache } from './cache.ts'

describe.each([Cache, RecentCache])('a cache of values derived from objects: %o', (Kind) => {
  test('makes a value once for each object', () => {
    let made = 0
    const cache = new Kind((key: { n: number }) => [key.n, ++made])
    const a = { n: 10 }
    const b = { n: 20 }
    expect(cache.peek(a)).toBeUndefined()
    expect(cache.of(a)).toEqual([10, 1])
    expect(cache.of(b)).toEqual([20, 2])
    expect(cache.of(a)).toBe(cache.peek(a))
    expect(made).toBe(2)
  })

  test('makes a value again after it was forgotten or renewed', () => {
    let made = 0
    const cache = new Kind(() => [++made])
    const key = {}
    cache.of(key)
    cache.forget(key)
    expect(cache.of(key)).toEqual([2])
    expect(cache.renew(key)).toEqual([3])
    expect(cache.of(key)).toEqual([3])
  })
})
