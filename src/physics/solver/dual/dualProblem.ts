import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import { indicesLike, numbersLike } from '../../../core/memory/growingTable.ts'
import { ConstraintState, ConstraintType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'

const noNumbers: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

// numbers of a `DualProblem` in its register; V8: boxed otherwise
/** Makes costs dimensionless: about 1 / total inertia. */
export const DUAL_SCALE = 0
/** Change of a force that `addForce` adds to u. */
export const FORCE_CHANGE = 1
/** Row of A f, from the last `rowOfForce`. */
export const ROW_PRODUCT = 2
/** Entry of A, from the last `dotRows`. */
export const ROW_DOT = 3
/** Cost of the forces, from the last `isBetterThanZero`. */
export const FORCE_COST = 4

/**
 * The dual problem of constraint forces: min ½ fᵀ (A + R) f + fᵀ b with A = J M⁻¹ Jᵀ and b = J a_s − aref, and f within
 * its bounds. Equality rows are free, friction loss lies between −φ and φ, limits, frictionless contacts and edges of
 * pyramids do not pull, and forces of elliptic contacts lie in their cone.
 * Todorov 2014, https://doi.org/10.1109/ICRA.2014.6907751.
 *
 * A is not formed. With M = Lᵀ D L and Y = J L⁻¹ D^(−½), A = Y Yᵀ. Y is sparse like J, with all ancestors of its dofs.
 * Row i of A f is Y_i · u with u = Yᵀ f.
 *
 *   dofs
 *     span              (nspan, 2)   ranges [first, end) of dofs that are awake: rows reach no others
 *     dof_treeid        (nv)         kinematic tree of a dof, of the model
 *     tree_dofadr       (ntree)      first dof of a tree, of the model
 *     tree_dofnum       (ntree)      number of dofs of a tree, of the model
 *     u                 (nv)         Yᵀ f
 *   all rows
 *     Y, Y_*            (nefc, nv)   sparse; dofs of a row descend
 *     type, id          (nefc)       `ConstraintType`; contact of a contact row
 *     R, b              (nefc)       regularization; linear term
 *     frictionloss      (nefc)       φ
 *     contact_dim       (ncon)       rows of an elliptic contact
 *     contact_friction  (ncon, 5)    friction coefficients
 *     force             (nefc)       f, the unknown
 *     blockOfRow        (nefc)       where the block of a row starts in `blockMatrix`
 *     blockMatrix       (Σ dim²)     diagonal blocks of A: an elliptic contact, or a single row
 *   present rows
 *     rows              (end)        `rows[first … end)`: those of one island, or all. They share no dof with others
 *   work space
 *     dense, mark       (nv)         a row of Y; the last row that has reached a dof
 *     register          (5)          DUAL_SCALE, FORCE_CHANGE, ROW_PRODUCT, ROW_DOT, FORCE_COST
 */
export class DualProblem {
  nv = 0
  span: Int32Array = noIndices
  nspan = 0
  dof_treeid: Int32Array = noIndices
  tree_dofadr: Int32Array = noIndices
  tree_dofnum: Int32Array = noIndices
  u: Float64Array = noNumbers

  nefc = 0
  ne = 0
  nf = 0
  Y_rowadr: Int32Array = noIndices
  Y_rownnz: Int32Array = noIndices
  Y_colind: Int32Array = noIndices
  Y: Float64Array = noNumbers
  type: Int32Array = noIndices
  id: Int32Array = noIndices
  R: Float64Array = noNumbers
  b: Float64Array = noNumbers
  frictionloss: Float64Array = noNumbers
  contact_dim: Int32Array = noIndices
  contact_friction: Float64Array = noNumbers
  force: Float64Array = noNumbers
  blockOfRow: Int32Array = noIndices
  blockMatrix: Float64Array = noNumbers

  rows: Int32Array = noIndices
  first = 0
  end = 0

  dense: Float64Array = noNumbers
  mark: Int32Array = noIndices
  readonly register: Float64Array = new Float64Array(5)
}

/** Poses the problem of all rows, starting from the forces in `d.efc_force`. */
export function poseDual(q: DualProblem, m: Model, d: Data): void {
  bindState(q, m, d)
  reserve(q, d.arena.buffer)
  formY(q, m, d)
  formBlocks(q)
  clearSums(q)
  for (let i = 0; i < q.nefc; i++) {
    q.register[FORCE_CHANGE] = q.force[i]
    if (q.force[i] !== 0) addForce(q, i)
  }
}

/** u = 0. */
export function clearSums(q: DualProblem): void {
  const { span, nspan, u } = q
  for (let s = 0; s < 2 * nspan; s += 2) u.fill(0, span[s], span[s + 1])
}

/** Refers to the rows of a state. */
export function bindState(q: DualProblem, m: Model, d: Data): void {
  q.nv = m.nv
  q.span = d.span_dof
  q.nspan = d.nspan
  q.dof_treeid = m.dof_treeid
  q.tree_dofadr = m.tree_dofadr
  q.tree_dofnum = m.tree_dofnum
  q.nefc = d.nefc
  q.ne = d.ne
  q.nf = d.nf
  q.type = d.efc_type
  q.id = d.efc_id
  q.R = d.efc_R
  q.b = d.efc_b
  q.frictionloss = d.efc_frictionloss
  q.contact_dim = d.contact_dim
  q.contact_friction = d.contact_friction
  q.force = d.efc_force
}

/** Makes the rows of an island the present ones. */
export function takeIsland(q: DualProblem, d: Data, island: number): void {
  q.rows = d.map_iefc2efc
  q.first = d.island_iefcadr[island]
  q.end = q.first + d.island_nefc[island]
}

/** Makes all rows the present ones, in the order in which they are listed. */
export function takeAll(q: DualProblem, rows: Int32Array): void {
  q.rows = rows
  q.first = 0
  q.end = q.nefc
}

/** Makes room. Arrays that other threads read are in shared memory if the state is. */
function reserve(q: DualProblem, memory: ArrayBufferLike | undefined): void {
  if (q.u.length < q.nv) {
    q.u = numbersLike(memory, q.nv)
    q.dense = new Float64Array(q.nv)
    q.mark = new Int32Array(q.nv)
  }
  if (q.Y_rowadr.length < q.nefc) {
    const n = Math.max(16, q.nefc, 2 * q.Y_rowadr.length)
    q.Y_rowadr = indicesLike(memory, n)
    q.Y_rownnz = indicesLike(memory, n)
    q.blockOfRow = indicesLike(memory, n)
    // an elliptic contact of dim rows has dim² numbers, dim ≤ 6
    q.blockMatrix = numbersLike(memory, 6 * n)
  }
}

/** Y: rows of J, solved with Lᵀ from the leaves to the root, scaled by D^(−½). */
function formY(q: DualProblem, m: Model, d: Data): void {
  const { parent, rowadr: M_rowadr, rownnz: M_rownnz, colind: M_colind } = d.effectiveInertia.factor
  const { values: LD, diagInv } = d.effectiveInertia.factor
  const { efc_J, efc_J_rowadr, efc_J_rownnz, efc_J_colind } = d
  const { nefc, Y_rowadr, Y_rownnz, dense, mark, span, nspan } = q
  for (let s = 0; s < 2 * nspan; s += 2) mark.fill(-1, span[s], span[s + 1])
  let end = 0
  for (let i = 0; i < nefc; i++) {
    if (q.Y.length < end + m.nv) growY(q, end + m.nv, d.arena.buffer)
    const { Y, Y_colind } = q
    const first = efc_J_rowadr[i]
    // the dofs of the row and their ancestors, descending: a merge of ancestor chains, the last dof of each first
    const start = end
    for (let e = first + efc_J_rownnz[i] - 1; e >= first; e--) {
      dense[efc_J_colind[e]] = efc_J[e]
      for (let dof = efc_J_colind[e]; dof >= 0 && mark[dof] !== i; dof = parent[dof]) {
        mark[dof] = i
        Y_colind[end++] = dof
      }
    }
    sortDescending(Y_colind, start, end)
    for (let k = start; k < end; k++) {
      const dof = Y_colind[k]
      const x = dense[dof]
      dense[dof] = 0
      const diagonal = M_rowadr[dof] + M_rownnz[dof] - 1
      for (let e = M_rowadr[dof]; e < diagonal; e++) dense[M_colind[e]] -= LD[e] * x
      Y[k] = x * Math.sqrt(diagInv[dof])
    }
    Y_rowadr[i] = start
    Y_rownnz[i] = end - start
  }
}

function growY(q: DualProblem, least: number, memory: ArrayBufferLike | undefined): void {
  const n = Math.max(64, least, 2 * q.Y.length)
  const Y = numbersLike(memory, n)
  const colind = indicesLike(memory, n)
  Y.set(q.Y)
  colind.set(q.Y_colind)
  q.Y = Y
  q.Y_colind = colind
}

function sortDescending(a: Int32Array, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const value = a[i]
    let j = i - 1
    for (; j >= start && a[j] < value; j--) a[j + 1] = a[j]
    a[j + 1] = value
  }
}

