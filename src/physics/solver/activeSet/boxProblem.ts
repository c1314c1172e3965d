import type { SolverStatistics } from '../problem/solverStatistics.ts'
import { CholeskySet, clearSet, insertFour, insertRow, solveSet } from './choleskySet.ts'

/** Where a row is: at its lower bound, between its bounds, at its upper bound. */
export const AT_LOWER = -1
export const FREE = 0
export const AT_UPPER = 1

// numbers of a `BoxProblem` in its register
/** Error of a residual that counts as none. */
export const TOLERANCE = 0
/** The same for rounding, relative to the sum of |x|. */
export const ROUNDING = 1
/** Error of a residual that is allowed at the present x, from the last `findAllowedError`. */
export const ALLOWED_ERROR = 2
/** Makes costs in the statistics dimensionless. */
export const SCALE = 3
/** Cost after the last solve that was noted. */
export const COST = 4

/**
 * A quadratic program with bounds, min ½ xᵀ A x − bᵀ x for lower ≤ x ≤ upper, and its active set: which rows are free,
 * and at which bound the others are. Nothing is allocated once there is room.
 *
 * At the solution, free rows have w = A x − b = 0, and at a bound w does not point inward. For a given set, x follows
 * from a linear solve; `blockPivot.ts` and `singlePivot.ts` search for the right set. For n rows:
 *
 *   A             (n, n)  symmetric positive definite, row by row
 *   b             (n)     right-hand side
 *   lower, upper  (n)     bounds
 *   x             (n)     the solution
 *   state         (n)     `AT_LOWER`, `FREE` or `AT_UPPER`; the caller sets the start
 *   wanted        (n)     state that a row should have instead
 *   w             (n)     residual A x − b
 *   free          (n)     solution of the free rows, in the order of `set`
 *   step          (n)     x before a solve
 *   waiting       (4)     rows that are inserted together
 *   register      (5)     TOLERANCE, ROUNDING, ALLOWED_ERROR, SCALE, COST
 */
export class BoxProblem {
  n = 0
  A: Float64Array = new Float64Array(0)
  b: Float64Array = new Float64Array(0)
  lower: Float64Array = new Float64Array(0)
  upper: Float64Array = new Float64Array(0)
  x: Float64Array = new Float64Array(0)
  state: Int8Array = new Int8Array(0)
  /** Solves so far. */
  iterations = 0
  /** Rows that joined or left the free set so far, and those that have been noted. */
  changes = 0
  noted = 0

  /** Factor of A of the free rows. */
  readonly set: CholeskySet = new CholeskySet()
  free: Float64Array = new Float64Array(0)
  step: Float64Array = new Float64Array(0)
  w: Float64Array = new Float64Array(0)
  wanted: Int8Array = new Int8Array(0)
  readonly waiting: Int32Array = new Int32Array(4)
  readonly register: Float64Array = new Float64Array(5)

  /** Each solve is noted here, if this is set. */
  statistics: SolverStatistics | undefined
}

/** Makes room for n rows, and starts counting anew. */
export function resetBox(s: BoxProblem, n: number): void {
  s.n = n
  s.iterations = 0
  s.changes = 0
  s.noted = 0
  if (s.b.length >= n) return
  const size = Math.max(n, 2 * s.b.length)
  s.A = new Float64Array(size * size)
  s.b = new Float64Array(size)
  s.lower = new Float64Array(size)
  s.upper = new Float64Array(size)
  s.x = new Float64Array(size)
  s.state = new Int8Array(size)
  s.free = new Float64Array(size)
  s.step = new Float64Array(size)
  s.w = new Float64Array(size)
  s.wanted = new Int8Array(size)
}

/** Factors the matrix of the rows that are free. Returns whether it is positive definite. */
export function factorFree(s: BoxProblem): boolean {
  const { n, state, set, waiting } = s
  clearSet(set, s.A, n)
  let count = 0
  for (let i = 0; i < n; i++) {
    if (state[i] !== FREE) continue
    waiting[count++] = i
    if (count < 4) continue
    count = 0
    if (!insertFour(set, waiting[0], waiting[1], waiting[2], waiting[3])) return false
  }
  for (let k = 0; k < count; k++) if (!insertRow(set, waiting[k])) return false
  return true
}

/** x of the free rows: A_FF x_F = b_F − A_FB x_B; the others are at their bounds. */
export function solveFree(s: BoxProblem): void {
  const { n, A, b, x, state, lower, upper, set, free } = s
  const { members } = set
  for (let i = 0; i < n; i++) if (state[i] !== FREE) x[i] = state[i] === AT_LOWER ? lower[i] : upper[i]
  for (let k = 0; k < set.size; k++) {
    const i = members[k]
    let sum = b[i]
    for (let j = 0; j < n; j++) if (state[j] !== FREE && x[j] !== 0) sum -= A[i * n + j] * x[j]
    free[k] = sum
  }
  solveSet(set, free)
  for (let k = 0; k < set.size; k++) x[members[k]] = free[k]
  if (s.statistics) note(s, s.statistics)
}

/** w = A x − b for all rows. */
export function updateResidual(s: BoxProblem): void {
  const { n, A, b, x, w } = s
  for (let i = 0; i < n; i++) {
    let sum = -b[i]
    for (let j = 0; j < n; j++) sum += A[i * n + j] * x[j]
    w[i] = sum
  }
}

/** One step of iterative refinement: removes the residual that rounding has left in free rows. */
export function refine(s: BoxProblem): void {
  const { x, w, lower, upper, set, free } = s
  const { members } = set
  updateResidual(s)
  for (let k = 0; k < set.size; k++) free[k] = -w[members[k]]
  solveSet(set, free)
  for (let k = 0; k < set.size; k++) {
    const i = members[k]
    x[i] = Math.min(upper[i], Math.max(lower[i], x[i] + free[k]))
  }
}

/** Notes a solve: cost ½ xᵀ A x − bᵀ x, active rows, rows that have changed since the solve before. */
function note(s: BoxProblem, statistics: SolverStatistics): void {
  const at = s.iterations - 1
  if (!statistics.reserve(at)) return
  const { n, b, x, w, state, lower, register } = s
  updateResidual(s)
  let cost = 0
  let active = 0
  for (let i = 0; i < n; i++) {
    cost += 0.5 * x[i] * (w[i] - b[i])
    if (state[i] !== AT_LOWER || lower[i] !== 0) active++
  }
  statistics.iterations = at + 1
  statistics.improvement[at] = at === 0 ? -cost * register[SCALE] : (register[COST] - cost) * register[SCALE]
  statistics.nactive[at] = active
  statistics.nchange[at] = s.changes - s.noted
  register[COST] = cost
  s.noted = s.changes
}

/** register[ALLOWED_ERROR] ← how much a residual may be wrong at the present x. */
export function findAllowedError(s: BoxProblem): void {
  const { n, x, register } = s
  let sum = 0
  if (register[ROUNDING] > 0) for (let i = 0; i < n; i++) sum += Math.abs(x[i])
  register[ALLOWED_ERROR] = register[TOLERANCE] + register[ROUNDING] * sum
}
