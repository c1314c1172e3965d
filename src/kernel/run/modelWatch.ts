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

/**
 * Keeps the numbers of a model in the tables of its kernels up to date. Options are looked at before each pass, the other
 * fields in turn, a share of them for each pass.
 */
export class ModelWatch {
  readonly #tables: readonly NumberTable[]
  readonly #options: NumberTable | undefined
  readonly #write: (table: NumberTable, values: Float64Array) => void
  readonly #copies: readonly Float64Array[]
  readonly #flags: readonly Flags[]
  /** How many numbers are looked at when it is time to look, and for how many passes it is not. */
  readonly #share: number
  #rest = 0
  /** Options as they are in the tables, and as they are now. */
  readonly #current = new Float64Array(Option.COUNT).fill(Number.NaN)
  readonly #next = new Float64Array(Option.COUNT)
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
    this.#write = write
    this.#options = tables.find(({ name }) => name === 'options')
    this.#tables = tables.filter((table) => table !== this.#options)
    this.#copies = this.#tables.map(({ values }) => Float64Array.from(values))
    this.#flags = Array.from(flags, (name) => {
      const values = Reflect.get(m, name) as ArrayLike<number>
      return { name, values, copy: Array.from(values) }
    })
    for (const { name, values, baked } of this.#tables)
      for (const [i, value] of baked) if (values[i] !== value) this.#setStale(name, i)
    const total = [...this.#tables, ...this.#flags].reduce((sum, { values }) => sum + values.length, 0)
    this.#share = Math.ceil((PASSES_PER_LOOK * total) / PASSES)
  }

  /** Before a pass: looks at the options, and when it is time at the next fields. */
  look(m: Model): void {
    this.#lookAtOptions(m)
    if (this.#rest-- > 0) return
    this.#rest = PASSES_PER_LOOK - 1
    for (let left = this.#share; left > 0; ) left -= this.#lookOn(left)
  }

  /** Looks at up to `most` numbers of the next field. Returns how many these were. */
  #lookOn(most: number): number {
    const turn = this.#turn
    const first = this.#at
    const numbers = this.#tables.length
    const { length } = (turn < numbers ? this.#tables[turn] : this.#flags[turn - numbers]).values
    const end = Math.min(length, first + most)
    this.#lookAt(turn, first, end)
    this.#at = end < length ? end : 0
    if (end === length) this.#turn = turn + 1 < numbers + this.#flags.length ? turn + 1 : 0
    return end - first
  }

  #lookAtOptions(m: Model): void {
    readOptions(m, this.#next)
    for (let i = 0; i < Option.COUNT; i++) {
      if (this.#next[i] === this.#current[i]) continue
      this.#current.set(this.#next)
      if (this.#options !== undefined) this.#write(this.#options, this.#current)
      return
    }
  }

  /** A function that looks at all numbers of some fields; options are looked at before each pass in any case. */
  looker(names: readonly string[]): () => void {
    const turns = [...this.#tables.keys()].filter((t) => names.includes(this.#tables[t].name))
    return () => {
      for (let i = 0; i < turns.length; i++) this.#lookAt(turns[i], 0, this.#copies[turns[i]].length)
    }
  }

  /** Looks at all fields. */
  lookAtAll(m: Model): void {
    this.look(m)
    this.#tables.forEach(({ values }, t) => {
      this.#lookAt(t, 0, values.length)
    })
    this.#flags.forEach(({ values }, f) => {
      this.#lookAt(this.#tables.length + f, 0, values.length)
    })
  }

  /** Writes all numbers, as they were last seen. */
  writeAll(): void {
    if (this.#options !== undefined) this.#write(this.#options, this.#current)
    this.#tables.forEach((table, t) => {
      this.#write(table, this.#copies[t])
    })
  }

  /** Looks at numbers [first, end) of a field: first come those of numbers, then those of flags. */
  #lookAt(turn: number, first: number, end: number): void {
    if (turn < this.#tables.length) {
      this.#lookAtNumbers(this.#tables[turn], this.#copies[turn], first, end)
    } else {
      const { name, values, copy } = this.#flags[turn - this.#tables.length]
      for (let i = first; i < end; i++) if (values[i] !== copy[i]) this.#setStale(name, i)
    }
  }

  #lookAtNumbers(table: NumberTable, copy: Float64Array, first: number, end: number): void {
    const { name, values, baked } = table
    let changed = false
    for (let i = first; i < end; i++) {
      if (values[i] === copy[i]) continue
      copy[i] = values[i]
      changed = true
      if (baked.has(i)) this.#setStale(name, i)
    }
    if (changed) this.#write(table, copy)
  }

  #setStale(name: string, i: number): void {
    this.stale = `${name}[${i}] has changed, and its value was part of the code`
  }
}
