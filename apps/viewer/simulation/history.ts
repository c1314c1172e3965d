import { type Data, getState, type Model, StateBit, setState, stateSize } from '../../../src/index.ts'

/**
 * The last moments of a simulation, for going back in time: everything that the next step depends on, so that going on from
 * a moment gives the same motion again. When it is full, the oldest moment makes room for the newest.
 */
export class History {
  readonly #m: Model
  readonly #size: number
  readonly #states: Float64Array
  readonly #times: Float64Array
  readonly #capacity: number
  #first = 0
  #count = 0

  /** @param bytes how much memory to use; there is room for at least 100 moments, and for no more than 50,000 */
  constructor(m: Model, bytes = 64 * 2 ** 20) {
    this.#m = m
    this.#size = stateSize(m, StateBit.integration)
    this.#capacity = Math.max(100, Math.min(50_000, Math.floor(bytes / (8 * this.#size))))
    this.#states = new Float64Array(this.#capacity * this.#size)
    this.#times = new Float64Array(this.#capacity)
  }

  /** How many moments there are; 0 is the oldest. */
  get length(): number {
    return this.#count
  }

  /** Time of a moment, s. */
  time(moment: number): number {
    return this.#times[this.#slot(moment)]
  }

  /** Adds the present moment as the newest. */
  add(d: Data): void {
    if (this.#count === this.#capacity) this.#first = (this.#first + 1) % this.#capacity
    else this.#count++
    this.replace(this.#count - 1, d)
  }

  /** The state at a moment is another one: the user has changed it. */
  replace(moment: number, d: Data): void {
    const slot = this.#slot(moment)
    this.#times[slot] = d.time
    getState(this.#m, d, this.#states.subarray(slot * this.#size, (slot + 1) * this.#size), StateBit.integration)
  }

  /** Puts a state back to a moment. */
  restore(d: Data, moment: number): void {
    const slot = this.#slot(moment)
    setState(this.#m, d, this.#states.subarray(slot * this.#size, (slot + 1) * this.#size), StateBit.integration)
  }

  /** Forgets what came after a moment: what comes now is another future. */
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
