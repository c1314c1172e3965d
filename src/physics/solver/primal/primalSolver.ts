import { MINVAL } from '../../../core/math/constants.ts'
import { capped, cappedSolve, type Option } from '../../../core/model/option.ts'
import { startFactor, updateFactor } from '../factor/factorUpdate.ts'
import { Factor, prepareFactor, solveHessian } from '../factor/hessianFactor.ts'
import { mulJacobian } from '../problem/jacobianProducts.ts'
import { updateGradient } from '../problem/primalCost.ts'
import { GRADIENT2, mulInertia, Problem, SCALE, solvePreconditioner } from '../problem/primalProblem.ts'
import { countStates, updateRows } from '../problem/rowCost.ts'
import { SolverStatistics } from '../problem/solverStatistics.ts'
import { DECREASE, DESCENT, END_SLOPE, FLAT, LineSearch, STEP, searchLine } from './linesearch.ts'

// the number of a `PrimalSolver` in its register: |search|²
const SEARCH2 = 0

/**
 * Newton's method and nonlinear conjugate gradients on the primal problem (`primalProblem.ts`), with an exact line
 * search. They differ in the direction of search: −H⁻¹ g for Newton, with the Hessian H (`hessianFactor.ts`), and −P⁻¹
 * g + β · (the last direction) for conjugate gradients, with the preconditioner P ≈ M.
 * https://mujoco.readthedocs.io/en/stable/computation/index.html#solver-algorithms
 */
export class PrimalSolver {
  readonly problem: Problem = new Problem()
  readonly factor: Factor = new Factor()
  readonly line: LineSearch = new LineSearch()
  /** Where the solve is noted. */
  statistics: SolverStatistics = new SolverStatistics()
  readonly register: Float64Array = new Float64Array(1)
  /** An acceleration to compare with another, where rounding spoils the Hessian. */
  kept: Float64Array = new Float64Array(0)
}

/**
 * Solves the problem from the acceleration that is in `qacc`, at which it must have been evaluated. It ends when the
 * fall of the cost, the gradient or, for Newton, the decrement ½ gᵀ H⁻¹ g, scaled by inertia, is below the tolerance.
 * Returns the number of iterations.
 */
export function solvePrimal(s: PrimalSolver, opt: Option, newton: boolean): number {
  const { problem: p, line, factor, statistics, register } = s
  const { search } = p
  const { tolerance } = opt
  const scale = p.register[SCALE]

  updateGradient(p)

  const small = scale * Math.sqrt(p.register[GRADIENT2]) < tolerance
  statistics.iterations = 0
  statistics.converged = true
  factor.updates = 0
  factor.lost = 0
  // the decrement with M in place of H is larger than with H: if it is small, nothing is left to do
  if (small || !newton) {
    precondition(p, undefined)
    descend(s)
    if (isDecrementSmall(s, opt)) return 0
  }
  if (newton) {
    prepareFactor(factor, p)
    countStates(p)
    startFactor(factor, p)
    precondition(p, factor)
    descend(s)
    if (small && isDecrementSmall(s, opt)) return 0
  }

  let iteration = 0
  statistics.converged = opt.iterations > 0
  const most = cappedSolve(opt.iterations, p.nefc)
  while (iteration < most) {
    const length = Math.sqrt(register[SEARCH2])
    if (length < MINVAL) break
    mulInertia(p, p.Mv, search)
    mulJacobian(p, p.Jv, search)
    line.register[FLAT] = (tolerance * opt.ls_tolerance * length) / scale
    // a factor that has lost a pivot is not that of H
    searchLine(line, p, capped(opt.ls_iterations), newton && factor.lost === 0)
    if (line.register[STEP] === 0) break

    takeStep(p, line)
    if (!newton) keepGradient(p)
    updateGradient(p)

    const improvement = scale * line.register[DECREASE]
    const gradient = scale * Math.sqrt(p.register[GRADIENT2])
    const done = (improvement > 0 && improvement < tolerance) || gradient < tolerance
    // the factor is brought up to date only where another step may follow
    if (newton && !done) updateFactor(factor, p)
    if (statistics.reserve(iteration)) {
      statistics.improvement[iteration] = improvement
      statistics.gradient[iteration] = gradient
      statistics.lineslope[iteration] = (line.register[END_SLOPE] * scale) / length
      record(s, iteration)
    }
    iteration++
    if (done) break
    precondition(p, newton ? factor : undefined)
    if (newton) {
      descend(s)
      if (isDecrementSmall(s, opt)) break
    } else {
      conjugate(s)
    }
    statistics.converged = iteration < most
  }
  return iteration
}

