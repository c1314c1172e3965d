import { log } from '../core/math/functions.ts'
import { checkType, kindOf } from '../core/model/argumentChecks.ts'
import type { Random } from '../core/random/philox.ts'

/** Numbers of an observation or an action. */
export type NumberArray = Float64Array | Float32Array

/** What a `Box` is made of. */
export interface BoxOptions {
  /** Least values: one for all numbers, or one for each. */
  readonly low: number | ArrayLike<number>
  /** Greatest values: one for all numbers, or one for each. */
  readonly high: number | ArrayLike<number>
  /** Length of each axis; by default the number of bounds, in one row. */
  readonly shape?: readonly number[]
  /** `float64` by default. */
  readonly dtype?: 'float32' | 'float64'
}

/**
 * A space of arrays of numbers, each between two bounds that may be infinite. Arrays have one row, whatever the shape:
 * the last axis runs fastest.
 */
export class Box {
  readonly shape: readonly number[]
  readonly dtype: 'float32' | 'float64'
  readonly low: NumberArray
  readonly high: NumberArray

  constructor({ low, high, shape = shapeOf(low, high), dtype = 'float64' }: BoxOptions) {
    const right = shape.every((length) => Number.isInteger(length) && length >= 0)
    checkType(right, "the option 'shape' of a Box", shape, 'lengths of axes, such as [3]')
    checkType(
      dtype === 'float32' || dtype === 'float64',
      "the option 'dtype' of a Box",
      dtype,
      "'float32' or 'float64'",
    )
    this.shape = shape
    this.dtype = dtype
    this.low = this.#bounds('low', low)
    this.high = this.#bounds('high', high)
    for (let i = 0; i < this.size; i++) {
      if (!(this.low[i] <= this.high[i]))
        throw new RangeError(
          `number ${i} of a Box lies between ${this.low[i]} and ${this.high[i]}; expected low ≤ high`,
        )
    }
  }

  /** How many numbers an array of the space has. */
  get size(): number {
    return this.shape.reduce((product, length) => product * length, 1)
  }

  /** An array of zeros of the right type. */
  zeros(): NumberArray {
    return this.dtype === 'float32' ? new Float32Array(this.size) : new Float64Array(this.size)
  }

  /** Whether a value is an array of this space: of its size, of a type that fits, and within the bounds. */
  contains(value: unknown): boolean {
    const fits = value instanceof Float32Array || Array.isArray(value)
    if (!fits && !(value instanceof Float64Array && this.dtype === 'float64')) return false
    return this.#fault(value as ArrayLike<unknown>) === undefined
  }

  /**
   * Throws where a value is no array of this space, and says why.
   * @param name what the value is, for the message
   */
  check(value: ArrayLike<number>, name: string): void {
    this.#checkArray(value, name)
    const fault = this.#fault(value)
    if (fault !== undefined) throw new RangeError(`${name} ${fault}`)
  }

  /**
   * Throws where a value has another size than arrays of this space, or a number that is not finite; it may lie outside
   * of the bounds.
   */
  checkFinite(value: ArrayLike<number>, name: string): void {
    this.#checkArray(value, name)
    if (value.length !== this.size) throw new RangeError(`${name} has ${value.length} numbers; expected ${this.size}`)
    for (let i = 0; i < value.length; i++) {
      if (typeof value[i] !== 'number')
        throw new RangeError(`${name} has ${kindOf(value[i])} at ${i}; expected a number`)
      if (!Number.isFinite(value[i])) throw new RangeError(`${name} has ${value[i]} at ${i}; expected a finite number`)
    }
  }

  /**
   * Draws an array: uniform between bounds, a normal distribution where there are none, and an exponential one above or
   * below a single bound.
   */
  sample(random: Random): NumberArray {
    const out = this.zeros()
    for (let i = 0; i < out.length; i++) out[i] = drawn(random, this.low[i], this.high[i])
    return out
  }

  #checkArray(value: ArrayLike<number>, name: string): void {
    const isArray = Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)
    checkType(isArray, name, value, `${this.size} numbers`)
  }

  #fault(value: ArrayLike<unknown>): string | undefined {
    if (value.length !== this.size) return `has ${value.length} numbers; expected ${this.size}`
    for (let i = 0; i < value.length; i++) {
      const x = value[i]
      if (typeof x !== 'number') return `has ${kindOf(x)} at ${i}; expected a number`
      if (!(x >= this.low[i] && x <= this.high[i]))
        return `has ${x} at ${i}; expected a number from ${this.low[i]} to ${this.high[i]}`
    }
    return undefined
  }

  #bounds(name: string, bounds: number | ArrayLike<number>): NumberArray {
    const out = this.zeros()
    if (typeof bounds === 'number') return out.fill(bounds)
    if (bounds.length !== this.size)
      throw new RangeError(`the option '${name}' of a Box has ${bounds.length} numbers; expected ${this.size}`)
    out.set(bounds)
    return out
  }
}

function shapeOf(low: number | ArrayLike<number>, high: number | ArrayLike<number>): readonly number[] {
  if (typeof low !== 'number') return [low.length]
  if (typeof high !== 'number') return [high.length]
  throw new TypeError("a Box with one bound for all numbers needs the option 'shape'")
}

function drawn(random: Random, low: number, high: number): number {
  const below = Number.isFinite(low)
  const above = Number.isFinite(high)
  if (below && above) return random.uniform(low, high)
  if (!below && !above) return random.normal()
  const exponential = -log(1 - random.next())
  return below ? low + exponential : high - exponential
}
