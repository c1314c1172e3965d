import type { Data } from '../../../core/data/data.ts'
import { LdlFactor, mulSymmetric, SparseSymmetric } from '../../../core/math/sparseSymmetric.ts'
import { numbersLike } from '../../../core/memory/growingTable.ts'
import type { Model } from '../../../core/model/model.ts'
import { solveLdl } from '../../dynamics/ldl.ts'

const noNumbers: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

// numbers of a `Problem` in its register
/** Makes costs and gradients dimensionless: about 1 / total inertia. */
export const SCALE = 0
/** Cost of all rows, from the last `updateRows`. */
export const COST = 1
/** |grad|², from the last `updateGradient`. */
export const GRADIENT2 = 2

/**
 * The convex problem whose solution is the constrained acceleration:
 *
 *     a* = argmin ½ (a − a_s)ᵀ M (a − a_s) + Σ s_i(J a − aref)
 *
 * with a_s the smooth acceleration, M the effective inertia and s_i the cost of row i (`rowCost.ts`). A problem is
 * about the whole model, with the arrays of `Data`, or about one island, with numbers gathered by `islandProblem.ts`.
 * https://mujoco.readthedocs.io/en/stable/computation/index.html#constraint-model
 *
 *   which dofs and rows
 *     dofs              (nv)          dofs of the model; empty: all of them
 *     span              (nspan, 2)    ranges [first, end) of dofs that are awake: the others have no part in costs
 *     all               (2)           the range of all dofs
 *     ne, nf                          rows of equalities come first, then those of friction loss, then the rest
 *   inertia
 *     M                 (nv, nv)      effective inertia, sparse
 *     inertiaFactor     (nv, nv)      its factor Lᵀ D L
 *     preconditioner    (nv, nv)      factor for conjugate gradients: that of M, or of a matrix near to it
 *   rows
 *     J, J_*            (nefc, nv)    constraint Jacobian, sparse
 *     type, id          (nefc)        `ConstraintType`; contact of a contact row
 *     aref              (nefc)        reference acceleration
 *     D, R              (nefc)        1/R; regularization
 *     frictionloss      (nefc)        bound on the force of a row of friction loss
 *     contact_dim       (ncon)        rows of an elliptic contact
 *     contact_mu        (ncon)        friction coefficient of the regularized cone
 *     contact_friction  (ncon, 5)     friction coefficients of the directions
 *   smooth motion
 *     qacc_smooth       (nv)          a_s
 *     qfrc_smooth       (nv)          M a_s
 *   solution
 *     qacc              (nv)          a
 *     qfrc_constraint   (nv)          Jᵀ f
 *     force, state      (nefc)        f, the negative slope of s; `ConstraintState`
 *   work space
 *     Ma                (nv)          M a
 *     grad              (nv)          gradient, M a − qfrc_smooth − Jᵀ f
 *     z                 (nv)          H⁻¹ grad for Newton, P⁻¹ grad for conjugate gradients
 *     search, Mv        (nv)          direction of search v; M v
 *     previousGrad, previousZ (nv)    those of the last iteration
 *     jar               (nefc)        J a − aref
 *     Jv                (nefc)        J v
 *     previousState     (nefc)        states of the last iteration
 *     cone              (cones, 10)   numbers of elliptic contacts along the direction of search
 *     active, sliding, changed        rows that act, that slide, whose state has changed; -1: not counted
 *     register          (3)           SCALE, COST, GRADIENT2
 */
export class Problem {
  nv = 0
  nefc = 0
  dofs: Int32Array = noIndices
  span: Int32Array = noIndices
  nspan = 1
  readonly all: Int32Array = new Int32Array(2)
  ne = 0
  nf = 0

  M: SparseSymmetric = new SparseSymmetric()
  inertiaFactor: LdlFactor = new LdlFactor()
  preconditioner: LdlFactor = new LdlFactor()

  J: Float64Array = noNumbers
  J_rowadr: Int32Array = noIndices
  J_rownnz: Int32Array = noIndices
  J_colind: Int32Array = noIndices
  type: Int32Array = noIndices
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

  qacc: Float64Array = noNumbers
  qfrc_constraint: Float64Array = noNumbers
  force: Float64Array = noNumbers
  state: Int32Array = noIndices

  Ma: Float64Array = noNumbers
  grad: Float64Array = noNumbers
  z: Float64Array = noNumbers
  search: Float64Array = noNumbers
  Mv: Float64Array = noNumbers
  previousGrad: Float64Array = noNumbers
  previousZ: Float64Array = noNumbers
  jar: Float64Array = noNumbers
  Jv: Float64Array = noNumbers
  previousState: Int32Array = noIndices
  cone: Float64Array = noNumbers
  cones = 0
  active = -1
  sliding = -1
  changed = -1
  readonly register: Float64Array = new Float64Array(3)
}

/** Poses the problem of the whole model in its present state. */
export function poseProblem(p: Problem, m: Model, d: Data): void {
  p.nv = m.nv
  p.all[1] = m.nv
  // without islands all dofs are solved for together
  p.span = d.nisland > 0 ? d.span_dof : p.all
  p.nspan = d.nisland > 0 ? d.nspan : 1
  p.nefc = d.nefc
  p.ne = d.ne
  p.nf = d.nf
  p.register[SCALE] = 1 / (m.stat.meaninertia * Math.max(1, m.nv))
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
 * Makes room for the work space; it doubles, and then stays. The arrays that islands are gathered from are shared with
 * other threads if `memory` is.
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
