import type { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'
import type { IslandResults } from './islandResults.ts'

/** A worker pool that solves islands together with the thread that steps; see `IslandThreads`. */
export interface IslandPool {
  /** How the solves of the last job went. */
  readonly results: IslandResults
  /**
   * Does one of `SOLVE_ACCELERATION`, `SOLVE_FORCES` and `NO_SLIP` for all islands, once the problem of all of them has
   * been posed. Returns false, and does nothing, where several threads would not be faster.
   */
  solve(kind: number, m: Model, d: Data): boolean
}
