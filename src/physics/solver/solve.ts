import type { Data } from '../../core/data/data.ts'
import { warn } from '../../core/data/warning.ts'
import { DisableBit, Solver, Warning } from '../../core/model/enums.ts'
import { StepError } from '../../core/model/errors.ts'
import type { Model } from '../../core/model/model.ts'
import { refuseCones } from './activeSet/activeSetSolver.ts'
import { clearSums, DualProblem, helps, poseDual, statesOfForces, takeAll, takeIsland } from './dual/dualProblem.ts'
import { LEAST_TREES, poseWholeIsland } from './island/islandProblem.ts'
import { type IslandResults, NO_SLIP, SOLVE_ACCELERATION, SOLVE_FORCES } from './island/islandResults.ts'
import { addInertiaCost, IslandSpace, solveForces, solveIsland, solvePart, usesNewton } from './island/islandSolver.ts'
import { evaluateAt, PrimalSolver } from './primal/primalSolver.ts'
import { addJacobianTransposed, mulJacobian, type Problem, poseProblem, solveInertia } from './problem/primalProblem.ts'
import { updateRows } from './problem/rowCost.ts'
import { SolverStatistics } from './problem/solverStatistics.ts'

/** Work space of a state, kept from step to step; none of it is state. */
class SolverSpace {
  /** For the problem of the whole model. */
  readonly whole = new PrimalSolver()
  readonly islands = new IslandSpace()
  readonly dual = new DualProblem()
  /** Numbers of all rows in order, for a model without islands. */
  rows = new Int32Array(0)
  /** Statistics of the last solve, island by island. */
  readonly statistics: SolverStatistics[] = []
  /** Who helps to solve islands. */
  pool: IslandPool | undefined = undefined
  /** Where the statistics of the last solve are, if others helped with it. */
  results: IslandResults | undefined = undefined
}

/** Those who solve islands along with the thread that steps; see `IslandThreads`. */
export interface IslandPool {
  /** How the islands went. */
  readonly results: IslandResults
  /**
   * Does one of `SOLVE_ACCELERATION`, `SOLVE_FORCES` and `NO_SLIP` to all islands, with the problem of all of them posed, if
   * it pays to do so together; else returns false and does nothing.
   */
  solve(kind: number, m: Model, d: Data): boolean
}

/** Gives a state others who help to solve its islands, or none. Returns what they work on together. */
export function setIslandPool(
  d: Data,
  pool: IslandPool | undefined,
): { readonly whole: Problem; readonly dual: DualProblem; readonly islands: IslandSpace } {
  const space = spaceOf(d)
  if (pool && space.pool)
    throw new Error('the islands of this state are solved by threads already: dispose of these first')
  space.pool = pool
  return { whole: space.whole.problem, dual: space.dual, islands: space.islands }
}

const spaces = new WeakMap<Data, SolverSpace>()

/**
 * Acceleration under constraints: (qacc_smooth, qfrc_smooth, rows) → qacc, efc_b, efc_force, efc_state, qfrc_constraint.
 *
 * Throws a `StepError` where `CGStrict` does not converge, or `ActiveSet` meets elliptic contacts. Positions, velocities,
 * rows and all that was computed from them stand then, and the state has not moved; `qacc` and the forces are the best
 * that were found, or, for elliptic contacts, as they were before. After a change of options the step can be taken.
 */
export function solveConstraints(m: Model, d: Data): void {
  const { opt } = m
  const { solver } = opt
  if (d.nefc > 0 && solver === Solver.ActiveSet) refuseCones(d)
  d.solver_niter.fill(0)
  if (d.nefc === 0) {
    start(d, d.qacc_smooth)
    return
  }
  const space = spaceOf(d)
  const { problem } = space.whole
  poseProblem(problem, m, d)
  mulJacobian(problem, d.efc_b, d.qacc_smooth, d.efc_aref)
  if (solver === Solver.PGS || solver === Solver.DualCG || solver === Solver.ActiveSet) {
    warmForces(m, d, problem)
    if (solveDual(space, m, d, true)) return
  }
  warmStart(m, d, problem)
  if (d.nisland === 0 || isInPlace(m, d)) solveWhole(space, m, d)
  else solveIslands(space, m, d)
  if (solver === Solver.CGStrict) refuseUnconverged(space, m, d)
  if (opt.noslip_iterations > 0) solveDual(space, m, d, false)
}

