import {
  BiasType,
  DynType,
  EqualityType,
  GainType,
  GeomType,
  JointType,
  ObjType,
  SensorType,
  SleepPolicy,
  TrnType,
  WrapType,
} from './enums.ts'
import { type ModelSizes, SIZE_NAMES } from './fields/modelSizes.ts'
import type { Model } from './model.ts'

/**
 * Checks of the integers of a model that index or count something. The compiler gets them right; a message that was
 * stored or sent may not. Stages rely on them: a parent behind its child could let a step run forever.
 */

type Indices = { [K in keyof Model]: Model[K] extends Int32Array ? K : never }[keyof Model]
type Size = keyof ModelSizes

/** Least value, what the values index, and their names. */
const ids = (): readonly (readonly [number, Size, readonly Indices[]])[] => [
  [0, 'nbody', ['body_rootid', 'body_weldid', 'jnt_bodyid', 'dof_bodyid', 'tree_bodyadr', 'geom_bodyid']],
  [0, 'nbody', ['site_bodyid', 'cam_bodyid', 'light_bodyid', 'skin_bonebodyid']],
  [-1, 'nbody', ['cam_targetbodyid', 'light_targetbodyid']],
  [-1, 'nmocap', ['body_mocapid']],
  [-1, 'ntree', ['body_treeid', 'tendon_treeid']],
  [0, 'ntree', ['dof_treeid']],
  [0, 'njnt', ['dof_jntid']],
  [0, 'nq', ['jnt_qposadr']],
  [0, 'nv', ['jnt_dofadr', 'M_colind', 'D_colind', 'B_colind', 'ten_J_colind']],
  [0, 'nM', ['dof_Madr', 'mapM2M']],
  [-1, 'nC', ['mapM2D']],
  [0, 'nD', ['mapD2M']],
  [0, 'ngeom', ['pair_geom1', 'pair_geom2']],
  [-2, 'nactuator', ['jnt_actuatorid', 'tendon_actuatorid']],
  [-1, 'nmat', ['geom_matid', 'site_matid', 'tendon_matid', 'skin_matid']],
  [-1, 'ntex', ['mat_texid', 'light_texid']],
  [-1, 'nmeshgraph', ['mesh_graphadr']],
]

/** First of some entries, their number, and what they are entries of. */
const ranges = (): readonly (readonly [Indices, Indices, Size])[] => [
  ['body_jntadr', 'body_jntnum', 'njnt'],
  ['body_dofadr', 'body_dofnum', 'nv'],
  ['body_geomadr', 'body_geomnum', 'ngeom'],
  ['body_bvhadr', 'body_bvhnum', 'nbvh'],
  ['tree_bodyadr', 'tree_bodynum', 'nbody'],
  ['tree_dofadr', 'tree_dofnum', 'nv'],
  ['M_rowadr', 'M_rownnz', 'nC'],
  ['D_rowadr', 'D_rownnz', 'nD'],
  ['B_rowadr', 'B_rownnz', 'nB'],
  ['ten_J_rowadr', 'ten_J_rownnz', 'nJten'],
  ['tendon_adr', 'tendon_num', 'nwrap'],
  ['mesh_vertadr', 'mesh_vertnum', 'nmeshvert'],
  ['mesh_normaladr', 'mesh_normalnum', 'nmeshnormal'],
  ['mesh_texcoordadr', 'mesh_texcoordnum', 'nmeshtexcoord'],
  ['mesh_faceadr', 'mesh_facenum', 'nmeshface'],
  ['mesh_bvhadr', 'mesh_bvhnum', 'nbvh'],
  ['mesh_octadr', 'mesh_octnum', 'noct'],
  ['mesh_polyadr', 'mesh_polynum', 'nmeshpoly'],
  ['mesh_polyvertadr', 'mesh_polyvertnum', 'nmeshpolyvert'],
  ['mesh_polymapadr', 'mesh_polymapnum', 'nmeshpolymap'],
  ['skin_vertadr', 'skin_vertnum', 'nskinvert'],
  ['skin_faceadr', 'skin_facenum', 'nskinface'],
  ['skin_boneadr', 'skin_bonenum', 'nskinbone'],
  ['skin_bonevertadr', 'skin_bonevertnum', 'nskinbonevert'],
  ['actuator_actadr', 'actuator_actnum', 'na'],
  ['actuator_ctrladr', 'actuator_ctrlnum', 'nu'],
  ['actuator_outadr', 'actuator_outnum', 'nout'],
  ['sensor_adr', 'sensor_dim', 'nsensordata'],
  ['numeric_adr', 'numeric_size', 'nnumericdata'],
  ['text_adr', 'text_size', 'ntextdata'],
  ['tuple_adr', 'tuple_size', 'ntupledata'],
]

