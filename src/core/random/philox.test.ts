import { describe, expect, test } from 'vitest'
import { philox, Random } from './philox.ts'

describe('Philox', () => {
  // known answers that the authors publish with their generator (Random123, kat_vectors)
  test.each([
    [
      [0, 0, 0, 0],
      [0, 0],
      [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
    ],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
    ],
  ])('of the counter %j with the key %j gives the published words', (counter, key, words) => {
    const found = Uint32Array.from(counter)
    philox(found, key[0], key[1])
    expect([...found]).toEqual(words)
  })
})

describe('random numbers', () => {
  test('continue where they stopped, from seed, stream and place alone', () => {
    const whole = new Random(7, 3)
    const numbers = Array.from({ length: 9 }, () => whole.next())
    for (let place = 0; place < 9; place++) {
      const rest = new Random(7, 3, place)
      expect(Array.from({ length: 9 - place }, () => rest.next())).toEqual(numbers.slice(place))
    }
  })

  test('of other seeds and streams have nothing in common', () => {
    const seen = new Set<number>()
    for (const seed of [0, 1, 2 ** 32, 2 ** 53 - 1])
      for (const stream of [0, 1, 2 ** 32])
        for (let r = new Random(seed, stream), i = 0; i < 100; i++) seen.add(r.next())
    expect(seen.size).toBe(1200)
  })

  test('are uniform, and normal with variance 1', () => {
    const random = new Random(1)
    const n = 100_000
    let sum = 0
    let squares = 0
    let fourth = 0
    const bins = new Int32Array(10)
    for (let i = 0; i < n; i++) {
      const x = random.normal()
      sum += x
      squares += x * x
      fourth += x ** 4
      bins[random.below(10)]++
    }
    expect(Math.abs(sum / n)).toBeLessThan(0.01)
    expect(squares / n).toBeCloseTo(1, 1.5)
    expect(Math.abs(fourth / n - 3)).toBeLessThan(0.1)
    for (const count of bins) expect(Math.abs(count - n / 10)).toBeLessThan(400)
  })

  test('rotations are unit quaternions without a preferred direction', () => {
    const random = new Random(2)
    const q = new Float64Array(4)
    const mean = new Float64Array(4)
    for (let i = 0; i < 20_000; i++) {
      random.rotation(q, 0)
      expect(Math.hypot(...q)).toBeCloseTo(1, 14)
      for (let k = 0; k < 4; k++) mean[k] += q[k] / 20_000
    }
    for (const x of mean) expect(Math.abs(x)).toBeLessThan(0.015)
  })
})
