import type { FoundContacts, LeftPairs } from '../../core/data/stageKernels.ts'
import type { Model } from '../../core/model/model.ts'
import type { PlannedPair } from '../../physics/collision/broad/plannedPairs.ts'
import { NO_SEPARATIONS, SEPARATION, Separations } from '../../physics/collision/contact/separations.ts'
import type { Index, IntArray, Kernel, NumArray } from '../language/kernelLanguage.ts'
import { type NarrowPair, vec3 } from './narrowPair.ts'

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
const CONTACT = 10

/** Workspace of the kernel. */
export interface LeftArrays {
  readonly state: IntArray
  /** The pairs, and how many contacts each has. */
  readonly pairs: IntArray
  readonly counts: IntArray
  readonly contacts: NumArray
  /** Records of all pairs, see `physics/collision/contact/separations.ts`. */
  readonly separations: NumArray
}

export function leftArrays(k: Kernel, pairs: number, room: number): LeftArrays {
  return {
    state: k.integerWorkspace('left_state', LeftState.COUNT),
    pairs: k.integerWorkspace('left_pairs', pairs + 1),
    counts: k.integerWorkspace('left_counts', pairs),
    contacts: k.workspace('left_contacts', CONTACT * room, CONTACT),
    separations: k.workspace('left_separations', SEPARATION * pairs, SEPARATION),
  }
}

/** Appends a contact that TypeScript has found. */
export function takeContact({ contacts }: LeftArrays, i: Index, append: NarrowPair['append']): void {
  const vector = (first: number) => vec3((part) => contacts.at(i, first + part))
  append(contacts.at(i, 0), vector(1), vector(4), vector(7))
}

/** Workspace by name, in the memory of a state: its place in bytes, and its length; none: the kernel has not asked. */
export type FindWorkspace = (name: string) => { readonly at: number; readonly length: number }

/** The same workspace, as TypeScript sees it. */
export class LeftByKernel implements LeftPairs {
  readonly #state: Int32Array
  readonly #pairs: Int32Array
  readonly #counts: Int32Array
  readonly #contacts: Float64Array
  readonly #separations: Separations
  readonly #planned: readonly PlannedPair[]
  /** Contacts that have been written. */
  #found = 0
  separations: Float64Array = NO_SEPARATIONS

  constructor(memory: ArrayBufferLike, find: FindWorkspace, planned: readonly PlannedPair[]) {
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
    if (this.#state.length === 0) return
    this.separations = this.#separations.of(m)
    this.#state[LeftState.resumed] = 0
    this.#state[LeftState.left] = 0
    this.#found = 0
  }

  get count(): number {
    return this.#state.length === 0 ? 0 : this.#state[LeftState.left]
  }

  geom1(i: number): number {
    return this.#planned[this.#pairs[i]].g1
  }
  geom2(i: number): number {
    return this.#planned[this.#pairs[i]].g2
  }
  explicit(i: number): number {
    return this.#planned[this.#pairs[i]].explicit
  }

  separation(i: number): number {
    return SEPARATION * this.#pairs[i]
  }

  put(i: number, { count, dist, pos, normal, tangent }: FoundContacts): boolean {
    const out = this.#contacts
    const first = this.#found
    if (CONTACT * (first + count) > out.length) return false
    for (let c = 0; c < count; c++) {
      const o = CONTACT * (first + c)
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
