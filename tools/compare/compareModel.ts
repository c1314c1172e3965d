import { LengthRangeMode } from '../../src/core/model/enums.ts'
import { type Model, ModelSizes } from '../../src/core/model/model.ts'
import { MeshInertia } from '../../src/format/mjcf/schema/schemaMesh.ts'
import { compareHulls, FACE_FIELDS, HULL_FIELDS, hullFacedMeshes } from './compareMesh.ts'
import { withoutWrongSigns } from './compareOctree.ts'
import {
  bodyNodes,
  compareVolumes,
  NODE_COUNTS,
  usedNodes,
  VOLUME_FIELDS,
  withoutSpareNodes,
} from './compareVolumes.ts'
import type { Metric } from './errorNorm.ts'
import { compareField, compareNumber, type FieldResult, type FieldRule, layoutOf, matches } from './fields.ts'
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

/**
 * The inertia of a mesh is a sum over its triangles. Those of a hull are summed in another order, and the axes of a mesh
 * that is almost symmetric magnify its rounding.
 */
const TOLERANCE_HULL = 1e-9

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
    results.push(
      compareNumber(key, ours[key], NODE_COUNTS.has(key) ? usedNodes(reference) : reference.size(key), 0, USUAL),
    )

  const hullFaced = hullFacedMeshes(ours, reference)
  const sumsOverHull = hullFaced.size > 0 || convexInertia(ours)
  for (const [key, array] of numericArrays(ours)) {
    const all = reference.array(key)
    if (all === undefined || HULL_FIELDS.has(key)) continue
    const theirs = key === 'oct_coeff' ? withoutWrongSigns(ours, all) : withoutSpareNodes(key, all, reference)
    const metric = POSITIVE_FIELDS.test(key) ? POSITIVE : USUAL
    const tolerance = toleranceOf(array, sumsOverHull)
    const rule = { tolerance, metric, ...layoutOf(ours, key, array.length) }
    const nodes = VOLUME_FIELDS[key] && ours.nmesh > 0 ? VOLUME_FIELDS[key] * bodyNodes(ours) : undefined
    const result = FACE_FIELDS.has(key)
      ? compareFaces(key, ours, array, theirs, rule, hullFaced)
      : compareField(key, array.subarray(0, nodes), theirs.subarray(0, nodes), rule)
    const isOff = !matches(result) && array.length === theirs.length
    if (isOff && INVERSE_INERTIA_FIELDS.has(key)) results.push(allowRounding(result, theirs, reference, rule))
    else if (isOff && key === 'actuator_lengthrange') results.push(allowChaos(result, array, theirs, reference, rule))
    else results.push(result)
  }

  results.push(...compareHulls(ours, reference))
  results.push(...compareVolumes(ours, reference, hullFaced))
  for (const part of ['opt', 'stat', 'vis'] as const)
    results.push(...compareSettings(part, ours[part], reference.raw[part]))
  results.push(...compareNames(ours, reference))
  return results
}

/** Whether the mass of a mesh is that of its hull. */
function convexInertia({ sources }: Model): boolean {
  return sources.meshes.some(({ attributes }) => attributes['inertia'] === MeshInertia.convex)
}

/** Faces and normals of meshes, without those of meshes whose faces are those of their hull, in whatever order. */
function compareFaces(
  key: string,
  m: Model,
  ours: NumericArray,
  theirs: NumericArray,
  rule: FieldRule,
  hullFaced: ReadonlySet<number>,
): FieldResult {
  if (hullFaced.size === 0 || ours.length !== theirs.length) return compareField(key, ours, theirs, rule)
  const [adr, num] = key === 'mesh_normal' ? [m.mesh_normaladr, m.mesh_normalnum] : [m.mesh_faceadr, m.mesh_facenum]
  const compared = theirs.slice()
  for (const id of hullFaced) {
    const start = 3 * adr[id]
    compared.set(ours.slice(start, start + 3 * num[id]), start)
  }
  return compareField(key, ours, compared, rule)
}

/** Constants that are computed from M⁻¹: rounding weighs as much in them as M is badly conditioned. */
const INVERSE_INERTIA_FIELDS: ReadonlySet<string> = new Set([
  'body_invweight0',
  'dof_invweight0',
  'tendon_invweight0',
  'actuator_acc0',
])

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

/**
 * Length ranges come from simulations that pull to and fro at the end of the range, so that rounding grows in them.
 * Widens the tolerance to what it does in the reference.
 */
function allowChaos(
  result: FieldResult,
  ours: NumericArray,
  theirs: NumericArray,
  reference: ReferenceModel,
  rule: FieldRule,
): FieldResult {
  const owners = reference.array('actuator_outadr')!
  const differing = Array.from(owners.keys()).filter((i) => {
    const at = 2 * owners[i]
    return ours[at] !== theirs[at] || ours[at + 1] !== theirs[at + 1]
  })
  const errors = ROUNDING_SEEDS.map((draw) =>
    withRoundedModel(reference, draw, (shifted) => {
      const { mj } = shifted
      const data = new ReferenceData(shifted)
      const options = new mj.MjLROpt()
      options.mode = LengthRangeMode.all
      options.useexisting = 0
      try {
        for (const i of differing) mj.mj_setLengthRange(shifted.raw, data.raw, i, options)
        return compareField(result.field, shifted.array(result.field)!, theirs, rule).error
      } catch {
        return 0 // with these options there is no range: the model was compiled with others
      } finally {
        options.delete()
        data.delete()
      }
    }),
  )
  return { ...result, tolerance: Math.max(result.tolerance, ROUNDING_MARGIN * Math.max(...errors)) }
}

/** Integers and flags must be equal. */
function toleranceOf(values: ArrayLike<number>, sumsOverHull = false): number {
  if (values instanceof Float64Array) return sumsOverHull ? TOLERANCE_HULL : TOLERANCE
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