const enumerated = (): readonly (readonly [Indices, Readonly<Record<string, number>>])[] => [
  ['jnt_type', JointType],
  ['geom_type', GeomType],
  ['site_type', GeomType],
  ['wrap_type', WrapType],
  ['eq_type', EqualityType],
  ['actuator_trntype', TrnType],
  ['actuator_dyntype', DynType],
  ['actuator_gaintype', GainType],
  ['actuator_biastype', BiasType],
  ['sensor_type', SensorType],
  ['tree_sleep_policy', SleepPolicy],
]

/** Most numbers of the user in a state. */
const MOST_USERDATA = 10_000_000

/** Sizes of a state that no array of the model has, and what they are at most. */
const sizesOfStates = (m: Model): readonly (readonly [Size, number])[] => [
  ['nsensordata', sum(m.sensor_dim)],
  ['nhistory', historyOf(m.actuator_history, m.actuator_ctrlnum) + historyOf(m.sensor_history, m.sensor_dim)],
  ['nJmom', m.nout * m.nv],
  ['nM', (m.nv * (m.nv + 1)) / 2],
  ['nuserdata', MOST_USERDATA],
]

/** Throws a `RangeError` that names the first size that is no number of anything. */
export function refuseDamagedSizes(sizes: Readonly<Record<string, unknown>>): void {
  for (const name of SIZE_NAMES) {
    const size = sizes?.[name]
    if (!(Number.isInteger(size) && (size as number) >= 0 && (size as number) < 2 ** 31))
      refuseSize(name, size, 2 ** 31)
  }
}

/** Throws a `RangeError` that names the first integer of a model that cannot be right. */
export function refuseDamagedModel(m: Model): void {
  for (const [name, most] of sizesOfStates(m)) if (m[name] > most) refuseSize(name, m[name], most + 1)
  for (const [least, size, names] of ids()) for (const name of names) checkValues(m, name, least, m[size])
  for (const [adr, num, size] of ranges())
    for (let i = 0; i < m[num].length; i++) checkRange(m, adr, num, i, m[num][i], m[size])
  for (const [name, kinds] of enumerated()) {
    const known = new Set(Object.values(kinds))
    const wrong = m[name].findIndex((value) => !known.has(value))
    if (wrong >= 0) throw new RangeError(`the model is damaged: ${name}[${wrong}] is ${m[name][wrong]}`)
  }
  checkValues(m, 'geom_condim', 1, 7)
  checkValues(m, 'pair_dim', 1, 7)
  checkNumbering(m)
  checkParents(m)
  checkRows(m, 'M_colind', 'M_rowadr', 'M_rownnz', 1)
  checkRows(m, 'D_colind', 'D_rowadr', 'D_rownnz', 1)
  checkRows(m, 'ten_J_colind', 'ten_J_rowadr', 'ten_J_rownnz', 0)
  for (let i = 0; i < m.nbody; i++) checkTree(m, m.body_bvhadr[i], m.body_bvhnum[i])
  for (let i = 0; i < m.nmesh; i++) {
    checkTree(m, m.mesh_bvhadr[i], m.mesh_bvhnum[i])
    checkMesh(m, i)
  }
  checkHistories(m, 'actuator_history', 'actuator_historyadr', m.actuator_ctrlnum)
  checkHistories(m, 'sensor_history', 'sensor_historyadr', m.sensor_dim)
  checkObjects(m)
  for (let t = 0; t < m.ntendon; t++) checkTendon(m, t)
}

function sum(counts: Int32Array): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** Numbers in all buffers of samples, see `checkHistories`. */
function historyOf(samples: Int32Array, width: Int32Array): number {
  let total = 0
  for (let i = 0; i < width.length; i++) if (samples[2 * i] > 0) total += 2 + samples[2 * i] * (1 + width[i])
  return total
}

