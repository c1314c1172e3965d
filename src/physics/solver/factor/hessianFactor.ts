import { LdlFactor } from '../../../core/math/sparseSymmetric.ts'
import { factorTree, solveLdl } from '../../dynamics/ldl.ts'
import type { Problem } from '../problem/primalProblem.ts'
import { Pattern, updatePattern } from './fillPattern.ts'
import { formOnPaths, listActive } from './hessian.ts'
import { RankUpdate } from './rankKernels.ts'
import { factorSupernodes } from './supernodes.ts'

const none: Float64Array = new Float64Array(0)
const noIndices: Int32Array = new Int32Array(0)

// numbers of a `Factor` in its register
/** Cost of a factorization, in the unit of `pathCost`; -1: not estimated yet. */
export const FACTOR_COST = 0

/**
 * Factor Lᵀ D L of the Hessian H = M + Σ D_i J_iᵀ J_i, over the quadratic rows, and with the blocks of sliding elliptic
 * contacts where there are any. Where no row joins branches of the kinematic tree its rows are those of M; otherwise
 * `pattern` has them. Rows that change their state change the factor by rank one (`factorUpdate.ts`).
 *
 *   ldl                    (nv, nv)      the factor; its `parent` is k − 1 where rows k and k − 1 can be taken together
 *   coneLdl                (nv, nv)      the factor with the blocks of `cones` sliding contacts, if there are any
 *   withCones                            `ldl` itself has these blocks
 *   updates                              rank-one changes since they were last counted; a factorization counts as nefc
 *   lost                                 factorizations with a pivot that was not positive, since the last count
 *   pathCost               (nv)          entries on the way from a dof to the root: the cost of a rank-one change
 *   register               (1)           FACTOR_COST
 *   row                    (nv)          vector of a rank-one change; zero between uses
 *   place                  (nv)          where a column stands in the rows of the present supernode
 *   update                               rows that are being added to rows of the factor, or taken out of them
 *   firstBelow, nextBelow  (supernodes)  supernodes that have columns in a supernode, as linked lists
 *   nextEntry              (supernodes)  the next of these columns: an entry of their rows
 *   active                 (nefc)        quadratic rows of each group, from the first row of the group on
 *   activeNumber           (groups)      how many
 *   slidingNumber          (groups)      sliding contacts, if `withCones`
 */
export class Factor {
  pattern: Pattern = new Pattern()
  nv = 0
  readonly ldl: LdlFactor = new LdlFactor()
  readonly coneLdl: LdlFactor = new LdlFactor()
  cones = 0
  withCones = false
  updates = 0
  lost = 0
  pathCost: Float64Array = none
  readonly register: Float64Array = new Float64Array(1)
  row: Float64Array = none
  place: Int32Array = noIndices
  readonly update: RankUpdate = new RankUpdate()
  firstBelow: Int32Array = noIndices
  nextBelow: Int32Array = noIndices
  nextEntry: Int32Array = noIndices
  active: Int32Array = noIndices
  activeNumber: Int32Array = noIndices
  slidingNumber: Int32Array = noIndices
}

/** Prepares for a problem: pattern and room. */
export function prepareFactor(f: Factor, p: Problem): void {
  const { pattern } = f
  updatePattern(pattern, p)
  const tree = pattern.treeLike
  f.nv = p.nv
  const { ldl, coneLdl } = f
  ldl.setPattern(tree ? p.M : pattern)
  if (!tree && !pattern.onPaths) ldl.parent = pattern.chain
  coneLdl.setPattern(ldl)
  const entries = tree ? p.M.values.length : pattern.entries
  if (ldl.values.length < entries) {
    const n = Math.max(64, entries, 2 * ldl.values.length)
    ldl.values = new Float64Array(n)
    coneLdl.values = new Float64Array(n)
  }
  if (ldl.diagInv.length < p.nv) {
    const n = Math.max(p.nv, 2 * ldl.diagInv.length)
    ldl.diagInv = new Float64Array(n)
    coneLdl.diagInv = new Float64Array(n)
    f.row = new Float64Array(n)
    f.pathCost = new Float64Array(n)
    f.place = new Int32Array(n)
    f.update.spot = new Int32Array(n)
    f.firstBelow = new Int32Array(n)
    f.nextBelow = new Int32Array(n)
    f.nextEntry = new Int32Array(n)
  }
  if (f.active.length < p.nefc) {
    const n = Math.max(16, p.nefc, 2 * f.active.length)
    f.active = new Int32Array(n)
    f.activeNumber = new Int32Array(n)
    f.slidingNumber = new Int32Array(n)
  }
  f.register[FACTOR_COST] = -1
}

/**
 * Estimates costs where that has not been done for the present problem. A rank-one change touches all rows on the way to the root twice an entry; a factorization takes
 * half the square of each row of L, and of each row of J.
 */
export function estimateCosts(f: Factor, p: Problem): void {
  if (f.register[FACTOR_COST] >= 0) return
  const { nv, pathCost } = f
  const { rowadr, rownnz, colind } = f.ldl
  const { groups, groupRow, groupSize } = f.pattern
  let sum = 0
  for (let k = 0; k < nv; k++) {
    const nnz = rownnz[k]
    sum += 0.5 * nnz * nnz
    pathCost[k] = 2 * nnz + (nnz > 1 ? pathCost[colind[rowadr[k] + nnz - 2]] : 0)
  }
  for (let g = 0; g < groups; g++) {
    const nnz = p.J_rownnz[groupRow[g]]
    sum += 0.5 * nnz * nnz * groupSize[g]
  }
  f.register[FACTOR_COST] = sum
}

/** Factors H from scratch, with the blocks of sliding contacts or without them. */
export function factorHessian(f: Factor, p: Problem, withCones = false): void {
  f.withCones = withCones
  f.cones = 0
  listActive(f, p)
  if (f.pattern.treeLike || f.pattern.onPaths) {
    formOnPaths(f, p)
    if (factorTree(f.ldl, 0, f.nv) >= 0) f.lost++
  } else if (!factorSupernodes(f, p)) {
    f.lost++
  }
  f.updates += p.nefc
}

/** x ← H⁻¹ x. */
export function solveHessian(f: Factor, x: Float64Array): void {
  solveLdl(f.cones > 0 ? f.coneLdl : f.ldl, x, 0, f.nv)
}
