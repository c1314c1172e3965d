import { grow } from '../../../core/memory/grow.ts'
import { cappedSolve, type Option } from '../../../core/model/option.ts'
import { SolverStatistics } from '../problem/solverStatistics.ts'
import { addCurvature, DualFace, findFace, projectOntoFace, reserveFace } from './dualFace.ts'
import { dualityGap, GapRegisters } from './dualityGap.ts'
import { DUAL_SCALE, type DualProblem, gatherForce, projectForces } from './dualProblem.ts'
import { SweepRegisters, sweepForces } from './dualSweep.ts'
import { FaceFactor, factorFace, prepareFace, solveFace } from './faceFactor.ts'
import { mulScaled, poseScaled, projectScaled, retractScaled, ScaledDual } from './scaledDual.ts'

const noNumbers: Float64Array = new Float64Array(0)

/**
 * Minimizes the dual cost ½ xᵀ Q x + cᵀ x over the scaled forces x (`scaledDual.ts`). A round has two parts, as in
 * Gauss–Seidel with subspace minimization (Silcowitz, Niebe, Erleben 2010, https://scitepress.org/Papers/2010/28307)
 * and in truncated nonsmooth Newton methods (Gräser, Sander 2017, https://arxiv.org/abs/1709.04992):
 *
 * 1. A sweep of block Gauss–Seidel, forward and backward (`dualSweep.ts`). It finds the face of the feasible set.
 * 2. Newton steps along faces, by conjugate gradients that are preconditioned with the exact inverse of the Hessian
 *   (`faceFactor.ts`). Rows that a step takes beyond their bounds are put on them, contacts outside their cone onto it,
 *   and the next step goes along the smaller face. The cost may rise on the way. In the end x moves to the point of
 *   lowest cost on the segment to the best of these points.
 *
 * Both parts lower the cost, and the sweeps alone converge. It stops when the duality gap, which bounds the distance of
 * the cost from its minimum, falls below the tolerance.
 */
export class DualCg {
  /** Where the solve is noted. */
  statistics: SolverStatistics = new SolverStatistics()
  readonly scaled: ScaledDual = new ScaledDual()
  readonly face: DualFace = new DualFace()
  readonly factor: FaceFactor = new FaceFactor()
  readonly sweep: SweepRegisters = new SweepRegisters()
  readonly gap: GapRegisters = new GapRegisters()
  /** Products with Q so far. */
  products = 0
  /** Scalars, by the slots below. */
  readonly register: Float64Array = new Float64Array(4)
  /** [0]: the last dot product. */
  readonly product: Float64Array = new Float64Array(1)

  // (rows): the forces, and the gradient Q x + c
  x: Float64Array = noNumbers
  g: Float64Array = noNumbers
  /** 1: rows with force at the start of the round. */
  active: Uint8Array = new Uint8Array(0)
  // (rows): the point that Newton steps have reached, the best one, and their gradients
  point: Float64Array = noNumbers
  pointGradient: Float64Array = noNumbers
  best: Float64Array = noNumbers
  bestGradient: Float64Array = noNumbers
  // (rows): a change of x and Q times it; a feasible point to go to
  change: Float64Array = noNumbers
  Qchange: Float64Array = noNumbers
  trial: Float64Array = noNumbers
  // (rows), of conjugate gradients: solution and Q times it, residual, preconditioned residual, direction, Q times it,
  // Hessian times it
  way: Float64Array = noNumbers
  Qway: Float64Array = noNumbers
  r: Float64Array = noNumbers
  z: Float64Array = noNumbers
  p: Float64Array = noNumbers
  Qp: Float64Array = noNumbers
  Hp: Float64Array = noNumbers
}

/** Slots of `register`. |x − P(x − g)| / |c|, which is zero at the solution. */
const RESIDUAL = 0
/** Dual cost. */
const COST = 1
/** Reduction of the cost in this round. */
const IMPROVEMENT = 2
/** Makes costs dimensionless. */
const SCALE = 3

/** Most Newton steps of a round. */
const MAX_NEWTON_STEPS = 6
/** Newton steps that may follow the best one without becoming better. */
const PATIENCE = 2
/** Most steps of conjugate gradients along a face: one, except for rounding in the factor. */
const MAX_CG_STEPS = 20
/** Reduction of the preconditioned residual along a face, and of the residual itself, that is enough. */
const REDUCTION = 1e-3
const FULL_REDUCTION = 1e-8
/** A round that lowers the cost by less than this, relative to it, is only rounding. */
const ROUNDING = 1e-16
/** Where rounding ends the search, it has converged if the gap is below this, relative to the cost. */
const SMALL_GAP = 1e-12

/**
 * Finds the forces of the present rows, starting from those in `q`. Returns the number of rounds, at most
 * `opt.iterations`. The statistics say whether it converged.
 */
