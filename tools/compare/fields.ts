import { ObjType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { type Metric, type Rows, worstError } from './errorNorm.ts'
import type { NumericArray } from './reference.ts'

/** What came out for one field. It matches when the error is within the tolerance. */
export interface FieldResult {
  /** For example `body_inertia`, or `mulM` for the result of a function. */
  readonly field: string
  /** Worst relative error, see `Metric`. Infinite when the lengths differ or one side is not a number. */
  readonly error: number
  readonly tolerance: number
  /** Where the worst error is, and the object it belongs to; empty when all is equal. */
  readonly index: number
  readonly object: string
  readonly ours: number
  readonly theirs: number
}

export function matches(result: FieldResult): boolean {
  return result.error <= result.tolerance
}

/** How a field is laid out and judged. */
export interface FieldRule {
  readonly tolerance: number
  readonly metric: Metric
  readonly rows: Rows
  /** Names the object that a row belongs to. */
  readonly object: (row: number) => string
}

export function compareField(field: string, ours: NumericArray, theirs: NumericArray, rule: FieldRule): FieldResult {
  const { tolerance, metric, rows, object } = rule
  if (ours.length !== theirs.length) return differentLength(field, ours.length, theirs.length, tolerance)
  const { error, index, row } = worstError(ours, theirs, rows, metric)
  const place =
    index < 0 ? { object: '', ours: 0, theirs: 0 } : { object: object(row), ours: ours[index], theirs: theirs[index] }
  return { field, error, tolerance, index, ...place }
}

function differentLength(field: string, ours: number, theirs: number, tolerance: number): FieldResult {
  return { field: `${field}.length`, error: Number.POSITIVE_INFINITY, tolerance, index: -1, object: '', ours, theirs }
}

/** `body_inertia of body torso: 0.25, reference 0.5 (error 5e-1, tolerance 1e-12)` */
export function fieldLine(result: FieldResult): string {
  const { field, object, ours, theirs, error, tolerance } = result
  const place = object === '' ? field : `${field} of ${object}`
  return `${place}: ${ours}, reference ${theirs} (error ${error.toExponential(1)}, tolerance ${tolerance.toExponential(0)})`
}

/** A single number, compared like an array of one. */
export function compareNumber(
  field: string,
  ours: number,
  theirs: number,
  tolerance: number,
  metric: Metric,
): FieldResult {
  return compareField(field, Float64Array.of(ours), Float64Array.of(theirs), {
    tolerance,
    metric,
    rows: 1,
    object: () => '',
  })
}

/**
 * Keeps the worst result of each field, over several states: one that differs before one that matches, because the
 * tolerance may be wider in one state than in another; among those the largest error.
 */
export function worstOfEach(results: Iterable<FieldResult>): FieldResult[] {
  const worst = new Map<string, FieldResult>()
  for (const result of results) {
    const before = worst.get(result.field)
    if (!before || isWorse(result, before)) worst.set(result.field, result)
  }
  return [...worst.values()]
}

function isWorse(a: FieldResult, b: FieldResult): boolean {
  return matches(a) === matches(b) ? a.error > b.error : matches(b)
}

/** Kinds of things that arrays have rows for: how many there are, and what type their names have. */
interface Kind {
  readonly count: (m: Model) => number
  readonly type: ObjType
}

const KINDS: Readonly<Record<string, Kind>> = {
  body: { count: (m) => m.nbody, type: ObjType.body },
  jnt: { count: (m) => m.njnt, type: ObjType.joint },
  dof: { count: (m) => m.nv, type: ObjType.dof },
  tree: { count: (m) => m.ntree, type: ObjType.unknown },
  geom: { count: (m) => m.ngeom, type: ObjType.geom },
  site: { count: (m) => m.nsite, type: ObjType.site },
  cam: { count: (m) => m.ncam, type: ObjType.camera },
  light: { count: (m) => m.nlight, type: ObjType.light },
  key: { count: (m) => m.nkey, type: ObjType.key },
  eq: { count: (m) => m.neq, type: ObjType.equality },
  pair: { count: (m) => m.npair, type: ObjType.pair },
  exclude: { count: (m) => m.nexclude, type: ObjType.exclude },
  tendon: { count: (m) => m.ntendon, type: ObjType.tendon },
  wrap: { count: (m) => m.nwrap, type: ObjType.unknown },
  mocap: { count: (m) => m.nmocap, type: ObjType.unknown },
  mesh: { count: (m) => m.nmesh, type: ObjType.mesh },
  mat: { count: (m) => m.nmat, type: ObjType.material },
  tex: { count: (m) => m.ntex, type: ObjType.texture },
  hfield: { count: (m) => m.nhfield, type: ObjType.hfield },
}

/** Fields of `Data` whose names do not start with what they are about. */
const ABOUT: Readonly<Record<string, string>> = {
  xpos: 'body',
  xquat: 'body',
  xmat: 'body',
  xipos: 'body',
  ximat: 'body',
  xanchor: 'jnt',
  xaxis: 'jnt',
  subtree_com: 'body',
  subtree_linvel: 'body',
  subtree_angmom: 'body',
  cinert: 'body',
  crb: 'body',
  cvel: 'body',
  cacc: 'body',
  cfrc_int: 'body',
  cfrc_ext: 'body',
  xfrc_applied: 'body',
  ten_length: 'tendon',
  ten_velocity: 'tendon',
  cdof: 'dof',
  cdof_dot: 'dof',
  qLDiagInv: 'dof',
  M: 'dof',
  qLD: 'dof',
}

/** Fields of all meshes or hierarchies together, and how many numbers a row of them has. */
const MESH_ROWS: Readonly<Record<string, number>> = {
  mesh_vert: 3,
  mesh_normal: 3,
  mesh_texcoord: 2,
  mesh_face: 3,
  mesh_facenormal: 3,
  mesh_facetexcoord: 3,
  bvh_aabb: 6,
}

/** Rows of a field and the names of their objects: from its name and length. */
export function layoutOf(m: Model, field: string, length: number): Pick<FieldRule, 'rows' | 'object'> {
  const about = ABOUT[field] ?? (/^(qvel|qacc|qfrc)/.test(field) ? 'dof' : field.split('_')[0])
  const kind = KINDS[about]
  const count = kind?.count(m) ?? 0
  if (field === 'M' || field === 'qLD')
    return { rows: m.M_rowadr as Int32Array, object: (row) => objectName(m, ObjType.dof, row) }
  if (field === 'ten_J')
    return { rows: m.ten_J_rowadr as Int32Array, object: (row) => objectName(m, ObjType.tendon, row) }
  if (field === 'sensordata')
    return { rows: m.sensor_adr as Int32Array, object: (row) => `sensor ${objectName(m, ObjType.sensor, row)}` }
  if (MESH_ROWS[field]) return { rows: MESH_ROWS[field], object: (row) => `[${row}]` }
  if (!kind || count === 0 || length % count !== 0) return { rows: 1, object: (row) => `[${row}]` }
  return { rows: Math.max(1, length / count), object: (row) => `${about} ${objectName(m, kind.type, row)}` }
}

/** The name of an object, or its number when it has none; a dof goes by the name of its joint. */
function objectName(m: Model, type: ObjType, id: number): string {
  if (type !== ObjType.dof) return m.names.name(type, id) ?? `#${id}`
  const joint = m.dof_jntid[id]
  return `${m.names.name(ObjType.joint, joint) ?? `#${joint}`}+${id - m.jnt_dofadr[joint]}`
}
