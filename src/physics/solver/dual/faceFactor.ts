import { grow } from '../../../core/memory/grow.ts'
import { ConstraintState } from '../../../core/model/enums.ts'
import { updateFactor } from '../factor/factorUpdate.ts'
import { Factor, factorHessian, prepareFactor, solveHessian } from '../factor/hessianFactor.ts'
import { EliminationOrder } from '../factor/minimumDegree.ts'
import { addJacobianTransposed, mulJacobian } from '../problem/jacobianProducts.ts'
import { Problem } from '../problem/primalProblem.ts'
import { type DualFace, SLIDING } from './dualFace.ts'
import type { DualProblem } from './dualProblem.ts'
import type { ScaledDual } from './scaledDual.ts'

const noNumbers: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

const QUADRATIC = ConstraintState.quadratic
const SATISFIED = ConstraintState.satisfied

/** The factor sees at least this regularization, relative to the diagonal of Q: rounding would take over below. */
const LEAST_REGULARIZATION = 1e-10

/**
 * Inverse of the Hessian of the dual cost along a face. The Hessian is W⁻¹ + Z Zᵀ: Z has the scaled rows of Y, W⁻¹ the
 * scaled R plus the curvature of the cones, both restricted to the face. It has one row for each direction of the face,
 * and is close to singular where contacts are redundant. The Woodbury identity
 *
 *   (W⁻¹ + Z Zᵀ)⁻¹ = W − W Z (I + Zᵀ W Z)⁻¹ Zᵀ W
 *
 * (Hager 1989, https://doi.org/10.1137/1031049) only needs a factor of I + Zᵀ W Z. That has one row for each dof, no
 * eigenvalue below 1, and the sparsity of Newton's Hessian M + Jᵀ D J, so that the factorization of that one applies.
 *
 * The directions of a face are its free rows. A contact that slides at (x_0, x_t) has the ray (1, t)/√2 of its cone,
 * with t = x_t/|x_t|, and the directions of friction orthogonal to t. W is diagonal in these.
 */
export class FaceFactor {
  /** I + Zᵀ W Z as the Hessian of a primal problem: the identity as M, Z as J, W as D. */
  readonly problem: Problem = new Problem()
  readonly factor: Factor = new Factor()
  readonly order: EliminationOrder = new EliminationOrder()
  /** Whether `factor` belongs to the rows of Z as they are, apart from their states. */
  isCurrent = false
  /** Column of each dof. */
  column: Int32Array = noIndices
  /** Trees that the rows move, and the position of each tree in this list; −1: not in it. */
  trees: Int32Array = noIndices
  position: Int32Array = noIndices
  /** Entry of Y for each entry of Z. */
  source: Int32Array = noIndices
  /** 1: Z has the directions of a sliding contact in place of the rows of the block. */
  turned: Uint8Array = new Uint8Array(0)
  /** Directions of sliding contacts, as the columns of a matrix where `ScaledDual` has the matrix of the block. */
  basis: Float64Array = noNumbers
  // work space: one number per direction, twice, and one per dof
  weighted: Float64Array = noNumbers
  product: Float64Array = noNumbers
  sum: Float64Array = noNumbers
}

/** Gathers the rows of Z and finds the sparsity of the factor. */
export function prepareFace(f: FaceFactor, s: ScaledDual, q: DualProblem): void {
  reserve(f, s, q)
  numberColumns(f, s, q)
  gatherRows(f, s, q)
  prepareFactor(f.factor, f.problem)
  f.isCurrent = false
}

function reserve(f: FaceFactor, s: ScaledDual, q: DualProblem): void {
  const { problem: p } = f
  p.nefc = s.n
  p.sliding = 0
  if (f.column.length < q.nv) {
    f.column = new Int32Array(q.nv)
    f.trees = new Int32Array(q.nv)
    f.position = new Int32Array(q.nv).fill(-1)
    f.sum = new Float64Array(q.nv)
    p.M.values = new Float64Array(q.nv).fill(1)
    p.M.rowadr = Int32Array.from({ length: q.nv }, (_, i) => i)
    p.M.colind = p.M.rowadr
    p.M.rownnz = new Int32Array(q.nv).fill(1)
    p.M.parent = new Int32Array(q.nv).fill(-1)
  }
  const n = s.row.length
  f.turned = grow(f.turned, n)
  f.basis = grow(f.basis, s.blockQ.length)
  f.weighted = grow(f.weighted, n)
  f.product = grow(f.product, n)
  p.D = grow(p.D, n)
  p.state = grow(p.state, n)
  p.previousState = grow(p.previousState, n)
  p.type = grow(p.type, n)
  p.id = grow(p.id, n)
  p.J_rowadr = grow(p.J_rowadr, n)
  p.J_rownnz = grow(p.J_rownnz, n)
  let entries = 0
  for (let k = 0; k < s.n; k++) entries += q.Y_rownnz[s.row[k]]
  f.source = grow(f.source, entries)
  p.J = grow(p.J, entries)
  p.J_colind = grow(p.J_colind, entries)
}