export function solveDualCg(s: DualCg, q: DualProblem, opt: Option): number {
  const { scaled, statistics, register } = s
  poseScaled(scaled, q)
  prepareFace(s.factor, scaled, q)
  start(s, q)
  register[SCALE] = q.register[DUAL_SCALE]
  s.products = 0
  statistics.iterations = 0
  statistics.converged = false
  updateGradient(s, q)
  const most = cappedSolve(opt.iterations, q.nefc)
  let round = 0
  while (true) {
    measure(s, q)
    if (isDone(s, opt)) {
      // Newton steps add to the gradient: check with a fresh one
      updateGradient(s, q)
      measure(s, q)
      if (isDone(s, opt)) {
        statistics.converged = true
        break
      }
    }
    if (round >= most) break
    register[IMPROVEMENT] = 0
    const products = s.products
    noteActive(s)
    sweepAll(s, q)
    stepAlongFaces(s, q)
    record(s, round, products)
    round++
    if (!(register[IMPROVEMENT] > ROUNDING * Math.abs(register[COST]))) {
      updateGradient(s, q)
      measure(s, q)
      statistics.converged = s.gap.gap[0] <= SMALL_GAP * Math.abs(register[COST])
      break
    }
  }
  statistics.ending[0] = register[RESIDUAL]
  statistics.ending[1] = s.gap.gap[0] * register[SCALE]
  finish(s, q)
  return round
}

function isDone(s: DualCg, opt: Option): boolean {
  return s.gap.gap[0] * s.register[SCALE] < opt.tolerance
}

