import type { Data } from '../../core/data/data.ts'
import { warn } from '../../core/data/warning.ts'
import { Solver, Warning } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import {
  clearSums,
  DUAL_SCALE,
  type DualProblem,
  isBetterThanZero,
  poseDual,
  statesOfForces,
  takeAll,
  takeIsland,
} from './dual/dualProblem.ts'
import { NO_SLIP, SOLVE_FORCES } from './island/islandResults.ts'
import { solveForces } from './island/islandSolver.ts'
import { addJacobianTransposed } from './problem/jacobianProducts.ts'
import { type Problem, solveInertia } from './problem/primalProblem.ts'
import type { SolverSpace } from './solverSpace.ts'
import { clearAsleep } from './warmStart.ts'

/**
 * The dual solvers (`solve`) and the no-slip pass, island by island, on the worker pool where there is one, then the
 * acceleration: (efc_force to start from, rows) → efc_force, efc_state, qfrc_constraint, qacc, solver_niter. Returns
 * false where no forces were found; the rest is then left to another solver.
 */
export function solveDual(space: SolverSpace, m: Model, d: Data, solve: boolean): boolean {
  const { opt } = m
  const { dual } = space
  poseDual(dual, m, d)
  if (solve && opt.solver !== Solver.ActiveSet && !isBetterThanZero(dual)) clearForces(dual)
  dual.register[DUAL_SCALE] = 1 / (m.stat.meaninertia * Math.max(1, m.nv))
  if (!solveDualIslands(space, m, d, solve)) return false
  takeAll(dual, dual.rows)
  statesOfForces(dual, d.efc_state)
  accelerationOfForces(space.whole.problem, d)
  return true
}

function solveDualIslands(space: SolverSpace, m: Model, d: Data, solve: boolean): boolean {
  const { dual, islands, pool } = space
  const { nisland, solver_niter } = d
  if (nisland > 1 && pool?.solve(solve ? SOLVE_FORCES : NO_SLIP, m, d)) {
    const { results } = pool
    if (solve) space.poolResults = results
    for (let k = 0; k < nisland; k++) {
      if (solve && results.unconverged(k)) warn(d, Warning.unconverged, k)
      if (solve && results.failed(k)) return false
      if (k < solver_niter.length) solver_niter[k] += results.iterations(k)
    }
    dual.rows = d.map_iefc2efc
    return true
  }
  if (solve) space.poolResults = undefined
  if (nisland === 0) takeAll(dual, space.allRows(d.nefc))
  const parts = Math.max(1, nisland)
  for (let k = 0; k < parts; k++) {
    if (nisland > 0) takeIsland(dual, d, k)
    const iterations = solveForces(islands, dual, m, solve, space.statisticsOf(k))
    if (islands.unconverged) warn(d, Warning.unconverged, k)
    if (iterations < 0) return false
    if (k < solver_niter.length) solver_niter[k] += iterations
  }
  return true
}

function clearForces(dual: DualProblem): void {
  dual.force.fill(0, 0, dual.nefc)
  clearSums(dual)
}

/** qfrc_constraint = Jᵀ f, qacc = qacc_smooth + M⁻¹ Jᵀ f. */
function accelerationOfForces(p: Problem, d: Data): void {
  const { qacc, qacc_smooth, qfrc_constraint } = d
  // trees that springs tie together are solved for at once
  const apart = !d.effectiveInertia.joinsTrees
  const span = apart ? d.span_dof : p.all
  const nspan = apart ? d.nspan : 1
  clearAsleep(d)
  for (let s = 0; s < 2 * nspan; s += 2) qfrc_constraint.fill(0, span[s], span[s + 1])
  addJacobianTransposed(p, qfrc_constraint, d.efc_force)
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span[s + 1]
    for (let i = span[s]; i < end; i++) qacc[i] = qfrc_constraint[i]
    solveInertia(p, qacc, span[s], end)
    for (let i = span[s]; i < end; i++) qacc[i] += qacc_smooth[i]
  }
}
