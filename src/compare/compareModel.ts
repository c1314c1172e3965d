import { type Model, ModelSizes } from '../model/model.ts'
import { compareField, compareNumber, type FieldResult, type FieldRule, layoutOf, matches } from './fields.ts'
import type { Metric } from './metric.ts'
import {
  isNumericArray,
  NAME_TABLES,
  type NumericArray,
  numericArrays,
  ReferenceData,
  type ReferenceModel,
} from './reference.ts'
import { ROUNDING_MARGIN, ROUNDING_SEEDS, withRoundedModel } from './rounding.ts'

/** Numbers that the compiler computes agree to twelve digits; those it only copies are equal. */
const TOLERANCE = 1e-12
/** One unit in the last place of a single-precision number. */
const TOLERANCE_F32 = 1.2e-7

/** Lengths, unit vectors, angles: 1e-15 m is nothing. */
const USUAL: Metric = { share: 0, floor: 1e-3 }
/** Positive quantities without a natural unit: only digits count. */
const POSITIVE: Metric = { share: 0, floor: 0 }
const POSITIVE_FIELDS =
  /^(body_(mass|subtreemass|inertia|invweight0)|dof_(invweight0|M0|damping|armature)|stat\.mean\w+)$/

/** Compares every number of a model: sizes, arrays, options, statistics, visual settings; and all names. */
export function compareModel(ours: Model, reference: ReferenceModel): FieldResult[] {
  const results: FieldResult[] = []

  for (const key of Object.keys(new ModelSizes()) as (keyof ModelSizes)[])
    results.push(compareNumber(key, ours[key], reference.size(key), 0, USUAL))

  for (const [key, array] of numericArrays(ours)) {
    const theirs = reference.array(key)
    if (theirs === undefined) continue
    const metric = POSITIVE_FIELDS.test(key) ? POSITIVE : USUAL
    const rule = { tolerance: toleranceOf(array), metric, ...layoutOf(ours, key, array.length) }
    const result = compareField(key, array, theirs, rule)
    const badlyConditioned = INVERSE_INERTIA_FIELDS.has(key) && !matches(result)
    results.push(badlyConditioned ? allowRounding(result, theirs, reference, rule) : result)
  }

  for (const part of ['opt', 'stat', 'vis'] as const)
    results.push(...compareSettings(part, ours[part], reference.raw[part]))
  results.push(...compareNames(ours, reference))
  return results
}

/** Constants that are computed from M⁻¹: rounding weighs as much in them as M is badly conditioned. */
const INVERSE_INERTIA_FIELDS: ReadonlySet<string> = new Set(['body_invweight0', 'dof_invweight0'])

/** Widens the tolerance of a field that differs to what rounding may do to it. */
function allowRounding(
  result: FieldResult,
  theirs: NumericArray,
  reference: ReferenceModel,
  rule: FieldRule,
): FieldResult {
  const errors = ROUNDING_SEEDS.map((draw) =>
    withRoundedModel(reference, draw, (shifted) => {
      const data = new ReferenceData(shifted)
      data.call('mj_setConst')
      data.delete()
      return compareField(result.field, shifted.array(result.field)!, theirs, rule).error
    }),
  )
  return { ...result, tolerance: Math.max(result.tolerance, ROUNDING_MARGIN * Math.max(...errors)) }
}

/** Integers and flags must be equal. */
function toleranceOf(values: ArrayLike<number>): number {
  if (values instanceof Float64Array) return TOLERANCE
  return values instanceof Float32Array ? TOLERANCE_F32 : 0
}

function compareSettings(path: string, ours: object, theirs: object): FieldResult[] {
  return Object.entries(ours).flatMap(([key, value]) => {
    const field = `${path}.${key}`
    const other: unknown = Reflect.get(theirs, key)
    const metric = POSITIVE_FIELDS.test(field) ? POSITIVE : USUAL
    if (isNumericArray(value) && isNumericArray(other)) {
      const rule = { tolerance: toleranceOf(value), metric, rows: value.length, object: () => '' }
      return [compareField(field, value, other, rule)]
    }
    if (typeof value === 'number') {
      // visual settings are single precision in the reference
      const rounded = path.startsWith('vis') ? Math.fround(value) : value
      return [compareNumber(field, rounded, Number(other), TOLERANCE, metric)]
    }
    return compareSettings(field, value as object, other as object)
  })
}

/** One result per type of object that has names; the object of a result is the first name that differs. */
function compareNames(ours: Model, reference: ReferenceModel): FieldResult[] {
  const results = [compareNameList('names.model', [ours.names.model], [reference.modelName])]
  for (const [type, table] of NAME_TABLES)
    results.push(
      compareNameList(
        table.replace('name_', 'names.').replace(/adr$/, ''),
        ours.names.all(type),
        reference.names(type),
      ),
    )
  return results
}

function compareNameList(field: string, ours: readonly string[], theirs: readonly string[]): FieldResult {
  const count = Math.max(ours.length, theirs.length)
  let index = 0
  while (index < count && (ours[index] ?? '') === (theirs[index] ?? '')) index++
  const same = index === count
  const object = same ? '' : `'${ours[index] ?? ''}' instead of '${theirs[index] ?? ''}'`
  return {
    field,
    error: same ? 0 : 1,
    tolerance: 0,
    index: same ? -1 : index,
    object,
    ours: ours.length,
    theirs: theirs.length,
  }
}
