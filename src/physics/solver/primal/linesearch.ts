import { MINVAL } from '../../../core/math/constants.ts'
import { ConstraintType } from '../../../core/model/enums.ts'
import type { Problem } from '../problem/primalProblem.ts'

/**
 * Exact line search: the step α that minimizes the cost along a + α·search. Along the line the cost is convex and
 * piecewise smooth, so its slope rises through zero: Newton steps on the slope until it changes sign, then a bracket
 * that is narrowed from both ends and from the middle.
 *
 * Costs are relative to α = 0, and each row's difference is computed as a difference: near the solution the change of
 * the cost is many orders smaller than the cost.
 */

// a point on the line: α, cost(α) − cost(0), slope, curvature
const COST = 1
const SLOPE = 2
const CURVATURE = 3
const POINT = 4

// the points of a search
const START = 0
const P1 = POINT
const P2 = 2 * POINT
const P1_NEXT = 3 * POINT
const P2_NEXT = 4 * POINT
const MIDDLE = 5 * POINT

// numbers of a `LineSearch` in its register
/** Given: the slope that counts as zero. */
export const FLAT = 0
/** Given for Newton's direction: −search·grad, by how much the cost falls at α = 0. */
export const DESCENT = 6
/** Found: α of the step; 0: no step lowers the cost. */
export const STEP = 1
/** Found: how much the cost falls. */
export const DECREASE = 2
/** Found: |slope| at the step. */
export const END_SLOPE = 3
// slope and half the curvature, at α = 0, of inertia and equality rows, which are quadratic all along the line
const QUADRATIC_SLOPE = 4
const QUADRATIC_HALF = 5

/** Registers of a line search. */
export class LineSearch {
  readonly points: Float64Array = new Float64Array(6 * POINT)
  readonly register: Float64Array = new Float64Array(7)
  /** Points evaluated. */
  evaluations = 0
  /** Whether the direction is that of Newton's method. */
  newton = true
}

/**
 * (p.search, p.Mv = M·search, p.Jv = J·search, FLAT, DESCENT) → STEP, DECREASE, END_SLOPE.
 * @param newton whether H·search = −grad: the curvature at α = 0 is then DESCENT, and the first point is α = 1
 */
export function searchLine(s: LineSearch, p: Problem, maxEvaluations: number, newton: boolean): void {
  const { points, register } = s
  s.newton = newton
  prepare(s, p)
  const found = findStep(s, p, maxEvaluations, newton && register[DESCENT] > 0)
  register[STEP] = points[found]
  register[DECREASE] = -points[found + COST]
  register[END_SLOPE] = Math.abs(points[found + SLOPE])
}

/** Which of the points is the step. */
function findStep(s: LineSearch, p: Problem, maxEvaluations: number, fullFirst: boolean): number {
  const { points, register } = s
  const flat = register[FLAT]
  s.evaluations = 0
  points[START] = 0
  if (fullFirst) {
    // the start counts as a point that was evaluated
    s.evaluations++
    points[START + COST] = 0
    points[START + SLOPE] = -register[DESCENT]
    points[P1] = 1
    evaluate(s, p, P1)
  } else {
    evaluate(s, p, START)
    newton(s, p, P1, START)
  }
  if (Math.abs(points[P1 + SLOPE]) < flat && (points[P1] === 0 || points[P1 + COST] < 0)) return P1

  // walk until the slope changes sign
  const direction = points[P1 + SLOPE] < 0 ? 1 : -1
  copy(points, P2, START)
  while (points[P1 + SLOPE] * direction <= -flat && s.evaluations < maxEvaluations) {
    copy(points, P2, P1)
    newton(s, p, P1, P1)
    if (Math.abs(points[P1 + SLOPE]) < flat && points[P1 + COST] < 0) return P1
  }
  if (s.evaluations >= maxEvaluations) return P1

  // narrow the bracket
  copy(points, P2_NEXT, P1)
  newton(s, p, P1_NEXT, P1)
  while (s.evaluations < maxEvaluations) {
    points[MIDDLE] = 0.5 * (points[P1] + points[P2])
    evaluate(s, p, MIDDLE)
    const best = flattest(s)
    if (best >= 0) return best
    const moved1 = narrow(points, P1)
    const moved2 = narrow(points, P2)
    if (!moved1 && !moved2) return MIDDLE
    if (moved1) newton(s, p, P1_NEXT, P1)
    if (moved2) newton(s, p, P2_NEXT, P2)
  }
  const cheaper = points[P1 + COST] <= points[P2 + COST] ? P1 : P2
  return points[cheaper + COST] < 0 ? cheaper : START
}

