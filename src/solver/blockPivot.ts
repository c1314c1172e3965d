import {
  type ActiveSet,
  AT_LOWER,
  AT_UPPER,
  allowError,
  FREE,
  solveFree,
  startSet,
  updateResidual,
} from './activeSet.ts'
import { insertRow, removeRow } from './choleskySet.ts'

/** Rounds without fewer rows in the wrong place than ever before, after which the search ends. */
const PATIENCE = 10

/**
 * Block pivoting: solve for the free rows, then let all rows that are in the wrong place change it at once. Free rows
 * outside their bounds go to the bound, rows at a bound whose residual points inward become free. From a good start
 * two or three solves do. It may run in circles, so it ends when the number of rows in the wrong place does not fall
 * any more. Returns whether the solution was found; if not, the set is a good one to go on from.
 */
export function pivotBlocks(s: ActiveSet, maxIterations: number): boolean {
  s.iterations = 0
  s.changes = 0
  s.noted = 0
  if (!startSet(s)) return false
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
function findWrong(s: ActiveSet): number {
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

/** Moves rows to where they should be; where they are many the factor is made anew, which is less work then. */
function change(s: ActiveSet, wrong: number): boolean {
  const { n, state, wanted, set } = s
  const anew = 3 * wrong > set.size
  s.changes += wrong
  if (!anew) for (let i = 0; i < n; i++) if (state[i] === FREE && wanted[i] !== FREE) removeRow(set, i)
  for (let i = 0; i < n; i++) {
    const joins = state[i] !== FREE && wanted[i] === FREE
    state[i] = wanted[i]
    if (joins && !anew && !insertRow(set, i)) return false
  }
  return !anew || startSet(s)
}
