import { expect, test } from 'vitest'
import { Mersenne64 } from './mersenne.ts'

/** The generator by its definition, with whole numbers of 64 bits. */
function* words(seed: bigint): Generator<bigint> {
  const state = [seed]
  for (let i = 1n; i < 312n; i++) {
    const last = state.at(-1)!
    state.push(BigInt.asUintN(64, 6364136223846793005n * (last ^ (last >> 62n)) + i))
  }
  for (;;) {
    for (let i = 0; i < 312; i++) {
      const x = (state[i] & 0xffff_ffff_8000_0000n) | (state[(i + 1) % 312] & 0x7fff_ffffn)
      state[i] = state[(i + 156) % 312] ^ (x >> 1n) ^ (x & 1n ? 0xb502_6f5a_a966_19e9n : 0n)
    }
    for (const word of state) {
      let x = word
      x ^= (x >> 29n) & 0x5555_5555_5555_5555n
      x ^= (x << 17n) & 0x71d6_7fff_eda6_0000n
      x ^= (x << 37n) & 0xfff7_eee0_0000_0000n
      yield x ^ (x >> 43n)
    }
  }
}

test.each([42, 5489, 1])('gives the numbers of the Mersenne twister of 64 bits, seed %i', (seed) => {
  const generator = new Mersenne64(seed)
  const expected = words(BigInt(seed))
  for (let i = 0; i < 1000; i++) expect(generator.uniform()).toBe(Number(expected.next().value) / 2 ** 64)
})

test('starts with the number that is known for its usual seed', () => {
  expect(new Mersenne64(5489).uniform()).toBe(Number(14514284786278117030n) / 2 ** 64)
})
