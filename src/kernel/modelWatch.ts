import { DisableBit } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import type { NumberTable } from './record/kernelLayout.ts'

/** After this many passes every change has been noticed. */
const PASSES = 20

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
  /** How many numbers are looked at in a pass, at least. */
  readonly #share: number
  /** Gravity and the time step as they are in the tables. */
  readonly #current = new Float64Array(4).fill(Number.NaN)
  #turn = 0
  /** A number that is part of the code has changed: the kernels are no longer those of the model. */
  stale: string | undefined

  /** @param write puts the numbers of a table into all memories */
  constructor(
    m: Model,
    tables: readonly NumberTable[],
    flags: Iterable<keyof Model>,
    write: (table: NumberTable, values: Float64Array) => void,
  ) {
    this.#write = write
    this.#options = tables.find(({ name }) => name === 'options')
    this.#tables = tables.filter((table) => table !== this.#options)
    this.#copies = this.#tables.map(({ values }) => values.slice())
    this.#flags = Array.from(flags, (name) => {
      const values = m[name] as ArrayLike<number>
      return { name, values, copy: Array.from(values) }
    })
    const total = [...this.#tables, ...this.#flags].reduce((sum, { values }) => sum + values.length, 0)
    this.#share = Math.ceil(total / PASSES)
  }

  /** Looks at the options, and at the next fields. */
  look(m: Model): void {
    const { gravity, timestep, disableflags } = m.opt
    const off = (disableflags & DisableBit.gravity) !== 0
    this.#setOption(0, off ? 0 : gravity[0])
    this.#setOption(1, off ? 0 : gravity[1])
    this.#setOption(2, off ? 0 : gravity[2])
    this.#setOption(3, timestep)
    const fields = this.#tables.length + this.#flags.length
    for (let seen = 0; seen < this.#share; ) {
      seen += this.#lookAt(this.#turn)
      this.#turn = this.#turn + 1 < fields ? this.#turn + 1 : 0
    }
  }

  #setOption(i: number, value: number): void {
    if (this.#current[i] === value) return
    this.#current[i] = value
    if (this.#options !== undefined) this.#write(this.#options, this.#current)
  }

  /** Looks at all fields. */
  lookAtAll(m: Model): void {
    this.look(m)
    for (let t = 0; t < this.#tables.length + this.#flags.length; t++) this.#lookAt(t)
  }

  /** Writes all numbers into all memories, as they were last seen. */
  rewrite(): void {
    if (this.#options !== undefined) this.#write(this.#options, this.#current)
    this.#tables.forEach((table, t) => {
      this.#write(table, this.#copies[t])
    })
  }

  /** Looks at one field, first those of numbers, then those of flags. Returns its length. */
  #lookAt(turn: number): number {
    const numbers = this.#tables.length
    if (turn >= numbers) return this.#lookAtFlags(turn - numbers)
    const { values } = this.#tables[turn]
    const copy = this.#copies[turn]
    for (let i = 0; i < values.length; i++) if (values[i] !== copy[i]) this.#change(turn, i)
    return values.length
  }

  #lookAtFlags(f: number): number {
    const { name, values, copy } = this.#flags[f]
    for (let i = 0; i < values.length; i++) if (values[i] !== copy[i]) this.#setStale(name, i)
    return values.length
  }

  #change(t: number, i: number): void {
    const table = this.#tables[t]
    this.#copies[t][i] = table.values[i]
    if (table.baked.has(i)) this.#setStale(table.name, i)
    else this.#write(table, table.values)
  }

  #setStale(name: string, i: number): void {
    this.stale = `${name}[${i}] has changed, and its value was part of the code`
  }
}