/** Numbers the dofs of all trees that the rows move, tree by tree in the order of minimum degree. */
function numberColumns(f: FaceFactor, s: ScaledDual, q: DualProblem): void {
  const { order, column, trees, position } = f
  const { dofs, dofCount } = s
  const { dof_treeid, tree_dofadr, tree_dofnum } = q
  let count = 0
  for (let k = 0; k < dofCount; k++) {
    const tree = dof_treeid[dofs[k]]
    if (position[tree] >= 0) continue
    position[tree] = count
    trees[count++] = tree
  }
  order.clear(count)
  for (let k = 0; k < count; k++) order.setWeight(k, tree_dofnum[trees[k]])
  joinTrees(f, s, q)
  order.run()
  let next = 0
  for (let k = 0; k < count; k++) {
    const tree = trees[order.order[k]]
    for (let i = 0; i < tree_dofnum[tree]; i++) column[tree_dofadr[tree] + i] = next++
  }
  f.problem.nv = next
  for (let k = 0; k < count; k++) position[trees[k]] = -1
}

/** Trees that the same row moves are neighbors. */
function joinTrees(f: FaceFactor, s: ScaledDual, q: DualProblem): void {
  const { order, position } = f
  const { n, row } = s
  const { dof_treeid, Y_rowadr, Y_rownnz, Y_colind } = q
  for (let k = 0; k < n; k++) {
    const start = Y_rowadr[row[k]]
    const end = start + Y_rownnz[row[k]]
    for (let e = start + 1; e < end; e++) {
      const tree = dof_treeid[Y_colind[e]]
      if (tree === dof_treeid[Y_colind[e - 1]]) continue
      for (let c = start; c < e; c++) {
        const other = dof_treeid[Y_colind[c]]
        if (other !== tree) order.join(position[tree], position[other])
      }
    }
  }
}

/** Rows of Z, columns ascending. */
function gatherRows(f: FaceFactor, s: ScaledDual, q: DualProblem): void {
  const { problem: p, column, source } = f
  const { J_colind } = p
  const { row } = s
  const { Y_rowadr, Y_rownnz, Y_colind, type, id } = q
  let next = 0
  for (let k = 0; k < s.n; k++) {
    const i = row[k]
    const start = next
    const end = Y_rowadr[i] + Y_rownnz[i]
    p.type[k] = type[i]
    p.id[k] = id[i]
    p.J_rowadr[k] = start
    p.J_rownnz[k] = Y_rownnz[i]
    for (let e = Y_rowadr[i]; e < end; e++) {
      const c = column[Y_colind[e]]
      let at = next++
      for (; at > start && J_colind[at - 1] > c; at--) {
        J_colind[at] = J_colind[at - 1]
        source[at] = source[at - 1]
      }
      J_colind[at] = c
      source[at] = e
    }
  }
  for (let block = 0; block < s.blockCount; block++) takeRows(f, s, q, block)
}

/** Makes the directions of a block its rows. */
function takeRows(f: FaceFactor, s: ScaledDual, q: DualProblem, block: number): void {
  const { problem: p, source, turned } = f
  const { blockStart, stretch, row } = s
  const { Y, R } = q
  for (let k = blockStart[block]; k < blockStart[block + 1]; k++) {
    const end = p.J_rowadr[k] + p.J_rownnz[k]
    for (let e = p.J_rowadr[k]; e < end; e++) p.J[e] = stretch[k] * Y[source[e]]
    p.D[k] = 1 / Math.max(LEAST_REGULARIZATION, stretch[k] * stretch[k] * R[row[k]])
  }
  turned[block] = 0
}

/** Factors I + Zᵀ W Z for the face of x. */
export function factorFace(f: FaceFactor, face: DualFace, s: ScaledDual, q: DualProblem, x: Float64Array): void {
  const { problem: p, turned } = f
  let changed = 0
  for (let block = 0; block < s.blockCount; block++) {
    const start = s.blockStart[block]
    const end = s.blockStart[block + 1]
    for (let k = start; k < end; k++) {
      p.previousState[k] = p.state[k]
      p.state[k] = face.free[k] ? QUADRATIC : SATISFIED
    }
    if (face.state[block] === SLIDING) {
      turnRows(f, face, s, q, block, x)
      f.isCurrent = false
    } else if (turned[block]) {
      takeRows(f, s, q, block)
      f.isCurrent = false
    }
    for (let k = start; k < end; k++) if (p.state[k] !== p.previousState[k]) changed++
  }
  p.changed = changed
  if (f.isCurrent) updateFactor(f.factor, p)
  else factorHessian(f.factor, p)
  f.isCurrent = true
}

