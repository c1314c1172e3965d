import type { Data } from '../../core/data/data.ts'
import { perData } from '../../core/data/perData.ts'
import type { SolvedIslands } from '../../core/data/stageKernels.ts'
import { DualProblem } from './dual/dualProblem.ts'
import type { IslandPool } from './island/islandPool.ts'
import type { IslandResults } from './island/islandResults.ts'
import { IslandSpace } from './island/islandSolver.ts'
import { PrimalSolver } from './primal/primalSolver.ts'
import type { Problem } from './problem/primalProblem.ts'
import { SolverStatistics } from './problem/solverStatistics.ts'

/** Work space of the solvers for one state, kept from step to step. Results do not depend on it. */
export class SolverSpace {
  /** For the problem of the whole model. */
  readonly whole: PrimalSolver = new PrimalSolver()
  /** For the problem of one island after the other. */
  readonly islands: IslandSpace = new IslandSpace()
  readonly dual: DualProblem = new DualProblem()
  /** Statistics of the last solve, by island. */
  readonly statistics: SolverStatistics[] = []
  /** Worker pool that solves islands too, if there is one. */
  pool: IslandPool | undefined = undefined
  /** Where the statistics of the last solve are, if the pool has solved it. */
  poolResults: IslandResults | undefined = undefined
  /** Where they are if a kernel has solved it. */
  solved: SolvedIslands | undefined = undefined
  /** 0, 1, 2, … */
  #rowNumbers = new Int32Array(0)

  /** The numbers of all rows, for a model without islands. */
  allRows(nefc: number): Int32Array {
    if (this.#rowNumbers.length < nefc) this.#rowNumbers = Int32Array.from({ length: 2 * nefc }, (_, i) => i)
    return this.#rowNumbers
  }

  /** The statistics of an island, to be written. */
  statisticsOf(island: number): SolverStatistics {
    const { statistics } = this
    while (statistics.length <= island) statistics.push(new SolverStatistics())
    return statistics[island]
  }

  /** Whether the last solve of an island has converged. */
  converged(island: number): boolean {
    const results = this.solved ?? this.poolResults
    return results ? results.converged(island) : this.statistics[island].converged
  }
}

const spaces = perData(() => new SolverSpace())

export function solverSpace(d: Data): SolverSpace {
  return spaces.of(d)
}

/** A problem to be posed for this state, with its work space. */
export function problemOf(d: Data): Problem {
  return spaces.of(d).whole.problem
}

/** Gives a state a worker pool that solves its islands, or takes it away. Returns what all threads work on. */
export function setIslandPool(
  d: Data,
  pool: IslandPool | undefined,
): { readonly whole: Problem; readonly dual: DualProblem; readonly islands: IslandSpace } {
  const space = spaces.of(d)
  if (pool && space.pool)
    throw new Error('the islands of this state are solved by threads already: dispose of these first')
  space.pool = pool
  return { whole: space.whole.problem, dual: space.dual, islands: space.islands }
}

/** What the solver did in the last forward pass of this state, for the whole model or for one of its islands. */
export function solverStatistics(d: Data, island = 0): SolverStatistics | undefined {
  if (d.nefc === 0 || !(island < Math.max(1, d.nisland))) return undefined
  const space = spaces.of(d)
  if (space.solved !== undefined) readSolved(space.solved, island, space.statisticsOf(island))
  else space.poolResults?.read(island, space.statisticsOf(island))
  return space.statistics[island]
}

/** Puts the statistics of an island that a kernel has solved where users read them. */
function readSolved(solved: SolvedIslands, island: number, s: SolverStatistics): void {
  s.open(solved)
  s.iterations = solved.iterations(island)
  s.converged = solved.converged(island)
  const kept = solved.kept(island)
  s.reserve(kept - 1)
  for (let i = 0; i < kept; i++) {
    s.improvement[i] = solved.number(island, i, 0)
    s.gradient[i] = solved.number(island, i, 1)
    s.lineslope[i] = solved.number(island, i, 2)
    s.nactive[i] = solved.number(island, i, 3)
    s.nchange[i] = solved.number(island, i, 4)
    s.neval[i] = solved.number(island, i, 5)
  }
}
