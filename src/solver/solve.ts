import type { Data } from '../data/data.ts'
import { DisableBit, Solver } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { IslandColumns, numberColumns, poseIsland, poseWholeIsland, scatterIsland } from './islands.ts'
import { PrimalSolver, solvePrimal } from './primal.ts'
import { mulInertia, mulJacobian, type Problem, poseProblem } from './problem.ts'
import { updateRows } from './rows.ts'
import type { SolverStatistics } from './statistics.ts'

/** Work space of a state, kept from step to step; none of it is state. */
class SolverSpace {
  /** For the problem of the whole model. */
  readonly whole = new PrimalSolver()
  /** One for each island, so that each finds its last pattern again. */
  readonly islands: PrimalSolver[] = []
  readonly columns = new IslandColumns()
  /** Whether the last solve went island by island. */
  split = false
}

const spaces = new WeakMap<Data, SolverSpace>()

/**
 * Acceleration under constraints: (qacc_smooth, qfrc_smooth, rows) → qacc, efc_b, efc_force, efc_state, qfrc_constraint.
 */
export function solveConstraints(m: Model, d: Data): void {
  const { solver_niter } = d
  solver_niter.fill(0)
  if (d.nefc === 0) {
    d.qfrc_constraint.fill(0)
    d.qacc.set(d.qacc_smooth)
    return
  }
  const space = spaceOf(d)
  const { whole } = space
  poseProblem(whole.problem, m, d)
  mulJacobian(whole.problem, d.efc_b, d.qacc_smooth, d.efc_aref)
  warmStart(m, d, whole.problem)

  const newton = m.opt.solver !== Solver.CG
  space.split = d.nisland > 1 || (d.nisland === 1 && d.nidof < m.nv)
  if (space.split) {
    solveIslands(space, m, d, newton)
    return
  }
  if (d.nisland === 1) poseWholeIsland(whole.problem, m, d)
  solver_niter[0] = solvePrimal(whole, m.opt, newton)
}

function solveIslands(space: SolverSpace, m: Model, d: Data, newton: boolean): void {
  const { islands, columns } = space
  const { nisland, solver_niter, dof_island, qacc, qacc_smooth, qfrc_constraint } = d
  for (let i = 0; i < m.nv; i++) {
    if (dof_island[i] >= 0) continue
    qacc[i] = qacc_smooth[i]
    qfrc_constraint[i] = 0
  }
  numberColumns(columns, m, d)
  for (let k = 0; k < nisland; k++) {
    if (islands.length === k) islands.push(new PrimalSolver())
    const solver = islands[k]
    poseIsland(solver.problem, m, d, columns, k)
    const iterations = solvePrimal(solver, m.opt, newton)
    if (k < solver_niter.length) solver_niter[k] = iterations
    scatterIsland(solver.problem, d, k)
  }
}

/** What the solver did in the last forward pass of this state, for the whole model or for one of its islands. */
export function solverStatistics(d: Data, island = 0): SolverStatistics | undefined {
  const space = spaceOf(d)
  if (space.split) return island < d.nisland ? space.islands[island].statistics : undefined
  return island === 0 ? space.whole.statistics : undefined
}

function spaceOf(d: Data): SolverSpace {
  let space = spaces.get(d)
  if (!space) {
    space = new SolverSpace()
    spaces.set(d, space)
  }
  return space
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
