import { Arena, type ArenaMemory } from './arena.ts'

type TypedArray = Float64Array | Int32Array

/**
 * Arrays of an object that all have one entry (or several) for each row of a table, where the number of rows varies.
 * They lie in a block of memory of their own, which doubles when it is full and then stays: growing replaces the
 * arrays, between two growths they keep their identity.
 *
 * The object has, besides the arrays, one property with the number of rows that there is room for and one with the
 * arena of the block.
 */
export class GrowingTable<T extends object> {
  readonly #layout: (arena: Arena, capacity: number) => Partial<T>
  readonly #capacityKey: keyof T
  readonly #arenaKey: keyof T
  readonly #fields: readonly (keyof T)[]
  readonly #bytesPerRow: number

  /**
   * @param capacityKey property with the number of rows that there is room for
   * @param arenaKey property with the arena of the block
   * @param layout carves the arrays for a number of rows from an arena, by the names they have in the object
   */
  constructor(capacityKey: keyof T, arenaKey: keyof T, layout: (arena: Arena, capacity: number) => Partial<T>) {
    this.#layout = layout
    this.#capacityKey = capacityKey
    this.#arenaKey = arenaKey
    const measure = new Arena()
    this.#fields = Object.keys(layout(measure, MIN_CAPACITY)) as (keyof T)[]
    // capacities are even, so that there is no padding between arrays
    this.#bytesPerRow = measure.byteLength / MIN_CAPACITY
  }

  /** Makes room for `count` rows: doubles until they fit, and keeps the rows that are there. */
  reserve(target: T, count: number): void {
    const present = this.#capacity(target)
    if (count <= present) return
    let capacity = Math.max(MIN_CAPACITY, present)
    while (capacity < count) capacity *= 2

    const { buffer } = this.#arena(target)
    const arena = new Arena(memoryLike(buffer, capacity * this.#bytesPerRow))
    const grown = this.#layout(arena, capacity)
    for (const key of this.#fields) (grown[key] as TypedArray).set(target[key] as TypedArray)
    this.#install(target, arena, capacity, grown)
  }

  /**
   * Copies rows, making room for them first: all that the source has room for. A target that lies in a part of some
   * memory, where kernels find it, takes only the first `count` if it then can stay there.
   */
  copy(target: T, source: T, count: number): void {
    const present = this.#capacity(source)
    if (present > this.#capacity(target)) {
      if (count <= this.#capacity(target) && this.#arena(target).isPart) {
        this.#copyFirst(target, source, count / present)
        return
      }
      this.reserve(target, present)
    }
    for (const key of this.#fields) (target[key] as TypedArray).set(source[key] as TypedArray)
  }

  #copyFirst(target: T, source: T, share: number): void {
    for (const key of this.#fields) {
      const values = source[key] as TypedArray
      const end = Math.round(share * values.length)
      // a view of the first ones would be allocated
      const copy = target[key] as TypedArray
      for (let i = 0; i < end; i++) copy[i] = values[i]
    }
  }

  /** Lays the arrays over memory that is already there, for example one that another thread reserved. */
  adopt(target: T, memory: ArenaMemory): void {
    const arena = new Arena(memory)
    const capacity = 2 * Math.floor(arena.byteCapacity / (2 * this.#bytesPerRow))
    this.#install(target, arena, capacity, this.#layout(arena, capacity))
  }

  #install(target: T, arena: Arena, capacity: number, arrays: Partial<T>): void {
    Object.assign(target, arrays, { [this.#capacityKey]: capacity, [this.#arenaKey]: arena })
  }

  #capacity(target: T): number {
    return target[this.#capacityKey] as number
  }

  #arena(target: T): Arena {
    return target[this.#arenaKey] as Arena
  }
}

const MIN_CAPACITY = 16

/** Zeros in fresh memory that is shared if the other one is. */
export function numbersLike(other: ArrayBufferLike | undefined, length: number): Float64Array {
  return new Float64Array(memoryLike(other, 8 * length))
}

/** `numbersLike` of integers. */
export function indicesLike(other: ArrayBufferLike | undefined, length: number): Int32Array {
  return new Int32Array(memoryLike(other, 4 * length))
}

/** Fresh memory that is shared if the other one is. */
export function memoryLike(other: ArrayBufferLike | undefined, bytes: number): ArrayBuffer | SharedArrayBuffer {
  const shared = typeof SharedArrayBuffer !== 'undefined' && other instanceof SharedArrayBuffer
  return shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)
}
