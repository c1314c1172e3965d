/**
 * The 64-bit Mersenne twister MT19937-64 (Nishimura 2000, https://doi.org/10.1145/369534.369540): pseudorandom numbers
 * that are the same on every engine. Words are stored as two 32-bit halves.
 */
export class Mersenne64 {
  readonly #high = new Uint32Array(WORDS)
  readonly #low = new Uint32Array(WORDS)
  #next = WORDS

  constructor(seed: number) {
    let word = BigInt(seed)
    for (let i = 0; i < WORDS; i++) {
      if (i > 0) word = BigInt.asUintN(64, SEED_FACTOR * (word ^ (word >> 62n)) + BigInt(i))
      this.#high[i] = Number(word >> 32n)
      this.#low[i] = Number(word & 0xffff_ffffn)
    }
  }

  /** Uniformly distributed in [0, 1). */
  uniform(): number {
    if (this.#next === WORDS) this.#twist()
    let high = this.#high[this.#next]
    let low = this.#low[this.#next]
    this.#next++

    // x ^= (x >> 29) & 5555…; x ^= (x << 17) & 71d6…; x ^= (x << 37) & fff7…; x ^= x >> 43
    const right = (low >>> 29) | (high << 3)
    high ^= (high >>> 29) & 0x5555_5555
    low ^= right & 0x5555_5555
    const left = (high << 17) | (low >>> 15)
    low ^= (low << 17) & 0xeda6_0000
    high ^= left & 0x71d6_7fff
    high ^= (low << 5) & 0xfff7_eee0
    low ^= high >>> 11
    return ((high >>> 0) * 2 ** 32 + (low >>> 0)) / 2 ** 64
  }

  /** Makes the next words out of the last ones. */
  #twist(): void {
    const high = this.#high
    const low = this.#low
    for (let i = 0; i < WORDS; i++) {
      const far = (i + MIDDLE) % WORDS
      // upper 33 bits of this word, lower 31 of the next
      const h = high[i]
      const l = (low[i] & 0x8000_0000) | (low[(i + 1) % WORDS] & 0x7fff_ffff)
      const odd = l & 1
      high[i] = high[far] ^ (h >>> 1) ^ (odd ? 0xb502_6f5a : 0)
      low[i] = low[far] ^ ((l >>> 1) | (h << 31)) ^ (odd ? 0xa966_19e9 : 0)
    }
    this.#next = 0
  }
}

const WORDS = 312
const MIDDLE = 156
const SEED_FACTOR = 6364136223846793005n
