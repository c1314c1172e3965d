import { readFileSync } from 'node:fs'
import { SIZE_NAMES } from '../../src/core/model/fields/modelSizes.ts'

/** An array of `Data` as its class documents it. */
export interface DataField {
  readonly name: string
  readonly type: 'f64' | 'i32' | 'u8'
  /** A size of the model, or a number. */
  readonly rows: string | number
  readonly columns: number
  readonly about: string
}

/** A number of `Data`: its place in `scalar`. */
export interface DataScalar {
  readonly name: string
  readonly index: number
  readonly about: string
}

const ARRAY = /\/\*\*((?:(?!\*\/).)*?)\*\/\s+readonly (\w+) = this\.arena\.(f64|i32|u8)\(/gs
const GETTER = /\/\*\*((?:(?!\*\/).)*?)\*\/\s+get (\w+)\(\): number \{\s+return this\.scalar\[(\w+)\]/gs
const SHAPE = / Shape: (\w+)(?: × (\d+))?\.$/

/** The public arrays of `Data` with as many rows as the model has objects of a kind, or a fixed number. */
export function dataFields(): DataField[] {
  return [...sourceOf('data').matchAll(ARRAY)].flatMap(([, comment, name, type]) => {
    const about = textOf(comment)
    const shape = SHAPE.exec(about)
    if (about.includes('@internal')) return []
    if (shape === null) throw new Error(`the comment of ${name} in Data does not end with its shape`)
    const [, rows, columns = '1'] = shape
    const isNumber = /^\d+$/.test(rows)
    if (!isNumber && !(SIZE_NAMES as readonly string[]).includes(rows)) return []
    const field = { name, type: type as DataField['type'], about: about.replace(SHAPE, '') }
    return [{ ...field, rows: isNumber ? Number(rows) : rows, columns: Number(columns) }]
  })
}

/** The public numbers of `Data`. */
export function dataScalars(): DataScalar[] {
  const source = sourceOf('dataScalars')
  return [...source.matchAll(GETTER)].flatMap(([, comment, name, constant]) => {
    const about = textOf(comment)
    const index = Number(new RegExp(`const ${constant} = (\\d+)`).exec(source)![1])
    return about.includes('@internal') ? [] : [{ name, index, about }]
  })
}

/** The source file of the table of fields that expressions use. */
export function dataFieldSource(): string {
  const rows = (field: DataField) => (typeof field.rows === 'number' ? `${field.rows}` : `'${field.rows}'`)
  return [
    "import type { ModelSizes } from '../../core/model/fields/modelSizes.ts'",
    '',
    '/** Fields of `Data`. `npm run tables` writes this file from the comments of its classes. */',
    '',
    '/** An array of `Data`: the type of its numbers, its number of rows, and how many numbers a row has. */',
    "export type DataFieldShape = readonly [type: 'f64' | 'i32' | 'u8', rows: keyof ModelSizes | number, columns: number]",
    '',
    '/** The arrays of `Data` whose shape the model decides. */',
    'export const DATA_FIELDS: Readonly<Record<string, DataFieldShape>> = {',
    ...dataFields().map((field) => `  ${field.name}: ['${field.type}', ${rows(field)}, ${field.columns}],`),
    '}',
    '',
    '/** The numbers of `Data`: their places in `Data.scalar`. */',
    'export const DATA_SCALARS: Readonly<Record<string, number>> = {',
    ...dataScalars().map(({ name, index }) => `  ${name}: ${index},`),
    '}',
    '',
  ].join('\n')
}

function sourceOf(name: string): string {
  return readFileSync(new URL(`../../src/core/data/${name}.ts`, import.meta.url), 'utf8')
}

/** A comment as one line. */
function textOf(comment: string): string {
  return comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim()
}
