import { SEPARATION } from '../../physics/collision/contact/separations.ts'
import type { Index, IntArray, Kernel, NumArray } from '../language/kernelLanguage.ts'
import { LEFT_CONTACT, LeftState } from '../run/leftByKernel.ts'
import { type NarrowPair, vec3 } from './narrowPair.ts'

/** What the kernel of collision leaves to TypeScript, as the kernel sees it; see `run/leftByKernel.ts`. */

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
    contacts: k.workspace('left_contacts', LEFT_CONTACT * room, LEFT_CONTACT),
    separations: k.workspace('left_separations', SEPARATION * pairs, SEPARATION),
  }
}

/** Appends a contact that TypeScript has found. */
export function takeContact({ contacts }: LeftArrays, i: Index, append: NarrowPair['append']): void {
  const vector = (first: number) => vec3((part) => contacts.at(i, first + part))
  append(contacts.at(i, 0), vector(1), vector(4), vector(7))
}