/** Whether ½ grad·z, what a full step along −z would gain, is below the tolerance. */
function isDecrementSmall({ problem: p, line }: PrimalSolver, opt: Option): boolean {
  return 0.5 * p.register[SCALE] * Math.max(0, line.register[DESCENT]) < opt.tolerance
}

/** a += α·search with the step α of the line search, and with it M a, J a and the rows. */
function takeStep(p: Problem, line: LineSearch): void {
  const { nv, nefc, qacc, search, Ma, Mv, jar, Jv } = p
  const alpha = line.register[STEP]
  for (let i = 0; i < nv; i++) {
    qacc[i] += alpha * search[i]
    Ma[i] += alpha * Mv[i]
  }
  for (let i = 0; i < nefc; i++) jar[i] += alpha * Jv[i]
  updateRows(p)
}

/** z = H⁻¹ grad, or P⁻¹ grad without a factor of H. */
function precondition(p: Problem, factor: Factor | undefined): void {
  const { nv, grad, z } = p
  for (let i = 0; i < nv; i++) z[i] = grad[i]
  if (factor) solveHessian(factor, z)
  else solvePreconditioner(p, z)
}

/** search = −z, with SEARCH2, and DESCENT of the line search. */
function descend({ problem: p, line, register }: PrimalSolver): void {
  const { nv, grad, z, search } = p
  let square = 0
  let descent = 0
  for (let i = 0; i < nv; i++) {
    const zi = z[i]
    search[i] = -zi
    square += zi * zi
    descent += grad[i] * zi
  }
  register[SEARCH2] = square
  line.register[DESCENT] = descent
}

function keepGradient(p: Problem): void {
  const { nv, grad, z, previousGrad, previousZ } = p
  for (let i = 0; i < nv; i++) {
    previousGrad[i] = grad[i]
    previousZ[i] = z[i]
  }
}

/**
 * search = β s − z, and SEARCH2. How much of the last direction s is kept: with y and Y the changes of gradient and
 * preconditioned gradient, β = (y·z − 2 (y·Y / s·y) (s·g)) / s·y, not below −1 / (|s| min(0.01, |g|)).
 * Hager and Zhang, A new conjugate gradient method with guaranteed descent and an efficient line search, 2005,
 * https://doi.org/10.1137/030601880
 */
function conjugate({ problem, register }: PrimalSolver): void {
  const { nv, grad, z, previousGrad, previousZ, search } = problem
  let sy = 0
  let yz = 0
  let yY = 0
  let sg = 0
  let ss = 0
  let gg = 0
  for (let i = 0; i < nv; i++) {
    ss += search[i] * search[i]
    gg += grad[i] * grad[i]
    const y = grad[i] - previousGrad[i]
    sy += search[i] * y
    yz += y * z[i]
    yY += y * (z[i] - previousZ[i])
    sg += search[i] * grad[i]
  }
  const least = -1 / Math.max(MINVAL, Math.sqrt(ss) * Math.min(0.01, Math.sqrt(gg)))
  const beta = sy < MINVAL ? 0 : Math.max(least, (yz - 2 * (yY / sy) * sg) / sy)
  let square = 0
  for (let i = 0; i < nv; i++) {
    const si = beta * search[i] - z[i]
    search[i] = si
    square += si * si
  }
  register[SEARCH2] = square
}

/** Counts for the statistics of an iteration. */
function record(s: PrimalSolver, at: number): void {
  const { statistics, problem, line, factor } = s
  statistics.iterations = at + 1
  statistics.nactive[at] = problem.active
  statistics.nchange[at] = problem.changed
  statistics.neval[at] = line.evaluations
  statistics.nupdate[at] = factor.updates
  factor.updates = 0
}
