import type { ProgramArray, Value } from './kernelProgram.ts'

/** A store of the branch or loop that is being recorded. */
interface Change {
  readonly array: ProgramArray
  readonly index: number
}

/**
 * Numbers in memory that are known as values: they have been stored or loaded, and nothing has changed them since.
 * Branches see what is known before them; after them, what they loaded is not known, and what they stored is forgotten.
 */
export class KnownNumbers {
  #entries = new Map<ProgramArray, Map<number, Value>>()
  #levels: {
    entries: Map<ProgramArray, Map<number, Value>>
    changes: Change[]
    arrays: Set<ProgramArray>
    all: boolean
  }[] = []

  get(array: ProgramArray, index: number): Value | undefined {
    return this.#entries.get(array)?.get(index)
  }

  loaded(array: ProgramArray, index: number, value: Value): void {
    this.#put(array, index, value, false)
  }

  stored(array: ProgramArray, index: number, value: Value): void {
    this.#put(array, index, value, true)
  }

  /** A store at an index that is not known: all numbers of the array may have changed. */
  storedSomewhere(array: ProgramArray): void {
    this.#entries.delete(array)
    this.#levels.at(-1)?.arrays.add(array)
  }

  /** Anything may have changed. */
  forgetAll(): void {
    this.#entries.clear()
    const level = this.#levels.at(-1)
    if (level !== undefined) level.all = true
  }

  enterBranch(): void {
    this.#levels.push({ entries: copy(this.#entries), changes: [], arrays: new Set(), all: false })
  }

  /** Nothing is known at the start of a loop's body: an earlier round may have changed it. */
  enterLoop(): void {
    this.#levels.push({ entries: this.#entries, changes: [], arrays: new Set(), all: false })
    this.#entries = new Map()
  }

  leave(): void {
    const { entries, changes, arrays, all } = this.#levels.pop()!
    this.#entries = entries
    if (all) this.forgetAll()
    for (const { array, index } of changes) this.#forget(array, index)
    for (const array of arrays) this.storedSomewhere(array)
  }

  #forget(array: ProgramArray, index: number): void {
    this.#entries.get(array)?.delete(index)
    this.#levels.at(-1)?.changes.push({ array, index })
  }

  #put(array: ProgramArray, index: number, value: Value, stored: boolean): void {
    let numbers = this.#entries.get(array)
    if (numbers === undefined) {
      numbers = new Map()
      this.#entries.set(array, numbers)
    }
    numbers.set(index, value)
    if (stored) this.#levels.at(-1)?.changes.push({ array, index })
  }
}

function copy(entries: Map<ProgramArray, Map<number, Value>>): Map<ProgramArray, Map<number, Value>> {
  return new Map([...entries].map(([array, numbers]) => [array, new Map(numbers)]))
}
