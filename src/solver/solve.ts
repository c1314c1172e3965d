import type { Data } from '../data/data.ts'
import { warn } from '../data/warning.ts'
import { DisableBit, Solver, Warning } from '../model/enums.ts'
import { StepError } from '../model/errors.ts'
import type { Model } from '../model/model.ts'
import { clearSums, DualProblem, dualCost, poseDual, statesOfForces } from './dual.ts'
import { DualCg, solveDualCg } from './dualCg.ts'
import { ExactSolver, refuseCones, solveExact } from './exact.ts'
import {
  IslandColumns,
  IslandOrder,
  numberColumns,
  orderIsland,
  poseIsland,
  poseWholeIsland,
  scatterIsland,
} from './islands.ts'
import { noSlip } from './noslip.ts'
import { GaussSeidel, gaussSeidel } from './pgs.ts'
import { evaluateAt, PrimalSolver, solvePrimal } from './primal.ts'
import {
  addJacobianTransposed,
  mulJacobian,
  type Problem,
  poseProblem,
  solveInertia,
  updateGradient,
} from './problem.ts'
import { updateRows } from './rows.ts'
import type { SolverStatistics } from './statistics.ts'

/** Work space of a state, kept from step to step; none of it is state. */
class SolverSpace {
  /** For the problem of the whole model. */
  readonly whole = new PrimalSolver()
  /** One for each island, so that each finds its last pattern again. */
  readonly islands: PrimalSolver[] = []
  readonly orders: IslandOrder[] = []
  readonly columns = new IslandColumns()
  readonly dual = new DualProblem()
  readonly gaussSeidel: GaussSeidel[] = []
  readonly exact: ExactSolver[] = []
  readonly dualCg: DualCg[] = []
  /** Numbers of all rows in order, for a model without islands. */
  rows = new Int32Array(0)
  /** Statistics of the last solve, island by island. */
  readonly statistics: SolverStatistics[] = []
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
  // a single island of all dofs can do with the arrays as they are, unless its trees should change places
  if (d.nisland > 1 || (d.nisland === 1 && (d.nidof < m.nv || m.ntree > 2))) solveIslands(space, m, d)
  else solveWhole(space, m, d)
  if (solver === Solver.CGStrict) refuseUnconverged(space, m, d)
  if (opt.noslip_iterations > 0) solveDual(space, m, d, false)
}

/** Whether the primal problem is solved by Newton's method; else by conjugate gradients. */
function usesNewton(m: Model): boolean {
  return m.opt.solver !== Solver.CG && m.opt.solver !== Solver.CGStrict
}

function solveWhole(space: SolverSpace, m: Model, d: Data): void {
  const { whole } = space
  if (d.nisland === 1) poseWholeIsland(whole.problem, m, d)
  d.solver_niter[0] = solvePart(whole, m, d, 0, usesNewton(m))
  space.statistics[0] = whole.statistics
}

/** Solves the problem of one island, or of the whole model. Returns the iterations. */
function solvePart(s: PrimalSolver, m: Model, d: Data, island: number, newton: boolean): number {
  const iterations = solvePrimal(s, m.opt, newton)
  return newton && s.factor.lost > 0 ? iterations + solveAgain(s, m, d, island) : iterations
}

/**
 * Where rounding has left Newton's matrix not positive definite, its directions may lead anywhere. Conjugate gradients need no
 * such matrix: they start afresh, and what costs less is kept.
 */
function solveAgain(s: PrimalSolver, m: Model, d: Data, island: number): number {
  const { problem: p } = s
  const { nv, qacc, qacc_smooth, cost } = p
  if (s.kept.length < nv) s.kept = new Float64Array(nv)
  const { kept } = s
  warn(d, Warning.indefinite, island)
  evaluateAt(p)
  addInertiaCost(p)
  const newton = cost[0]
  for (let i = 0; i < nv; i++) {
    kept[i] = qacc[i]
    qacc[i] = qacc_smooth[i]
  }
  evaluateAt(p)
  const iterations = solvePrimal(s, m.opt, false)
  addInertiaCost(p)
  if (newton < cost[0]) {
    for (let i = 0; i < nv; i++) qacc[i] = kept[i]
    evaluateAt(p)
    updateGradient(p)
  }
  return iterations
}

/** Adds ½ (a − a_s)ᵀ M (a − a_s) to the cost of the rows. */
function addInertiaCost(p: Problem): void {
  const { span, nspan, Ma, qacc, qacc_smooth, qfrc_smooth, cost } = p
  let sum = 0
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span[s + 1]
    for (let i = span[s]; i < end; i++) sum += 0.5 * (Ma[i] - qfrc_smooth[i]) * (qacc[i] - qacc_smooth[i])
  }
  cost[0] += sum
}