/** register[ROW_DOT] ← Y_i · Y_j of two rows with the same columns. */
export function dotRows(q: DualProblem, i: number, j: number): void {
  const { Y, Y_rowadr, Y_rownnz } = q
  const a = Y_rowadr[i]
  const b = Y_rowadr[j]
  const nnz = Y_rownnz[i]
  let sum = 0
  for (let e = 0; e < nnz; e++) sum += Y[a + e] * Y[b + e]
  q.register[ROW_DOT] = sum
}

/** Diagonal blocks of A. Rows of one contact have the same columns. */
function formBlocks(q: DualProblem): void {
  const { nefc, blockOfRow, blockMatrix } = q
  let at = 0
  for (let i = 0; i < nefc; ) {
    const dim = blockSize(q, i)
    for (let r = 0; r < dim; r++) {
      blockOfRow[i + r] = at
      for (let c = 0; c <= r; c++) {
        dotRows(q, i + r, i + c)
        const value = q.register[ROW_DOT]
        blockMatrix[at + r * dim + c] = value
        blockMatrix[at + c * dim + r] = value
      }
    }
    at += dim * dim
    i += dim
  }
}

/** Rows that are solved together with row i, which is the first of them. */
export function blockSize(q: DualProblem, i: number): number {
  return q.type[i] === ConstraintType.contactElliptic ? q.contact_dim[q.id[i]] : 1
}

