import type { Data } from '../../core/data/data.ts'
import { warn } from '../../core/data/warning.ts'
import { Warning } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { usesNewton } from '../../core/model/option.ts'
import { LEAST_TREES, poseWholeIsland } from './island/islandProblem.ts'
import { SOLVE_ACCELERATION } from './island/islandResults.ts'
import { solveIsland, solvePart } from './island/islandSolver.ts'
import type { SolverSpace } from './solverSpace.ts'

/**
 * The primal solvers, for the whole model or island by island, on the worker pool where there is one: (qacc to start
 * from, rows) → qacc, qfrc_constraint, efc_force, efc_state, solver_niter.
 */
export function solveAcceleration(space: SolverSpace, m: Model, d: Data): void {
  if (d.nisland === 0 || isInPlace(m, d)) solveWhole(space, m, d)
  else solveIslands(space, m, d)
}

/**
 * Whether there is a single island that needs no copies of arrays: its dofs are all dofs, or the first ones where the
 * others are asleep or unconstrained, and its trees are too few to be reordered.
 */
function isInPlace(m: Model, d: Data): boolean {
  const { nisland, nidof } = d
  if (nisland !== 1 || d.island_ntree[0] >= LEAST_TREES) return false
  if (nidof === m.nv) return true
  return d.map_idof2dof[nidof - 1] === nidof - 1 && m.opt.noslip_iterations === 0 && !d.effectiveInertia.joinsTrees
}

function solveWhole(space: SolverSpace, m: Model, d: Data): void {
  const { whole, islands } = space
  space.poolResults = undefined
  if (d.nisland === 1) {
    if (d.nidof < d.nv_awake) setUnconstrained(d)
    poseWholeIsland(whole.problem, d)
  }
  whole.statistics = space.statisticsOf(0).open(whole)
  d.solver_niter[0] = solvePart(islands, whole, m, usesNewton(m))
  if (islands.indefinite) warn(d, Warning.indefinite, 0)
}

function solveIslands(space: SolverSpace, m: Model, d: Data): void {
  const { islands, whole, pool } = space
  const { nisland, solver_niter } = d
  setUnconstrained(d)
  if (pool?.solve(SOLVE_ACCELERATION, m, d)) {
    const { results } = pool
    space.poolResults = results
    for (let k = 0; k < nisland; k++) {
      if (k < solver_niter.length) solver_niter[k] = results.iterations(k)
      if (results.indefinite(k)) warn(d, Warning.indefinite, k)
    }
    return
  }
  space.poolResults = undefined
  for (let k = 0; k < nisland; k++) {
    const iterations = solveIsland(islands, whole.problem, m, d, k, space.statisticsOf(k))
    if (k < solver_niter.length) solver_niter[k] = iterations
    if (islands.indefinite) warn(d, Warning.indefinite, k)
  }
}

/** Dofs that are in no island have the smooth acceleration. */
function setUnconstrained(d: Data): void {
  const { dof_island, qacc, qacc_smooth, qfrc_constraint, nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_dof[s + 1]
    for (let i = span_dof[s]; i < end; i++) {
      if (dof_island[i] >= 0) continue
      qacc[i] = qacc_smooth[i]
      qfrc_constraint[i] = 0
    }
  }
}
