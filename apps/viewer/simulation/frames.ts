import { type Data, restore, type Snapshot } from '../../../src/index.ts'

/**
 * A state on its way from the worker to the page: everything that the page reads. The constraint Jacobian stays
 * behind; no picture or panel shows it, and it is up to a third of the bytes.
 */
export type Frame = Omit<Snapshot, 'jacobian'>

const NO_JACOBIAN = new Uint8Array(0)

/**
 * Memory of the frames. Where the page may share memory, the worker writes a frame into shared memory and leaves it
 * alone until the page gives it back: messages copy nothing, and nothing is allocated. Elsewhere the bytes are
 * transferred to the page with the message, and back with its acknowledgement.
 */
export class Frames {
  readonly isShared: boolean
  #free: Frame | undefined

  constructor(isShared: boolean) {
    this.isShared = isShared
  }

  /** Copies a state, into the memory of a frame that was given back. */
  take(d: Data): Frame {
    const old = this.#free
    this.#free = undefined
    return {
      fixed: this.#copy(d.arena.bytes(), old?.fixed),
      contacts: this.#copy(d.contactArena.bytes(), old?.contacts),
      constraints: this.#copy(d.efcArena.bytes(), old?.constraints),
    }
  }

  /** The page is done with a frame. */
  giveBack(frame: Frame): void {
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

/** Puts a frame into the page's copy of the state. */
export function restoreFrame(d: Data, frame: Frame): void {
  restore(d, { ...frame, jacobian: NO_JACOBIAN })
}

/** The memory of a frame that a message transfers; none where it is shared. */
export function transferOf(frame: Frame | undefined): ArrayBuffer[] {
  if (!frame) return []
  return Object.values(frame).flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))
}
