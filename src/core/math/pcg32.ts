/**
 * PCG32 (O'Neill, https://www.pcg-random.org): a small random number generator with a state of 64 bits. It decides
 * the order in which the projected Gauss–Seidel solver visits rows, with the same seed in every solve, so that
 * results do not depend on earlier solves.
 */
export class Pcg32 {
  // the state, and products on the way, as 16-bit digits, lowest first
  #s0 = 0
  #s1 = 0
  #s2 = 0
  #s3 = 0

  /** Back to the start: state 0, one output dropped. */
  seed(): void {
    this.#s0 = this.#s1 = this.#s2 = this.#s3 = 0
    this.next()
  }

  /** The next 32 bits, as a signed integer; use `>>> 0`. */
  next(): number {
    const s0 = this.#s0
    const s1 = this.#s1
    const s2 = this.#s2
    const s3 = this.#s3
    // state × 6364136223846793005 + 1
    const M0 = 0x7f2d
    const M1 = 0x4c95
    const M2 = 0xf42d
    const M3 = 0x5851
    let t = s0 * M0 + 1
    this.#s0 = t & 0xffff
    t = Math.floor(t / 65536) + s1 * M0 + s0 * M1
    this.#s1 = t % 65536
    t = Math.floor(t / 65536) + s2 * M0 + s1 * M1 + s0 * M2
    this.#s2 = t % 65536
    t = Math.floor(t / 65536) + s3 * M0 + s2 * M1 + s1 * M2 + s0 * M3
    this.#s3 = t % 65536

    // output from the old state: ((x >> 18) ^ x) >> 27, rotated right by x >> 59
    const high = (s3 << 16) | s2
    const low = (s1 << 16) | s0
    const mixedHigh = (high >>> 18) ^ high
    const mixedLow = ((high << 14) | (low >>> 18)) ^ low
    const shifted = (mixedHigh << 5) | (mixedLow >>> 27)
    const turn = high >>> 27
    return (shifted >>> turn) | (shifted << (-turn & 31))
  }
}