/** The cheapest of the three candidates whose slope counts as zero; -1: none. */
function flattest({ points, register }: LineSearch): number {
  const flat = register[FLAT]
  let best = -1
  for (let k = P1_NEXT; k <= MIDDLE; k += POINT) {
    if (Math.abs(points[k + SLOPE]) >= flat) continue
    if (best < 0 || points[k + COST] < points[best + COST]) best = k
  }
  return best
}

/** Moves an end of the bracket to a candidate on its side whose slope is closer to zero. */
function narrow(points: Float64Array, end: number): boolean {
  let moved = false
  for (let k = P1_NEXT; k <= MIDDLE; k += POINT) {
    const slope = points[end + SLOPE]
    const candidate = points[k + SLOPE]
    if ((slope < 0 && candidate < 0 && candidate > slope) || (slope > 0 && candidate > 0 && candidate < slope)) {
      copy(points, end, k)
      moved = true
    }
  }
  return moved
}

function copy(points: Float64Array, to: number, from: number): void {
  for (let k = 0; k < POINT; k++) points[to + k] = points[from + k]
}

/** A point where the slope would be zero if the curvature at `from` stayed. */
function newton(s: LineSearch, p: Problem, to: number, from: number): void {
  const { points } = s
  bend(s, p, from)
  points[to] = points[from] - points[from + SLOPE] / points[from + CURVATURE]
  evaluate(s, p, to)
}

/** What does not depend on α: inertia and equality rows, and products of elliptic contacts. */
function prepare(s: LineSearch, p: Problem): void {
  const { nv, ne, nefc, type, D, jar, Jv, search, Ma, Mv, qfrc_smooth } = p
  let slope = 0
  let half = 0
  for (let i = 0; i < nv; i++) {
    slope += search[i] * (Ma[i] - qfrc_smooth[i])
    half += search[i] * Mv[i]
  }
  for (let i = 0; i < ne; i++) {
    const Dv = D[i] * Jv[i]
    slope += Dv * jar[i]
    half += Dv * Jv[i]
  }
  s.register[QUADRATIC_SLOPE] = slope
  s.register[QUADRATIC_HALF] = 0.5 * half
  let cones = 0
  for (let i = ne + p.nf; i < nefc; i++) {
    if (type[i] !== ELLIPTIC) continue
    prepareCone(p, i, CONE * cones++)
    i += p.contact_dim[p.id[i]] - 1
  }
  p.cones = cones
}

const ELLIPTIC = ConstraintType.contactElliptic

// numbers of an elliptic contact: N and its rate, U·U, U·V, V·V, Dm, slope and half the curvature while sticking, μ, T
const N0 = 0
const V0 = 1
const UU = 2
const UV = 3
const VV = 4
const DM = 5
const STICK_SLOPE = 6
const STICK_HALF = 7
const MU = 8
const T0 = 9
const CONE = 10

function prepareCone(p: Problem, i: number, at: number): void {
  const { D, jar, Jv, cone, contact_friction } = p
  const contact = p.id[i]
  const dim = p.contact_dim[contact]
  const mu = p.contact_mu[contact]
  let uu = 0
  let uv = 0
  let vv = 0
  let slope = D[i] * jar[i] * Jv[i]
  let half = D[i] * Jv[i] * Jv[i]
  for (let j = 1; j < dim; j++) {
    const x = jar[i + j]
    const v = Jv[i + j]
    slope += D[i + j] * x * v
    half += D[i + j] * v * v
    const friction = contact_friction[5 * contact + j - 1]
    const u = x * friction
    const w = v * friction
    uu += u * u
    uv += u * w
    vv += w * w
  }
  cone[at + N0] = mu * jar[i]
  cone[at + V0] = mu * Jv[i]
  cone[at + UU] = uu
  cone[at + UV] = uv
  cone[at + VV] = vv
  cone[at + DM] = D[i] / Math.max(MINVAL, mu * mu * (1 + mu * mu))
  cone[at + STICK_SLOPE] = slope
  cone[at + STICK_HALF] = 0.5 * half
  cone[at + MU] = mu
  cone[at + T0] = Math.sqrt(uu)
}

