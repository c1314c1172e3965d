import type { Option } from '../../../core/model/option.ts'
import { SolverStatistics } from '../problem/solverStatistics.ts'
import { addCurvature, alongFace, DualFace, findFace, preconditionFace } from './dualFace.ts'
import { dualityGap } from './dualityGap.ts'
import { type DualProblem, gatherForce, projectForces } from './dualProblem.ts'
import { mulScaled, poseScaled, projectScaled, ScaledDual } from './scaledDual.ts'

const noNumbers: Float64Array = new Float64Array(0)

/**
 * Conjugate gradients over constraint forces. Forces that are projected after each step of conjugate gradients do not
 * converge, so the two alternate (after Moré and Toraldo): a step down the gradient, projected onto bounds and cones,
 * finds on which face of them the solution lies; conjugate gradients with a preconditioner of blocks then minimise along
 * this face, and what they found is projected and taken if it lowers the cost. Along a face that is bent, the cone of a
 * contact that slides, this is Newton's method.
 *
 * It ends when the duality gap, which bounds how far the cost is above its minimum, scaled by inertia, is below the tolerance.
 */
export class DualCg {
  /** Where the solve is noted. */
  statistics: SolverStatistics = new SolverStatistics()
  readonly scaled: ScaledDual = new ScaledDual()
  readonly face: DualFace = new DualFace()
  /** Products with Q so far: what the work is made of. */
  products = 0
  /** [0]: |x − P(x − g)| / |c|, which is zero at the solution. [1]: duality gap. [2]: dual cost. */
  readonly residual: Float64Array = new Float64Array(3)
  /** [0]: length of a step down the gradient, [1]: change of the cost in this round, [2]: scale of costs. */
  readonly numbers: Float64Array = new Float64Array(3)

  x: Float64Array = noNumbers
  /** Gradient Q x + c. */
  g: Float64Array = noNumbers
  trial: Float64Array = noNumbers
  /** A change of x, and Q times it. */
  change: Float64Array = noNumbers
  Qchange: Float64Array = noNumbers
  // conjugate gradients: residual, preconditioned, direction, Q times it
  r: Float64Array = noNumbers
  z: Float64Array = noNumbers
  p: Float64Array = noNumbers
  Qp: Float64Array = noNumbers
  v: Float64Array = noNumbers
  way: Float64Array = noNumbers
  Qway: Float64Array = noNumbers
}

/** [0]: what `dot` answers. */
const answer = new Float64Array(1)

/** Most steps of conjugate gradients in a round. */
const MOST_STEPS = 100
/** The residual along a face falls to this share of what it was. */
const REDUCTION = 1e-3
/** Friction may leave its cone by this ratio before conjugate gradients end: the cone is bent, the way is straight. */
const BEYOND_CONE = 1.5
/** A round that lowers the cost by a smaller share of it than this is only rounding. */
const ROUNDING = 1e-16
/** Where rounding ends the search, it has succeeded if the gap is below this share of the cost. */
const SMALL_GAP = 1e-12

/**
 * Finds the forces of the present rows, starting from those in `q`. Returns the number of rounds, at most
 * `opt.iterations`; whether the last was the last because all was done is in the statistics.
 */
export function solveDualCg(s: DualCg, q: DualProblem, opt: Option): number {
  const { scaled, face, statistics, residual, numbers } = s
  poseScaled(scaled, q)
  start(s, q)
  numbers[0] = 1
  numbers[2] = q.scale[0]
  s.products = 0
  statistics.iterations = 0
  statistics.converged = false
  updateGradient(s, q)
  let round = 0
  while (true) {
    measure(s, q)
    if (isDone(s, opt)) {
      // the gradient has been added up: look again with a fresh one
      updateGradient(s, q)
      measure(s, q)
      if (isDone(s, opt)) {
        statistics.converged = true
        break
      }
    }
    if (round >= opt.iterations) break
    numbers[1] = 0
    const products = s.products
    descend(s, q)
    findFace(face, scaled, s.x, s.g)
    if (round === 0) face.changes = face.size
    if (face.size > 0 && searchFace(s)) {
      conjugate(s, q)
      takeWay(s, q)
    }
    record(s, round, products)
    round++
    if (!(numbers[1] < -ROUNDING * Math.abs(residual[2]))) {
      updateGradient(s, q)
      measure(s, q)
      statistics.converged = residual[1] <= SMALL_GAP * Math.abs(residual[2])
      break
    }
  }
  statistics.ending[0] = residual[0]
  statistics.ending[1] = residual[1] * numbers[2]
  finish(s, q)
  return round
}

