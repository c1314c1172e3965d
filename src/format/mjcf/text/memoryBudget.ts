import { ModelError, type Source } from '../../../core/model/errors.ts'

/** Memory that loading may take at its peak, bytes, unless the option `maxBytes` says otherwise. */
export const DEFAULT_MAX_BYTES: number = 2 ** 30

/** About what an element of a model takes while it is loaded: as XML, as read, and as a part of the model. */
export const ELEMENT_BYTES = 4096

/**
 * How much memory loading may take. What a model asks for is estimated from its numbers and rejected before it is
 * allocated: a hundred characters can ask for billions of copies, pixels or samples. Estimates are rough, and rather
 * too large.
 */
export class MemoryBudget {
  readonly #most: number
  #held = 0

  constructor(maxBytes: number = DEFAULT_MAX_BYTES) {
    this.#most = maxBytes
  }

  /** Takes note of memory that is about to be taken, and kept until the model is there. */
  hold(bytes: number, what: string, source?: Source): void {
    this.check(bytes, what, source)
    this.#held += bytes
  }

  /** Rejects memory that is about to be taken for a moment if, with what is held, it exceeds the limit. */
  check(bytes: number, what: string, source?: Source): void {
    const needed = this.#held + bytes
    if (needed <= this.#most) return
    throw new ModelError(`loading the model takes too much memory: ${what}`, {
      source,
      expected: `at most ${mebibytes(this.#most)} MiB at the peak`,
      found: `about ${mebibytes(needed)} MiB`,
      suggestion: "if this is what you want, give a larger option 'maxBytes'",
    })
  }
}

/** `1024`, `0.25`, `1.2e+9` */
function mebibytes(bytes: number): string {
  const value = bytes / 2 ** 20
  return value >= 1e6 ? value.toExponential(1) : String(value >= 10 ? Math.ceil(value) : Math.ceil(100 * value) / 100)
}
