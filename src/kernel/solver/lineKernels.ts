import { MINVAL } from '../../core/math/constants.ts'
import type { Cell, Index, Kernel, Mask, Num } from '../language/kernelLanguage.ts'
import { dot, visitRows } from './contactWrenches.ts'
import { islandRange } from './islandRange.ts'
import { coneStiffness } from './rowKernels.ts'
import { both, not, SOLVER_INTEGERS, SOLVER_NUMBERS, type SolverArrays } from './solverArrays.ts'
import { type SolverContext, solverRoutine } from './solverContext.ts'

/** The exact line search of `linesearch.ts`. Points are α, cost(α) − cost(0), slope, curvature. */

const ALPHA = 0
const COST = 1
const SLOPE = 2
const CURVATURE = 3

// the points of a search, by their group
const START = 0
const P1 = 1
const P2 = 2
const P1_NEXT = 3
const P2_NEXT = 4
const MIDDLE = 5

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

/**
 * What does not depend on α: inertia and equality rows, and products of elliptic contacts.
 * @param inertiaSlope s·(M a − qfrc_smooth)
 * @param inertiaCurvature s·M s
 */
export function prepareLine(s: SolverContext, inertiaSlope: Num, inertiaCurvature: Num): void {
  const { k, shape, a, range } = s
  const slope = k.cell(inertiaSlope)
  const half = k.cell(inertiaCurvature)
  k.repeat(range.firstRow, range.endEquality, (i) => {
    const row = range.row(i)
    const rate = a.Jv.at(row)
    const push = a.D.at(row).times(rate)
    slope.add(push.times(a.jar.at(row)))
    half.add(push.times(rate))
  })
  a.numbers.set(SOLVER_NUMBERS.SLOPE, slope.value)
  a.numbers.set(SOLVER_NUMBERS.HALF, half.value.times(0.5))
  if (shape.elliptic) prepareCones(s)
}

function prepareCones(s: SolverContext): void {
  const { k, a, range } = s
  const cones = k.counter(0)
  const prepare = (row: Index, contact: Index, dim: number): void => {
    if (dim === 1) return
    const at = cones.value
    const mu = a.contact_mu.at(contact)
    const rows = Array.from({ length: dim }, (_, i) => k.sum(row, i))
    const x = rows.map((r) => a.jar.at(r))
    const v = rows.map((r) => a.Jv.at(r))
    const push = rows.map((r, i) => a.D.at(r).times(v[i]))
    const U = x.slice(1).map((xj, j) => xj.times(a.contact_friction.at(contact, j)))
    const V = v.slice(1).map((vj, j) => vj.times(a.contact_friction.at(contact, j)))
    const uu = dot(U, U)
    const values: [number, Num][] = [
      [N0, mu.times(x[0])],
      [V0, mu.times(v[0])],
      [UU, uu],
      [UV, dot(U, V)],
      [VV, dot(V, V)],
      [DM, coneStiffness(k, a.D.at(row), mu)],
      [STICK_SLOPE, dot(push, x)],
      [STICK_HALF, dot(push, v).times(0.5)],
      [MU, mu],
      [T0, uu.sqrt()],
    ]
    for (const [part, value] of values) a.cone.set(at, value, part)
    cones.set(k.sum(at, 1))
  }
  visitRows(s, range.endFriction, range.endRow, {
    single: () => {},
    contact: prepare,
  })
  a.integers.set(SOLVER_INTEGERS.CONES, cones.value)
}