/**
 * Whether there is a single island that can do with the arrays as they are: its dofs are all there are, or the first ones where
 * the others sleep or move freely, and its trees are too few to change places.
 */
function isInPlace(m: Model, d: Data): boolean {
  const { nisland, nidof } = d
  if (nisland !== 1 || d.island_ntree[0] >= LEAST_TREES) return false
  if (nidof === m.nv) return true
  return d.map_idof2dof[nidof - 1] === nidof - 1 && m.opt.noslip_iterations === 0 && !d.effectiveInertia.joinsTrees
}

function solveWhole(space: SolverSpace, m: Model, d: Data): void {
  const { whole, islands } = space
  space.results = undefined
  if (d.nisland === 1) {
    if (d.nidof < d.nv_awake) leaveOthers(d)
    poseWholeIsland(whole.problem, d)
  }
  whole.statistics = statisticsOf(space, 0).open(whole)
  d.solver_niter[0] = solvePart(islands, whole, m, usesNewton(m))
  if (islands.indefinite) warn(d, Warning.indefinite, 0)
}

function refuseUnconverged(space: SolverSpace, m: Model, d: Data): void {
  for (let k = 0; k < Math.max(1, d.nisland); k++) {
    if (space.results ? space.results.converged(k) : space.statistics[k].converged) continue
    throw new StepError(
      `solver 'CGStrict' did not converge in island ${k} within ${m.opt.iterations} iterations; the state has not ` +
        'moved. Allow more iterations or a larger tolerance, or use another solver',
    )
  }
}

function solveIslands(space: SolverSpace, m: Model, d: Data): void {
  const { islands, whole, pool } = space
  const { nisland, solver_niter } = d
  leaveOthers(d)
  if (pool?.solve(SOLVE_ACCELERATION, m, d)) {
    const { results } = pool
    space.results = results
    for (let k = 0; k < nisland; k++) {
      if (k < solver_niter.length) solver_niter[k] = results.iterations(k)
      if (results.indefinite(k)) warn(d, Warning.indefinite, k)
    }
    return
  }
  space.results = undefined
  for (let k = 0; k < nisland; k++) {
    const iterations = solveIsland(islands, whole.problem, m, d, k, statisticsOf(space, k))
    if (k < solver_niter.length) solver_niter[k] = iterations
    if (islands.indefinite) warn(d, Warning.indefinite, k)
  }
}

/** What is in no island moves as if there were no constraints. */
function leaveOthers(d: Data): void {
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

/**
 * The dual solvers, if `solve`, then the pass that takes out slip, island by island; then the acceleration. Returns false
 * where forces could not be found, and leaves everything else to another solver.
 */
function solveDual(space: SolverSpace, m: Model, d: Data, solve: boolean): boolean {
  const { opt } = m
  const { dual } = space
  poseDual(dual, m, d)
  if (solve && opt.solver !== Solver.ActiveSet && !helps(dual)) forget(dual)
  dual.scale[0] = 1 / (m.stat.meaninertia * Math.max(1, m.nv))
  if (!solveDualIslands(space, m, d, solve)) return false
  takeAll(dual, dual.rows)
  statesOfForces(dual, d.efc_state)
  accelerate(space.whole.problem, d)
  return true
}

function solveDualIslands(space: SolverSpace, m: Model, d: Data, solve: boolean): boolean {
  const { dual, islands, pool } = space
  const { nisland, solver_niter } = d
  if (nisland > 1 && pool?.solve(solve ? SOLVE_FORCES : NO_SLIP, m, d)) {
    const { results } = pool
    if (solve) space.results = results
    for (let k = 0; k < nisland; k++) {
      if (solve && results.unconverged(k)) warn(d, Warning.unconverged, k)
      if (solve && results.failed(k)) return false
      if (k < solver_niter.length) solver_niter[k] += results.iterations(k)
    }
    dual.rows = d.map_iefc2efc
    return true
  }
  if (solve) space.results = undefined
  if (nisland === 0) takeAll(dual, allRows(space, d.nefc))
  const parts = Math.max(1, nisland)
  for (let k = 0; k < parts; k++) {
    if (nisland > 0) takeIsland(dual, d, k)
    const iterations = solveForces(islands, dual, m, solve, statisticsOf(space, k))
    if (islands.unconverged) warn(d, Warning.unconverged, k)
    if (iterations < 0) return false
    if (k < solver_niter.length) solver_niter[k] += iterations
  }
  return true
}

/** The acceleration that forces of rows lead to: qfrc_constraint = Jᵀ f, qacc = qacc_smooth + M⁻¹ Jᵀ f. */
function accelerate(p: Problem, d: Data): void {
  const { qacc, qacc_smooth, qfrc_constraint } = d
  // where springs tie trees together, these are solved for at once
  const apart = !d.effectiveInertia.joinsTrees
  const span = apart ? d.span_dof : p.all
  const nspan = apart ? d.nspan : 1
  if (d.sleepChanged) {
    qacc.set(qacc_smooth)
    qfrc_constraint.fill(0)
  }
  for (let s = 0; s < 2 * nspan; s += 2) qfrc_constraint.fill(0, span[s], span[s + 1])
  addJacobianTransposed(p, qfrc_constraint, d.efc_force)
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span[s + 1]
    for (let i = span[s]; i < end; i++) qacc[i] = qfrc_constraint[i]
    solveInertia(p, qacc, span[s], end)
    for (let i = span[s]; i < end; i++) qacc[i] += qacc_smooth[i]
  }
}

