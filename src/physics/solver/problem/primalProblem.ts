import type { Data } from '../../../core/data/data.ts'
import { LdlFactor, mulSymmetric, SparseSymmetric } from '../../../core/math/sparseSymmetric.ts'
import { numbersLike } from '../../../core/memory/growingTable.ts'
import { ConstraintType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { solveLdl } from '../../dynamics/ldl.ts'

const noNumbers: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

/**
 * The convex problem whose solution is the constrained acceleration:
 *
 *   a* = argmin ½ (a − a_s)ᵀ M (a − a_s) + Σ s_i(J a − aref)
 *
 * with a_s the smooth acceleration, M the effective inertia and s_i the cost of row i (`rowCost.ts`). Problems are about the
 * whole model, with the arrays of `Data`, or about one island, with numbers gathered by `islandProblem.ts`.
 */
export class Problem {
  nv = 0
  nefc = 0
  /** Dofs of the model that this problem is about; empty: all of them. */
  dofs: Int32Array = noIndices
  /** Ranges [first, end) of dofs that are not asleep, `nspan` of them: what sleeps has no part in costs. */
  span: Int32Array = noIndices
  nspan = 1
  /** The range of all dofs. */
  readonly all: Int32Array = new Int32Array(2)
  /** Rows of equality constraints come first, then those of friction loss, then the rest. */
  ne = 0
  nf = 0
  /** [0]: turns costs and gradients into numbers without unit, about 1 over total inertia. */
  readonly scale: Float64Array = new Float64Array(1)

  /** The effective inertia, its factor, and the factor that preconditions conjugate gradients. */
  M: SparseSymmetric = new SparseSymmetric()
  inertiaFactor: LdlFactor = new LdlFactor()
  preconditioner: LdlFactor = new LdlFactor()

  J: Float64Array = noNumbers
  J_rowadr: Int32Array = noIndices
  J_rownnz: Int32Array = noIndices
  J_colind: Int32Array = noIndices

  type: Int32Array = noIndices
  /** Contact of a contact row. */
  id: Int32Array = noIndices
  aref: Float64Array = noNumbers
  D: Float64Array = noNumbers
  R: Float64Array = noNumbers
  frictionloss: Float64Array = noNumbers
  contact_dim: Int32Array = noIndices
  contact_mu: Float64Array = noNumbers
  contact_friction: Float64Array = noNumbers

  qacc_smooth: Float64Array = noNumbers
  qfrc_smooth: Float64Array = noNumbers

  // the answer
  qacc: Float64Array = noNumbers
  qfrc_constraint: Float64Array = noNumbers
  force: Float64Array = noNumbers
  state: Int32Array = noIndices

  // work space: vectors of dofs, then of rows
  Ma: Float64Array = noNumbers
  grad: Float64Array = noNumbers
  /** The gradient after the preconditioner: H⁻¹ grad for Newton, M⁻¹ grad for conjugate gradients. */
  z: Float64Array = noNumbers
  search: Float64Array = noNumbers
  Mv: Float64Array = noNumbers
  previousGrad: Float64Array = noNumbers
  previousZ: Float64Array = noNumbers
  jar: Float64Array = noNumbers
  Jv: Float64Array = noNumbers
  previousState: Int32Array = noIndices
  // rows that act, that slide, and whose state has changed, from the last count; -1: not counted
  active = -1
  sliding = -1
  changed = -1
  /** Numbers of each elliptic contact during a line search, ten of each, and how many contacts there are. */
  cone: Float64Array = noNumbers
  cones = 0
  /** [0]: cost of all rows, from the last `updateRows`. */
  readonly cost: Float64Array = new Float64Array(1)
}

/** Makes the problem that of the whole model in its present state. */
export function poseProblem(p: Problem, m: Model, d: Data): void {
  p.nv = m.nv
  p.all[1] = m.nv
  // without islands all dofs are solved for together
  p.span = d.nisland > 0 ? d.span_dof : p.all
  p.nspan = d.nisland > 0 ? d.nspan : 1
  p.nefc = d.nefc
  p.ne = d.ne
  p.nf = d.nf
  p.scale[0] = 1 / (m.stat.meaninertia * Math.max(1, m.nv))
  const { effectiveInertia } = d
  p.M = effectiveInertia.H
  p.inertiaFactor = effectiveInertia.factor
  p.preconditioner = effectiveInertia.preconditioner
  p.J = d.efc_J
  p.J_rowadr = d.efc_J_rowadr
  p.J_rownnz = d.efc_J_rownnz
  p.J_colind = d.efc_J_colind
  p.type = d.efc_type
  p.id = d.efc_id
  p.aref = d.efc_aref
  p.D = d.efc_D
  p.R = d.efc_R
  p.frictionloss = d.efc_frictionloss
  p.contact_dim = d.contact_dim
  p.contact_mu = d.contact_mu
  p.contact_friction = d.contact_friction
  p.qacc_smooth = d.qacc_smooth
  p.qfrc_smooth = effectiveInertia.force
  p.qacc = d.qacc
  p.qfrc_constraint = d.qfrc_constraint
  p.force = d.efc_force
  p.state = d.efc_state
  p.active = p.sliding = p.changed = -1
  reserveWork(p, d.arena.buffer)
}

/**
 * Makes room for the work space; it doubles, and then stays. What islands are posed from is where other threads can read it,
 * if `memory` is.
 */
export function reserveWork(p: Problem, memory?: ArrayBufferLike): void {
  if (p.Ma.length < p.nv) {
    const n = Math.max(p.nv, 2 * p.Ma.length)
    p.Ma = numbersLike(memory, n)
    p.grad = new Float64Array(n)
    p.z = new Float64Array(n)
    p.search = new Float64Array(n)
    p.Mv = new Float64Array(n)
    p.previousGrad = new Float64Array(n)
    p.previousZ = new Float64Array(n)
  }
  if (p.jar.length < p.nefc) {
    const n = Math.max(16, p.nefc, 2 * p.jar.length)
    p.jar = numbersLike(memory, n)
    p.Jv = new Float64Array(n)
    p.previousState = new Int32Array(n)
    // an elliptic contact has three rows or more
    p.cone = new Float64Array(4 * n)
  }
}

/** out = M x. */
export function mulInertia(p: Problem, out: Float64Array, x: Float64Array): void {
  const { span, nspan } = p
  for (let s = 0; s < 2 * nspan; s += 2) mulSymmetric(p.M, out, x, span[s], span[s + 1])
}

/** x ← M⁻¹ x for the trees of the dofs [first, end), from the factor M = Lᵀ D L. */
export function solveInertia(p: Problem, x: Float64Array, first: number, end: number): void {
  solveLdl(p.inertiaFactor, x, first, end)
}

/** x ← P⁻¹ x, with the preconditioner of conjugate gradients. */
export function solvePreconditioner(p: Problem, x: Float64Array): void {
  solveLdl(p.preconditioner, x, 0, p.nv)
}

/** Types of rows from here on are contacts of several rows. */
const SEVERAL_ROWS = ConstraintType.contactPyramidal

/**
 * How many rows from i on are of one contact, at most 4: they then have the same columns, one row behind the other. Pairs are
 * counted as single rows.
 */
function countRows(type: Int32Array, id: Int32Array, nefc: number, i: number): number {
  if (type[i] < SEVERAL_ROWS || i + 2 >= nefc || id[i] !== id[i + 2]) return 1
  return i + 3 < nefc && id[i] === id[i + 3] ? 4 : 3
}

/** out = J x, or out = J x − minus where that is given. */
export function mulJacobian(p: Problem, out: Float64Array, x: Float64Array, minus?: Float64Array): void {
  const { nefc, type, id, J, J_rowadr, J_rownnz, J_colind } = p
  for (let i = 0; i < nefc; i++) {
    let k = J_rowadr[i]
    const nnz = J_rownnz[i]
    const end = k + nnz
    const rows = countRows(type, id, nefc, i)
    if (rows === 3) {
      let k1 = k + nnz
      let k2 = k1 + nnz
      let s0 = 0
      let s1 = 0
      let s2 = 0
      for (; k < end; k++) {
        const xk = x[J_colind[k]]
        s0 += J[k] * xk
        s1 += J[k1++] * xk
        s2 += J[k2++] * xk
      }
      out[i] = s0
      out[i + 1] = s1
      out[i + 2] = s2
      i += 2
    } else if (rows === 4) {
      let k1 = k + nnz
      let k2 = k1 + nnz
      let k3 = k2 + nnz
      let s0 = 0
      let s1 = 0
      let s2 = 0
      let s3 = 0
      for (; k < end; k++) {
        const xk = x[J_colind[k]]
        s0 += J[k] * xk
        s1 += J[k1++] * xk
        s2 += J[k2++] * xk
        s3 += J[k3++] * xk
      }
      out[i] = s0
      out[i + 1] = s1
      out[i + 2] = s2
      out[i + 3] = s3
      i += 3
    } else {
      let sum = 0
      for (; k < end; k++) sum += J[k] * x[J_colind[k]]
      out[i] = sum
    }
  }
  if (minus) for (let i = 0; i < nefc; i++) out[i] -= minus[i]
}

/** out = Jᵀ f. */
export function mulJacobianTransposed(p: Problem, out: Float64Array, f: Float64Array): void {
  const { nv } = p
  for (let i = 0; i < nv; i++) out[i] = 0
  addJacobianTransposed(p, out, f)
}

/** out += Jᵀ f. */
export function addJacobianTransposed(p: Problem, out: Float64Array, f: Float64Array): void {
  const { nefc, type, id, J, J_rowadr, J_rownnz, J_colind } = p
  for (let i = 0; i < nefc; i++) {
    let k = J_rowadr[i]
    const nnz = J_rownnz[i]
    const end = k + nnz
    const f0 = f[i]
    const rows = countRows(type, id, nefc, i)
    if (rows === 3) {
      const f1 = f[i + 1]
      const f2 = f[i + 2]
      i += 2
      if (f0 === 0 && f1 === 0 && f2 === 0) continue
      let k1 = k + nnz
      let k2 = k1 + nnz
      for (; k < end; k++) {
        const c = J_colind[k]
        out[c] = out[c] + J[k] * f0 + J[k1++] * f1 + J[k2++] * f2
      }
    } else if (rows === 4) {
      const f1 = f[i + 1]
      const f2 = f[i + 2]
      const f3 = f[i + 3]
      i += 3
      if (f0 === 0 && f1 === 0 && f2 === 0 && f3 === 0) continue
      let k1 = k + nnz
      let k2 = k1 + nnz
      let k3 = k2 + nnz
      for (; k < end; k++) out[J_colind[k]] += J[k] * f0 + J[k1++] * f1 + J[k2++] * f2 + J[k3++] * f3
    } else if (f0 !== 0) {
      for (; k < end; k++) out[J_colind[k]] += J[k] * f0
    }
  }
}

/** grad = M a − qfrc_smooth − Jᵀ f, with Jᵀ f left in `qfrc_constraint`. */
export function updateGradient(p: Problem): void {
  const { nv, Ma, grad, qfrc_smooth, qfrc_constraint } = p
  mulJacobianTransposed(p, qfrc_constraint, p.force)
  for (let i = 0; i < nv; i++) grad[i] = Ma[i] - qfrc_smooth[i] - qfrc_constraint[i]
}
