import type { Data } from '../../../core/data/data.ts'
import { DisableBit, Solver } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { usesNewton } from '../../../core/model/option.ts'
import { ExactSolver, solveExact } from '../activeSet/activeSetSolver.ts'
import { DualCg, solveDualCg } from '../dual/dualCg.ts'
import type { DualProblem } from '../dual/dualProblem.ts'
import { noSlip } from '../dual/noSlip.ts'
import { GaussSeidel, gaussSeidel } from '../dual/pgs.ts'
import { IslandOrder } from '../factor/eliminationOrder.ts'
import { Pattern } from '../factor/fillPattern.ts'
import { PrimalSolver, solvePrimal } from '../primal/primalSolver.ts'
import { addInertiaCost, evaluateAt, updateGradient } from '../problem/primalCost.ts'
import { COST, type Problem } from '../problem/primalProblem.ts'
import type { SolverStatistics } from '../problem/solverStatistics.ts'
import { IslandColumns, numberColumns, orderIsland, poseIsland, scatterIsland } from './islandProblem.ts'

/** At most so many dofs are taken for those of a single body. */
const SINGLE = 6

/**
 * What a thread needs to solve islands, one after the other. None of it is state, and none of it shows in the results:
 * what is kept from step to step only saves finding it again.
 */
export class IslandSpace {
  readonly primal: PrimalSolver = new PrimalSolver()
  readonly columns: IslandColumns = new IslandColumns()
  /** One for each island, so that each finds its last pattern again, … */
  readonly patterns: Pattern[] = []
  /** … but one for all single bodies: they have the same pattern, and it stays in the caches of the processor. */
  readonly single: Pattern = new Pattern()
  readonly orders: IslandOrder[] = []
  readonly gaussSeidel: GaussSeidel = new GaussSeidel()
  readonly exact: ExactSolver = new ExactSolver()
  readonly dualCg: DualCg = new DualCg()
  /** What the last island is to be warned of: rounding has left Newton's matrix not positive definite. */
  indefinite = false
  /** The same: the dual solver did not converge. */
  unconverged = false
}

/**
 * Finds the acceleration of an island, from that at which the problem of `all` islands has been evaluated: (island,
 * qacc) → its part of qacc, qfrc_constraint, efc_force, efc_state. Nothing else is written to, so that islands can be
 * solved at the same time. Returns the iterations.
 */
export function solveIsland(
  s: IslandSpace,
  all: Problem,
  m: Model,
  d: Data,
  island: number,
  statistics: SolverStatistics,
): number {
  const { primal, columns, patterns, orders } = s
  while (patterns.length <= island) {
    patterns.push(new Pattern())
    orders.push(new IslandOrder())
  }
  const newton = usesNewton(m)
  const order = orders[island]
  orderIsland(order, columns, m, d, island, newton)
  numberColumns(columns, d, island, order.permuted)
  poseIsland(primal.problem, all, d, columns, island, order.permuted)
  primal.factor.pattern = d.island_nv[island] <= SINGLE ? s.single : patterns[island]
  primal.statistics = statistics.open(primal)
  const iterations = solvePart(s, primal, m, newton)
  scatterIsland(primal.problem, d, island)
  return iterations
}

/** Solves the problem of one island, or of the whole model. Returns the iterations. */
export function solvePart(s: IslandSpace, primal: PrimalSolver, m: Model, newton: boolean): number {
  const iterations = solvePrimal(primal, m.opt, newton)
  s.indefinite = newton && primal.factor.lost > 0
  return s.indefinite ? iterations + solveAgain(primal, m) : iterations
}

/**
 * Where rounding has left Newton's matrix not positive definite, its directions may lead anywhere. Conjugate gradients
 * need no such matrix: they start afresh, and what costs less is kept.
 */
function solveAgain(s: PrimalSolver, m: Model): number {
  const { problem: p } = s
  const { nv, qacc, qacc_smooth, register } = p
  if (s.kept.length < nv) s.kept = new Float64Array(nv)
  const { kept } = s
  evaluateAt(p)
  addInertiaCost(p)
  const newton = register[COST]
  for (let i = 0; i < nv; i++) {
    kept[i] = qacc[i]
    qacc[i] = qacc_smooth[i]
  }
  evaluateAt(p)
  const iterations = solvePrimal(s, m.opt, false)
  addInertiaCost(p)
  if (newton < register[COST]) {
    for (let i = 0; i < nv; i++) qacc[i] = kept[i]
    evaluateAt(p)
    updateGradient(p)
  }
  return iterations
}

/**
 * The dual solvers, if `solve`, then the pass that takes out slip, on the rows that `dual` is about at present: their
 * part of efc_force. Returns the iterations; -1: forces could not be found.
 */
export function solveForces(
  s: IslandSpace,
  dual: DualProblem,
  m: Model,
  solve: boolean,
  statistics: SolverStatistics,
): number {
  s.unconverged = false
  let iterations = 0
  if (solve) {
    iterations = findForces(s, dual, m, statistics)
    if (iterations < 0) return iterations
  }
  if (m.opt.noslip_iterations > 0) iterations += noSlip(dual, m.opt)
  return iterations
}

/** Forces of the present rows. Returns the iterations; -1: not found. */
function findForces(s: IslandSpace, dual: DualProblem, { opt }: Model, statistics: SolverStatistics): number {
  let iterations = 0
  if (opt.solver === Solver.ActiveSet) {
    const { exact } = s
    const cold = (opt.disableflags & DisableBit.warmstart) !== 0
    exact.statistics = statistics.open(exact)
    if (solveExact(exact, dual, opt, cold)) return exact.boxed.iterations
    s.unconverged = true
    return -1
  }
  if (opt.solver === Solver.DualCG) {
    const { dualCg } = s
    dualCg.statistics = statistics.open(dualCg)
    iterations = solveDualCg(dualCg, dual, opt)
    if (statistics.converged) return iterations
    s.unconverged = true
  }
  const { gaussSeidel: sweeps } = s
  sweeps.statistics = statistics.open(sweeps)
  return iterations + gaussSeidel(sweeps, dual, opt)
}
