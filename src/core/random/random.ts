import { log } from '../math/functions.ts'

/** Random numbers that are the same on every engine for the same seed. MuJoCo: mju_standardNormal. */
export class RandomNumbers {
  #state: number
  #spare = 0
  #hasSpare = false

  /** @param seed any integer */
  constructor(seed = 0) {
    this.#state = seed | 0
  }

  /** Uniform between 0 and 1, 1 excluded. */
  uniform(): number {
    // a counter, scrambled by multiplications and shifts until every bit depends on every other
    this.#state = (this.#state + 0x9e3779b9) | 0
    let x = this.#state
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad)
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97)
    return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32
  }

  /** From the normal distribution with mean 0 and standard deviation 1. */
  normal(): number {
    if (this.#hasSpare) {
      this.#hasSpare = false
      return this.#spare
    }
    // a point inside of the unit circle gives two independent numbers
    for (;;) {
      const x = 2 * this.uniform() - 1
      const y = 2 * this.uniform() - 1
      const square = x * x + y * y
      if (square >= 1 || square === 0) continue
      const scale = Math.sqrt((-2 * log(square)) / square)
      this.#spare = y * scale
      this.#hasSpare = true
      return x * scale
    }
  }
}