/** Cost and slope at the point `POINT`, whose α is there. */
function evaluatePoint(s: SolverContext): void {
  const { k, a } = s
  const at = a.integers.at(SOLVER_INTEGERS.POINT)
  const alpha = a.points.at(at, ALPHA)
  const slope0 = a.numbers.at(SOLVER_NUMBERS.SLOPE)
  const half = a.numbers.at(SOLVER_NUMBERS.HALF)
  const cost = k.cell(alpha.times(slope0.plus(alpha.times(half))))
  const slope = k.cell(slope0.plus(alpha.times(2).times(half)))
  visitLine(s, {
    clamped: (row, bounds) => {
      const x0 = a.jar.at(row)
      const v = a.Jv.at(row)
      const D = a.D.at(row)
      const moved = alpha.times(v)
      const c = bounds.clamp(x0.plus(moved))
      const c0 = bounds.clamp(x0)
      // the cost is D (c x − c²/2); its change is no difference of large numbers
      slope.add(D.times(v).times(c))
      cost.add(D.times(c.times(moved).plus(c.minus(c0).times(x0.minus(c.plus(c0).times(0.5))))))
    },
    cone: (contact) => addCone(k, a, contact, alpha, cost, slope),
  })
  a.points.set(at, cost.value, COST)
  a.points.set(at, slope.value, SLOPE)
  a.integers.set(SOLVER_INTEGERS.EVALUATIONS, k.sum(a.integers.at(SOLVER_INTEGERS.EVALUATIONS), 1))
}

/** Curvature at the point `POINT`. */
function bendPoint(s: SolverContext): void {
  const { k, a } = s
  const at = a.integers.at(SOLVER_INTEGERS.POINT)
  const alpha = a.points.at(at, ALPHA)
  const curvature = k.cell(a.numbers.at(SOLVER_NUMBERS.HALF).times(2))
  visitLine(s, {
    clamped: (row, bounds) => {
      const v = a.Jv.at(row)
      k.when(k.any(bounds.holds(a.jar.at(row).plus(alpha.times(v)))), () =>
        curvature.add(a.D.at(row).times(v).times(v)),
      )
    },
    cone: (contact) => bendCone(k, a, contact, alpha, curvature),
  })
  a.points.set(at, k.choose(k.num(0).below(curvature.value), curvature.value, MINVAL), CURVATURE)
}

/** The range in which the force of a row is a spring's, −D x; beyond it stays as it is at the bound. */
interface Bounds {
  clamp(x: Num): Num
  holds(x: Num): Mask
}

interface LineVisitor {
  /** A row whose force is −D c, with c = x clamped to bounds. */
  clamped(row: Index, bounds: Bounds): void
  /** An elliptic contact, by its number among those that `prepareLine` has found. */
  cone(contact: Index): void
}

/** Visits the rows whose cost is not quadratic all along the line. */
function visitLine(s: SolverContext, visit: LineVisitor): void {
  const { k, shape, a } = s
  const range = islandRange(k, shape)
  k.repeat(range.endEquality, range.endFriction, (i) => {
    const row = range.row(i)
    const knee = a.R.at(row).times(a.frictionloss.at(row))
    visit.clamped(row, { clamp: (x) => x.min(knee).max(knee.negated()), holds: (x) => x.abs().below(knee) })
  })
  const below: Bounds = { clamp: (x) => x.min(0), holds: (x) => x.below(0) }
  if (!shape.elliptic) {
    k.repeat(range.endFriction, range.endRow, (i) => visit.clamped(range.row(i), below))
    return
  }
  k.repeat(0, a.integers.at(SOLVER_INTEGERS.CONES), (contact) => visit.cone(contact))
  const contact = (row: Index, _contact: Index, dim: number): void => {
    if (dim === 1) visit.clamped(row, below)
  }
  visitRows(s, range.endFriction, range.endRow, {
    single: (row) => visit.clamped(row, below),
    contact,
  })
}

/** Numbers of an elliptic contact at α: N, T, their zone, and e = N − μ T; and the same at α = 0. */
function conePoint(k: Kernel, a: SolverArrays, contact: Index, alpha: Num) {
  const number = (part: number): Num => a.cone.at(contact, part)
  const mu = number(MU)
  const rise = alpha.times(
    number(UV)
      .times(2)
      .plus(alpha.times(number(VV))),
  )
  const zone = (N: Num, T: Num) => {
    const still = T.atMost(0)
    const separated = still.and(k.num(0).atMost(N)).or(still.not().and(mu.times(T).atMost(N)))
    const sticking = separated.not().and(still.or(mu.times(N).plus(T).atMost(0)))
    return { N, T, separated, sticking, e: N.minus(mu.times(T)) }
  }
  const now = zone(number(N0).plus(alpha.times(number(V0))), number(UU).plus(rise).max(0).sqrt())
  return { number, mu, rise, now, start: zone(number(N0), number(T0)) }
}

