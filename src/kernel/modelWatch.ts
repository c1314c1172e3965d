import { DisableBit } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import type { NumberTable } from './record/kernelLayout.ts'

/**
 * Keeps the numbers of a model in the tables of its kernels up to date. Options are looked at before each pass, the other
 * fields in turn, one for each pass: after as many passes as there are fields, every change has been noticed.
 */
export class ModelWatch {
  readonly #tables: readonly NumberTable[]
  readonly #options: NumberTable | undefined
  readonly #write: (table: NumberTable, values: Float64Array) => void
  readonly #copies: readonly Float64Array[]
  /** Gravity and the time step as they are in the tables. */
  readonly #current = new Float64Array(4).fill(Number.NaN)
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
    const { gravity, timestep, disableflags } = m.opt
    const off = (disableflags & DisableBit.gravity) !== 0
    this.#setOption(0, off ? 0 : gravity[0])
    this.#setOption(1, off ? 0 : gravity[1])
    this.#setOption(2, off ? 0 : gravity[2])
    this.#setOption(3, timestep)
    if (this.#tables.length === 0) return
    this.#turn = this.#turn + 1 < this.#tables.length ? this.#turn + 1 : 0
    this.#compare(this.#turn)
  }

  #setOption(i: number, value: number): void {
    if (this.#current[i] === value) return
    this.#current[i] = value
    if (this.#options !== undefined) this.#write(this.#options, this.#current)
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
