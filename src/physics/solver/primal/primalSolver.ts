import { MINVAL } from '../../../core/math/constants.ts'
import { ConstraintState } from '../../../core/model/enums.ts'
import { capped, cappedSolve, type Option } from '../../../core/model/option.ts'
import { startFactor, updateFactor } from '../factor/factorUpdate.ts'
import { Factor, prepareFactor, solveHessian } from '../factor/hessianFactor.ts'
import { mulJacobian } from '../problem/jacobianProducts.ts'
import { updateGradient } from '../problem/primalCost.ts'
import { mulInertia, Problem, SCALE, solvePreconditioner } from '../problem/primalProblem.ts'
import { updateRows } from '../problem/rowCost.ts'
import { SolverStatistics } from '../problem/solverStatistics.ts'
import { DECREASE, END_SLOPE, FLAT, LineSearch, STEP, searchLine } from './linesearch.ts'

// numbers of a `PrimalSolver` in its register: |grad|², |search|², grad·z, and the share β of the last direction
const GRADIENT2 = 0
const SEARCH2 = 1
const DECREMENT = 2
const BETA = 3

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
  readonly register: Float64Array = new Float64Array(4)
  /** An acceleration to compare with another, where rounding spoils the Hessian. */
  kept: Float64Array = new Float64Array(0)
}

const SATISFIED = ConstraintState.satisfied
const SLIDING = ConstraintState.cone

/**
 * Solves the problem from the acceleration that is in `qacc`, at which it must have been evaluated. It ends when the
 * fall of the cost, the gradient or, for Newton, the decrement ½ gᵀ H⁻¹ g, scaled by inertia, is below the tolerance.
 * Returns the number of iterations.
 */
export function solvePrimal(s: PrimalSolver, opt: Option, newton: boolean): number {
  const { problem: p, line, factor, statistics, register } = s
  const { nv, Jv, Mv, search, grad, z } = p
  const { tolerance } = opt
  const scale = p.register[SCALE]

  updateGradient(p)

  dot(register, GRADIENT2, grad, grad, nv)
  const small = scale * Math.sqrt(register[GRADIENT2]) < tolerance
  statistics.iterations = 0
  statistics.converged = true
  factor.updates = 0
  factor.lost = 0
  // the decrement with M in place of H is larger than with H: if it is small, nothing is left to do
  if (small || !newton) {
    precondition(p, undefined)
    if (isDecrementSmall(s, opt)) return 0
  }
  if (newton) {
    prepareFactor(factor, p)
    countStates(p)
    startFactor(factor, p)
    precondition(p, factor)
    if (small && isDecrementSmall(s, opt)) return 0
  }
  for (let i = 0; i < nv; i++) search[i] = -z[i]

  let iteration = 0
  statistics.converged = opt.iterations > 0
  const most = cappedSolve(opt.iterations, p.nefc)
  while (iteration < most) {
    dot(register, SEARCH2, search, search, nv)
    const length = Math.sqrt(register[SEARCH2])
    if (length < MINVAL) break
    mulInertia(p, Mv, search)
    mulJacobian(p, Jv, search)
    line.register[FLAT] = (tolerance * opt.ls_tolerance * length) / scale
    searchLine(line, p, capped(opt.ls_iterations))
    if (line.register[STEP] === 0) break

    takeStep(p, line)
    if (!newton) keepGradient(p)
    updateGradient(p)

    dot(register, GRADIENT2, grad, grad, nv)
    const improvement = scale * line.register[DECREASE]
    const gradient = scale * Math.sqrt(register[GRADIENT2])
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
      if (isDecrementSmall(s, opt)) break
      for (let i = 0; i < nv; i++) search[i] = -z[i]
    } else {
      conjugate(s)
      const beta = register[BETA]
      for (let i = 0; i < nv; i++) search[i] = beta * search[i] - z[i]
    }
    statistics.converged = iteration < most
  }
  return iteration
}

/** Whether ½ grad·z, what a full step would gain, is below the tolerance. */
function isDecrementSmall({ problem: p, register }: PrimalSolver, opt: Option): boolean {
  dot(register, DECREMENT, p.grad, p.z, p.nv)
  return 0.5 * p.register[SCALE] * Math.max(0, register[DECREMENT]) < opt.tolerance
}

/** a += α·search with the step α of the line search, and with it M a, J a and the rows. */
function takeStep(p: Problem, line: LineSearch): void {
  const { nv, nefc, qacc, search, Ma, Mv, jar, Jv, state, previousState } = p
  const alpha = line.register[STEP]
  for (let i = 0; i < nv; i++) {
    qacc[i] += alpha * search[i]
    Ma[i] += alpha * Mv[i]
  }
  for (let i = 0; i < nefc; i++) {
    jar[i] += alpha * Jv[i]
    previousState[i] = state[i]
  }
  updateRows(p)
  countStates(p)
}

/** Counts rows by their states. */
function countStates(p: Problem): void {
  const { nefc, state, previousState } = p
  let active = 0
  let sliding = 0
  let changed = 0
  for (let i = 0; i < nefc; i++) {
    const now = state[i]
    if (now !== SATISFIED) active++
    if (now === SLIDING) sliding++
    if (now !== previousState[i]) changed++
  }
  p.active = active
  p.sliding = sliding
  p.changed = changed
}

/** z = H⁻¹ grad, or P⁻¹ grad without a factor of H. */
function precondition(p: Problem, factor: Factor | undefined): void {
  const { nv, grad, z } = p
  for (let i = 0; i < nv; i++) z[i] = grad[i]
  if (factor) solveHessian(factor, z)
  else solvePreconditioner(p, z)
}

function keepGradient(p: Problem): void {
  const { nv, grad, z, previousGrad, previousZ } = p
  for (let i = 0; i < nv; i++) {
    previousGrad[i] = grad[i]
    previousZ[i] = z[i]
  }
}

/**
 * BETA, how much of the last direction s to keep: with y and Y the changes of gradient and preconditioned gradient,
 * β = (y·z − 2 (y·Y / s·y) (s·g)) / s·y, not below −1 / (|s| min(0.01, |g|)).
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
  const beta = (yz - 2 * (yY / sy) * sg) / sy
  const least = -1 / Math.max(MINVAL, Math.sqrt(ss) * Math.min(0.01, Math.sqrt(gg)))
  register[BETA] = sy < MINVAL ? 0 : Math.max(least, beta)
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

/** register[slot] = a·b. V8: boxed otherwise. */
function dot(register: Float64Array, slot: number, a: Float64Array, b: Float64Array, n: number): void {
  let sum = 0
  for (let i = 0; i < n; i++) sum += a[i] * b[i]
  register[slot] = sum
}
