import { MINVAL } from '../math/vec3.ts'
import { ConstraintState } from '../model/enums.ts'
import type { Option } from '../model/option.ts'
import { addCones, Factor, factorHessian, prepareFactor, solveHessian, updateFactor } from './factor.ts'
import { LineSearch, searchLine } from './linesearch.ts'
import { mulInertia, mulJacobian, Problem, solveInertia, updateGradient } from './problem.ts'
import { updateRows } from './rows.ts'
import { MAX_ITERATIONS, SolverStatistics } from './statistics.ts'

/**
 * Newton's method and conjugate gradients on the primal problem (`problem.ts`). They differ in the direction of search:
 * −H⁻¹ g for Newton, and −M⁻¹ g + β · (the last direction) for conjugate gradients.
 */
export class PrimalSolver {
  readonly problem: Problem = new Problem()
  readonly factor: Factor = new Factor()
  readonly line: LineSearch = new LineSearch()
  readonly statistics: SolverStatistics = new SolverStatistics()
  /** [0]: slope that counts as zero in a line search. */
  readonly flat: Float64Array = new Float64Array(1)
}

/** Evaluates the problem at the acceleration that is in `qacc`: M a, J a − aref, rows. */
export function evaluateAt(p: Problem): void {
  mulInertia(p, p.Ma, p.qacc)
  mulJacobian(p, p.jar, p.qacc, p.aref)
  updateRows(p)
}

/**
 * Solves the problem from the acceleration that is in `qacc`, at which it must have been evaluated. It ends when the cost, the gradient or, for Newton, the
 * decrement ½ gᵀ H⁻¹ g, scaled by inertia, falls below the tolerance. Returns the number of iterations.
 */
export function solvePrimal(s: PrimalSolver, opt: Option, newton: boolean): number {
  const { problem: p, line, factor, statistics } = s
  const { nv, qacc, Ma, Jv, Mv, search, grad, z } = p
  const { tolerance } = opt
  const scale = p.scale[0]

  updateGradient(p)

  // the decrement with M in place of H is larger than with H: if it is small, nothing is left to do
  precondition(p, undefined)
  const small = scale * norm(grad, nv) < tolerance
  const certain = halfDot(grad, z, nv) * scale < tolerance && (small || !newton)
  statistics.iterations = 0
  factor.updates = 0
  if (certain) return 0
  if (newton) {
    prepareFactor(factor, p)
    factorHessian(factor, p)
    addCones(factor, p)
    precondition(p, factor)
    if (small && halfDot(grad, z, nv) * scale < tolerance) return 0
  }
  for (let i = 0; i < nv; i++) search[i] = -z[i]

  let iteration = 0
  while (iteration < opt.iterations) {
    const length = norm(search, nv)
    if (length < MINVAL) break
    mulInertia(p, Mv, search)
    mulJacobian(p, Jv, search)
    s.flat[0] = (tolerance * opt.ls_tolerance * length) / scale
    searchLine(line, p, s.flat, opt.ls_iterations)
    const alpha = line.answer[0]
    if (alpha === 0) break

    for (let i = 0; i < nv; i++) {
      qacc[i] += alpha * search[i]
      Ma[i] += alpha * Mv[i]
    }
    takeStep(p, alpha)
    if (newton) updateFactor(factor, p)
    else keepGradient(p)
    updateGradient(p)
    precondition(p, newton ? factor : undefined)

    const improvement = scale * line.answer[1]
    const gradient = scale * norm(grad, nv)
    record(s, iteration, improvement, gradient, (line.answer[2] * scale) / length)
    iteration++
    if ((improvement > 0 && improvement < tolerance) || gradient < tolerance) break
    if (newton) {
      if (scale * halfDot(grad, z, nv) < tolerance) break
      for (let i = 0; i < nv; i++) search[i] = -z[i]
    } else {
      const beta = conjugate(p)
      for (let i = 0; i < nv; i++) search[i] = beta * search[i] - z[i]
    }
  }
  return iteration
}

/** x += α J·search, and with it the rows. */
function takeStep(p: Problem, alpha: number): void {
  const { nefc, jar, Jv, state, previousState } = p
  for (let i = 0; i < nefc; i++) {
    jar[i] += alpha * Jv[i]
    previousState[i] = state[i]
  }
  updateRows(p)
}

/** z = H⁻¹ grad, or M⁻¹ grad without a factor of H. */
function precondition(p: Problem, factor: Factor | undefined): void {
  const { nv, grad, z } = p
  for (let i = 0; i < nv; i++) z[i] = grad[i]
  if (factor) solveHessian(factor, z)
  else solveInertia(p, z)
}

function keepGradient(p: Problem): void {
  const { nv, grad, z, previousGrad, previousZ } = p
  for (let i = 0; i < nv; i++) {
    previousGrad[i] = grad[i]
    previousZ[i] = z[i]
  }
}

/**
 * How much of the last direction to keep, after Hager and Zhang: with y and Y the changes of gradient and preconditioned
 * gradient, β = (y·z − 2 (y·Y / s·y) (s·g)) / s·y, not below −1 / (|s| min(0.01, |g|)).
 */
function conjugate(p: Problem): number {
  const { nv, grad, z, previousGrad, previousZ, search } = p
  let sy = 0
  let yz = 0
  let yY = 0
  let sg = 0
  for (let i = 0; i < nv; i++) {
    const y = grad[i] - previousGrad[i]
    sy += search[i] * y
    yz += y * z[i]
    yY += y * (z[i] - previousZ[i])
    sg += search[i] * grad[i]
  }
  if (sy < MINVAL) return 0
  const beta = (yz - 2 * (yY / sy) * sg) / sy
  const least = -1 / Math.max(MINVAL, norm(search, nv) * Math.min(0.01, norm(grad, nv)))
  return Math.max(least, beta)
}

function record(s: PrimalSolver, at: number, improvement: number, gradient: number, lineslope: number): void {
  if (at >= MAX_ITERATIONS) return
  const { statistics, problem, line, factor } = s
  const { nefc, state, previousState } = problem
  let nactive = 0
  let nchange = 0
  for (let i = 0; i < nefc; i++) {
    if (state[i] !== ConstraintState.satisfied) nactive++
    if (state[i] !== previousState[i]) nchange++
  }
  statistics.iterations = at + 1
  statistics.improvement[at] = improvement
  statistics.gradient[at] = gradient
  statistics.lineslope[at] = lineslope
  statistics.nactive[at] = nactive
  statistics.nchange[at] = nchange
  statistics.neval[at] = line.evaluations
  statistics.nupdate[at] = factor.updates
  factor.updates = 0
}

function norm(x: Float64Array, n: number): number {
  let sum = 0
  for (let i = 0; i < n; i++) sum += x[i] * x[i]
  return Math.sqrt(sum)
}

/** ½ a·b, not below zero. */
function halfDot(a: Float64Array, b: Float64Array, n: number): number {
  let sum = 0
  for (let i = 0; i < n; i++) sum += a[i] * b[i]
  return Math.max(0, 0.5 * sum)
}