function checkValues(m: Model, name: Indices, least: number, end: number): void {
  const values = m[name]
  for (let i = 0; i < values.length; i++) if (values[i] < least || values[i] >= end) refuse(m, name, i, least, end)
}

/** Entries [adr, adr + count) of something with `size` entries; without entries adr may be anything. */
function checkRange(m: Model, adr: Indices, num: Indices, i: number, count: number, size: number): void {
  if (count < 0 || count > size) refuse(m, num, i, 0, size + 1)
  if (count > 0 && (m[adr][i] < 0 || m[adr][i] + count > size)) refuse(m, adr, i, 0, size - count + 1)
}

/** Joints, dofs, positions and geoms are numbered by body, dofs also by tree, without gaps. */
function checkNumbering(m: Model): void {
  let joint = 0
  let dof = 0
  let position = 0
  let geom = 0
  for (let b = 0; b < m.nbody; b++) {
    const jointEnd = joint + m.body_jntnum[b]
    const firstDof = dof
    if (m.body_jntnum[b] > 0) expectAt(m, 'body_jntadr', b, joint)
    if (m.body_geomnum[b] > 0) expectAt(m, 'body_geomadr', b, geom)
    for (const geomEnd = geom + m.body_geomnum[b]; geom < geomEnd; geom++) expectAt(m, 'geom_bodyid', geom, b)
    for (; joint < jointEnd; joint++) {
      const type = m.jnt_type[joint] as JointType
      expectAt(m, 'jnt_bodyid', joint, b)
      expectAt(m, 'jnt_qposadr', joint, position)
      expectAt(m, 'jnt_dofadr', joint, dof)
      position += type === JointType.free ? 7 : type === JointType.ball ? 4 : 1
      for (const end = dof + (type === JointType.free ? 6 : type === JointType.ball ? 3 : 1); dof < end; dof++) {
        expectAt(m, 'dof_bodyid', dof, b)
        expectAt(m, 'dof_jntid', dof, joint)
        expectAt(m, 'dof_treeid', dof, m.body_treeid[b])
      }
    }
    expectAt(m, 'body_dofnum', b, dof - firstDof)
    if (dof > firstDof) expectAt(m, 'body_dofadr', b, firstDof)
  }
  if (joint !== m.njnt || dof !== m.nv || position !== m.nq || geom !== m.ngeom)
    throw new RangeError('the model is damaged: its bodies do not hold all of its joints and geoms')
  let treeDof = 0
  for (let t = 0; t < m.ntree; t++) {
    expectAt(m, 'tree_dofadr', t, treeDof)
    for (const end = treeDof + m.tree_dofnum[t]; treeDof < end; treeDof++) expectAt(m, 'dof_treeid', treeDof, t)
  }
  if (treeDof !== m.nv) throw new RangeError('the model is damaged: its trees do not hold all of its dofs')
}

function expectAt(m: Model, name: Indices, i: number, value: number): void {
  if (m[name][i] !== value) refuse(m, name, i, value, value + 1)
}

/** Parents stand before their children. */
function checkParents(m: Model): void {
  for (let b = 0; b < m.nbody; b++)
    if (m.body_parentid[b] < 0 || m.body_parentid[b] >= Math.max(1, b)) refuse(m, 'body_parentid', b, 0, Math.max(1, b))
  for (let i = 0, adr = 0; i < m.nv; i++) {
    const parent = m.dof_parentid[i]
    if (parent < -1 || parent >= i) refuse(m, 'dof_parentid', i, -1, i)
    expectAt(m, 'M_rowadr', i, adr)
    adr += m.M_rownnz[i]
    if (m.M_rownnz[i] < 1 || m.M_colind[adr - 1] !== i) refuse(m, 'M_rownnz', i, 1, i + 2)
    if (m.dof_simplenum[i] < 0 || m.dof_simplenum[i] > m.nv - i) refuse(m, 'dof_simplenum', i, 0, m.nv - i + 1)
    if (m.D_diag[i] < 0 || m.D_diag[i] >= m.D_rownnz[i]) refuse(m, 'D_diag', i, 0, m.D_rownnz[i])
  }
}

