import { areEqual } from '../../core/memory/compareArrays.ts'
import type { Model } from '../../core/model/model.ts'
import { type NumberTable, Option, readOptions } from '../record/kernelLayout.ts'

/** After this many passes every change has been noticed. Looking in some of them, and longer, costs less. */
const PASSES = 48
const PASSES_PER_LOOK = 8

/** Whole numbers of the model that are part of the code. */
interface Flags {
  readonly name: string
  readonly values: Readonly<ArrayLike<number>>
  readonly copy: Readonly<ArrayLike<number>>
}

/** Index of the first number in [first, end) that is another one than in the copy; `end`: none. */
function firstChange(values: ArrayLike<number>, copy: ArrayLike<number>, first: number, end: number): number {
  let i = first
  while (i < end && (values[i] === copy[i] || (Number.isNaN(values[i]) && Number.isNaN(copy[i])))) i++
  return i
}

/**
 * Keeps the numbers of a model in the tables of its kernels up to date. Options are looked at before each pass, the other
 * fields in turn, a share of them for each pass.
 */
export class ModelWatch {
  readonly #m: Model
  readonly #tables: readonly NumberTable[]
  readonly #options: NumberTable | undefined
  readonly #write: (table: NumberTable, values: Float64Array) => void
  readonly #copies: readonly Float64Array[]
  readonly #flags: readonly Flags[]
  /** Numbers of each field: first those of numbers, then those of flags. */
  readonly #lengths: Int32Array
  /** How many numbers are looked at when it is time to look, and for how many passes it is not. */
  readonly #share: number
  #rest = 0
  /** Options as they are in the tables. */
  readonly #current = new Float64Array(Option.COUNT).fill(Number.NaN)
  /** The field to be looked at next, and where in it. */
  #turn = 0
  #at = 0
  /** A number that is part of the code has changed: the kernels are no longer those of the model. */
  stale: string | undefined

  /** @param write is given the numbers of a table, in an array that stays the same, after each change */
  constructor(
    m: Model,
    tables: readonly NumberTable[],
    flags: Iterable<string>,
    write: (table: NumberTable, values: Float64Array) => void,
  ) {
    this.#m = m
    this.#write = write
    this.#options = tables.find(({ name }) => name === 'options')
    this.#tables = tables.filter((table) => table !== this.#options)
    this.#copies = this.#tables.map(({ values }) => Float64Array.from(values))
    this.#flags = Array.from(flags, (name) => {
      const values = Reflect.get(m, name) as ArrayLike<number>
      return { name, values, copy: Int32Array.from(values) }
    })
    for (const { name, values, baked } of this.#tables)
      for (const [i, value] of baked) if (values[i] !== value) this.#setStale(name, i)
    this.#lengths = Int32Array.from([...this.#tables, ...this.#flags], ({ values }) => values.length)
    this.#share = Math.ceil((PASSES_PER_LOOK * this.#lengths.reduce((sum, n) => sum + n, 0)) / PASSES)
  }

  /** Before a pass: looks at the options, and when it is time at the next fields. */
  look(): void {
    this.#lookAtOptions()
    if (this.#rest-- > 0) return
    this.#rest = PASSES_PER_LOOK - 1
    for (let left = this.#share; left > 0; ) left -= this.#lookOn(left)
  }

  /** Looks at up to `most` numbers of the next field. Returns how many these were. */
  #lookOn(most: number): number {
    const turn = this.#turn
    const first = this.#at
    const length = this.#lengths[turn]
    const end = Math.min(length, first + most)
    this.#lookAt(turn, first, end)
    this.#at = end < length ? end : 0
    if (end === length) this.#turn = turn + 1 < this.#lengths.length ? turn + 1 : 0
    return end - first
  }

  #lookAtOptions(): void {
    if (readOptions(this.#m, this.#current) && this.#options !== undefined) this.#write(this.#options, this.#current)
  }

  /** A function that looks at all numbers of some fields; options are looked at before each pass in any case. */
  looker(names: readonly string[]): () => void {
    const fields = [...this.#tables, ...this.#flags]
    const turns = [...fields.keys()].filter((t) => names.includes(fields[t].name))
    return () => {
      for (let i = 0; i < turns.length; i++) this.#lookAt(turns[i], 0, this.#lengths[turns[i]])
    }
  }

  /** Looks at all fields. */
  lookAtAll(): void {
    this.look()
    this.#tables.forEach(({ values }, t) => {
      this.#lookAt(t, 0, values.length)
    })
    this.#flags.forEach(({ values }, f) => {
      this.#lookAt(this.#tables.length + f, 0, values.length)
    })
  }

  /** Looks at numbers [first, end) of a field, and at its start whether it still is the array that it was. */
  #lookAt(turn: number, first: number, end: number): void {
    const isFlag = turn >= this.#tables.length
    const { name, values } = isFlag ? this.#flags[turn - this.#tables.length] : this.#tables[turn]
    if (first === 0 && this.#m[name as keyof Model] !== values)
      this.stale = `${name} has been replaced by another array`
    if (!isFlag) this.#lookAtNumbers(this.#tables[turn], this.#copies[turn], first, end)
    else {
      const changed = firstChange(values, this.#flags[turn - this.#tables.length].copy, first, end)
      if (changed < end) this.#setStale(name, changed)
    }
  }

  #lookAtNumbers(table: NumberTable, copy: Float64Array, first: number, end: number): void {
    const { name, values, baked } = table
    let i =
      values instanceof Float64Array && areEqual(values, copy, first, end) ? end : firstChange(values, copy, first, end)
    if (i === end) return
    for (; i < end; i = firstChange(values, copy, i + 1, end)) {
      copy[i] = values[i]
      if (baked.has(i)) this.#setStale(name, i)
    }
    this.#write(table, copy)
  }

  #setStale(name: string, i: number): void {
    this.stale = `${name}[${i}] has changed, and its value was part of the code`
  }
}
