import type { Index, Int, IntArray, Num, NumArray } from '../language/kernelLanguage.ts'
import type { ProgramArray, ValueType } from './kernelProgram.ts'
import type { RecordedValue } from './recordedValue.ts'

/** What records loads and stores: the recorder. */
interface ArrayMaker {
  /** At an index that is known. */
  loadAt(array: ProgramArray, index: number, type: ValueType): RecordedValue
  storeAt(array: ProgramArray, index: number, value: RecordedValue): void
  /** At an index that the machine computes. */
  loadFrom(array: ProgramArray, index: Int, type: ValueType): RecordedValue
  storeTo(array: ProgramArray, index: Int, value: RecordedValue): void
  /** index · width + part */
  place(index: Int, width: number, part: number): Int
  valueOf(x: Num | number): RecordedValue
  intOf(i: Index): RecordedValue
  asInt(value: RecordedValue): Index
}

export class RecordedIntegers implements IntArray {
  readonly #maker: ArrayMaker
  readonly #array: ProgramArray
  constructor(maker: ArrayMaker, array: ProgramArray) {
    this.#maker = maker
    this.#array = array
  }
  at(index: Index): Index {
    const r = this.#maker
    if (typeof index === 'number') return r.asInt(r.loadAt(this.#array, index, 'int'))
    return r.asInt(r.loadFrom(this.#array, index, 'int'))
  }
  set(index: Index, x: Index): void {
    const r = this.#maker
    if (typeof index === 'number') r.storeAt(this.#array, index, r.intOf(x))
    else r.storeTo(this.#array, index, r.intOf(x))
  }
}

export class RecordedArray implements NumArray {
  readonly #maker: ArrayMaker
  readonly array: ProgramArray
  readonly #width: number
  constructor(maker: ArrayMaker, array: ProgramArray, width: number) {
    this.#maker = maker
    this.array = array
    this.#width = width
  }
  at(index: Index, part = 0): Num {
    if (typeof index === 'number') return this.#maker.loadAt(this.array, index * this.#width + part, 'num')
    return this.#maker.loadFrom(this.array, this.#place(index, part), 'num')
  }
  set(index: Index, x: Num | number, part = 0): void {
    const r = this.#maker
    if (typeof index === 'number') r.storeAt(this.array, index * this.#width + part, r.valueOf(x))
    else r.storeTo(this.array, this.#place(index, part), r.valueOf(x))
  }
  #place(index: Int, part: number): Int {
    return this.#maker.place(index, this.#width, part)
  }
}

/**
 * The part of an index that is only known when the kernel runs, and the rest: i·width + part is an address that all
 * parts of a group share, and an offset, which costs nothing. Not in structure, whose indices may be below zero before
 * the offset is added.
 */
export function split(array: ProgramArray, index: RecordedValue): { variable: RecordedValue; offset: number } {
  const { op, a, b } = index
  const isOffset = op === 'add' && b?.op === 'const' && b.literal > 0 && array.place !== 'structure'
  return isOffset ? { variable: a!, offset: b.literal } : { variable: index, offset: 0 }
}
