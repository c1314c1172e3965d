import { Random } from '../compare/randomState.ts'

/** Choices that look random and are the same for the same seed. */
export class Dice {
  readonly #random: Random

  constructor(seed: number) {
    this.#random = new Random(seed)
    // neighboring seeds begin with similar numbers
    for (let i = 0; i < 4; i++) this.#random.uniform(0, 1)
  }

  /** True with a probability. */
  chance(probability: number): boolean {
    return this.#random.uniform(0, 1) < probability
  }

  /** A value with a probability, otherwise undefined: an attribute that is not written. */
  maybe<T>(probability: number, make: () => T): T | undefined {
    return this.chance(probability) ? make() : undefined
  }

  /** A whole number, both ends included. */
  count(low: number, high: number): number {
    return low + Math.floor(this.#random.uniform(0, high - low + 1))
  }

  pick<T>(list: readonly T[]): T {
    return list[this.count(0, list.length - 1)]
  }

  /** Several different entries of a list, in its order; fewer where it is shorter. */
  several<T>(list: readonly T[], most: number): T[] {
    const chosen = new Set<T>()
    for (let i = 0; i < most && chosen.size < list.length; i++) chosen.add(this.pick(list))
    return list.filter((entry) => chosen.has(entry))
  }

  /** A number as people write it: mostly of few digits, sometimes of all that a double has. */
  number(low: number, high: number): number {
    const x = this.#random.uniform(low, high)
    if (this.chance(0.15)) return x
    const digits = this.pick([1, 2, 3, 3, 4])
    const rounded = Number(x.toPrecision(digits))
    return rounded < low || rounded > high || (rounded === 0 && low > 0) ? x : rounded
  }

  numbers(length: number, low: number, high: number): number[] {
    return Array.from({ length }, () => this.number(low, high))
  }

  /** A vector that is not zero, of any length or of length 1, sometimes along an axis. */
  axis(): number[] {
    if (this.chance(0.4)) {
      const axis = [0, 0, 0]
      axis[this.count(0, 2)] = this.chance(0.3) ? -1 : 1
      return axis
    }
    const v = this.numbers(3, -1, 1)
    return Math.hypot(...v) > 0.1 ? v : [0, 1, 1]
  }

  /** Uniform, with all digits. */
  uniform(low: number, high: number): number {
    return this.#random.uniform(low, high)
  }

  direction(): number[] {
    return Array.from(this.#random.direction(3))
  }
}
