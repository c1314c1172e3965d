import { expect, test } from 'vitest'
import { Pcg32 } from './pcg32.ts'

/** The same generator in the arithmetic of big integers. */
function* bigPcg(): Generator<number> {
  const mask = (1n << 64n) - 1n
  let state = 0n
  for (;;) {
    const old = state
    state = (old * 6364136223846793005n + 1n) & mask
    const shifted = Number((((old >> 18n) ^ old) >> 27n) & 0xffffffffn)
    const turn = Number(old >> 59n)
    yield ((shifted >>> turn) | (shifted << (-turn & 31))) >>> 0
  }
}

test('PCG32 in 16-bit digits gives what it gives in big integers', () => {
  const small = new Pcg32()
  small.seed()
  const big = bigPcg()
  big.next()
  for (let i = 0; i < 10000; i++) expect(small.next() >>> 0).toBe(big.next().value)
})
