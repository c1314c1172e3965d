import {
  AT_LOWER,
  AT_UPPER,
  allowError,
  type BoxedProblem,
  FREE,
  factorFree,
  solveFree,
  updateResidual,
} from './boxProblem.ts'
import { changeCost, factorCost, insertRow, removeRow } from './choleskySet.ts'
import { pivotOneByOne } from './singlePivot.ts'

/** Rounds without fewer rows in the wrong place than ever before, after which the search ends. */
const PATIENCE = 10

/**
 * Finds the solution from the set in `state`, within so many solves: by blocks, and where that runs in circles, which is
 * seldom, one by one from the last set. Returns false if solves run out, or if A is not positive definite.
 */
export function solveBoxed(s: BoxedProblem, maxIterations: number): boolean {
  if (!factorFree(s)) return false
  return pivotBlocks(s, maxIterations) || (factorFree(s) && pivotOneByOne(s, maxIterations))
}

/**
 * Block pivoting, from a set that is factored already: solve for the free rows, then let all rows that are in the wrong
 * place change it at once. Free rows outside their bounds go to the bound, rows at a bound whose residual points inward
 * become free. From a good start two or three solves do. It may run in circles, so it ends when the number of rows in
 * the wrong place does not fall any more. Returns whether the solution was found; if not, the set is a good one to go on
 * from, once it is factored again.
 */
export function pivotBlocks(s: BoxedProblem, maxIterations: number): boolean {
  let fewest = s.n + 1
  let patience = PATIENCE
  while (s.iterations < maxIterations) {
    s.iterations++
    solveFree(s)
    const wrong = findWrong(s)
    if (wrong === 0) return true
    if (wrong < fewest) {
      fewest = wrong
      patience = PATIENCE
    } else if (--patience === 0) {
      return false
    }
    if (!change(s, wrong)) return false
  }
  return false
}

/** Where each row should be; returns how many are not there. */
function findWrong(s: BoxedProblem): number {
  const { n, x, w, lower, upper, state, wanted } = s
  updateResidual(s)
  const error = allowError(s)[0]
  let wrong = 0
  for (let i = 0; i < n; i++) {
    let place: number = state[i]
    if (place === FREE) {
      if (x[i] < lower[i]) place = AT_LOWER
      else if (x[i] > upper[i]) place = AT_UPPER
    } else if (w[i] * place > error && lower[i] < upper[i]) {
      place = FREE
    }
    wanted[i] = place
    if (place !== state[i]) wrong++
  }
  return wrong
}

/** Moves rows to where they should be; where they are so many that it is less work the factor is made anew. */
function change(s: BoxedProblem, wrong: number): boolean {
  const { n, state, wanted, set } = s
  let cost = 0
  for (let i = 0; i < n; i++) if (wanted[i] !== state[i]) cost += changeCost(set, i)
  const anew = cost > factorCost(set)
  s.changes += wrong
  if (!anew) for (let i = 0; i < n; i++) if (state[i] === FREE && wanted[i] !== FREE) removeRow(set, i)
  for (let i = 0; i < n; i++) {
    const joins = state[i] !== FREE && wanted[i] === FREE
    state[i] = wanted[i]
    if (joins && !anew && !insertRow(set, i)) return false
  }
  return !anew || factorFree(s)
}
