import { solveBoxed } from './blockPivot.ts'
import { BoxedProblem, FREE, resetBoxed } from './boxProblem.ts'

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
  /** The solution, or the last point if it was not found: always numbers, and always within bounds. */
  readonly lambda: Float64Array
  /** Whether all conditions of optimality hold. */
  readonly converged: boolean
  /** Solves: one for each time that the set changed, and one. */
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
 * It starts with all rows free. If A, with what is added to its diagonal, is not positive definite, it ends at once,
 * and `converged` is false. Throws a `RangeError` for arrays that do not fit together and for what is not a number.
 *
 * @param A symmetric, positive semidefinite, n × n, row by row
 * @param b n numbers
 */
export function solveActiveSet(A: Float64Array, b: Float64Array, options: ActiveSetOptions = {}): ActiveSetResult {
  const n = b.length
  refuseMisfits(A, b, options)
  const problem = new BoxedProblem()
  resetBoxed(problem, n)
  const { regularization = 1e-8, tolerance = 1e-6, maxIterations = 10 * n + 20, lower, upper } = options
  for (let i = 0; i < n * n; i++) problem.A[i] = A[i]
  for (let i = 0; i < n; i++) {
    problem.A[i * n + i] += regularization
    problem.b[i] = b[i]
    problem.lower[i] = lower ? lower[i] : 0
    problem.upper[i] = upper ? upper[i] : Number.POSITIVE_INFINITY
    problem.state[i] = FREE
    if (!(problem.lower[i] <= problem.upper[i])) throw new RangeError(`the bounds of row ${i} exclude each other`)
  }
  problem.tolerance[0] = tolerance
  const converged = solveBoxed(problem, maxIterations)
  const lambda = problem.x.slice(0, n)
  let activeSetSize = 0
  let square = 0
  for (let i = 0; i < n; i++) lambda[i] = Math.min(problem.upper[i], Math.max(problem.lower[i], lambda[i]))
  for (let i = 0; i < n; i++) {
    if (lambda[i] > problem.lower[i] && lambda[i] < problem.upper[i]) activeSetSize++
    let w = -b[i]
    for (let j = 0; j < n; j++) w += A[i * n + j] * lambda[j]
    square += w * w
  }
  return { lambda, converged, iterations: problem.iterations, activeSetSize, residual: Math.sqrt(square) }
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
