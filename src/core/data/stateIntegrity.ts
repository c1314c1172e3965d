import { ConstraintState, ConstraintType, ContactExclude, SleepState } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { WIDE_AWAKE } from './awakeSets.ts'
import type { Data } from './data.ts'

/**
 * Checks of the integers of a state that index or count something. Stages rely on them: a wrong byte in a stored state
 * could let a step read from anywhere, or never end. Other numbers may have any value.
 */

type Limit = (m: Model, d: Data) => number
type NameOf<T> = { [K in keyof Data]: Data[K] extends T ? K : never }[keyof Data]

/** What can be checked: a name, the least value, and the least that is too large. */
type Range<T> = readonly [name: NameOf<T>, least: number, end: Limit]

const two: Limit = () => 2
const trees: Limit = (m) => m.ntree
const bodies: Limit = (m) => m.nbody
const dofs: Limit = (m) => m.nv
const upToTrees: Limit = (m) => m.ntree + 1
const upToBodies: Limit = (m) => m.nbody + 1
const upToDofs: Limit = (m) => m.nv + 1
const upToPoints: Limit = (m) => 2 * m.nwrap + 1
const upToRows: Limit = (_, d) => d.efcCapacity + 1
/** Between two stages the rows may be of earlier contacts, so that the room counts, not the numbers. */
const contacts: Limit = (_, d) => d.contactCapacity
const rows: Limit = (_, d) => d.efcCapacity

const COUNTS: readonly Range<number>[] = [
  ['ncon', 0, (_, d) => d.contactCapacity + 1],
  ['ne', 0, upToRows],
  ['nf', 0, upToRows],
  ['nl', 0, upToRows],
  ['nefc', 0, upToRows],
  ['nisland', 0, upToTrees],
  ['nidof', 0, upToDofs],
  ['ntree_awake', 0, upToTrees],
  ['nbody_awake', 0, upToBodies],
  ['nparent_awake', 0, upToBodies],
  ['nv_awake', 0, upToDofs],
  ['nspan', 0, (m) => m.ntree + 2],
  ['nsleep_root', 0, upToTrees],
  // 0 in a model without trees
  ['sleepTurn', -1, (m) => Math.max(1, m.ntree)],
  ['sleepPositionsKept', 0, two],
  ['sleepDamped', 0, two],
  ['sleepChanged', 0, two],
  ['initialSleepDue', 0, two],
]

type Integers = Int32Array | Uint8Array

/** Arrays in full. */
const INDICES: readonly Range<Integers>[] = [
  ['ten_wrapadr', 0, upToPoints],
  ['ten_wrapnum', 0, upToPoints],
  // 0 where it has not been written, also in a model without geoms
  ['wrap_obj', -2, (m) => Math.max(1, m.ngeom)],
  ['tendon_efcadr', -1, upToRows],
  ['tree_island', -1, trees],
  ['island_ntree', 0, upToTrees],
  ['island_itreeadr', 0, upToTrees],
  ['map_itree2tree', 0, trees],
  ['dof_island', -1, trees],
  ['island_nv', 0, upToDofs],
  ['island_idofadr', 0, upToDofs],
  ['island_dofadr', 0, upToDofs],
  ['map_dof2idof', 0, dofs],
  ['map_idof2dof', 0, dofs],
  ['island_ne', 0, upToRows],
  ['island_nf', 0, upToRows],
  ['island_nefc', 0, upToRows],
  ['island_iefcadr', 0, upToRows],
  ['tree_asleep', WIDE_AWAKE, trees],
  ['tree_awake', 0, two],
  ['body_awake', SleepState.static, two],
  ['body_awake_ind', 0, bodies],
  ['parent_awake_ind', 0, bodies],
  ['dof_awake_ind', 0, dofs],
  ['span_body', 0, upToBodies],
  ['span_tree', 0, upToTrees],
  ['span_jnt', 0, (m) => m.njnt + 1],
  ['span_dof', 0, upToDofs],
  ['span_geom', 0, (m) => m.ngeom + 1],
  ['span_site', 0, (m) => m.nsite + 1],
  ['sleep_root', 0, bodies],
  ['moment_rownnz', 0, upToDofs],
  ['moment_rowadr', 0, (m) => m.nJmom + 1],
  ['moment_colind', 0, dofs],
]

/** Arrays of contacts, as far as there are contacts. */
const CONTACT_INDICES: readonly Range<Integers>[] = [
  ['contact_dim', 1, () => 7],
  ['contact_geom1', 0, (m) => m.ngeom],
  ['contact_geom2', 0, (m) => m.ngeom],
  ['contact_exclude', 0, () => ContactExclude.passive + 1],
  ['contact_efc_address', -1, upToRows],
]

/** Arrays of constraint rows, as far as there are rows. */
const ROW_INDICES: readonly Range<Integers>[] = [
  ['efc_type', 0, () => ConstraintType.contactElliptic + 1],
  ['efc_state', 0, () => ConstraintState.cone + 1],
  ['efc_island', -1, trees],
  ['map_efc2iefc', 0, rows],
  ['map_iefc2efc', 0, rows],
]

