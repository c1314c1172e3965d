import {
  ALLOWED_ERROR,
  AT_LOWER,
  AT_UPPER,
  type BoxProblem,
  FREE,
  findAllowedError,
  solveFree,
  updateResidual,
} from './boxProblem.ts'
import { insertRow, removeRow } from './choleskySet.ts'

/**
 * One exchange after each solve, from a set that is factored already. First a heuristic: solve for the free rows, put
 * the one farthest outside its bounds on the bound, or, if all are inside, free the one whose residual is most wrong.
 * It nearly always ends, but may return to a set. After twice as many solves as rows, `descend` takes over, which
 * always ends. Returns whether the solution was found.
 */
export function pivotOneByOne(s: BoxProblem, maxIterations: number): boolean {
  const quick = Math.min(maxIterations, s.iterations + 2 * s.n)
  while (s.iterations < quick) {
    s.iterations++
    solveFree(s)
    const outside = farthestOutside(s)
    if (outside >= 0) {
      putOnBound(s, outside)
      continue
    }
    const wrong = mostWrong(s)
    if (wrong < 0) return true
    if (!setFree(s, wrong)) return false
  }
  return descend(s, maxIterations)
}

/** The free row that is farthest outside its bounds, the first of them on ties; -1: none. */
function farthestOutside(s: BoxProblem): number {
  const { n, x, state, lower, upper } = s
  let worst = 0
  let row = -1
  for (let i = 0; i < n; i++) {
    if (state[i] !== FREE) continue
    const outside = Math.max(lower[i] - x[i], x[i] - upper[i])
    if (outside > worst) {
      worst = outside
      row = i
    }
  }
  return row
}

/** The row at a bound whose residual w = A x − b points inward most; -1: none beyond the tolerance. */
function mostWrong(s: BoxProblem): number {
  const { n, w, lower, upper, state } = s
  updateResidual(s)
  findAllowedError(s)
  let worst = s.register[ALLOWED_ERROR]
  let row = -1
  for (let i = 0; i < n; i++) {
    if (state[i] === FREE || !(lower[i] < upper[i])) continue
    const inward = w[i] * state[i]
    if (inward > worst) {
      worst = inward
      row = i
    }
  }
  return row
}

function putOnBound(s: BoxProblem, row: number): void {
  const { x, lower, upper, state } = s
  const low = lower[row] - x[row] > x[row] - upper[row]
  state[row] = low ? AT_LOWER : AT_UPPER
  x[row] = low ? lower[row] : upper[row]
  removeRow(s.set, row)
  s.changes++
}

function setFree(s: BoxProblem, row: number): boolean {
  if (!insertRow(s.set, row)) return false
  s.state[row] = FREE
  s.changes++
  return true
}

/**
 * The primal active-set method for convex quadratic programs (Nocedal and Wright, Numerical Optimization, 2nd edition,
 * algorithm 16.3, https://doi.org/10.1007/978-0-387-40065-5): from a feasible point toward the minimum of its face, up
 * to the first bound on the way. At the minimum of a face, the row whose residual points inward most is freed. The cost
 * falls from face to face, so that none returns.
 */
export function descend(s: BoxProblem, maxIterations: number): boolean {
  const { n, x, state, lower, upper, step, set } = s
  for (let i = 0; i < n; i++) {
    if (state[i] !== FREE) continue
    if (x[i] <= lower[i] || x[i] >= upper[i]) putOnBound(s, i)
  }
  while (s.iterations < maxIterations) {
    s.iterations++
    for (let i = 0; i < n; i++) step[i] = x[i]
    solveFree(s)
    // how far along the way from the old point to the minimum of the face
    let reach = 1
    let blocking = -1
    for (let k = 0; k < set.size; k++) {
      const i = set.members[k]
      const way = x[i] - step[i]
      const room = way < 0 ? lower[i] - step[i] : upper[i] - step[i]
      if (Math.abs(way) * reach <= Math.abs(room)) continue
      reach = room / way
      blocking = i
    }
    if (blocking >= 0) {
      const low = x[blocking] < step[blocking]
      for (let k = 0; k < set.size; k++) {
        const i = set.members[k]
        x[i] = step[i] + reach * (x[i] - step[i])
      }
      state[blocking] = low ? AT_LOWER : AT_UPPER
      x[blocking] = low ? lower[blocking] : upper[blocking]
      removeRow(set, blocking)
      s.changes++
      continue
    }
    const wrong = mostWrong(s)
    if (wrong < 0) return true
    if (!setFree(s, wrong)) return false
  }
  return false
}
