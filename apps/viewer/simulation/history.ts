import { type Data, getState, type Model, StateBit, setState, stateSize } from '../../../src/index.ts'

/**
 * The last moments of a simulation, a ring buffer of integration states. Continuing from a stored moment gives the same
 * motion again, bit for bit. When it is full, the newest moment replaces the oldest.
 */
export class History {
  readonly #m: Model
  readonly #size: number
  readonly #states: Float64Array
  readonly #times: Float64Array
  readonly #capacity: number
  #first = 0
  #count = 0

  /** @param bytes memory to use; between 100 and 50,000 moments fit */
  constructor(m: Model, bytes = 64 * 2 ** 20) {
    this.#m = m
    this.#size = stateSize(m, StateBit.integration)
    this.#capacity = Math.max(100, Math.min(50_000, Math.floor(bytes / (8 * this.#size))))
    this.#states = new Float64Array(this.#capacity * this.#size)
    this.#times = new Float64Array(this.#capacity)
  }

  /** Number of moments; 0 is the oldest. */
  get length(): number {
    return this.#count
  }

  /** Time of a moment, s. */
  time(moment: number): number {
    return this.#times[this.#slot(moment)]
  }

  /** Adds the current state as the newest moment. */
  add(d: Data): void {
    if (this.#count === this.#capacity) this.#first = (this.#first + 1) % this.#capacity
    else this.#count++
    this.replace(this.#count - 1, d)
  }

  /** Replaces the state at a moment, after the user has changed it. */
  replace(moment: number, d: Data): void {
    const slot = this.#slot(moment)
    this.#times[slot] = d.time
    getState(this.#m, d, this.#states.subarray(slot * this.#size, (slot + 1) * this.#size), StateBit.integration)
  }

  /** Sets a state to that of a moment. */
  restore(d: Data, moment: number): void {
    const slot = this.#slot(moment)
    setState(this.#m, d, this.#states.subarray(slot * this.#size, (slot + 1) * this.#size), StateBit.integration)
  }

  /** Drops all moments after one: the simulation continues from there. */
  endAt(moment: number): void {
    this.#count = Math.min(this.#count, moment + 1)
  }

  clear(): void {
    this.#first = this.#count = 0
  }

  #slot(moment: number): number {
    return (this.#first + moment) % this.#capacity
  }
}
