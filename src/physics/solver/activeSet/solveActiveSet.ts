import { resolveBox, solveBox } from './blockPivot.ts'
import {
  ALLOWED_ERROR,
  BoxProblem,
  FREE,
  findAllowedError,
  ROUNDING,
  resetBox,
  TOLERANCE,
  updateResidual,
} from './boxProblem.ts'

/** Settings of `solveActiveSet`; all are optional. */
export interface ActiveSetOptions {
  /** Lower bounds, one per row; 0 by default, −Infinity: none. */
  readonly lower?: Float64Array
  /** Upper bounds, one per row; Infinity by default. */
  readonly upper?: Float64Array
  /**
   * Error that the residual A λ − b may have, relative to the largest entry of b, both scaled by √A_ii; 1e-10 by
   * default.
   */
  readonly tolerance?: number
  /** Most solves; by default 10 times the number of rows, plus 20. */
  readonly maxIterations?: number
  /**
   * If given, it is added to the diagonal of A, and the solution is that of the regularized problem. By default the
   * solution is that of A itself; redundant rows share their force.
   */
  readonly regularization?: number
}

/** Result of `solveActiveSet`. */
export interface ActiveSetResult {
  /** The solution, or the last point if it was not found: always numbers, and always within bounds. */
  readonly lambda: Float64Array
  /** Whether all conditions of optimality hold at `lambda`, up to the tolerance and rounding. */
  readonly converged: boolean
  /** Solves: one, plus one for each change of the active set. */
  readonly iterations: number
  /** Rows that are not at a bound. */
  readonly activeSetSize: number
  /** |A λ − b|: not zero where a bound holds a row, which is no error. */
  readonly residual: number
}

const DEFAULT_TOLERANCE = 1e-10
/** Error of a residual by rounding, relative to the sum of |x|. */
const RELATIVE_ROUNDING = 1e-15

const EPSILON = 1e-16
/** Residuals this small have lost digits to subnormal numbers. */
const SUBNORMAL = 1e-300

/** Proximal weight of the first solve, relative to the diagonal of A, and the least weight. */
const FIRST_WEIGHT = 1e-8
const LEAST_WEIGHT = 1e-12
/** Factor by which the weight falls while steps shrink by less than `SLOW`. */
const WEIGHT_REDUCTION = 0.01
const SLOW = 0.3
/** Most proximal steps. */
const MAX_STEPS = 60
/** A step this small, relative to x, ends the iteration. */
const SMALL_STEP = 1e-13

/**
 * Solves min ½ λᵀ A λ − bᵀ λ with bounds on λ, exactly, by an active-set method: a finite number of changes of the set
 * of free rows leads to the solution, in any order of rows. For λ ≥ 0 this is the complementarity problem of contacts:
 * λ ≥ 0, w = A λ − b ≥ 0, λᵀ w = 0.
 *
 * Without `regularization`, A may be singular, as for redundant contacts. Each solve then is that of the proximal point
 * method (Rockafellar 1976, https://doi.org/10.1137/0314056): ε/2 |λ − λ'|², with λ' the last point and the norm scaled
 * by the diagonal of A, makes the problem strictly convex, and does not change its solution when λ' converges. Starting
 * from λ' = 0, redundant rows share their force.
 *
 * It starts with all rows free. If A is not positive semidefinite, or there is no solution, `converged` is false.
 * Throws a `RangeError` for arrays that do not fit together and for entries that are not finite.
 * MuJoCo: mju_boxQP.
 *
 * @param A symmetric, positive semidefinite, n × n, row by row
 * @param b n numbers
 */
export function solveActiveSet(A: Float64Array, b: Float64Array, options: ActiveSetOptions = {}): ActiveSetResult {
  const n = b.length
  refuseMisfits(A, b, options)
  const { regularization, tolerance = DEFAULT_TOLERANCE, maxIterations = 10 * n + 20 } = options
  const { lower = new Float64Array(n), upper = new Float64Array(n).fill(Number.POSITIVE_INFINITY) } = options
  const problem = new BoxProblem()
  const stretch = poseScaled(problem, A, b, lower, upper, regularization ?? 0)
  const { register, x } = problem
  const largest = problem.b.subarray(0, n).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  register[TOLERANCE] = tolerance * largest + SUBNORMAL
  register[ROUNDING] = RELATIVE_ROUNDING
  const found =
    regularization === undefined ? iterateProximal(problem, maxIterations) : solveBox(problem, maxIterations)
  for (let i = 0; i < n; i++) x[i] = Math.min(problem.upper[i], Math.max(problem.lower[i], x[i]))
  const converged = found && isOptimal(problem)

  const lambda = new Float64Array(n)
  let activeSetSize = 0
  let square = 0
  for (let i = 0; i < n; i++) {
    if (x[i] === problem.lower[i]) lambda[i] = lower[i]
    else if (x[i] === problem.upper[i]) lambda[i] = upper[i]
    else lambda[i] = Math.min(upper[i], Math.max(lower[i], stretch[i] * x[i]))
    if (lambda[i] > lower[i] && lambda[i] < upper[i]) activeSetSize++
  }
  for (let i = 0; i < n; i++) {
    let w = -b[i]
    for (let j = 0; j < n; j++) w += A[i * n + j] * lambda[j]
    square += w * w
  }
  return { lambda, converged, iterations: problem.iterations, activeSetSize, residual: Math.sqrt(square) }
}

