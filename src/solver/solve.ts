import type { Data } from '../data/data.ts'
import { DisableBit, Solver } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { PrimalSolver, solvePrimal } from './primal.ts'
import { mulInertia, mulJacobian, type Problem, poseProblem } from './problem.ts'
import { updateRows } from './rows.ts'
import type { SolverStatistics } from './statistics.ts'

/** Work space of each state, kept from step to step; none of it is state. */
const solvers = new WeakMap<Data, PrimalSolver>()

/**
 * Acceleration under constraints: (qacc_smooth, qfrc_smooth, rows) → qacc, efc_b, efc_force, efc_state, qfrc_constraint.
 */
export function solveConstraints(m: Model, d: Data): void {
  d.solver_niter.fill(0)
  if (d.nefc === 0) {
    d.qfrc_constraint.fill(0)
    d.qacc.set(d.qacc_smooth)
    return
  }
  const solver = solverOf(d)
  const { problem } = solver
  poseProblem(problem, m, d)
  mulJacobian(problem, d.efc_b, d.qacc_smooth, d.efc_aref)
  warmStart(m, d, problem)
  d.solver_niter[0] = solvePrimal(solver, m.opt, m.opt.solver !== Solver.CG)
}

/** What the solver did in the last forward pass of this state. */
export function solverStatistics(d: Data): SolverStatistics {
  return solverOf(d).statistics
}

function solverOf(d: Data): PrimalSolver {
  let solver = solvers.get(d)
  if (!solver) {
    solver = new PrimalSolver()
    solvers.set(d, solver)
  }
  return solver
}

/** Starts from the acceleration of the last step, or from the smooth one where that costs less. */
function warmStart(m: Model, d: Data, p: Problem): void {
  const { nv, nefc, Ma, jar, cost } = p
  const { qacc, qacc_smooth, qacc_warmstart, qfrc_smooth, efc_b } = d
  qacc.set(qacc_smooth)
  if (m.opt.disableflags & DisableBit.warmstart) return
  mulInertia(p, Ma, qacc_warmstart)
  mulJacobian(p, jar, qacc_warmstart, d.efc_aref)
  updateRows(p)
  let warm = cost[0]
  for (let i = 0; i < nv; i++) warm += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc_warmstart[i] - qacc_smooth[i])
  for (let i = 0; i < nefc; i++) jar[i] = efc_b[i]
  updateRows(p)
  if (!(warm > cost[0])) qacc.set(qacc_warmstart)
}