function isDone(s: DualCg, opt: Option): boolean {
  return s.residual[1] * s.numbers[2] < opt.tolerance
}

function start(s: DualCg, q: DualProblem): void {
  const { n, row, stretch } = s.scaled
  if (s.x.length < n) {
    const size = s.scaled.row.length
    s.x = new Float64Array(size)
    s.g = new Float64Array(size)
    s.trial = new Float64Array(size)
    s.change = new Float64Array(size)
    s.Qchange = new Float64Array(size)
    s.r = new Float64Array(size)
    s.z = new Float64Array(size)
    s.p = new Float64Array(size)
    s.Qp = new Float64Array(size)
    s.v = new Float64Array(size)
    s.way = new Float64Array(size)
    s.Qway = new Float64Array(size)
  }
  for (let k = 0; k < n; k++) s.x[k] = q.force[row[k]] / stretch[k]
  projectScaled(s.scaled, s.x)
}

function finish(s: DualCg, q: DualProblem): void {
  const { n, row, stretch } = s.scaled
  for (let k = 0; k < n; k++) q.force[row[k]] = stretch[k] * s.x[k]
  projectForces(q)
  gatherForce(q)
}

function updateGradient(s: DualCg, q: DualProblem): void {
  const { scaled, x, g } = s
  mulScaled(scaled, q, g, x)
  s.products++
  for (let k = 0; k < scaled.n; k++) g[k] += scaled.c[k]
}

/** How far from the solution: residual, duality gap and cost. */
function measure(s: DualCg, q: DualProblem): void {
  const { scaled, x, g, trial, residual } = s
  const { n, c } = scaled
  for (let k = 0; k < n; k++) trial[k] = x[k] - g[k]
  projectScaled(scaled, trial)
  let square = 0
  let whole = 0
  let cost = 0
  for (let k = 0; k < n; k++) {
    square += (x[k] - trial[k]) * (x[k] - trial[k])
    whole += c[k] * c[k]
    cost += 0.5 * x[k] * (g[k] + c[k])
  }
  residual[2] = cost
  residual[0] = whole > 0 ? Math.sqrt(square / whole) : Math.sqrt(square)
  dualityGap(scaled, q, x, g, residual)
}

/**
 * A step down the gradient, projected. It lowers the cost if its length is below twice that of steepest descent along it;
 * else that becomes the length.
 */
function descend(s: DualCg, q: DualProblem): void {
  const { scaled, x, g, trial, change, Qchange, numbers } = s
  const { n } = scaled
  for (let attempt = 0; attempt < 20; attempt++) {
    const length = numbers[0]
    for (let k = 0; k < n; k++) trial[k] = x[k] - length * g[k]
    projectScaled(scaled, trial)
    for (let k = 0; k < n; k++) change[k] = trial[k] - x[k]
    mulScaled(scaled, q, Qchange, change)
    s.products++
    dot(change, change, n)
    const square = answer[0]
    dot(change, Qchange, n)
    const bend = answer[0]
    if (square === 0) return
    numbers[0] = square / bend
    if (bend * length > 1.9 * square) continue
    take(s)
    return
  }
}

/** Takes the step in `trial`, `change`, `Qchange`, which lowers the cost. */
function take(s: DualCg): void {
  const { x, g, trial, change, Qchange, numbers } = s
  const { n } = s.scaled
  dot(change, Qchange, n)
  const bend = answer[0]
  dot(change, g, n)
  numbers[1] += answer[0] + 0.5 * bend
  for (let k = 0; k < n; k++) {
    x[k] = trial[k]
    g[k] += Qchange[k]
  }
}