/** Fills in cost and slope of the point whose α is there. */
function evaluate(s: LineSearch, p: Problem, at: number): void {
  const { points, register } = s
  const { cones } = p
  const alpha = points[at]
  const slope0 = register[QUADRATIC_SLOPE]
  const half = register[QUADRATIC_HALF]
  points[at + COST] = alpha * (slope0 + alpha * half)
  points[at + SLOPE] = slope0 + 2 * alpha * half
  if (p.nf > 0) addFriction(p, points, at)
  if (cones > 0) addCones(p, points, at)

  if (s.newton) addUnilateral(p, points, at)
  else addUnilateralInCases(p, points, at)
  s.evaluations++
}

/**
 * Limits and contacts without elliptic cones. Their cost is ½ D c² with c = min(x, 0), and its change no difference of
 * large numbers. Without a branch, which would often be mispredicted: x − |x| is 2c.
 */
function addUnilateral(p: Problem, points: Float64Array, at: number): void {
  const { nefc, type, D, jar, Jv, cones } = p
  const alpha = points[at]
  let cost = 0
  let slope = 0
  for (let i = p.ne + p.nf; i < nefc; i++) {
    if (cones > 0 && type[i] === ELLIPTIC) {
      i += p.contact_dim[p.id[i]] - 1
      continue
    }
    const x0 = jar[i]
    const v = Jv[i]
    const moved = alpha * v
    const x = x0 + moved
    const c = x - Math.abs(x)
    const c0 = x0 - Math.abs(x0)
    slope += D[i] * v * c
    cost += D[i] * (c * moved + (c - c0) * (x0 - 0.25 * (c + c0)))
  }
  points[at + COST] += 0.5 * cost
  points[at + SLOPE] += 0.5 * slope
}

/** The same as the reference rounds it, for conjugate gradients, which enlarge last bits in each iteration. */
function addUnilateralInCases(p: Problem, points: Float64Array, at: number): void {
  const { nefc, type, D, jar, Jv, cones } = p
  const alpha = points[at]
  let cost = 0
  let slope = 0
  for (let i = p.ne + p.nf; i < nefc; i++) {
    if (cones > 0 && type[i] === ELLIPTIC) {
      i += p.contact_dim[p.id[i]] - 1
      continue
    }
    const x0 = jar[i]
    const v = Jv[i]
    const x = x0 + alpha * v
    if (x < 0) {
      const Dv = D[i] * v
      slope += Dv * x
      cost += x0 < 0 ? alpha * Dv * (x + x0) : D[i] * x * x
    } else if (x0 < 0) {
      cost -= D[i] * x0 * x0
    }
  }
  points[at + COST] += 0.5 * cost
  points[at + SLOPE] += slope
}

function addFriction(p: Problem, points: Float64Array, at: number): void {
  const { ne, nf, D, R, frictionloss, jar, Jv } = p
  const alpha = points[at]
  let cost = 0
  let slope = 0
  for (let i = ne; i < ne + nf; i++) {
    const x0 = jar[i]
    const v = Jv[i]
    const x = x0 + alpha * v
    const loss = frictionloss[i]
    const knee = R[i] * loss
    const side = x <= -knee ? -1 : x >= knee ? 1 : 0
    const side0 = x0 <= -knee ? -1 : x0 >= knee ? 1 : 0
    slope += side === 0 ? D[i] * x * v : side * loss * v
    if (side === side0) cost += side === 0 ? 0.5 * alpha * D[i] * v * (x + x0) : side * loss * alpha * v
    else {
      cost += side === 0 ? 0.5 * D[i] * x * x : loss * (side * x - 0.5 * knee)
      cost -= side0 === 0 ? 0.5 * D[i] * x0 * x0 : loss * (side0 * x0 - 0.5 * knee)
    }
  }
  points[at + COST] += cost
  points[at + SLOPE] += slope
}

