import { MADE_WHEN_READ } from '../../core/model/fields/assetFields.ts'

/** Numbers and arrays as lines of text. */

export type NumericArray = Float64Array | Float32Array | Int32Array | Uint8Array | Int8Array

/** Settings of `modelToText` and `dataToText`; all are optional. */
export interface TextOptions {
  /** Significant digits of numbers that are not integers; 6 by default. */
  readonly digits?: number
  /** Maximum count of numbers per line; longer rows show the first ones and the count. Default: 64. */
  readonly limit?: number
}

/** All typed arrays of an object, in the order in which they stand in it, then those that are made when read. */
export function arraysOf(object: object): [name: string, values: NumericArray][] {
  const found: [string, NumericArray][] = []
  for (const [name, value] of Object.entries(object))
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) found.push([name, value as NumericArray])
  for (const name of MADE_WHEN_READ) if (name in object) found.push([name, Reflect.get(object, name) as NumericArray])
  return found
}

/** Lines of text under headings, two spaces a level. */
export class TextWriter {
  readonly #lines: string[] = []
  readonly #digits: number
  readonly #limit: number

  constructor({ digits = 6, limit = 64 }: TextOptions) {
    this.#digits = digits
    this.#limit = limit
  }

  heading(level: number, text: string): void {
    if (level === 0 && this.#lines.length > 0) this.#lines.push('')
    this.#lines.push('  '.repeat(level) + text)
  }

  /** A name and numbers: `count` of them from `at` on. */
  row(level: number, name: string, values: ArrayLike<number>, at = 0, count = values.length - at): void {
    const shown = Array.from({ length: Math.min(count, this.#limit) }, (_, k) => this.number(values[at + k]))
    if (count > this.#limit) shown.push(`… (${count} numbers)`)
    this.#lines.push(`${'  '.repeat(level)}${name.padEnd(24 - 2 * level)} ${shown.join(' ')}`.trimEnd())
  }

  /** Every number and array of an object, and of the objects in it. */
  object(level: number, object: object): void {
    for (const [name, value] of Object.entries(object)) {
      if (typeof value === 'number' || typeof value === 'boolean') this.row(level, name, [Number(value)])
      else if (ArrayBuffer.isView(value)) this.row(level, name, value as NumericArray)
      else if (typeof value === 'object' && value !== null) {
        this.heading(level, name)
        this.object(level + 1, value)
      }
    }
  }

  number(x: number): string {
    if (Number.isInteger(x) || !Number.isFinite(x)) return Object.is(x, -0) ? '0' : String(x)
    return String(Number(x.toPrecision(this.#digits)))
  }

  toString(): string {
    return `${this.#lines.join('\n')}\n`
  }
}

/** Arrays that have as many entries for each object as for any other: their rows, object by object. */
export function writeObjects(
  out: TextWriter,
  title: string,
  count: number,
  labels: (id: number) => string,
  fields: readonly (readonly [name: string, values: NumericArray, width: number])[],
): void {
  if (count === 0) return
  out.heading(0, `${title} (${count})`)
  for (let id = 0; id < count; id++) {
    out.heading(1, `${id} ${labels(id)}`.trimEnd())
    for (const [name, values, width] of fields) if (width > 0) out.row(2, name, values, width * id, width)
  }
}