/** Columns of a row ascend, by at least `step`. */
function checkRows(m: Model, colind: Indices, rowadr: Indices, rownnz: Indices, step: number): void {
  for (let row = 0; row < m[rowadr].length; row++) {
    const end = m[rowadr][row] + m[rownnz][row]
    for (let k = m[rowadr][row] + 1; k < end; k++)
      if (m[colind][k] < m[colind][k - 1] + step) refuse(m, colind, k, m[colind][k - 1] + step, m.nv)
  }
}

/** Nodes of a bounding volume hierarchy stand before their children. */
function checkTree(m: Model, adr: number, count: number): void {
  for (let node = 0; node < count; node++)
    for (let k = 2 * (adr + node); k < 2 * (adr + node) + 2; k++)
      if (m.bvh_child[k] !== -1 && (m.bvh_child[k] <= node || m.bvh_child[k] >= count))
        refuse(m, 'bvh_child', k, node + 1, count)
}

function checkMesh(m: Model, mesh: number): void {
  const vertices = m.mesh_vertnum[mesh]
  const end = 3 * (m.mesh_faceadr[mesh] + m.mesh_facenum[mesh])
  for (let k = 3 * m.mesh_faceadr[mesh]; k < end; k++)
    if (m.mesh_face[k] < 0 || m.mesh_face[k] >= vertices) refuse(m, 'mesh_face', k, 0, vertices)
  const cells = m.mesh_octnum[mesh]
  const first = m.mesh_octadr[mesh]
  for (let cell = 0; cell < cells; cell++)
    for (let k = 8 * (first + cell); k < 8 * (first + cell) + 8; k++)
      if (m.oct_child[k] !== -1 && (m.oct_child[k] <= cell || m.oct_child[k] >= cells))
        refuse(m, 'oct_child', k, cell + 1, cells)
}

/** A buffer of n samples has two numbers, n times, and n rows of values. */
function checkHistories(m: Model, samples: Indices, adr: Indices, width: Int32Array): void {
  for (let i = 0; i < width.length; i++) {
    const n = m[samples][2 * i]
    if (n > 0) checkRange(m, adr, samples, i, 2 + n + n * width[i], m.nhistory)
  }
}

/** How many objects there are of each type that can be referred to. */
function countOf(m: Model, type: number): number {
  const counts: Readonly<Record<number, number>> = {
    [ObjType.body]: m.nbody,
    [ObjType.xbody]: m.nbody,
    [ObjType.joint]: m.njnt,
    [ObjType.dof]: m.nv,
    [ObjType.geom]: m.ngeom,
    [ObjType.site]: m.nsite,
    [ObjType.camera]: m.ncam,
    [ObjType.light]: m.nlight,
    [ObjType.mesh]: m.nmesh,
    [ObjType.tendon]: m.ntendon,
    [ObjType.actuator]: m.nactuator,
    [ObjType.sensor]: m.nsensor,
    [ObjType.equality]: m.neq,
  }
  return counts[type] ?? 0
}

function checkObject(m: Model, name: Indices, i: number, least: number, count: number): void {
  if (m[name][i] < least || m[name][i] >= count) refuse(m, name, i, least, count)
}

function checkObjects(m: Model): void {
  for (let i = 0; i < m.neq; i++) {
    const count = equalityObjects(m, i)
    checkObject(m, 'eq_obj1id', i, 0, count)
    checkObject(m, 'eq_obj2id', i, -1, count)
  }
  for (let i = 0; i < m.nactuator; i++) {
    const [first, second] = transmissionObjects(m, i)
    checkObject(m, 'actuator_trnid', 2 * i, 0, first)
    checkObject(m, 'actuator_trnid', 2 * i + 1, -1, second)
  }
  for (let i = 0; i < m.nsensor; i++) {
    checkObject(m, 'sensor_objid', i, -1, countOf(m, m.sensor_objtype[i]))
    checkObject(m, 'sensor_refid', i, -1, countOf(m, m.sensor_reftype[i]))
    checkRays(m, i)
  }
  for (let i = 0; i < m.ngeom; i++) {
    const type = m.geom_type[i]
    const isField = type === GeomType.hfield
    const needsData = isField || type === GeomType.mesh || type === GeomType.sdf
    checkObject(m, 'geom_dataid', i, needsData ? 0 : -1, isField ? m.nhfield : m.nmesh)
    if (type === GeomType.sdf && m.sdf[i] === undefined && m.mesh_octnum[m.geom_dataid[i]] < 1)
      throw new RangeError(`the model is damaged: geom ${i} has no signed distance`)
  }
  for (let i = 0; i < m.nhfield; i++) {
    const { [i]: rows } = m.hfield_nrow
    const { [i]: columns } = m.hfield_ncol
    if (rows < 1 || columns < 1) refuse(m, 'hfield_nrow', i, 1, m.nhfielddata + 1)
    checkRange(m, 'hfield_adr', 'hfield_nrow', i, rows * columns, m.nhfielddata)
  }
}

