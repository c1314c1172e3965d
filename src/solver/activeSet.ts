import { CholeskySet, clearSet, insertRow, removeRow, solveSet } from './choleskySet.ts'
import { MAX_ITERATIONS, type SolverStatistics } from './statistics.ts'

/** Settings of `solveActiveSet`; all are optional. */
export interface ActiveSetOptions {
  /** Bounds below, one a row; 0 by default, −Infinity: none. */
  readonly lower?: Float64Array
  /** Bounds above, one a row; Infinity by default. */
  readonly upper?: Float64Array
  /** A row at a bound whose residual points inward by more than this is set free; 1e-6 by default. */
  readonly tolerance?: number
  /** Most solves; by default as many as the number of rows may need, 10 times it and 20. */
  readonly maxIterations?: number
  /** Added to the diagonal of A, so that redundant rows share their force; 1e-8 by default. */
  readonly regularization?: number
}

/** What `solveActiveSet` found. */
export interface ActiveSetResult {
  readonly lambda: Float64Array
  /** Whether all conditions of optimality hold. */
  readonly converged: boolean
  /** Solves: changes of the set and one. */
  readonly iterations: number
  /** Rows that are not at a bound. */
  readonly activeSetSize: number
  /** |A λ − b|: not zero where a row is held by its bound, which is no error. */
  readonly residual: number
}

/**
 * Solves min ½ λᵀ A λ − bᵀ λ with bounds on λ, exactly: a finite number of changes of the set of rows that are free
 * leads to the solution, whatever the ratio of masses and the order of rows. For λ ≥ 0 this is the complementarity
 * problem of contacts: λ ≥ 0, w = A λ − b ≥ 0, λᵀ w = 0.
 *
 * @param A symmetric, positive semidefinite, n × n, row by row
 * @param b n numbers
 */
export function solveActiveSet(A: Float64Array, b: Float64Array, options: ActiveSetOptions = {}): ActiveSetResult {
  const n = b.length
  if (A.length !== n * n) throw new RangeError(`A has ${A.length} numbers; b has ${n}, so A must have ${n * n}`)
  const solver = new ActiveSet()
  reserve(solver, n)
  const { regularization = 1e-8, lower, upper } = options
  for (let i = 0; i < n * n; i++) solver.A[i] = A[i]
  for (let i = 0; i < n; i++) {
    solver.A[i * n + i] += regularization
    solver.b[i] = b[i]
    solver.lower[i] = lower ? lower[i] : 0
    solver.upper[i] = upper ? upper[i] : Number.POSITIVE_INFINITY
    solver.state[i] = FREE
    if (!(solver.lower[i] <= solver.upper[i])) throw new RangeError(`the bounds of row ${i} exclude each other`)
  }
  solver.tolerance[0] = options.tolerance ?? 1e-6
  const converged = runActiveSet(solver, options.maxIterations ?? 10 * n + 20)
  const lambda = solver.x.slice(0, n)
  let activeSetSize = 0
  let square = 0
  for (let i = 0; i < n; i++) {
    if (lambda[i] > solver.lower[i] && lambda[i] < solver.upper[i]) activeSetSize++
    let w = -b[i]
    for (let j = 0; j < n; j++) w += A[i * n + j] * lambda[j]
    square += w * w
  }
  return { lambda, converged, iterations: solver.iterations, activeSetSize, residual: Math.sqrt(square) }
}

/** Where a row is: at its lower bound, between its bounds, at its upper bound. */
export const AT_LOWER = -1
export const FREE = 0
export const AT_UPPER = 1

