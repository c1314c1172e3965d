import { ModelError, type Source } from '../../../core/model/errors.ts'
import { ELEMENT_BYTES, MemoryBudget } from '../text/memoryBudget.ts'
import { XML_LIMITS } from '../text/xml.ts'

/**
 * How many elements, and how many files, one model may grow to. A few lines can ask for billions of copies: they are
 * rejected before the copies are made.
 */
export class Budget {
  #elements = 0
  #models = 0
  #looks = 0
  readonly #memory: MemoryBudget

  constructor(maxBytes?: number) {
    this.#memory = new MemoryBudget(maxBytes)
  }

  /** Takes note of elements that are about to be made. */
  spend(elements: number, source: Source): void {
    this.#elements += elements
    if (this.#elements <= XML_LIMITS.elements) {
      this.#memory.hold(elements * ELEMENT_BYTES, `${this.#elements} elements, copies included`, source)
      return
    }
    throw new ModelError('the model has too many copies', {
      source,
      expected: `at most ${XML_LIMITS.elements} elements, copies included`,
      found: Number.isFinite(this.#elements) ? `${this.#elements} or more` : 'far more',
    })
  }

  /** Takes note of numbers of keyframes that are about to be copied. */
  spendNumbers(numbers: number, source: Source): void {
    this.#memory.hold(numbers * NUMBER_BYTES, 'copied keyframes', source)
  }

  /** Takes note of elements that are about to be looked at, to see whether they go with a copy. */
  look(elements: number, source: Source): void {
    this.#looks += elements
    if (this.#looks > MAX_LOOKS)
      throw new ModelError('the model has too many copies, and too much that may refer to them', { source })
  }

  /** Checks the depth of nested elements. */
  nest(depth: number, source: Source): void {
    if (depth > MAX_DEPTH)
      throw new ModelError(`with its copies, the model is more than ${MAX_DEPTH} elements deep`, { source })
  }

  /** Takes note of another model file that is about to be read. */
  openModel(source: Source): void {
    if (++this.#models <= MAX_MODELS) return
    throw new ModelError(`more than ${MAX_MODELS} model files`, { source, attribute: 'file' })
  }
}

/** Trees of bodies are traversed recursively. */
const MAX_DEPTH = 1500
/** What a number of a keyframe takes, with what notes the element that it belongs to. */
const NUMBER_BYTES = 256
/** Some seconds of work. */
const MAX_LOOKS = 30_000_000
/** Model files that one model may read, each counted as often as it is named. */
const MAX_MODELS = 1000
