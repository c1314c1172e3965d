import { Arena, type ArenaMemory } from '../memory/arena.ts'
import { GrowingTable } from '../memory/growingTable.ts'
import { ContactArrays } from './contactArrays.ts'

const none64: Float64Array = new Float64Array(0)
const none32: Int32Array = new Int32Array(0)

/** Writes entries of the Jacobian that were left out. */
interface LateEntries {
  write(rows: ConstraintArrays): void
}

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
  /** Number of constraint rows that there is room for. */
  efcCapacity = 0
  /** Memory of the constraint rows. */
  efcArena: Arena = new Arena(new ArrayBuffer(0))
  /** Number of entries of the Jacobian that there is room for. */
  jacobianCapacity = 0
  /** Memory of the entries of the Jacobian. */
  jacobianArena: Arena = new Arena(new ArrayBuffer(0))

  // from positions
  /** Position of the constraint: distance or angle that should be zero, or not negative. Shape: rows. */
  efc_pos = none64
  /** The row acts below this position. Shape: rows. */
  efc_margin = none64
  /** Largest force of friction loss, N or N·m; 0 for other rows. Shape: rows. */
  efc_frictionloss = none64
  /** Diagonal of J M⁻¹ Jᵀ, or its approximation. Shape: rows. */
  efc_diagA = none64
  /** Stiffness, damping, impedance, and its derivative by position. Shape: rows × 4. */
  efc_KBIP = none64
  /** 1/R. Shape: rows. */
  efc_D = none64
  /** Regularization: J·qacc = aref − R·force. Shape: rows. */
  efc_R = none64

  // from velocities
  /** J·qvel, with surface velocities. Shape: rows. */
  efc_vel = none64
  /** Reference acceleration. Shape: rows. */
  efc_aref = none64

  // from accelerations
  /** J·qacc_smooth − aref. Shape: rows. */
  efc_b = none64
  /** Constraint force along the row. Shape: rows. */
  efc_force = none64

  /** Kind of the row, a `ConstraintType`. Shape: rows. */
  efc_type = none32
  /** Equality, dof, joint, tendon or contact that the row belongs to. Shape: rows. */
  efc_id = none32
  /** Number of entries in each row of the Jacobian. Shape: rows. */
  efc_J_rownnz = none32
  /** First entry of each row of the Jacobian. Shape: rows. */
  efc_J_rowadr = none32
  /** Branch of its cost that the row is on, a `ConstraintState`. Shape: rows. */
  efc_state = none32
  /** Island of the row. Shape: rows. */
  efc_island = none32
  /** Place of each row in the order of islands. Shape: rows. */
  map_efc2iefc = none32
  /** Rows in the order of islands. Shape: rows. */
  map_iefc2efc = none32

  // entries of the Jacobian
  /** Entries of the Jacobian. Shape: entries. */
  get efc_J(): Float64Array {
    if (this.jacobianDue !== undefined) this.completeJacobian()
    return this.writtenJ
  }
  set efc_J(entries: Float64Array) {
    this.writtenJ = entries
  }
  /** Dofs of the entries of the Jacobian, ascending. Shape: entries. */
  get efc_J_colind(): Int32Array {
    if (this.jacobianDue !== undefined) this.completeJacobian()
    return this.writtenColind
  }
  set efc_J_colind(columns: Int32Array) {
    this.writtenColind = columns
  }
  /** The same as far as it has been written: without contacts, if their entries are left out. @internal */
  writtenJ: Float64Array = none64
  /** @internal */
  writtenColind: Int32Array = none32

  /** Writes entries that have been left out, since a kernel solves without them; undefined: none. @internal */
  jacobianDue: LateEntries | undefined = undefined

  /** Writes all entries of the Jacobian. @internal */
  completeJacobian(): void {
    const { jacobianDue } = this
    this.jacobianDue = undefined
    jacobianDue?.write(this)
  }
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

/**
 * Makes room for rows and for entries of their Jacobian. Arrays that must grow are replaced: ask for them afterward.
 */
export function reserveConstraints(c: ConstraintArrays, rows: number, entries: number): void {
  if (rows > c.efcCapacity) rowTable.reserve(c, rows)
  if (entries > c.jacobianCapacity) entryTable.reserve(c, entries)
}

/** Copies the first rows and entries at least, making room for them first. */
export function copyConstraints(to: ConstraintArrays, from: ConstraintArrays, rows: number, entries: number): void {
  to.jacobianDue = undefined
  rowTable.copy(to, from, rows)
  entryTable.copy(to, from, entries)
}

/** Lays the arrays over memory that is already there. */
export function adoptConstraints(c: ConstraintArrays, rows: ArenaMemory, entries: ArenaMemory): void {
  rowTable.adopt(c, rows)
  entryTable.adopt(c, entries)
}