function refuseUnconverged(space: SolverSpace, m: Model, d: Data): void {
  for (let k = 0; k < Math.max(1, d.nisland); k++) {
    if (space.statistics[k].converged) continue
    throw new StepError(
      `solver 'CGStrict' did not converge in island ${k} within ${m.opt.iterations} iterations; the state has not ` +
        'moved. Allow more iterations or a larger tolerance, or use another solver',
    )
  }
}

function solveIslands(space: SolverSpace, m: Model, d: Data): void {
  const { islands, orders, columns } = space
  const { nisland, solver_niter, dof_island, qacc, qacc_smooth, qfrc_constraint, nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_dof[s + 1]
    for (let i = span_dof[s]; i < end; i++) {
      if (dof_island[i] >= 0) continue
      qacc[i] = qacc_smooth[i]
      qfrc_constraint[i] = 0
    }
  }
  const newton = usesNewton(m)
  for (let k = 0; k < nisland; k++) {
    if (islands.length === k) {
      islands.push(new PrimalSolver())
      orders.push(new IslandOrder())
    }
    const solver = islands[k]
    const order = orders[k]
    orderIsland(order, columns, m, d, k, newton, solver.factor.pattern.entries)
    numberColumns(columns, m, d, k, order.permuted)
    poseIsland(solver.problem, space.whole.problem, m, d, columns, k, order.permuted)
    const iterations = solvePart(solver, m, d, k, newton)
    if (k < solver_niter.length) solver_niter[k] = iterations
    space.statistics[k] = solver.statistics
    scatterIsland(solver.problem, d, k)
  }
}

/**
 * The dual solvers, if `solve`, then the pass that takes out slip, island by island; then the acceleration. Returns false
 * where forces could not be found, and leaves everything else to another solver.
 */
function solveDual(space: SolverSpace, m: Model, d: Data, solve: boolean): boolean {
  const { opt } = m
  const { dual } = space
  const { nisland, solver_niter, island_iefcadr, island_nefc } = d
  poseDual(dual, m, d)
  if (solve && opt.solver !== Solver.ActiveSet && !(dualCost(dual) <= 0)) forget(dual)
  dual.scale[0] = 1 / (m.stat.meaninertia * Math.max(1, m.nv))
  dual.rows = nisland > 0 ? d.map_iefc2efc : allRows(space, d.nefc)
  const parts = Math.max(1, nisland)
  for (let k = 0; k < parts; k++) {
    dual.first = nisland > 0 ? island_iefcadr[k] : 0
    dual.end = dual.first + (nisland > 0 ? island_nefc[k] : d.nefc)
    let iterations = 0
    if (solve) {
      iterations = findForces(space, m, d, k)
      if (iterations < 0) return false
    }
    if (opt.noslip_iterations > 0) iterations += noSlip(dual, opt)
    if (k < solver_niter.length) solver_niter[k] += iterations
  }
  dual.first = 0
  dual.end = d.nefc
  statesOfForces(dual, d.efc_state)
  accelerate(space.whole.problem, d)
  return true
}

/** The acceleration that forces of rows lead to: qfrc_constraint = Jᵀ f, qacc = qacc_smooth + M⁻¹ Jᵀ f. */
function accelerate(p: Problem, d: Data): void {
  const { qacc, qacc_smooth, qfrc_constraint } = d
  // where springs tie trees together, these are solved for at once
  const apart = !d.metric.joinsTrees
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

/** Forces of one island, or of all rows where there are no islands. Returns the iterations; -1: not found. */
function findForces(space: SolverSpace, m: Model, d: Data, island: number): number {
  const { opt } = m
  const { dual, exact, dualCg, gaussSeidel: sweeps, statistics } = space
  let iterations = 0
  if (opt.solver === Solver.ActiveSet) {
    if (exact.length === island) exact.push(new ExactSolver())
    const solver = exact[island]
    const cold = (opt.disableflags & DisableBit.warmstart) !== 0
    statistics[island] = solver.statistics
    if (solveExact(solver, dual, opt, cold)) return solver.boxed.iterations
    warn(d, Warning.unconverged, island)
    return -1
  }
  if (opt.solver === Solver.DualCG) {
    if (dualCg.length === island) dualCg.push(new DualCg())
    const solver = dualCg[island]
    statistics[island] = solver.statistics
    iterations = solveDualCg(solver, dual, opt)
    if (solver.statistics.converged) return iterations
    warn(d, Warning.unconverged, island)
  }
  while (sweeps.length <= island) sweeps.push(new GaussSeidel())
  iterations += gaussSeidel(sweeps[island], dual, opt)
  statistics[island] = sweeps[island].statistics
  return iterations
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
  return d.nefc > 0 && island < Math.max(1, d.nisland) ? spaceOf(d).statistics[island] : undefined
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
