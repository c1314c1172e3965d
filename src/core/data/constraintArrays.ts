import { Arena, type ArenaMemory } from '../memory/arena.ts'
import { GrowingTable } from '../memory/growingTable.ts'
import { ContactArrays } from './contactArrays.ts'

const none64: Float64Array = new Float64Array(0)
const none32: Int32Array = new Int32Array(0)

/**
 * Constraint rows as a struct of arrays, MuJoCo's names. The first `nefc` rows are in use, in this order: `ne` of
 * equalities, `nf` of friction loss, `nl` of limits, then contacts in the order of the contacts.
 *
 * Row i says: J_i·qacc should be aref_i, with softness R_i. The Jacobian is always sparse: row i has
 * `efc_J_rownnz[i]` entries from `efc_J_rowadr[i]` on in `efc_J` (values) and `efc_J_colind` (dofs, ascending). Rows
 * and entries are tables of their own, with room for `efcCapacity` rows and `jacobianCapacity` entries; see
 * `GrowingTable` for how they grow.
 */
export class ConstraintArrays extends ContactArrays {
  efcCapacity = 0
  efcArena: Arena = new Arena(new ArrayBuffer(0))
  jacobianCapacity = 0
  jacobianArena: Arena = new Arena(new ArrayBuffer(0))

  // from positions
  efc_pos = none64 // what should be zero (or not negative): distance, angle
  efc_margin = none64 // the row acts below this position
  efc_frictionloss = none64 // largest force of friction loss; 0 for other rows
  efc_diagA = none64 // inverse inertia that the row feels, consistent with R
  efc_KBIP = none64 // 4: stiffness, damping, impedance, its derivative by position
  efc_D = none64 // 1/R
  efc_R = none64 // softness: J·qacc = aref − R·force

  // from velocities
  efc_vel = none64 // J·qvel, with surface velocities
  efc_aref = none64 // acceleration that the row asks for

  // from accelerations
  efc_b = none64 // J·qacc_smooth − aref
  efc_force = none64 // what pushes along the row

  /** `ConstraintType` */
  efc_type = none32
  /** equality, dof, joint, tendon or contact that the row belongs to */
  efc_id = none32
  efc_J_rownnz = none32
  efc_J_rowadr = none32
  /** `ConstraintState` */
  efc_state = none32
  /** island of the row; rows in the order of islands, and back */
  efc_island = none32
  map_efc2iefc = none32
  map_iefc2efc = none32

  // entries of the Jacobian
  efc_J = none64
  efc_J_colind = none32
}

const rowTable = new GrowingTable<ConstraintArrays>('efcCapacity', 'efcArena', (arena, n) => ({
  efc_pos: arena.f64(n),
  efc_margin: arena.f64(n),
  efc_frictionloss: arena.f64(n),
  efc_diagA: arena.f64(n),
  efc_KBIP: arena.f64(n, 4),
  efc_D: arena.f64(n),
  efc_R: arena.f64(n),
  efc_vel: arena.f64(n),
  efc_aref: arena.f64(n),
  efc_b: arena.f64(n),
  efc_force: arena.f64(n),
  efc_type: arena.i32(n),
  efc_id: arena.i32(n),
  efc_J_rownnz: arena.i32(n),
  efc_J_rowadr: arena.i32(n),
  efc_state: arena.i32(n),
  efc_island: arena.i32(n),
  map_efc2iefc: arena.i32(n),
  map_iefc2efc: arena.i32(n),
}))

const entryTable = new GrowingTable<ConstraintArrays>('jacobianCapacity', 'jacobianArena', (arena, n) => ({
  efc_J: arena.f64(n),
  efc_J_colind: arena.i32(n),
}))

/** Makes room for rows and for entries of their Jacobian. Arrays that must grow are replaced: ask for them afterwards. */
export function reserveConstraints(c: ConstraintArrays, rows: number, entries: number): void {
  if (rows > c.efcCapacity) rowTable.reserve(c, rows)
  if (entries > c.jacobianCapacity) entryTable.reserve(c, entries)
}

/** Copies all rows, making room for them first. */
export function copyConstraints(target: ConstraintArrays, source: ConstraintArrays): void {
  rowTable.copy(target, source)
  entryTable.copy(target, source)
}

/** Lays the arrays over memory that is already there. */
export function adoptConstraints(c: ConstraintArrays, rows: ArenaMemory, entries: ArenaMemory): void {
  rowTable.adopt(c, rows)
  entryTable.adopt(c, entries)
}