/** Whether there is a gradient along the face; starts conjugate gradients down it. */
function searchFace(s: DualCg): boolean {
  const { scaled, face, g, r, z, p, way, Qway } = s
  const { n } = scaled
  for (let k = 0; k < n; k++) {
    r[k] = -g[k]
    way[k] = 0
    Qway[k] = 0
  }
  alongFace(face, scaled, r)
  preconditionFace(face, scaled, z, r)
  for (let k = 0; k < n; k++) p[k] = z[k]
  dot(r, z, n)
  return answer[0] > 0
}

/** Conjugate gradients along the face: `way` goes towards its minimum, and Q way with it. */
function conjugate(s: DualCg, q: DualProblem): void {
  const { scaled, face, r, z, p, Qp, v, way, Qway } = s
  const { n } = scaled
  dot(r, z, n)
  let rz = answer[0]
  const enough = REDUCTION * REDUCTION * rz
  const most = Math.min(MOST_STEPS, face.size)
  for (let step = 0; step < most; step++) {
    mulScaled(scaled, q, Qp, p)
    s.products++
    for (let k = 0; k < n; k++) v[k] = Qp[k]
    addCurvature(face, scaled, v, p)
    alongFace(face, scaled, v)
    dot(p, v, n)
    if (!(answer[0] > 0)) return
    const alpha = rz / answer[0]
    for (let k = 0; k < n; k++) {
      way[k] += alpha * p[k]
      Qway[k] += alpha * Qp[k]
      r[k] -= alpha * v[k]
    }
    // a face that still changes is not worth the whole way
    if (face.changes > 0 && leaves(s)) return
    preconditionFace(face, scaled, z, r)
    dot(r, z, n)
    if (!(answer[0] > enough)) return
    const beta = answer[0] / rz
    rz = answer[0]
    for (let k = 0; k < n; k++) p[k] = z[k] + beta * p[k]
  }
}

/** Whether the way leaves the bounds or, by more than their bend, the cones. */
function leaves(s: DualCg): boolean {
  const { scaled, x, way } = s
  const { blockCount, blockStart, isCone, lower, upper } = scaled
  for (let block = 0; block < blockCount; block++) {
    const start = blockStart[block]
    const end = blockStart[block + 1]
    if (isCone[block]) {
      let square = 0
      for (let k = start + 1; k < end; k++) square += (x[k] + way[k]) * (x[k] + way[k])
      if (Math.sqrt(square) > BEYOND_CONE * (x[start] + way[start])) return true
    } else {
      for (let k = start; k < end; k++) if (x[k] + way[k] < lower[k] || x[k] + way[k] > upper[k]) return true
    }
  }
  return false
}

/** Goes the way, or a half, a quarter, … of it, projected, as soon as that lowers the cost. */
function takeWay(s: DualCg, q: DualProblem): void {
  const { scaled, x, g, trial, change, Qchange, way, Qway } = s
  const { n } = scaled
  let share = 1
  for (let attempt = 0; attempt < 5; attempt++) {
    for (let k = 0; k < n; k++) trial[k] = x[k] + share * way[k]
    projectScaled(scaled, trial)
    let straight = true
    for (let k = 0; k < n; k++) {
      change[k] = trial[k] - x[k]
      if (trial[k] !== x[k] + share * way[k]) straight = false
    }
    if (straight) {
      for (let k = 0; k < n; k++) Qchange[k] = share * Qway[k]
    } else {
      mulScaled(scaled, q, Qchange, change)
      s.products++
    }
    dot(change, g, n)
    const slope = answer[0]
    dot(change, Qchange, n)
    if (slope < 0 && slope + 0.5 * answer[0] < 1e-4 * slope) {
      take(s)
      return
    }
    share *= 0.5
  }
}

function record(s: DualCg, at: number, products: number): void {
  if (!s.statistics.reserve(at)) return
  const { statistics, numbers, residual, scaled, face, x } = s
  let active = 0
  for (let k = 0; k < scaled.n; k++) if (x[k] !== 0) active++
  statistics.iterations = at + 1
  statistics.improvement[at] = -numbers[1] * numbers[2]
  statistics.gradient[at] = residual[0]
  statistics.nactive[at] = active
  statistics.nchange[at] = face.changes
  statistics.neval[at] = s.products - products
}

/** Answers a·b. */
function dot(a: Float64Array, b: Float64Array, n: number): void {
  let sum = 0
  for (let k = 0; k < n; k++) sum += a[k] * b[k]
  answer[0] = sum
}