function start(s: DualCg, q: DualProblem): void {
  const { n, row, stretch } = s.scaled
  reserveFace(s.face, s.scaled)
  s.x = grow(s.x, n)
  s.g = grow(s.g, n)
  s.active = grow(s.active, n)
  s.point = grow(s.point, n)
  s.pointGradient = grow(s.pointGradient, n)
  s.best = grow(s.best, n)
  s.bestGradient = grow(s.bestGradient, n)
  s.change = grow(s.change, n)
  s.Qchange = grow(s.Qchange, n)
  s.trial = grow(s.trial, n)
  s.way = grow(s.way, n)
  s.Qway = grow(s.Qway, n)
  s.r = grow(s.r, n)
  s.z = grow(s.z, n)
  s.p = grow(s.p, n)
  s.Qp = grow(s.Qp, n)
  s.Hp = grow(s.Hp, n)
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

/** Residual, duality gap and cost at x. */
function measure(s: DualCg, q: DualProblem): void {
  const { scaled, x, g, trial, register } = s
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
  register[COST] = cost
  register[RESIDUAL] = whole > 0 ? Math.sqrt(square / whole) : Math.sqrt(square)
  dualityGap(s.gap, scaled, q, x, g)
}

function noteActive(s: DualCg): void {
  const { active, x } = s
  for (let k = 0; k < s.scaled.n; k++) active[k] = x[k] !== 0 ? 1 : 0
}

/** Gauss–Seidel on x, and the gradient after it. The cost falls by −½ Δx · (g before + g after). */
function sweepAll(s: DualCg, q: DualProblem): void {
  const { scaled, x, g, trial, Qchange, register } = s
  const { n } = scaled
  for (let k = 0; k < n; k++) {
    trial[k] = x[k]
    Qchange[k] = g[k]
  }
  sweepForces(s.sweep, scaled, q, x)
  updateGradient(s, q)
  let sum = 0
  for (let k = 0; k < n; k++) sum -= 0.5 * (x[k] - trial[k]) * (g[k] + Qchange[k])
  register[IMPROVEMENT] += sum
}

/** Newton steps along ever smaller faces, then a step toward the best point of them. */
function stepAlongFaces(s: DualCg, q: DualProblem): void {
  const { scaled, face, x, g, point, pointGradient, best, bestGradient } = s
  const { n } = scaled
  for (let k = 0; k < n; k++) {
    point[k] = best[k] = x[k]
    pointGradient[k] = bestGradient[k] = g[k]
  }
  face.held.fill(0, 0, scaled.blockCount)
  let cost = 0
  let lowest = Number.POSITIVE_INFINITY
  let patience = PATIENCE
  for (let step = 0; step < MAX_NEWTON_STEPS; step++) {
    findFace(face, scaled, point, pointGradient)
    if (face.size === 0) break
    factorFace(s.factor, face, scaled, q, point)
    minimizeAlongFace(s, q)
    const straight = takeNewtonStep(s, q)
    cost += s.product[0]
    if (cost < lowest) {
      lowest = cost
      patience = PATIENCE
      for (let k = 0; k < n; k++) {
        best[k] = point[k]
        bestGradient[k] = pointGradient[k]
      }
    } else if (--patience === 0) {
      break
    }
    if (straight) break
  }
  stepTowardBest(s)
}

/**
 * Moves `point` along `way`, back into the feasible set, and its gradient with it. Returns whether the way was feasible
 * as it is; product[0]: how much the cost grows.
 */
function takeNewtonStep(s: DualCg, q: DualProblem): boolean {
  const { scaled, face, point, pointGradient, change, Qchange, trial, way, Qway, product } = s
  const { n, blockStart, isCone } = scaled
  for (let k = 0; k < n; k++) trial[k] = point[k] + way[k]
  retractScaled(scaled, trial)
  let straight = true
  for (let block = 0; block < scaled.blockCount; block++) {
    for (let k = blockStart[block]; k < blockStart[block + 1]; k++) {
      if (trial[k] === point[k] + way[k]) continue
      straight = false
      if (isCone[block]) face.held[block] = 1
    }
  }
  for (let k = 0; k < n; k++) {
    change[k] = trial[k] - point[k]
    point[k] = trial[k]
    if (straight) Qchange[k] = Qway[k]
  }
  if (!straight) {
    mulScaled(scaled, q, Qchange, change)
    s.products++
  }
  let growth = 0
  for (let k = 0; k < n; k++) {
    growth += change[k] * (pointGradient[k] + 0.5 * Qchange[k])
    pointGradient[k] += Qchange[k]
  }
  product[0] = growth
  return straight
}

/**
 * Moves x to the point with the lowest cost between x and `best`. Both are feasible, so that all points between are.
 */
function stepTowardBest(s: DualCg): void {
  const { x, g, best, bestGradient, change, Qchange, register } = s
  const { n } = s.scaled
  let slope = 0
  let curvature = 0
  for (let k = 0; k < n; k++) {
    change[k] = best[k] - x[k]
    Qchange[k] = bestGradient[k] - g[k]
    slope += change[k] * g[k]
    curvature += change[k] * Qchange[k]
  }
  if (!(slope < 0)) return
  const reach = curvature > -slope ? -slope / curvature : 1
  register[IMPROVEMENT] -= reach * (slope + 0.5 * reach * curvature)
  for (let k = 0; k < n; k++) {
    x[k] = reach === 1 ? best[k] : x[k] + reach * change[k]
    g[k] += reach * Qchange[k]
  }
}

/** Conjugate gradients along the face, from `point`: `way` goes to the minimum of the model of the cost there. */
function minimizeAlongFace(s: DualCg, q: DualProblem): void {
  const { scaled, face, factor, pointGradient, way, Qway, r, z, p, Qp, Hp, product } = s
  const { n } = scaled
  for (let k = 0; k < n; k++) {
    r[k] = -pointGradient[k]
    way[k] = 0
    Qway[k] = 0
  }
  projectOntoFace(face, scaled, r)
  solveFace(factor, face, scaled, z, r)
  for (let k = 0; k < n; k++) p[k] = z[k]
  dot(product, r, r, n)
  const fullyReduced = FULL_REDUCTION * FULL_REDUCTION * product[0]
  dot(product, r, z, n)
  let rz = product[0]
  const reduced = REDUCTION * REDUCTION * rz
  if (!(rz > 0)) return
  for (let step = 0; step < MAX_CG_STEPS; step++) {
    mulScaled(scaled, q, Qp, p)
    s.products++
    for (let k = 0; k < n; k++) Hp[k] = Qp[k]
    addCurvature(face, scaled, Hp, p)
    projectOntoFace(face, scaled, Hp)
    dot(product, p, Hp, n)
    if (!(product[0] > 0)) return
    const alpha = rz / product[0]
    for (let k = 0; k < n; k++) {
      way[k] += alpha * p[k]
      Qway[k] += alpha * Qp[k]
      r[k] -= alpha * Hp[k]
    }
    dot(product, r, r, n)
    if (!(product[0] > fullyReduced)) return
    solveFace(factor, face, scaled, z, r)
    dot(product, r, z, n)
    if (!(product[0] > reduced)) return
    const beta = product[0] / rz
    rz = product[0]
    for (let k = 0; k < n; k++) p[k] = z[k] + beta * p[k]
  }
}

function record(s: DualCg, at: number, products: number): void {
  if (!s.statistics.reserve(at)) return
  const { statistics, register, scaled, active, x } = s
  let nactive = 0
  let nchange = 0
  for (let k = 0; k < scaled.n; k++) {
    const now = x[k] !== 0 ? 1 : 0
    nactive += now
    if (now !== active[k]) nchange++
  }
  statistics.iterations = at + 1
  statistics.improvement[at] = register[IMPROVEMENT] * register[SCALE]
  statistics.gradient[at] = register[RESIDUAL]
  statistics.nactive[at] = nactive
  statistics.nchange[at] = nchange
  statistics.neval[at] = s.products - products
}

/** out[0] = a · b. */
function dot(out: Float64Array, a: Float64Array, b: Float64Array, n: number): void {
  let sum = 0
  for (let k = 0; k < n; k++) sum += a[k] * b[k]
  out[0] = sum // V8: boxed otherwise
}