/** The problem, its solution, and the work space between them; nothing is allocated once it is large enough. */
export class ActiveSet {
  n = 0
  A: Float64Array = new Float64Array(0)
  b: Float64Array = new Float64Array(0)
  lower: Float64Array = new Float64Array(0)
  upper: Float64Array = new Float64Array(0)
  /** The solution. */
  x: Float64Array = new Float64Array(0)
  /** -1 at the lower bound, 0 free, 1 at the upper bound; the caller sets where to start. */
  state: Int8Array = new Int8Array(0)
  /** What a residual may be wrong by: [0], and [1] times the sum of |x|, for rounding. */
  readonly tolerance: Float64Array = new Float64Array(2)
  iterations = 0
  /** Rows that joined or left the set. */
  changes = 0

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

/** Makes room for n rows. */
export function reserve(s: ActiveSet, n: number): void {
  s.n = n
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
export function startSet(s: ActiveSet): boolean {
  const { n, state, set } = s
  clearSet(set, s.A, n)
  for (let i = 0; i < n; i++) if (state[i] === FREE && !insertRow(set, i)) return false
  return true
}

/**
 * Runs from the set in `state`. First the quick way: solve for the free rows, put the one that is farthest outside its
 * bounds on the bound, or, when all are inside, set free the one whose residual is most wrong. It nearly always ends,
 * but may return to a set it has left; so after twice as many solves as there are rows the sure way takes over, which
 * keeps all rows within bounds and lowers the cost with each set. Returns whether the solution was found.
 */
export function runActiveSet(s: ActiveSet, maxIterations: number): boolean {
  s.iterations = 0
  s.changes = 0
  return startSet(s) && changeOneByOne(s, maxIterations)
}

/** The same from a set that is factored already; counts on. */
export function changeOneByOne(s: ActiveSet, maxIterations: number): boolean {
  const quick = Math.min(maxIterations, s.iterations + 2 * s.n)
  while (s.iterations < quick) {
    s.iterations++
    solveFree(s)
    const outside = farthestOutside(s)
    if (outside >= 0) {
      putOnBound(s, outside)
      continue
    }
    const wrong = mostWrong(s)
    if (wrong < 0) return true
    if (!setFree(s, wrong)) return false
  }
  return descend(s, maxIterations)
}

/** x of the free rows: A_FF x_F = b_F − A_FB x_B; the others are at their bounds. */
export function solveFree(s: ActiveSet): void {
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
export function updateResidual(s: ActiveSet): void {
  const { n, A, b, x, w } = s
  for (let i = 0; i < n; i++) {
    let sum = -b[i]
    for (let j = 0; j < n; j++) sum += A[i * n + j] * x[j]
    w[i] = sum
  }
}

/** Takes what rounding has left of the residual of free rows out of the solution. */
export function refine(s: ActiveSet): void {
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
function note(s: ActiveSet, statistics: SolverStatistics): void {
  const at = s.iterations - 1
  if (at >= MAX_ITERATIONS) return
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

/** What a residual may be wrong by goes to `allowed[0]`. */
const allowed = new Float64Array(1)
export function allowError(s: ActiveSet): Float64Array {
  const { n, x, tolerance } = s
  let sum = 0
  if (tolerance[1] > 0) for (let i = 0; i < n; i++) sum += Math.abs(x[i])
  allowed[0] = tolerance[0] + tolerance[1] * sum
  return allowed
}

/** The free row that is farthest outside its bounds, the first of them on ties; -1: none. */
function farthestOutside(s: ActiveSet): number {
  const { n, x, state, lower, upper } = s
  let worst = 0
  let row = -1
  for (let i = 0; i < n; i++) {
    if (state[i] !== FREE) continue
    const outside = Math.max(lower[i] - x[i], x[i] - upper[i])
    if (outside > worst) {
      worst = outside
      row = i
    }
  }
  return row
}

/** The row at a bound whose residual w = A x − b points inward most; -1: none beyond the tolerance. */
function mostWrong(s: ActiveSet): number {
  const { n, A, b, x, state } = s
  let worst = allowError(s)[0]
  let row = -1
  for (let i = 0; i < n; i++) {
    if (state[i] === FREE) continue
    let w = -b[i]
    for (let j = 0; j < n; j++) w += A[i * n + j] * x[j]
    const inward = w * state[i]
    if (inward > worst) {
      worst = inward
      row = i
    }
  }
  return row
}

function putOnBound(s: ActiveSet, row: number): void {
  const { x, lower, upper, state } = s
  const low = lower[row] - x[row] > x[row] - upper[row]
  state[row] = low ? AT_LOWER : AT_UPPER
  x[row] = low ? lower[row] : upper[row]
  removeRow(s.set, row)
  s.changes++
}

function setFree(s: ActiveSet, row: number): boolean {
  if (!insertRow(s.set, row)) return false
  s.state[row] = FREE
  s.changes++
  return true
}

/**
 * The sure way: from a point within bounds towards the minimum of its face, up to the first bound in the way. At the
 * minimum of a face, the row whose residual points inward most is set free. Each face is left for one of lower cost, so none comes back.
 */
function descend(s: ActiveSet, maxIterations: number): boolean {
  const { n, x, state, lower, upper, step, set } = s
  for (let i = 0; i < n; i++) {
    if (state[i] !== FREE) continue
    if (x[i] <= lower[i] || x[i] >= upper[i]) putOnBound(s, i)
  }
  while (s.iterations < maxIterations) {
    s.iterations++
    for (let i = 0; i < n; i++) step[i] = x[i]
    solveFree(s)
    // how far along the way from the old point to the minimum of the face
    let reach = 1
    let blocking = -1
    for (let k = 0; k < set.size; k++) {
      const i = set.members[k]
      const way = x[i] - step[i]
      const room = way < 0 ? lower[i] - step[i] : upper[i] - step[i]
      if (Math.abs(way) * reach <= Math.abs(room)) continue
      reach = room / way
      blocking = i
    }
    if (blocking >= 0) {
      for (let k = 0; k < set.size; k++) {
        const i = set.members[k]
        x[i] = step[i] + reach * (x[i] - step[i])
      }
      state[blocking] = x[blocking] - lower[blocking] < upper[blocking] - x[blocking] ? AT_LOWER : AT_UPPER
      x[blocking] = state[blocking] === AT_LOWER ? lower[blocking] : upper[blocking]
      removeRow(set, blocking)
      s.changes++
      continue
    }
    const wrong = mostWrong(s)
    if (wrong < 0) return true
    if (!setFree(s, wrong)) return false
  }
  return false
}
