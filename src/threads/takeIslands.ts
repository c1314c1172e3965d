import { bindState, takeIsland } from '../physics/solver/dual/dualProblem.ts'
import { SOLVE_ACCELERATION, SOLVE_FORCES } from '../physics/solver/island/islandResults.ts'
import { type IslandSpace, solveForces, solveIsland } from '../physics/solver/island/islandSolver.ts'
import type { SolverStatistics } from '../physics/solver/problem/solverStatistics.ts'
import type { PoolState } from './poolMemory.ts'
import { COUNT, KIND, NEXT } from './sharedWords.ts'

/**
 * Solves islands of the open job until none are left. All threads run this. Returns the number of islands that this
 * thread has solved.
 */
export function takeIslands(words: Int32Array, s: PoolState, space: IslandSpace, statistics: SolverStatistics): number {
  const { m, d, whole, dual, list, results } = s
  const kind = words[KIND]
  const count = words[COUNT]
  if (kind !== SOLVE_ACCELERATION) bindState(dual, m, d)
  let solved = 0
  for (let at = Atomics.add(words, NEXT, 1); at < count; at = Atomics.add(words, NEXT, 1)) {
    const island = list[at]
    let iterations = 0
    if (kind === SOLVE_ACCELERATION) {
      iterations = solveIsland(space, whole, m, d, island, statistics)
    } else {
      takeIsland(dual, d, island)
      iterations = solveForces(space, dual, m, kind === SOLVE_FORCES, statistics)
    }
    results.write(island, kind, iterations, space, statistics)
    solved++
  }
  return solved
}