/**
 * u = Yᵀ f, at the dofs of the present rows. Zeros of Y may be dofs of other islands, whose u stands: springs that no
 * longer act leave trees joined in the pattern of the inertia.
 */
export function gatherForce(q: DualProblem): void {
  const { rows, first, end, Y, Y_rowadr, Y_rownnz, Y_colind, force, u } = q
  for (let k = first; k < end; k++) {
    const from = Y_rowadr[rows[k]]
    const to = from + Y_rownnz[rows[k]]
    for (let e = from; e < to; e++) if (Y[e] !== 0) u[Y_colind[e]] = 0
  }
  for (let k = first; k < end; k++) {
    q.register[FORCE_CHANGE] = force[rows[k]]
    if (force[rows[k]] !== 0) addForce(q, rows[k])
  }
}

/** u += register[FORCE_CHANGE] · Y_i. */
export function addForce(q: DualProblem, i: number): void {
  const { Y, Y_rowadr, Y_rownnz, Y_colind, u } = q
  const change = q.register[FORCE_CHANGE]
  const end = Y_rowadr[i] + Y_rownnz[i]
  for (let e = Y_rowadr[i]; e < end; e++) u[Y_colind[e]] += change * Y[e]
}

/** register[ROW_PRODUCT] ← row i of A f. */
export function rowOfForce(q: DualProblem, i: number): void {
  const { Y, Y_rowadr, Y_rownnz, Y_colind, u } = q
  const end = Y_rowadr[i] + Y_rownnz[i]
  let sum = 0
  for (let e = Y_rowadr[i]; e < end; e++) sum += Y[e] * u[Y_colind[e]]
  q.register[ROW_PRODUCT] = sum
}