/** A range finder on a camera has values for each of its pixels. */
function checkRays(m: Model, sensor: number): void {
  if (m.sensor_type[sensor] !== SensorType.rangefinder || m.sensor_objtype[sensor] !== ObjType.camera) return
  const camera = m.sensor_objid[sensor]
  const most = m.sensor_dim[sensor]
  for (let k = 2 * camera; k < 2 * camera + 2; k++)
    if (m.cam_resolution[k] < 1 || m.cam_resolution[k] > most) refuse(m, 'cam_resolution', k, 1, most + 1)
  if (m.cam_resolution[2 * camera] * m.cam_resolution[2 * camera + 1] > most) refuse(m, 'sensor_dim', sensor, 1, most)
}

function equalityObjects(m: Model, i: number): number {
  if (m.eq_type[i] === EqualityType.joint) return m.njnt
  if (m.eq_type[i] === EqualityType.tendon) return m.ntendon
  return countOf(m, m.eq_objtype[i])
}

function transmissionObjects(m: Model, i: number): readonly [number, number] {
  switch (m.actuator_trntype[i] as TrnType) {
    case TrnType.joint:
    case TrnType.jointinparent:
      return [m.njnt, m.njnt]
    case TrnType.tendon:
      return [m.ntendon, m.ntendon]
    case TrnType.body:
      return [m.nbody, m.nbody]
    case TrnType.so3:
      return m.actuator_trnid[2 * i + 1] < 0 ? [m.njnt, m.nsite] : [m.nsite, m.nsite]
    case TrnType.slidercrank:
    case TrnType.site:
      return [m.nsite, m.nsite]
  }
}

/** The row of a tendon has a column for each dof that its path looks for. */
function checkTendon(m: Model, t: number): void {
  const start = m.ten_J_rowadr[t]
  const columns = new Set(m.ten_J_colind.subarray(start, start + m.ten_J_rownnz[t]))
  const need = (dof: number): void => {
    if (!columns.has(dof))
      throw new RangeError(`the model is damaged: dof ${dof} is missing in the row of tendon ${t} in ten_J_colind`)
  }
  for (let w = m.tendon_adr[t]; w < m.tendon_adr[t] + m.tendon_num[t]; w++) {
    const type = m.wrap_type[w] as WrapType
    if (type === WrapType.pulley || type === WrapType.none) continue
    if (type === WrapType.joint) {
      checkObject(m, 'wrap_objid', w, 0, m.njnt)
      need(m.jnt_dofadr[m.wrap_objid[w]])
      continue
    }
    const isSite = type === WrapType.site
    checkObject(m, 'wrap_objid', w, 0, isSite ? m.nsite : m.ngeom)
    const body = m.body_weldid[(isSite ? m.site_bodyid : m.geom_bodyid)[m.wrap_objid[w]]]
    if (m.body_dofnum[body] === 0) continue
    for (let dof = m.body_dofadr[body] + m.body_dofnum[body] - 1; dof >= 0; dof = m.dof_parentid[dof]) need(dof)
  }
}

function refuseSize(name: Size, size: unknown, end: number): never {
  throw new RangeError(`the model is damaged: ${name} is ${String(size)}; expected an integer from 0 to ${end - 1}`)
}

function refuse(m: Model, name: Indices, i: number, least: number, end: number): never {
  throw new RangeError(
    `the model is damaged: ${name}[${i}] is ${m[name][i]}; expected ${end === least + 1 ? least : `an integer from ${least} to ${end - 1}`}`,
  )
}
