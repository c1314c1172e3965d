import {
  ALLOWED_ERROR,
  AT_LOWER,
  AT_UPPER,
  type BoxProblem,
  FREE,
  factorFree,
  findAllowedError,
  solveFree,
  updateResidual,
} from './boxProblem.ts'
import { changeCost, factorCost, insertRow, removeRow } from './choleskySet.ts'
import { pivotOneByOne } from './singlePivot.ts'

/** Rounds without fewer misplaced rows than ever before, after which the search ends. */
const PATIENCE = 10

/**
 * Finds the solution from the set in `state`, within so many solves: by block pivoting, and where that cycles, which is
 * rare, by single pivoting from the last set. Returns false if solves run out, or if A is not positive definite.
 */
export function solveBox(s: BoxProblem, maxIterations: number): boolean {
  return factorFree(s) && resolveBox(s, maxIterations)
}

/** The same from a set that is factored already, after a change of b. */
export function resolveBox(s: BoxProblem, maxIterations: number): boolean {
  return pivotBlocks(s, maxIterations) || (factorFree(s) && pivotOneByOne(s, maxIterations))
}

/**
 * Block principal pivoting, from a set that is factored already: solve for the free rows, then exchange all misplaced
 * rows at once. Free rows outside their bounds go to the bound, rows at a bound whose residual points inward become
 * free. From a good start two or three solves are enough. It may cycle, so it ends when the number of misplaced rows
 * stops falling. Returns whether the solution was found; if not, the set is a good start for another method, once it is
 * factored again.
 *
 * Júdice and Pires 1994, https://doi.org/10.1016/0305-0548(94)90106-6; with these exchange rules, Kim and Park 2011,
 * https://doi.org/10.1137/110821172.
 */
export function pivotBlocks(s: BoxProblem, maxIterations: number): boolean {
  let fewest = s.n + 1
  let patience = PATIENCE
  while (s.iterations < maxIterations) {
    s.iterations++
    solveFree(s)
    const misplaced = findMisplaced(s)
    if (misplaced === 0) return true
    if (misplaced < fewest) {
      fewest = misplaced
      patience = PATIENCE
    } else if (--patience === 0) {
      return false
    }
    if (!change(s, misplaced)) return false
  }
  return false
}

/** Finds the state that each row should have; returns how many have another. */
function findMisplaced(s: BoxProblem): number {
  const { n, x, w, lower, upper, state, wanted } = s
  updateResidual(s)
  findAllowedError(s)
  const error = s.register[ALLOWED_ERROR]
  let misplaced = 0
  for (let i = 0; i < n; i++) {
    let place: number = state[i]
    if (place === FREE) {
      if (x[i] < lower[i]) place = AT_LOWER
      else if (x[i] > upper[i]) place = AT_UPPER
    } else if (w[i] * place > error && lower[i] < upper[i]) {
      place = FREE
    }
    wanted[i] = place
    if (place !== state[i]) misplaced++
  }
  return misplaced
}

/** Exchanges misplaced rows: one by one, or, where that costs more, with a new factorization. */
function change(s: BoxProblem, misplaced: number): boolean {
  const { n, state, wanted, set } = s
  let cost = 0
  for (let i = 0; i < n; i++) if (wanted[i] !== state[i]) cost += changeCost(set, i)
  const anew = cost > factorCost(set)
  s.changes += misplaced
  if (!anew) for (let i = 0; i < n; i++) if (state[i] === FREE && wanted[i] !== FREE) removeRow(set, i)
  for (let i = 0; i < n; i++) {
    const joins = state[i] !== FREE && wanted[i] === FREE
    state[i] = wanted[i]
    if (joins && !anew && !insertRow(set, i)) return false
  }
  return !anew || factorFree(s)
}
