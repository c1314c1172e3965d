import type { ProgramArray, Value } from './kernelProgram.ts'

type Entries<V> = Map<ProgramArray, Map<number, V>>

/** What the branch or loop that is being recorded has done. */
interface Level<V> {
  /** What is known around a loop; undefined: a branch, which shares it. */
  readonly around: Entries<V> | undefined
  /** Loads of a branch, and stores: places as arrays and indices. */
  readonly loads: Places
  readonly stores: Places
  readonly arrays: Set<ProgramArray>
  all: boolean
}

interface Places {
  readonly arrays: ProgramArray[]
  readonly indices: number[]
}

/**
 * Numbers in memory that are known as values: they have been stored or loaded, and nothing has changed them since.
 * Branches see what is known before them; after them, what they loaded is not known, and what they stored is forgotten.
 */
export class KnownNumbers<V extends Value> {
  #entries: Entries<V> = new Map()
  readonly #levels: Level<V>[] = []
  #level: Level<V> | undefined

  get(array: ProgramArray, index: number): V | undefined {
    return this.#entries.get(array)?.get(index)
  }

  loaded(array: ProgramArray, index: number, value: V): void {
    this.#put(array, index, value)
    if (this.#level !== undefined) note(this.#level.loads, array, index)
  }

  stored(array: ProgramArray, index: number, value: V): void {
    this.#put(array, index, value)
    if (this.#level !== undefined) note(this.#level.stores, array, index)
  }

  /** A store at an index that is not known: all numbers of the array may have changed. */
  storedSomewhere(array: ProgramArray): void {
    this.#entries.delete(array)
    this.#level?.arrays.add(array)
  }

  /** Anything may have changed. */
  forgetAll(): void {
    this.#entries.clear()
    if (this.#level !== undefined) this.#level.all = true
  }

  enterBranch(): void {
    this.#enter(undefined)
  }

  /** Nothing is known at the start of a loop's body: an earlier round may have changed it. */
  enterLoop(): void {
    this.#enter(this.#entries)
    this.#entries = new Map()
  }

  #enter(around: Entries<V> | undefined): void {
    this.#level = { around, loads: noPlaces(), stores: noPlaces(), arrays: new Set(), all: false }
    this.#levels.push(this.#level)
  }

  leave(): void {
    const { around, loads, stores, arrays, all } = this.#levels.pop()!
    this.#level = this.#levels.at(-1)
    if (around !== undefined) this.#entries = around
    else this.#forget(loads)
    if (all) this.forgetAll()
    this.#forget(stores)
    if (this.#level !== undefined)
      for (let i = 0; i < stores.indices.length; i++) note(this.#level.stores, stores.arrays[i], stores.indices[i])
    for (const array of arrays) this.storedSomewhere(array)
  }

  #forget({ arrays, indices }: Places): void {
    for (let i = 0; i < indices.length; i++) this.#entries.get(arrays[i])?.delete(indices[i])
  }

  #put(array: ProgramArray, index: number, value: V): void {
    let numbers = this.#entries.get(array)
    if (numbers === undefined) {
      numbers = new Map()
      this.#entries.set(array, numbers)
    }
    numbers.set(index, value)
  }
}

function noPlaces(): Places {
  return { arrays: [], indices: [] }
}

function note({ arrays, indices }: Places, array: ProgramArray, index: number): void {
  arrays.push(array)
  indices.push(index)
}
