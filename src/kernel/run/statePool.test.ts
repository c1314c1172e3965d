import { describe, expect, test } from 'vitest'
import { StatePool } from './statePool.ts'

const make = (pages: number) => ({
  memory: new WebAssembly.Memory({ initial: pages, maximum: pages }),
  code: undefined,
})

describe('a place for a state', () => {
  test('is zero even if a state has used it before', () => {
    const pool = new StatePool(100, 1000, make)
    const place = pool.take()
    const bytes = () => new Uint8Array(place.pool.memory.buffer, place.address, 1000)
    bytes().fill(7)
    pool.giveBack(place)
    expect(pool.take()).toEqual(place)
    expect(bytes().every((x) => x === 0)).toBe(true)
  })

  test('overlaps neither the tables nor another place', () => {
    const pool = new StatePool(100, 1000, make)
    const places = Array.from({ length: 20 }, () => pool.take())
    expect(pool.pools.length).toBe(3)
    for (const { memory } of pool.pools) {
      const starts = places.filter((place) => place.pool.memory === memory).map(({ address }) => address)
      expect(Math.min(...starts)).toBeGreaterThanOrEqual(StatePool.tables + 100)
      starts.forEach((start, i) => {
        expect((starts[i + 1] ?? memory.buffer.byteLength) - start).toBeGreaterThanOrEqual(1000)
      })
    }
  })
})
