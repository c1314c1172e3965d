import type { Model } from '../core/model/model.ts'
import { type NumberTable, Option, readOptions } from './record/kernelLayout.ts'

/**
 * Keeps the numbers of a model in the tables of its kernels up to date. Options are looked at before each pass, the other
 * fields in turn, one for each pass: after as many passes as there are fields, every change has been noticed.
 */
export class ModelWatch {
  readonly #tables: readonly NumberTable[]
  readonly #options: NumberTable | undefined
  readonly #write: (table: NumberTable, values: Float64Array) => void
  readonly #copies: readonly Float64Array[]
  /** Options as they are in the tables, and as they are now. */
  readonly #current = new Float64Array(Option.COUNT).fill(Number.NaN)
  readonly #next = new Float64Array(Option.COUNT)
  #turn = 0
  /** A number that is part of the code has changed: the kernels are no longer those of the model. */
  stale: string | undefined

  /** @param write puts the numbers of a table into all memories */
  constructor(tables: readonly NumberTable[], write: (table: NumberTable, values: Float64Array) => void) {
    this.#write = write
    this.#options = tables.find(({ name }) => name === 'options')
    this.#tables = tables.filter((table) => table !== this.#options)
    this.#copies = this.#tables.map(({ values }) => values.slice())
  }

  /** Looks at the options, and at the next field. */
  look(m: Model): void {
    this.#lookAtOptions(m)
    if (this.#tables.length === 0) return
    this.#turn = this.#turn + 1 < this.#tables.length ? this.#turn + 1 : 0
    this.#compare(this.#turn)
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

  /** Looks at all fields. */
  lookAtAll(m: Model): void {
    this.look(m)
    for (let t = 0; t < this.#tables.length; t++) this.#compare(t)
  }

  /** Writes all numbers into all memories, as they were last seen. */
  rewrite(): void {
    if (this.#options !== undefined) this.#write(this.#options, this.#current)
    this.#tables.forEach((table, t) => {
      this.#write(table, this.#copies[t])
    })
  }

  #compare(t: number): void {
    const { values } = this.#tables[t]
    const copy = this.#copies[t]
    for (let i = 0; i < values.length; i++) if (values[i] !== copy[i]) this.#change(t, i)
  }

  #change(t: number, i: number): void {
    const table = this.#tables[t]
    this.#copies[t][i] = table.values[i]
    if (table.baked.has(i)) this.stale = `${table.name}[${i}] has changed, and its value was part of the code`
    else this.#write(table, table.values)
  }
}
