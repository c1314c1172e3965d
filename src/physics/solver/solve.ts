import type { Data } from '../../core/data/data.ts'
import { warn } from '../../core/data/warning.ts'
import { Solver, Warning } from '../../core/model/enums.ts'
import { StepError } from '../../core/model/errors.ts'
import type { Model } from '../../core/model/model.ts'
import { allowsTooMany, LEAST_CAP, mostIterations } from '../../core/model/option.ts'
import { refuseCones } from './activeSet/activeSetSolver.ts'
import { mulJacobian } from './problem/jacobianProducts.ts'
import { poseProblem } from './problem/primalProblem.ts'
import { solveAcceleration } from './solveAcceleration.ts'
import { solveDual } from './solveDual.ts'
import { type SolverSpace, solverSpace } from './solverSpace.ts'
import { setAcceleration, startFromAcceleration, startFromForces } from './warmStart.ts'

/**
 * Acceleration under constraints: (qacc_smooth, qfrc_smooth, rows) → qacc, efc_b, efc_force, efc_state,
 * qfrc_constraint. Newton and CG minimize over accelerations, PGS, DualCG and ActiveSet over forces. Both problems are
 * convex and have the same solution: Todorov, Convex and analytically-invertible dynamics with contacts and
 * constraints, ICRA 2014, https://doi.org/10.1109/ICRA.2014.6907751
 *
 * Throws a `StepError` where `CGStrict` does not converge, or `ActiveSet` meets elliptic contacts. Positions,
 * velocities, rows and all that was computed from them stand then, and the state has not moved; `qacc` and the forces
 * are the best that were found, or, for elliptic contacts, as they were before. After a change of options the step can
 * be taken.
 * MuJoCo: mj_fwdConstraint.
 */
export function solveConstraints(m: Model, d: Data): void {
  const { solver } = m.opt
  if (d.nefc > 0 && solver === Solver.ActiveSet) refuseCones(d)
  const { solver_niter } = d
  for (let k = 0; k < solver_niter.length; k++) solver_niter[k] = 0
  if (d.nefc === 0) {
    setAcceleration(d, d.qacc_smooth)
    return
  }
  const space = solverSpace(d)
  space.solved = solveWithKernel(m, d, space) ? d.kernels.solved : undefined
  if (space.solved !== undefined) {
    if (solver === Solver.CGStrict) refuseUnconverged(space, m, d)
    reportCap(m, d)
    return
  }
  const { problem } = space.whole
  poseProblem(problem, m, d)
  mulJacobian(problem, d.efc_b, d.qacc_smooth, d.efc_aref)
  const overForces = isOverForces(solver)
  if (overForces) startFromForces(m, d, problem)
  if (!overForces || !solveDual(space, m, d, true)) {
    startFromAcceleration(m, d, problem)
    solveAcceleration(space, m, d)
    if (solver === Solver.CGStrict) refuseUnconverged(space, m, d)
    if (m.opt.noslip_iterations > 0) solveDual(space, m, d, false)
  }
  reportCap(m, d)
}

/** The primal solvers as a kernel. Returns whether it has solved all islands. */
function solveWithKernel(m: Model, d: Data, space: SolverSpace): boolean {
  const { solve } = d.kernels.now(m, d)
  if (solve === undefined || space.pool !== undefined || !canSolveWithKernel(d)) return false
  return solve(d.kernels.address) === 0
}

/** Whether the kernel of the solver may be tried for a state: it solves islands. */
export function canSolveWithKernel(d: Data): boolean {
  return d.nisland > 0 && !d.effectiveInertia.implicit
}

/** Whether the present options ask for a solver that has a kernel: a primal one. */
export function usesKernelSolver({ opt }: Model): boolean {
  return !isOverForces(opt.solver) && opt.noslip_iterations === 0
}

function isOverForces(solver: Solver): boolean {
  return solver === Solver.PGS || solver === Solver.DualCG || solver === Solver.ActiveSet
}

/** Counts a warning if a solver stopped because it had visited too many rows. `prepare` reports other limits. */
export function reportCap({ opt }: Model, d: Data): void {
  if ((opt.iterations <= LEAST_CAP && opt.noslip_iterations <= LEAST_CAP) || allowsTooMany(opt)) return
  const most = mostIterations(d.nefc)
  const { solver_niter } = d
  for (let k = 0; k < solver_niter.length; k++) {
    if (solver_niter[k] < most) continue
    warn(d, Warning.capped, most)
    return
  }
}

function refuseUnconverged(space: SolverSpace, m: Model, d: Data): void {
  for (let k = 0; k < Math.max(1, d.nisland); k++) {
    if (space.converged(k)) continue
    throw new StepError(
      `solver 'CGStrict' did not converge in island ${k} within ${m.opt.iterations} iterations; the state has not ` +
        'moved. Allow more iterations or a larger tolerance, or use another solver',
    )
  }
}
