import { type Model, ModelSizes } from '../../../src/core/model/model.ts'
import { compareField, type FieldResult, layoutOf, matches } from '../../../tools/compare/fields.ts'
import { NAME_TABLES, numericArrays } from '../../../tools/compare/reference.ts'

/** How two of our models compare. */
export interface Sameness {
  /** Every number has the same bits. */
  readonly exact: boolean
  /** What differs by more than rounding. */
  readonly differences: string[]
}

/** What is computed again from numbers that were rounded once may differ in the last digits. */
const TOLERANCE = 1e-12
const TOLERANCE_F32 = 1.2e-7
/**
 * Weights of skins are divided by their sum whenever a model is loaded: some units in the last place, single precision.
 */
const TOLERANCE_WEIGHT = 1e-6

/** Rounding may turn ties in bounding volume hierarchies, where the boxes that they are built from differ at all. */
const HIERARCHY: ReadonlySet<string> = new Set(['bvh_nodeid', 'bvh_aabb'])
const BOXES = ['geom_pos', 'geom_quat', 'geom_aabb', 'body_ipos', 'body_iquat', 'mesh_vert'] as const

function haveSameBoxes(a: Model, b: Model): boolean {
  return BOXES.every((key) => a[key].every((value, i) => value === b[key][i]))
}

/**
 * Compares all sizes, arrays, settings and names of a model, which may have been used, and of one that was just loaded.
 */
export function sameness(a: Model, b: Model): Sameness {
  const differences: string[] = []
  let exact = true
  for (const key of Object.keys(new ModelSizes()) as (keyof ModelSizes)[])
    if (a[key] !== b[key]) differences.push(`${key}: ${a[key]} and ${b[key]}`)
  if (differences.length > 0) return { exact: false, differences }

  const ours = new Map(numericArrays(a))
  const sameBoxes = haveSameBoxes(a, b)
  for (const [key, other] of numericArrays(b)) {
    if (HIERARCHY.has(key) && !sameBoxes) continue
    const array = ours.get(key)!
    const tolerance = toleranceOf(key, array)
    const rule = { tolerance, metric: { share: 0, floor: 1e-3 }, ...layoutOf(a, key, array.length) }
    const result: FieldResult = compareField(key, array, other, rule)
    if (result.error > 0) exact = false
    if (!matches(result)) differences.push(`${key}[${result.index}]: ${result.ours} and ${result.theirs}`)
  }
  for (const part of ['opt', 'stat', 'vis'] as const) differences.push(...settings(part, a[part], b[part]))
  for (const [type, table] of NAME_TABLES)
    if (a.names.all(type).join('\n') !== b.names.all(type).join('\n')) differences.push(table)
  if (a.names.model !== b.names.model) differences.push('the name of the model')
  for (const key of ['flg_gravcomp', 'flg_adhesion', 'flg_surfacevel'] as const)
    if (a[key] !== b[key]) differences.push(`${key}: ${a[key]} and ${b[key]}`)
  return { exact: exact && differences.length === 0, differences }
}

function toleranceOf(key: string, array: object): number {
  if (key === 'skin_bonevertweight') return TOLERANCE_WEIGHT
  if (array instanceof Float64Array) return TOLERANCE
  return array instanceof Float32Array ? TOLERANCE_F32 : 0
}

function settings(path: string, a: object, b: object): string[] {
  return Object.entries(a).flatMap(([key, value]) => {
    const other: unknown = Reflect.get(b, key)
    const name = `${path}.${key}`
    if (ArrayBuffer.isView(value)) return String(value) === String(other) ? [] : [`${name}: ${value} and ${other}`]
    if (typeof value === 'object') return settings(name, value as object, other as object)
    // the picture's settings are single precision
    const round = path.startsWith('vis') ? Math.fround : Number
    return round(value as number) === round(other as number) ? [] : [`${name}: ${value} and ${other}`]
  })
}
