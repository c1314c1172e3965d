/**
 * The 64-bit Mersenne twister MT19937-64 (Nishimura 2000, https://doi.org/10.1145/369534.369540): pseudorandom numbers
 * that are the same on every engine. Words are stored as two 32-bit halves.
 */
export class Mersenne64 {
  readonly #high = new Uint32Array(WORDS)
  readonly #low = new Uint32Array(WORDS)
  #next = WORDS

  /** @param seed a whole number from 0 to 2³² − 1 */
  constructor(seed: number) {
    let high = 0
    let low = seed >>> 0
    this.#low[0] = low
    // x[i] = f (x[i − 1] ^ (x[i − 1] >> 62)) + i
    for (let i = 1; i < WORDS; i++) {
      low ^= high >>> 30
      const product = highProduct(low, FACTOR_LOW) + Math.imul(low, FACTOR_HIGH) + Math.imul(high, FACTOR_LOW)
      const sum = (Math.imul(low, FACTOR_LOW) >>> 0) + i
      low = sum >>> 0
      high = product + (sum > 0xffff_ffff ? 1 : 0)
      this.#high[i] = high
      this.#low[i] = low
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
/** The factor f = 6364136223846793005 of the seed, in halves. */
const FACTOR_HIGH = 0x5851_f42d
const FACTOR_LOW = 0x4c95_7f2d

/** Upper half of the product of two words of 32 bits, by products of 16 bits. */
function highProduct(a: number, b: number): number {
  const a0 = a & 0xffff
  const a1 = a >>> 16
  const b0 = b & 0xffff
  const b1 = b >>> 16
  const middle = a1 * b0 + ((a0 * b0) >>> 16)
  const carry = (middle & 0xffff) + a0 * b1
  return a1 * b1 + Math.floor(middle / 65536) + Math.floor(carry / 65536)
}
