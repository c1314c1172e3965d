import type { SolverStatistics } from '../problem/solverStatistics.ts'
import { CholeskySet, clearSet, insertFour, insertRow, solveSet } from './choleskySet.ts'

/** Where a row is: at its lower bound, between its bounds, at its upper bound. */
export const AT_LOWER = -1
export const FREE = 0
export const AT_UPPER = 1

/**
 * A quadratic problem with bounds, min ½ xᵀ A x − bᵀ x for lower ≤ x ≤ upper, and its solution by sets: which rows are
 * free, and at which bound the others are. Nothing is allocated once there is room.
 *
 * At the solution free rows have w = A x − b = 0, and at a bound w does not point inward. For a given set x follows by a
 * linear solve; `blockPivot.ts` and `onePivot.ts` look for the right set.
 */
export class BoxedProblem {
  n = 0
  A: Float64Array = new Float64Array(0)
  b: Float64Array = new Float64Array(0)
  lower: Float64Array = new Float64Array(0)
  upper: Float64Array = new Float64Array(0)
  /** The solution. */
  x: Float64Array = new Float64Array(0)
  /** `AT_LOWER`, `FREE` or `AT_UPPER`; the caller sets where to start. */
  state: Int8Array = new Int8Array(0)
  /** What a residual may be wrong by: [0], and [1] times the sum of |x|, for rounding. */
  readonly tolerance: Float64Array = new Float64Array(2)
  /** Solves so far. */
  iterations = 0
  /** Rows that joined or left the set. */
  changes = 0

  /** Factor of A of the free rows. */
  readonly set: CholeskySet = new CholeskySet()
  free: Float64Array = new Float64Array(0)
  step: Float64Array = new Float64Array(0)
  /** w = A x − b. */
  w: Float64Array = new Float64Array(0)
  /** Where each row should be instead, for block pivoting. */
  wanted: Int8Array = new Int8Array(0)

  /** Each solve is noted here, if this is set. */
  statistics: SolverStatistics | undefined
  /** [0]: scale of costs in the statistics, [1]: cost after the last solve. */
  readonly scale: Float64Array = new Float64Array(2)
  /** Changes that have been noted. */
  noted = 0
}

/** Makes room for n rows, and forgets what was done. */
export function resetBoxed(s: BoxedProblem, n: number): void {
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

/** Rows that wait until they are four. */
const four = new Int32Array(4)

/** Factors the matrix of the rows that are free. Returns whether it is positive definite. */
export function factorFree(s: BoxedProblem): boolean {
  const { n, state, set } = s
  clearSet(set, s.A, n)
  let waiting = 0
  for (let i = 0; i < n; i++) {
    if (state[i] !== FREE) continue
    four[waiting++] = i
    if (waiting < 4) continue
    waiting = 0
    if (!insertFour(set, four[0], four[1], four[2], four[3])) return false
  }
  for (let k = 0; k < waiting; k++) if (!insertRow(set, four[k])) return false
  return true
}

/** x of the free rows: A_FF x_F = b_F − A_FB x_B; the others are at their bounds. */
export function solveFree(s: BoxedProblem): void {
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
export function updateResidual(s: BoxedProblem): void {
  const { n, A, b, x, w } = s
  for (let i = 0; i < n; i++) {
    let sum = -b[i]
    for (let j = 0; j < n; j++) sum += A[i * n + j] * x[j]
    w[i] = sum
  }
}

/** Takes what rounding has left of the residual of free rows out of the solution. */
export function refine(s: BoxedProblem): void {
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

/** Notes a solve: cost ½ xᵀ A x − bᵀ x, rows that act, rows that have changed since the one before. */
function note(s: BoxedProblem, statistics: SolverStatistics): void {
  const at = s.iterations - 1
  if (!statistics.reserve(at)) return
  const { n, b, x, w, state, lower, scale } = s
  updateResidual(s)
  let cost = 0
  let active = 0
  for (let i = 0; i < n; i++) {
    cost += 0.5 * x[i] * (w[i] - b[i])
    if (state[i] !== AT_LOWER || lower[i] !== 0) active++
  }
  statistics.iterations = at + 1
  statistics.improvement[at] = at === 0 ? -cost * scale[0] : (scale[1] - cost) * scale[0]
  statistics.nactive[at] = active
  statistics.nchange[at] = s.changes - s.noted
  scale[1] = cost
  s.noted = s.changes
}

const allowed = new Float64Array(1)

/** Answers what a residual may be wrong by, in the first number. */
export function allowError(s: BoxedProblem): Float64Array {
  const { n, x, tolerance } = s
  let sum = 0
  if (tolerance[1] > 0) for (let i = 0; i < n; i++) sum += Math.abs(x[i])
  allowed[0] = tolerance[0] + tolerance[1] * sum
  return allowed
}