/** What the rows of each `ConstraintType` belong to. */
const OWNERS: readonly Limit[] = [
  (m) => m.neq,
  dofs,
  (m) => m.ntendon,
  (m) => m.njnt,
  (m) => m.ntendon,
  contacts,
  contacts,
  contacts,
]

/**
 * Throws a `RangeError` that names the first integer of a state that cannot be right.
 * @param entries whether the state has the entries of its constraint Jacobian
 */
export function refuseDamaged(m: Model, d: Data, entries: boolean): void {
  for (const [name, least, end] of COUNTS) {
    const count = d[name]
    if (!(Number.isInteger(count) && count >= least && count < end(m, d))) refuse(name, count, least, end(m, d))
  }
  for (const range of INDICES) checkRange(range, m, d, d[range[0]].length)
  for (const range of CONTACT_INDICES) checkRange(range, m, d, d.ncon)
  for (const range of ROW_INDICES) checkRange(range, m, d, d.nefc)
  checkCycles(m, d)
  checkMoments(m, d)
  checkRows(m, d, entries)
  refuseDamagedHistory(m, d.history, 0)
}

/**
 * Throws where the place of the newest sample of a delay is outside of its buffer.
 * @param start where the histories start in the array
 */
export function refuseDamagedHistory(m: Model, history: Float64Array, start: number): void {
  if (m.nhistory === 0) return
  checkCursors(history, start, m.actuator_history, m.actuator_historyadr)
  checkCursors(history, start, m.sensor_history, m.sensor_historyadr)
}

function checkCursors(history: Float64Array, start: number, samples: Int32Array, adr: Int32Array): void {
  for (let i = 0; i < adr.length; i++) {
    const n = samples[2 * i]
    if (n <= 0) continue
    const cursor = history[start + adr[i] + 1]
    if (!(Number.isInteger(cursor) && cursor >= 0 && cursor < n)) refuse(`history[${adr[i] + 1}]`, cursor, 0, n)
  }
}

function checkRange([name, least, end]: Range<Integers>, m: Model, d: Data, length: number): void {
  const values: Integers = d[name]
  const limit = end(m, d)
  for (let i = 0; i < length; i++)
    if (values[i] < least || values[i] >= limit) refuse(`${name}[${i}]`, values[i], least, limit)
}

/** Sleeping trees form rings: each is the next one of exactly one. */
function checkCycles(m: Model, d: Data): void {
  const { tree_asleep } = d
  if (!tree_asleep.some((next) => next >= 0)) return
  const met = new Uint8Array(m.ntree)
  for (let t = 0; t < m.ntree; t++) {
    const next = tree_asleep[t]
    if (next < 0) continue
    if (tree_asleep[next] < 0 || met[next] === 1)
      throw new RangeError(
        `the state is damaged: tree_asleep[${t}] is ${next}, ${met[next] === 1 ? 'as that of another tree' : 'but that tree is awake'}`,
      )
    met[next] = 1
  }
}

function checkMoments(m: Model, d: Data): void {
  const { moment_rowadr, moment_rownnz } = d
  for (let i = 0; i < m.nout; i++)
    if (moment_rowadr[i] + moment_rownnz[i] > m.nJmom)
      refuse(`moment_rowadr[${i}]`, moment_rowadr[i], 0, m.nJmom - moment_rownnz[i] + 1)
}

function checkRows(m: Model, d: Data, entries: boolean): void {
  const { nefc, efc_type, efc_id, efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d
  const room = entries ? d.jacobianCapacity : Number.MAX_SAFE_INTEGER
  if (d.nJ < 0 || d.nJ > room) refuse('nJ', d.nJ, 0, room + 1)
  for (let i = 0; i < nefc; i++) {
    const owners = OWNERS[efc_type[i]](m, d)
    if (efc_id[i] < 0 || efc_id[i] >= owners) refuse(`efc_id[${i}]`, efc_id[i], 0, owners)
    const width = efc_J_rownnz[i]
    if (width < 0 || width > m.nv) refuse(`efc_J_rownnz[${i}]`, width, 0, m.nv + 1)
    const start = efc_J_rowadr[i]
    if (start < 0 || start + width > room) refuse(`efc_J_rowadr[${i}]`, start, 0, room - width + 1)
    if (!entries) continue
    for (let k = start; k < start + width; k++) {
      const least = k > start ? efc_J_colind[k - 1] + 1 : 0
      if (efc_J_colind[k] < least || efc_J_colind[k] >= m.nv) refuse(`efc_J_colind[${k}]`, efc_J_colind[k], least, m.nv)
    }
  }
}

function refuse(name: string, found: number, least: number, end: number): never {
  throw new RangeError(`the state is damaged: ${name} is ${found}; expected an integer from ${least} to ${end - 1}`)
}
