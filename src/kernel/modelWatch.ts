import { DisableBit } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import type { NumberTable } from './record/kernelLayout.ts'

/**
 * Keeps the numbers of a model in the tables of its kernels up to date. Gravity is looked at before each pass, the other
 * fields in turn, one for each pass: after as many passes as there are fields, every change has been noticed.
 */
export class ModelWatch {
  readonly #tables: readonly NumberTable[]
  readonly #gravity: NumberTable | undefined
  readonly #write: (table: NumberTable, values: Float64Array) => void
  readonly #copies: readonly Float64Array[]
  /** What gravity is in the tables. */
  readonly #up = new Float64Array(3).fill(Number.NaN)
  #turn = 0
  /** A number that is part of the code has changed: the kernels are no longer those of the model. */
  stale: string | undefined

  /** @param write puts the numbers of a table into all memories */
  constructor(tables: readonly NumberTable[], write: (table: NumberTable, values: Float64Array) => void) {
    this.#write = write
    this.#gravity = tables.find(({ name }) => name === 'gravity')
    this.#tables = tables.filter((table) => table !== this.#gravity)
    this.#copies = this.#tables.map(({ values }) => values.slice())
  }

  /** Looks at gravity, and at the next field. */
  look(m: Model): void {
    const off = (m.opt.disableflags & DisableBit.gravity) !== 0
    const { gravity } = m.opt
    const up = this.#up
    for (let i = 0; i < 3; i++) {
      const g = off ? 0 : gravity[i]
      if (up[i] !== g) {
        up[i] = g
        if (this.#gravity !== undefined) this.#write(this.#gravity, up)
      }
    }
    if (this.#tables.length === 0) return
    this.#turn = this.#turn + 1 < this.#tables.length ? this.#turn + 1 : 0
    this.#compare(this.#turn)
  }

  /** Looks at all fields. */
  lookAtAll(m: Model): void {
    this.look(m)
    for (let t = 0; t < this.#tables.length; t++) this.#compare(t)
  }

  /** Writes all numbers into all memories, as they were last seen. */
  rewrite(): void {
    if (this.#gravity !== undefined) this.#write(this.#gravity, this.#up)
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