/**
 * Poses the problem in x = λ / stretch, with the diagonal of A near 1. Returns `stretch`, powers of 2: nothing is
 * rounded.
 */
function poseScaled(
  problem: BoxProblem,
  A: Float64Array,
  b: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
  regularization: number,
): Float64Array {
  const n = b.length
  resetBox(problem, n)
  const stretch = Float64Array.from(b, (_, i) => inverseRoot(A[i * n + i] + regularization))
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) problem.A[i * n + j] = A[i * n + j] * stretch[i] * stretch[j]
    problem.A[i * n + i] = (A[i * n + i] + regularization) * stretch[i] * stretch[i]
    problem.b[i] = b[i] * stretch[i]
    problem.lower[i] = lower[i] / stretch[i]
    problem.upper[i] = upper[i] / stretch[i]
    problem.state[i] = FREE
    if (!(problem.lower[i] <= problem.upper[i])) throw new RangeError(`the bounds of row ${i} exclude each other`)
  }
  return stretch
}

/** The power of 2 next to 1/√a; 1 where a is not positive. */
function inverseRoot(a: number): number {
  let root = 1
  if (!(a > 0)) return root
  while (a * root * root > 2) root /= 2
  while (a * root * root < 0.5) root *= 2
  return root
}

/**
 * Solves with proximal terms until the steps end or are only rounding. Restores A and b. Returns whether all solves
 * ended.
 */
function iterateProximal(problem: BoxProblem, maxIterations: number): boolean {
  const { n, A, b, x } = problem
  const diagonal = Float64Array.from({ length: n }, (_, i) => A[i * n + i])
  const right = b.slice(0, n)
  const last = new Float64Array(n)
  let weight = FIRST_WEIGHT
  let lastStep = Number.POSITIVE_INFINITY
  let found = true
  for (let at = 0; found && at < MAX_STEPS; at++) {
    for (let i = 0; i < n; i++) {
      A[i * n + i] = diagonal[i] + weight
      b[i] = right[i] + weight * last[i]
    }
    // solves that do not change the set are not counted twice
    problem.iterations = Math.max(0, problem.iterations - 1)
    found =
      lastStep === Number.POSITIVE_INFINITY ? solveBox(problem, maxIterations) : resolveBox(problem, maxIterations)
    let step = 0
    let size = 0
    for (let i = 0; i < n; i++) {
      step = Math.max(step, Math.abs(x[i] - last[i]))
      size = Math.max(size, Math.abs(x[i]))
      last[i] = x[i]
    }
    if (!(step > SMALL_STEP * size)) break
    const slow = step > SLOW * lastStep
    lastStep = step
    // the proximal term is all that is left of the residual
    if (slow && weight * step < EPSILON * size) break
    if (!slow || weight <= LEAST_WEIGHT) continue
    weight *= WEIGHT_REDUCTION
    lastStep = Number.POSITIVE_INFINITY
  }
  for (let i = 0; i < n; i++) {
    A[i * n + i] = diagonal[i]
    b[i] = right[i]
  }
  return found
}

/** Whether free rows have no residual, and rows at a bound none that points inward, beyond the allowed error. */
function isOptimal(problem: BoxProblem): boolean {
  const { n, x, w, lower, upper, register } = problem
  updateResidual(problem)
  findAllowedError(problem)
  const error = register[ALLOWED_ERROR]
  for (let i = 0; i < n; i++) {
    if (x[i] > lower[i] && !(w[i] <= error)) return false
    if (x[i] < upper[i] && !(w[i] >= -error)) return false
  }
  return true
}

function refuseMisfits(A: Float64Array, b: Float64Array, options: ActiveSetOptions): void {
  const n = b.length
  if (A.length !== n * n) throw new RangeError(`A has ${A.length} numbers; b has ${n}, so A must have ${n * n}`)
  for (const [name, array] of Object.entries({ A, b })) {
    const at = array.findIndex((value) => !Number.isFinite(value))
    if (at >= 0) throw new RangeError(`${name}[${at}] is ${array[at]}; it must be a finite number`)
  }
  for (const [name, array] of Object.entries({ lower: options.lower, upper: options.upper }))
    if (array && array.length !== n) throw new RangeError(`${name} has ${array.length} numbers; b has ${n}`)
  for (const name of ['tolerance', 'maxIterations', 'regularization'] as const) {
    const value = options[name]
    if (value !== undefined && !(value >= 0)) throw new RangeError(`${name} is ${value}; it must not be negative`)
  }
}