/** Whether the forces cost no more than zero forces. register[FORCE_COST] ← ½ fᵀ (A + R) f + fᵀ b. */
export function isBetterThanZero(q: DualProblem): boolean {
  const { span, nspan, nefc, u, R, b, force } = q
  let sum = 0
  for (let s = 0; s < 2 * nspan; s += 2) {
    const last = span[s + 1]
    for (let k = span[s]; k < last; k++) sum += 0.5 * u[k] * u[k]
  }
  for (let i = 0; i < nefc; i++) sum += force[i] * (b[i] + 0.5 * R[i] * force[i])
  q.register[FORCE_COST] = sum
  return sum <= 0
}

/** Clamps the forces of the present rows to their bounds; friction of elliptic contacts shrinks onto the cone. */
export function projectForces(q: DualProblem): void {
  const { rows, first, end, ne, nf, frictionloss, force, type } = q
  for (let k = first; k < end; k++) {
    const i = rows[k]
    if (i < ne) continue
    if (i < ne + nf) {
      const loss = frictionloss[i]
      if (force[i] < -loss) force[i] = -loss
      else if (force[i] > loss) force[i] = loss
    } else if (type[i] !== ConstraintType.contactElliptic) {
      if (force[i] < 0) force[i] = 0
    } else {
      projectCone(q, i)
      k += blockSize(q, i) - 1
    }
  }
}

function projectCone(q: DualProblem, i: number): void {
  const { force } = q
  const dim = q.contact_dim[q.id[i]]
  if (force[i] < 0) {
    for (let j = 0; j < dim; j++) force[i + j] = 0
    return
  }
  const friction = frictionSquared(q, i, dim)
  const limit = force[i] * force[i]
  if (friction <= limit) return
  const shrink = Math.sqrt(limit / Math.max(MINVAL, friction))
  for (let j = 1; j < dim; j++) force[i + j] *= shrink
}

/** Σ (f_j / φ_j)² over the friction forces of the elliptic contact that starts at row i: f₀² on the cone. */
function frictionSquared(q: DualProblem, i: number, dim: number): number {
  const { force, contact_friction } = q
  const first = 5 * q.id[i] - 1
  let sum = 0
  for (let j = 1; j < dim; j++) {
    const x = force[i + j] / contact_friction[first + j]
    sum += x * x
  }
  return sum
}

/** States of the present rows, from their forces. Rows of a contact are consecutive. */
export function statesOfForces(q: DualProblem, state: Int32Array): void {
  const { rows, first, end, ne, nf, frictionloss, force } = q
  for (let k = first; k < end; k++) {
    const i = rows[k]
    if (i < ne) state[i] = ConstraintState.quadratic
    else if (i < ne + nf) {
      const loss = frictionloss[i]
      if (force[i] <= -loss) state[i] = ConstraintState.linearPos
      else state[i] = force[i] >= loss ? ConstraintState.linearNeg : ConstraintState.quadratic
    } else {
      const dim = blockSize(q, i)
      let now: number = force[i] <= 0 ? ConstraintState.satisfied : ConstraintState.quadratic
      if (dim > 1 && force[i] > 0 && frictionSquared(q, i, dim) >= force[i] * force[i] * (1 - 1e-12))
        now = ConstraintState.cone
      for (let j = 0; j < dim; j++) state[i + j] = now
      k += dim - 1
    }
  }
}
