import type { FoundContacts, LeftPairs } from '../../core/data/stageKernels.ts'
import type { Model } from '../../core/model/model.ts'
import { NO_SEPARATIONS, SEPARATION, Separations } from '../../physics/collision/contact/separations.ts'

/**
 * Pairs that the kernel of collision leaves to TypeScript: it lists them and gives up; TypeScript writes their contacts
 * behind each other, and the kernel goes on.
 */

/** Places in the workspace `left_state`. */
export const LeftState = {
  /** 1: TypeScript has found the contacts of the pairs that were left. */
  resumed: 0,
  /** Number of pairs that are near to each other. */
  near: 1,
  /** Number of those that are left. */
  left: 2,
  COUNT: 3,
} as const

/** Distance, position, normal, tangent. */
export const LEFT_CONTACT = 10

/** Workspace by name, in the memory of a state: its place in bytes, and its length; none: the kernel has not asked. */
export type FindWorkspace = (name: string) => { readonly at: number; readonly length: number }

/** Numbers of a pair of geoms: the two geoms, and the explicit pair; -1: none. */
export const PAIR = 3

/** The workspace of these pairs, as TypeScript sees it. */
export class LeftByKernel implements LeftPairs {
  readonly #state: Int32Array
  readonly #pairs: Int32Array
  readonly #counts: Int32Array
  readonly #contacts: Float64Array
  readonly #separations: Separations
  /** All pairs, as the kernel counts them: `PAIR` numbers each. */
  readonly #planned: ArrayLike<number>
  /** Contacts that have been written. */
  #found = 0
  separations: Float64Array = NO_SEPARATIONS

  constructor(memory: ArrayBufferLike, find: FindWorkspace, planned: ArrayLike<number>) {
    const integers = (name: string): Int32Array => new Int32Array(memory, find(name).at, find(name).length)
    const numbers = (name: string): Float64Array => new Float64Array(memory, find(name).at, find(name).length)
    this.#state = integers('left_state')
    this.#pairs = integers('left_pairs')
    this.#counts = integers('left_counts')
    this.#contacts = numbers('left_contacts')
    this.#separations = new Separations(numbers('left_separations'))
    this.#planned = planned
  }

  start(m: Model): void {
    this.separations = this.#separations.of(m)
    this.#state[LeftState.resumed] = 0
    this.#state[LeftState.left] = 0
    this.#found = 0
  }

  get count(): number {
    return this.#state.length === 0 ? 0 : this.#state[LeftState.left]
  }

  geom1(i: number): number {
    return this.#planned[PAIR * this.#pairs[i]]
  }
  geom2(i: number): number {
    return this.#planned[PAIR * this.#pairs[i] + 1]
  }
  explicit(i: number): number {
    return this.#planned[PAIR * this.#pairs[i] + 2]
  }

  separation(i: number): number {
    return SEPARATION * this.#pairs[i]
  }

  put(i: number, { count, dist, pos, normal, tangent }: FoundContacts): boolean {
    const out = this.#contacts
    const first = this.#found
    if (LEFT_CONTACT * (first + count) > out.length) return false
    for (let c = 0; c < count; c++) {
      const o = LEFT_CONTACT * (first + c)
      out[o] = dist[c]
      for (let j = 0; j < 3; j++) {
        out[o + 1 + j] = pos[3 * c + j]
        out[o + 4 + j] = normal[3 * c + j]
        out[o + 7 + j] = tangent[3 * c + j]
      }
    }
    this.#counts[i] = count
    this.#found = first + count
    return true
  }

  resume(): void {
    this.#state[LeftState.resumed] = 1
  }
}
