import type { Data, Snapshot } from '../../../src/index.ts'

/**
 * How states travel from the worker to the page. In shared memory, where the page may use it: the worker writes a state
 * there and does not touch it until the page has taken it over, so that nothing is copied by messages or allocated. Elsewhere
 * the bytes move with the message to the page, and back with its answer.
 */
export class Frames {
  readonly isShared: boolean
  #free: Snapshot | undefined

  constructor(isShared: boolean) {
    this.isShared = isShared
  }

  /** A copy of a state, in memory that is used over and over. */
  take(d: Data): Snapshot {
    const old = this.#free
    this.#free = undefined
    return {
      fixed: this.#copy(d.arena.bytes(), old?.fixed),
      contacts: this.#copy(d.contactArena.bytes(), old?.contacts),
      constraints: this.#copy(d.efcArena.bytes(), old?.constraints),
      jacobian: this.#copy(d.jacobianArena.bytes(), old?.jacobian),
    }
  }

  /** The page is done with a frame. */
  giveBack(frame: Snapshot): void {
    this.#free = frame
  }

  #copy(bytes: Uint8Array, into: Uint8Array | undefined): Uint8Array {
    const { byteLength } = bytes
    const target =
      into?.byteLength === byteLength
        ? into
        : new Uint8Array(this.isShared ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength))
    target.set(bytes)
    return target
  }
}

/** What of a frame a message hands over; nothing where it is shared. */
export function transferOf(frame: Snapshot | undefined): ArrayBuffer[] {
  if (!frame) return []
  return [frame.fixed, frame.contacts, frame.constraints, frame.jacobian].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  )
}