/** Cost and slope of an elliptic contact; see `addCones` of `linesearch.ts`. */
function addCone(k: Kernel, a: SolverArrays, contact: Index, alpha: Num, cost: Cell, slope: Cell): void {
  const { number, mu, rise, now, start } = conePoint(k, a, contact, alpha)
  const Dm = number(DM)
  const v = number(V0)
  k.when(
    k.any(now.sticking),
    () => slope.add(number(STICK_SLOPE).plus(alpha.times(2).times(number(STICK_HALF)))),
    () =>
      k.when(k.any(now.separated.not()), () => {
        const rateT = number(UV)
          .plus(alpha.times(number(VV)))
          .over(now.T)
        slope.add(Dm.times(now.e).times(v.minus(mu.times(rateT))))
      }),
  )
  k.when(
    k.any(now.sticking.and(start.sticking)),
    () => cost.add(alpha.times(number(STICK_SLOPE).plus(alpha.times(number(STICK_HALF))))),
    () => {
      const lengths = now.T.plus(start.T)
      const fall = alpha.times(v).minus(k.choose(k.num(0).below(lengths), mu.times(rise).over(lengths), 0))
      const change = k.choose(
        now.separated.not().and(start.separated.not()),
        fall.times(now.e.plus(start.e)),
        k.choose(now.separated, k.choose(start.separated, 0, start.e.negated().times(start.e)), now.e.times(now.e)),
      )
      const extra = ({ N, T }: { N: Num; T: Num }): Num => mu.times(N).plus(T).times(mu.times(N).plus(T))
      const stuck = k.choose(now.sticking, extra(now), 0).minus(k.choose(start.sticking, extra(start), 0))
      cost.add(Dm.times(0.5).times(change.plus(stuck)))
    },
  )
}

function bendCone(k: Kernel, a: SolverArrays, contact: Index, alpha: Num, curvature: Cell): void {
  const { number, mu, now } = conePoint(k, a, contact, alpha)
  k.when(
    k.any(now.sticking),
    () => curvature.add(number(STICK_HALF).times(2)),
    () =>
      k.when(k.any(now.separated.not()), () => {
        const rateT = number(UV)
          .plus(alpha.times(number(VV)))
          .over(now.T)
        const rate = number(V0).minus(mu.times(rateT))
        const bend = number(VV).minus(rateT.times(rateT)).over(now.T)
        curvature.add(number(DM).times(rate.times(rate).minus(now.e.times(mu).times(bend))))
      }),
  )
}

/**
 * The step along the search: the number of its point goes to `FOUND`. At α = 0 the slope is s·g. With Newton's method
 * the curvature follows from the Hessian, H s = −g: it is −s·g, so the first point to evaluate is α = 1.
 * @param descent −s·g, with Newton's method not negative
 */
