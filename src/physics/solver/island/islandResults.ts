import { indicesLike, numbersLike } from '../../../core/memory/growingTable.ts'
import { MAX_ITERATIONS, type SolverStatistics } from '../problem/solverStatistics.ts'
import type { IslandSpace } from './islandSolver.ts'

/** What is to be done with each island. */
export const SOLVE_ACCELERATION = 0
export const SOLVE_FORCES = 1
export const NO_SLIP = 2

// numbers of an island in `records`
const ITERATIONS = 0
const CONVERGED = 1
const FLAGS = 2
const NOTED = 3
const RECORD = 4

// bits of FLAGS
const INDEFINITE = 1
const UNCONVERGED = 2
const FAILED = 4

// numbers of an island in `statistics`: how the solve ended, then seven of each iteration
const ENDING = 2
const COLUMNS = 7
const STATISTICS = ENDING + COLUMNS * MAX_ITERATIONS

/**
 * How the solves of islands went, in shared memory: the thread that solves an island writes it, the thread that steps
 * reads it.
 */
export class IslandResults {
  readonly capacity: number
  readonly records: Int32Array
  readonly statistics: Float64Array

  /** Room for some islands, or what another thread has made. */
  constructor(capacity: number, from?: Pick<IslandResults, 'records' | 'statistics'>) {
    this.capacity = capacity
    const shared = from ? undefined : new SharedArrayBuffer(0)
    this.records = from?.records ?? indicesLike(shared, RECORD * capacity)
    this.statistics = from?.statistics ?? numbersLike(shared, STATISTICS * capacity)
  }

  /** Notes how an island went. */
  write(island: number, job: number, iterations: number, space: IslandSpace, s: SolverStatistics): void {
    const { records, statistics } = this
    const record = RECORD * island
    records[record + ITERATIONS] = iterations
    if (job === NO_SLIP) return
    const noted = Math.min(s.iterations, MAX_ITERATIONS)
    let flags = 0
    if (job === SOLVE_ACCELERATION && space.indefinite) flags |= INDEFINITE
    if (job === SOLVE_FORCES && space.unconverged) flags |= UNCONVERGED
    if (iterations < 0) flags |= FAILED
    records[record + CONVERGED] = s.converged ? 1 : 0
    records[record + FLAGS] = flags
    records[record + NOTED] = noted
    let at = STATISTICS * island
    statistics[at++] = s.ending[0]
    statistics[at++] = s.ending[1]
    const { improvement, gradient, lineslope, nactive, nchange, neval, nupdate } = s
    for (let i = 0; i < noted; i++) {
      statistics[at++] = improvement[i]
      statistics[at++] = gradient[i]
      statistics[at++] = lineslope[i]
      statistics[at++] = nactive[i]
      statistics[at++] = nchange[i]
      statistics[at++] = neval[i]
      statistics[at++] = nupdate[i]
    }
  }

  /** Puts the statistics of an island where users read them. */
  read(island: number, s: SolverStatistics): void {
    const { records, statistics } = this
    s.open(this)
    s.iterations = records[RECORD * island + NOTED]
    s.converged = this.converged(island)
    let at = STATISTICS * island
    s.ending[0] = statistics[at++]
    s.ending[1] = statistics[at++]
    s.reserve(s.iterations - 1)
    for (let i = 0; i < s.iterations; i++) {
      s.improvement[i] = statistics[at++]
      s.gradient[i] = statistics[at++]
      s.lineslope[i] = statistics[at++]
      s.nactive[i] = statistics[at++]
      s.nchange[i] = statistics[at++]
      s.neval[i] = statistics[at++]
      s.nupdate[i] = statistics[at++]
    }
  }

  iterations(island: number): number {
    return this.records[RECORD * island + ITERATIONS]
  }

  converged(island: number): boolean {
    return this.records[RECORD * island + CONVERGED] !== 0
  }

  /** Whether rounding has left Newton's matrix not positive definite. */
  indefinite(island: number): boolean {
    return (this.records[RECORD * island + FLAGS] & INDEFINITE) !== 0
  }

  /** Whether the dual solver did not converge. */
  unconverged(island: number): boolean {
    return (this.records[RECORD * island + FLAGS] & UNCONVERGED) !== 0
  }

  /** Whether the dual solver found no forces at all. */
  failed(island: number): boolean {
    return (this.records[RECORD * island + FLAGS] & FAILED) !== 0
  }
}
