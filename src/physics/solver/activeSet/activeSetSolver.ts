import type { Data } from '../../../core/data/data.ts'
import { ConstraintType } from '../../../core/model/enums.ts'
import { StepError } from '../../../core/model/errors.ts'
import { capped, type Option } from '../../../core/model/option.ts'
import { DUAL_SCALE, type DualProblem, gatherForce } from '../dual/dualProblem.ts'
import { SolverStatistics } from '../problem/solverStatistics.ts'
import { solveBox } from './blockPivot.ts'
import { AT_LOWER, AT_UPPER, BoxProblem, FREE, ROUNDING, refine, resetBox, SCALE, TOLERANCE } from './boxProblem.ts'

/**
 * Exact constraint forces: the dual problem (`dualProblem.ts`) of rows with bounds, by an active-set method. Q = A + R
 * is positive definite, so that the solution is unique; it takes a finite number of solves.
 */
export class ExactSolver {
  /** Where the solve is noted. */
  statistics: SolverStatistics = new SolverStatistics()
  readonly boxed: BoxProblem = new BoxProblem()
  /** 1 / √Q_ii. Unknowns are x = f / stretch: Q has a unit diagonal then, and residuals of all rows compare. */
  stretch: Float64Array = new Float64Array(0)
  /** A row of Y, one number a dof. */
  dense: Float64Array = new Float64Array(0)
}

/** Residuals that count as zero, relative to the largest entry of the right-hand side. */
const RELATIVE_TOLERANCE = 1e-12

/** Error of a residual by rounding, relative to the sum of |x|. */
const RELATIVE_ROUNDING = 1e-15

/** This many rows may take `opt.iterations` solves. */
const ROWS_PER_ITERATIONS = 10

/** Friction cones are not bounds: throws for rows of elliptic contacts. */
export function refuseCones(d: Data): void {
  for (let i = 0; i < d.nefc; i++) {
    if (d.efc_type[i] !== ConstraintType.contactElliptic) continue
    throw new StepError(
      'solver \'ActiveSet\' cannot solve elliptic contacts; use the pyramidal cone (cone="pyramidal", opt.cone = ' +
        'Cone.pyramidal) or another solver',
    )
  }
}

/**
 * Finds the forces of the present rows. It starts from the rows whose force is within bounds, or, if `cold`, from those
 * that the smooth acceleration violates. Returns whether the solution was found within `opt.iterations` solves for
 * every ten rows; if not, forces are unchanged.
 */
export function solveExact(s: ExactSolver, q: DualProblem, opt: Option, cold: boolean): boolean {
  const { boxed, statistics } = s
  const n = q.end - q.first
  resetBox(boxed, n)
  formMatrix(s, q)
  placeRows(s, q, cold)
  boxed.statistics = statistics
  boxed.register[SCALE] = q.register[DUAL_SCALE]
  statistics.iterations = 0
  const most = Math.ceil(capped(opt.iterations) * Math.max(1, n / ROWS_PER_ITERATIONS))
  statistics.converged = solveBox(boxed, most)
  if (!statistics.converged) return false
  refine(boxed)
  takeForces(s, q)
  gatherForce(q)
  return true
}

/** Q and −b, scaled. */
function formMatrix(s: ExactSolver, q: DualProblem): void {
  const { n } = s.boxed
  const { rows, first, Y, Y_rowadr, Y_rownnz, Y_colind, R, b, type, id, blockMatrix, blockOfRow } = q
  if (s.stretch.length < n) s.stretch = new Float64Array(Math.max(16, n, 2 * s.stretch.length))
  if (s.dense.length < q.nv) s.dense = new Float64Array(q.nv)
  const { stretch, dense, boxed } = s
  const { A } = boxed
  let largest = 0
  for (let k = 0; k < n; k++) {
    const i = rows[first + k]
    const s_k = 1 / Math.sqrt(blockMatrix[blockOfRow[i]] + R[i])
    stretch[k] = s_k
    boxed.b[k] = -s_k * b[i]
    largest = Math.max(largest, Math.abs(boxed.b[k]))
    const from = Y_rowadr[i]
    const to = from + Y_rownnz[i]
    for (let e = from; e < to; e++) dense[Y_colind[e]] = s_k * Y[e]
    for (let l = 0; l < k; l++) {
      const j = rows[first + l]
      let e = Y_rowadr[j]
      const nnz = Y_rownnz[j]
      const last = e + nnz
      if (l + 3 < k && type[j] >= ConstraintType.contactPyramidal && type[j] === type[j + 3] && id[j] === id[j + 3]) {
        // rows of one contact have the same columns, one row behind the other
        let s0 = 0
        let s1 = 0
        let s2 = 0
        let s3 = 0
        for (; e < last; e++) {
          const y = dense[Y_colind[e]]
          s0 += y * Y[e]
          s1 += y * Y[e + nnz]
          s2 += y * Y[e + 2 * nnz]
          s3 += y * Y[e + 3 * nnz]
        }
        A[k * n + l] = s0 * stretch[l]
        A[k * n + l + 1] = s1 * stretch[l + 1]
        A[k * n + l + 2] = s2 * stretch[l + 2]
        A[k * n + l + 3] = s3 * stretch[l + 3]
        l += 3
      } else {
        let sum = 0
        for (; e < last; e++) sum += dense[Y_colind[e]] * Y[e]
        A[k * n + l] = sum * stretch[l]
      }
    }
    for (let l = 0; l < k; l++) A[l * n + k] = A[k * n + l]
    A[k * n + k] = 1
    for (let e = from; e < to; e++) dense[Y_colind[e]] = 0
  }
  boxed.register[TOLERANCE] = RELATIVE_TOLERANCE * largest
  boxed.register[ROUNDING] = RELATIVE_ROUNDING
}

/** Bounds and first states of the rows. */
function placeRows(s: ExactSolver, q: DualProblem, cold: boolean): void {
  const { rows, first, ne, nf, force, frictionloss, b } = q
  const { boxed, stretch } = s
  const { n, lower, upper, state } = boxed
  for (let k = 0; k < n; k++) {
    const i = rows[first + k]
    if (i < ne) {
      lower[k] = Number.NEGATIVE_INFINITY
      upper[k] = Number.POSITIVE_INFINITY
      state[k] = FREE
    } else if (i < ne + nf) {
      const loss = frictionloss[i]
      upper[k] = loss / stretch[k]
      lower[k] = -upper[k]
      state[k] = force[i] <= -loss ? AT_LOWER : force[i] >= loss ? AT_UPPER : FREE
    } else {
      lower[k] = 0
      upper[k] = Number.POSITIVE_INFINITY
      state[k] = (cold ? b[i] < 0 : force[i] > 0) ? FREE : AT_LOWER
    }
  }
}

/** Takes the forces of the solution; at a bound, the bound itself. */
function takeForces(s: ExactSolver, q: DualProblem): void {
  const { rows, first, force, frictionloss } = q
  const { boxed, stretch } = s
  const { n, x, state } = boxed
  for (let k = 0; k < n; k++) {
    const i = rows[first + k]
    if (state[k] === FREE) force[i] = stretch[k] * x[k]
    else force[i] = state[k] === AT_UPPER ? frictionloss[i] : i < q.ne + q.nf ? -frictionloss[i] : 0
  }
}