function forget(dual: DualProblem): void {
  dual.force.fill(0, 0, dual.nefc)
  clearSums(dual)
}

function allRows(space: SolverSpace, nefc: number): Int32Array {
  if (space.rows.length < nefc) space.rows = Int32Array.from({ length: 2 * nefc }, (_, i) => i)
  return space.rows
}

/** What the solver did in the last forward pass of this state, for the whole model or for one of its islands. */
export function solverStatistics(d: Data, island = 0): SolverStatistics | undefined {
  if (d.nefc === 0 || !(island < Math.max(1, d.nisland))) return undefined
  const space = spaceOf(d)
  if (space.results) space.results.read(island, statisticsOf(space, island))
  return space.statistics[island]
}

/** The statistics of an island, to be written. */
function statisticsOf({ statistics }: SolverSpace, island: number): SolverStatistics {
  while (statistics.length <= island) statistics.push(new SolverStatistics())
  return statistics[island]
}

/** A problem to pose for this state; its work space is there already. */
export function problemOf(d: Data): Problem {
  return spaceOf(d).whole.problem
}

function spaceOf(d: Data): SolverSpace {
  let space = spaces.get(d)
  if (!space) {
    space = new SolverSpace()
    spaces.set(d, space)
  }
  return space
}

/**
 * Starts from the acceleration of the last step, or from the smooth one where that costs less, and evaluates the problem
 * there.
 */
function warmStart(m: Model, d: Data, p: Problem): void {
  const { nefc, jar, cost } = p
  const { qacc_smooth, qacc_warmstart, efc_b } = d
  if ((m.opt.disableflags & DisableBit.warmstart) === 0) {
    for (let i = 0; i < nefc; i++) jar[i] = efc_b[i]
    updateRows(p)
    const smooth = cost[0]
    start(d, qacc_warmstart)
    evaluateAt(p)
    addInertiaCost(p)
    // not so if the last acceleration is not a number
    if (cost[0] <= smooth) return
  }
  start(d, qacc_smooth)
  evaluateAt(p)
}

/**
 * Sets the acceleration, and no forces. Trees that sleep have the smooth acceleration of when they fell asleep, which takes
 * only one step to write.
 */
function start(d: Data, from: Float64Array): void {
  const { qacc, qacc_smooth, qfrc_constraint, nspan, span_dof } = d
  if (d.sleepChanged) {
    qacc.set(qacc_smooth)
    qfrc_constraint.fill(0)
  }
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_dof[s + 1]
    for (let i = span_dof[s]; i < end; i++) {
      qacc[i] = from[i]
      qfrc_constraint[i] = 0
    }
  }
}

/** Starts the dual solvers from the forces that rows have at the acceleration of the last step. */
function warmForces(m: Model, d: Data, p: Problem): void {
  if (m.opt.disableflags & DisableBit.warmstart) {
    d.efc_force.fill(0)
    return
  }
  mulJacobian(p, p.jar, d.qacc_warmstart, d.efc_aref)
  updateRows(p)
}