/** Makes the directions of a sliding contact its rows. There is one less than rows: the last row becomes inactive. */
function turnRows(f: FaceFactor, face: DualFace, s: ScaledDual, q: DualProblem, block: number, x: Float64Array): void {
  const { problem: p, basis, source, turned } = f
  const { stretch, row } = s
  const { R, Y } = q
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  const at = s.blockAt[block]
  findDirections(f, s, block, x)
  // R of friction, scaled, is the same for all directions
  const normal = stretch[start] * stretch[start] * R[row[start]]
  const friction = stretch[start + 1] * stretch[start + 1] * R[row[start + 1]]
  p.D[start] = 1 / Math.max(LEAST_REGULARIZATION, 0.5 * (normal + friction))
  for (let j = 1; j < size - 1; j++)
    p.D[start + j] = 1 / Math.max(LEAST_REGULARIZATION, friction + face.curvature[block])
  p.state[start + size - 1] = SATISFIED
  const nnz = p.J_rownnz[start]
  const first = p.J_rowadr[start]
  for (let j = 0; j < size - 1; j++) {
    for (let e = 0; e < nnz; e++) {
      let sum = 0
      for (let i = 0; i < size; i++)
        sum += basis[at + i * size + j] * stretch[start + i] * Y[source[first + i * nnz + e]]
      p.J[first + j * nnz + e] = sum
    }
  }
  turned[block] = 1
}

/**
 * Directions along the cone at x: its ray, then, as columns of a Householder reflection that takes t to a coordinate
 * axis, those of friction orthogonal to t.
 */
function findDirections(f: FaceFactor, s: ScaledDual, block: number, x: Float64Array): void {
  const { basis } = f
  const start = s.blockStart[block]
  const size = s.blockStart[block + 1] - start
  const at = s.blockAt[block]
  const last = size - 1
  let square = 0
  for (let i = 1; i < size; i++) square += x[start + i] * x[start + i]
  const length = Math.sqrt(square)
  // I − 2 v vᵀ/|v|² with v = t ± e_last, the sign that avoids cancellation; |v|² = 2 (1 ± t_last)
  const tLast = x[start + last] / length
  const sign = tLast < 0 ? -1 : 1
  const half = 1 + sign * tLast
  for (let i = 0; i < size; i++) {
    const t = i === 0 ? 1 : x[start + i] / length
    const v = i === 0 ? 0 : i === last ? t + sign : t
    basis[at + i * size] = Math.SQRT1_2 * t
    for (let j = 1; j < last; j++) basis[at + i * size + j] = (i === j ? 1 : 0) - (v * (x[start + j] / length)) / half
  }
}

/** z: the inverse of the Hessian along the face, times r, which is along the face. */
export function solveFace(f: FaceFactor, face: DualFace, s: ScaledDual, z: Float64Array, r: Float64Array): void {
  const { problem: p, weighted, product, sum } = f
  const { n } = s
  const { state, D } = p
  toDirections(f, face, s, weighted, r)
  for (let k = 0; k < n; k++) weighted[k] = state[k] === QUADRATIC ? D[k] * weighted[k] : 0
  sum.fill(0, 0, p.nv)
  addJacobianTransposed(p, sum, weighted)
  solveHessian(f.factor, sum)
  mulJacobian(p, product, sum)
  for (let k = 0; k < n; k++) if (state[k] === QUADRATIC) weighted[k] -= D[k] * product[k]
  fromDirections(f, face, s, z, weighted)
}

/** out: components of x in the directions of the face. */
function toDirections(f: FaceFactor, face: DualFace, s: ScaledDual, out: Float64Array, x: Float64Array): void {
  const { basis } = f
  for (let block = 0; block < s.blockCount; block++) {
    const start = s.blockStart[block]
    const size = s.blockStart[block + 1] - start
    const at = s.blockAt[block]
    for (let j = 0; j < size; j++) {
      let sum = 0
      if (face.state[block] !== SLIDING) sum = x[start + j]
      else if (j < size - 1) for (let i = 0; i < size; i++) sum += basis[at + i * size + j] * x[start + i]
      out[start + j] = sum
    }
  }
}

/** out: the vector with components x in the directions of the face. */
function fromDirections(f: FaceFactor, face: DualFace, s: ScaledDual, out: Float64Array, x: Float64Array): void {
  const { basis } = f
  for (let block = 0; block < s.blockCount; block++) {
    const start = s.blockStart[block]
    const size = s.blockStart[block + 1] - start
    const at = s.blockAt[block]
    for (let i = 0; i < size; i++) {
      let sum = 0
      if (face.state[block] !== SLIDING) sum = x[start + i]
      else for (let j = 0; j < size - 1; j++) sum += basis[at + i * size + j] * x[start + j]
      out[start + i] = sum
    }
  }
}