/** Fills in the curvature of a point, which only those need that a Newton step starts from. */
function bend(s: LineSearch, p: Problem, at: number): void {
  const { points, register } = s
  const { ne, nf, nefc, type, D, R, frictionloss, jar, Jv, cones } = p
  const alpha = points[at]
  let curvature = 2 * register[QUADRATIC_HALF]
  for (let i = ne; i < ne + nf; i++) {
    const v = Jv[i]
    if (Math.abs(jar[i] + alpha * v) < R[i] * frictionloss[i]) curvature += D[i] * v * v
  }
  for (let i = ne + nf; i < nefc; i++) {
    if (cones > 0 && type[i] === ELLIPTIC) {
      i += p.contact_dim[p.id[i]] - 1
      continue
    }
    const v = Jv[i]
    if (jar[i] + alpha * v < 0) curvature += D[i] * v * v
  }
  points[at + CURVATURE] = curvature
  if (cones > 0) bendCones(p, points, at)
  if (!(points[at + CURVATURE] > 0)) points[at + CURVATURE] = MINVAL
}

const SEPARATED = 0
const STICKING = 1
const SLIDING = 2

/**
 * Elliptic contacts. The sticking cost is the sliding one plus ½ Dm (μ N + T)², so differences between zones need no
 * difference of large numbers either.
 */
function addCones(p: Problem, points: Float64Array, at: number): void {
  const { cone } = p
  const end = CONE * p.cones
  const alpha = points[at]
  let cost = points[at + COST]
  let slope = points[at + SLOPE]
  for (let c = 0; c < end; c += CONE) {
    const mu = cone[c + MU]
    const v = cone[c + V0]
    const n0 = cone[c + N0]
    const n = n0 + alpha * v
    const uv = cone[c + UV]
    const vv = cone[c + VV]
    const rise = alpha * (2 * uv + alpha * vv)
    const t0 = cone[c + T0]
    const t = Math.sqrt(Math.max(0, cone[c + UU] + rise))
    // written out twice, so that no number is boxed on the way into a function
    let zone0 = SLIDING
    if (t0 <= 0 ? n0 >= 0 : n0 >= mu * t0) zone0 = SEPARATED
    else if (t0 <= 0 || mu * n0 + t0 <= 0) zone0 = STICKING
    let zone = SLIDING
    if (t <= 0 ? n >= 0 : n >= mu * t) zone = SEPARATED
    else if (t <= 0 || mu * n + t <= 0) zone = STICKING

    if (zone === STICKING) {
      const stick = cone[c + STICK_SLOPE]
      const half = cone[c + STICK_HALF]
      slope += stick + 2 * alpha * half
      if (zone0 === STICKING) {
        cost += alpha * (stick + alpha * half)
        continue
      }
    } else if (zone === SLIDING) {
      slope += cone[c + DM] * (n - mu * t) * (v - mu * ((uv + alpha * vv) / t))
    }

    const e0 = n0 - mu * t0
    const e = n - mu * t
    let change = 0
    if (zone !== SEPARATED && zone0 !== SEPARATED) {
      const fall = alpha * v - (t + t0 > 0 ? (mu * rise) / (t + t0) : 0)
      change = fall * (e + e0)
    } else if (zone !== SEPARATED) change = e * e
    else if (zone0 !== SEPARATED) change = -e0 * e0
    if (zone === STICKING) change += (mu * n + t) * (mu * n + t)
    if (zone0 === STICKING) change -= (mu * n0 + t0) * (mu * n0 + t0)
    cost += 0.5 * cone[c + DM] * change
  }
  points[at + COST] = cost
  points[at + SLOPE] = slope
}

/** Curvature of elliptic contacts. */
function bendCones(p: Problem, points: Float64Array, at: number): void {
  const { cone } = p
  const end = CONE * p.cones
  const alpha = points[at]
  let curvature = points[at + CURVATURE]
  for (let c = 0; c < end; c += CONE) {
    const mu = cone[c + MU]
    const v = cone[c + V0]
    const uv = cone[c + UV]
    const vv = cone[c + VV]
    const n = cone[c + N0] + alpha * v
    const t = Math.sqrt(Math.max(0, cone[c + UU] + alpha * (2 * uv + alpha * vv)))
    if (t <= 0 ? n >= 0 : n >= mu * t) continue
    if (t <= 0 || mu * n + t <= 0) {
      curvature += 2 * cone[c + STICK_HALF]
      continue
    }
    const rateT = (uv + alpha * vv) / t
    const rate = v - mu * rateT
    curvature += cone[c + DM] * (rate * rate - (n - mu * t) * mu * ((vv - rateT * rateT) / t))
  }
  points[at + CURVATURE] = curvature
}
