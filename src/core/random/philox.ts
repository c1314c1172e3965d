import { cos, log, sin } from '../math/functions.ts'

/**
 * Random numbers that depend on a seed, a stream and their place in the stream, and on nothing else: results are the
 * same on every thread, in any order, and on the GPU. Philox 4×32 with ten rounds.
 * https://doi.org/10.1145/2063384.2063405 (Salmon et al. 2011, Parallel random numbers: as easy as 1, 2, 3)
 */
export class Random {
  readonly #words = new Uint32Array(4)
  #seed = 0
  #stream = 0
  /** Numbers of 64 bits drawn so far; two of them come from a block. */
  #drawn = 0

  /** @param seed a nonnegative integer below 2⁵³ */
  constructor(seed = 0, stream = 0, drawn = 0) {
    this.set(seed, stream, drawn)
  }

  /** Goes to a place of a stream; `drawn` numbers of it have been drawn. */
  set(seed: number, stream: number, drawn: number): void {
    this.#seed = seed
    this.#stream = stream
    this.#drawn = drawn
    if (drawn % 2 === 1) this.#fill(drawn - 1)
  }

  /** How many numbers have been drawn from the stream. */
  get drawn(): number {
    return this.#drawn
  }

  /** Uniform in [0, 1), a multiple of 2⁻⁵³. */
  next(): number {
    const half = this.#drawn % 2
    if (half === 0) this.#fill(this.#drawn)
    this.#drawn++
    const high = this.#words[2 * half] >>> 5
    const low = this.#words[2 * half + 1] >>> 6
    return (high * 67108864 + low) / 9007199254740992
  }

  /** Uniform in [low, high). */
  uniform(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** An integer from 0 to count − 1. */
  below(count: number): number {
    return Math.floor(count * this.next())
  }

  /** Normally distributed with mean 0 and variance 1, by the transform of Box and Muller. */
  normal(): number {
    const radius = Math.sqrt(-2 * log(1 - this.next()))
    return radius * cos(2 * Math.PI * this.next())
  }

  /** A unit quaternion, uniform over all rotations. http://planning.cs.uiuc.edu/node198.html (Shoemake) */
  rotation(out: Float64Array, o: number): void {
    const u = this.next()
    const a = 2 * Math.PI * this.next()
    const b = 2 * Math.PI * this.next()
    out[o] = Math.sqrt(1 - u) * sin(a)
    out[o + 1] = Math.sqrt(1 - u) * cos(a)
    out[o + 2] = Math.sqrt(u) * sin(b)
    out[o + 3] = Math.sqrt(u) * cos(b)
  }

  /** The block of four words that the number at an even place begins. */
  #fill(place: number): void {
    const words = this.#words
    const block = place / 2
    words[0] = block
    words[1] = block / 4294967296
    words[2] = this.#stream
    words[3] = this.#stream / 4294967296
    philox(words, this.#seed >>> 0, (this.#seed / 4294967296) >>> 0)
  }
}

/** Ten rounds on a counter of four words, with a key of two, in place. */
export function philox(words: Uint32Array, key0: number, key1: number): void {
  for (let round = 0; round < 10; round++) {
    const a = words[0]
    const b = words[2]
    const high = mulHigh(b, 0xcd9e8d57) ^ words[1] ^ key0
    const other = mulHigh(a, 0xd2511f53) ^ words[3] ^ key1
    words[0] = high
    words[1] = Math.imul(b, 0xcd9e8d57)
    words[2] = other
    words[3] = Math.imul(a, 0xd2511f53)
    key0 = (key0 + 0x9e3779b9) | 0
    key1 = (key1 + 0xbb67ae85) | 0
  }
}

/** The upper 32 bits of the product of two words. */
function mulHigh(a: number, b: number): number {
  const a0 = a & 0xffff
  const a1 = a >>> 16
  const b0 = b & 0xffff
  const b1 = b >>> 16
  const low = a0 * b0
  const middle = a1 * b0 + (low >>> 16)
  const other = a0 * b1 + (middle % 65536)
  return (a1 * b1 + Math.floor(middle / 65536) + Math.floor(other / 65536)) >>> 0
}