export function searchLine(s: SolverContext, descent: Num, most: Index): void {
  const { k, shape, a } = s
  const { points, integers } = a
  const flat = a.numbers.at(SOLVER_NUMBERS.FLAT)
  const evaluation = solverRoutine(shape, 'evaluatePoint', evaluatePoint)
  const bend = solverRoutine(shape, 'bendPoint', bendPoint)
  const evaluations = (): Index => integers.at(SOLVER_INTEGERS.EVALUATIONS)
  const evaluate = (at: number, alpha: Num): void => {
    points.set(at, alpha, ALPHA)
    integers.set(SOLVER_INTEGERS.POINT, at)
    k.call(evaluation)
  }
  /** A point where the slope would be zero if the curvature at `from` stayed. */
  const newton = (to: number, from: number): void => {
    integers.set(SOLVER_INTEGERS.POINT, from)
    k.call(bend)
    evaluate(to, points.at(from, ALPHA).minus(points.at(from, SLOPE).over(points.at(from, CURVATURE))))
  }
  const copy = (to: number, from: number): void => {
    for (let part = 0; part < 4; part++) points.set(to, points.at(from, part), part)
  }
  const isFlat = (at: number) => points.at(at, SLOPE).abs().below(flat)
  const isLower = (at: number) => points.at(at, COST).below(0)
  const found = k.counter(-1)
  const open = (): Index => k.less(found.value, 0)

  // the start counts, as in the stage
  integers.set(SOLVER_INTEGERS.EVALUATIONS, 1)
  points.set(START, 0, ALPHA)
  points.set(START, 0, COST)
  points.set(START, descent.negated(), SLOPE)
  if (shape.conjugate) newton(P1, START)
  else evaluate(P1, k.choose(k.num(0).below(descent), 1, descent.over(MINVAL)))
  k.when(k.any(isFlat(P1).and(points.at(P1, ALPHA).equals(0).or(isLower(P1)))), () => found.set(P1))

  k.when(open(), () => {
    // walk until the slope changes sign
    const direction = k.choose(points.at(P1, SLOPE).below(0), 1, -1)
    copy(P2, START)
    k.while(
      () =>
        both(
          k,
          both(k, open(), k.any(points.at(P1, SLOPE).times(direction).atMost(flat.negated()))),
          k.less(evaluations(), most),
        ),
      () => {
        copy(P2, P1)
        newton(P1, P1)
        k.when(k.any(isFlat(P1).and(isLower(P1))), () => found.set(P1))
      },
    )
    k.when(both(k, open(), not(k, k.less(evaluations(), most))), () => found.set(P1))
  })

  k.when(open(), () => {
    // narrow the bracket
    copy(P2_NEXT, P1)
    newton(P1_NEXT, P1)
    k.while(
      () => both(k, open(), k.less(evaluations(), most)),
      () => {
        evaluate(MIDDLE, points.at(P1, ALPHA).plus(points.at(P2, ALPHA)).times(0.5))
        for (const at of [P1_NEXT, P2_NEXT, MIDDLE])
          k.when(k.any(isFlat(at)), () =>
            k.when(
              open(),
              () => found.set(at),
              () => k.when(k.any(points.at(at, COST).below(points.at(found.value, COST))), () => found.set(at)),
            ),
          )
        k.when(open(), () => {
          const moved1 = narrow(k, a, P1)
          const moved2 = narrow(k, a, P2)
          k.when(
            both(k, not(k, moved1), not(k, moved2)),
            () => found.set(MIDDLE),
            () => {
              k.when(moved1, () => newton(P1_NEXT, P1))
              k.when(moved2, () => newton(P2_NEXT, P2))
            },
          )
        })
      },
    )
    k.when(open(), () => {
      found.set(START)
      k.when(
        k.any(points.at(P1, COST).atMost(points.at(P2, COST))),
        () => k.when(k.any(isLower(P1)), () => found.set(P1)),
        () => k.when(k.any(isLower(P2)), () => found.set(P2)),
      )
    })
  })
  integers.set(SOLVER_INTEGERS.FOUND, found.value)
}

/** Moves an end of the bracket to a candidate on its side whose slope is closer to zero. */
function narrow(k: Kernel, { points }: SolverArrays, end: number): Index {
  const moved = k.counter(0)
  for (const at of [P1_NEXT, P2_NEXT, MIDDLE]) {
    const slope = points.at(end, SLOPE)
    const candidate = points.at(at, SLOPE)
    const nearer = slope
      .below(0)
      .and(candidate.below(0))
      .and(slope.below(candidate))
      .or(k.num(0).below(slope).and(k.num(0).below(candidate)).and(candidate.below(slope)))
    k.when(k.any(nearer), () => {
      for (let part = 0; part < 4; part++) points.set(end, points.at(at, part), part)
      moved.set(1)
    })
  }
  return moved.value
}

/** α, the fall of the cost and |slope| of the point that was found. */
export function foundStep(a: SolverArrays): { alpha: Num; fall: Num; slope: Num } {
  const at = a.integers.at(SOLVER_INTEGERS.FOUND)
  return { alpha: a.points.at(at, ALPHA), fall: a.points.at(at, COST).negated(), slope: a.points.at(at, SLOPE).abs() }
}
