import { MINVAL } from '../../core/math/constants.ts'
import type { Index, Kernel, Mask, Num, NumArray, Routine } from '../language/kernelLanguage.ts'
import { add, cross, dot, norm, put, scale, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { angleOf } from './rotationKernel.ts'
import { sinCos } from './sineKernel.ts'

/**
 * Wraps a segment of a tendon around a sphere or a cylinder, as `wrapAround` of `physics/tendon/tendonWrap.ts`, in the
 * frame of the geom: (points, side site, radius) → length of the curved part, and its first and last point.
 */

/** Numbers in the workspace `wrap`: what goes in, in groups of three, what comes out, and the problem in the plane. */
const POINT0 = 0
const POINT1 = 1
const SIDE = 2
const FIRST = 3
const LAST = 4
const RADIUS = 15
/** 1: there is a side site. */
const SIDED = 16
/** Of the curved part; negative: the segment is straight. */
const LENGTH = 17
/** In the plane: two points, the direction of the side site on the circle, and two tangent points. */
const PLANE = { x0: 18, y0: 19, x1: 20, y1: 21, towardX: 22, towardY: 23, u: 24, w: 26 } as const
const NUMBERS = 28

export interface WrapInput {
  readonly isSphere: Index
  readonly point0: Vec3
  readonly point1: Vec3
  readonly side: Vec3
  readonly sided: Index
  readonly radius: Num
}

function registers(k: Kernel): { numbers: NumArray; vectors: NumArray } {
  return { numbers: k.workspace('wrap', NUMBERS), vectors: k.workspace('wrap', NUMBERS, 3) }
}

/** Wraps a segment. Points are those of the frame of the geom. */
export function wrap(k: Kernel, input: WrapInput): { length: Num; first: Vec3; last: Vec3 } {
  const { numbers, vectors } = registers(k)
  put(vectors, POINT0, input.point0)
  put(vectors, POINT1, input.point1)
  put(vectors, SIDE, input.side)
  numbers.set(RADIUS, input.radius)
  numbers.set(SIDED, k.real(input.sided))
  numbers.set(LENGTH, -1)
  k.when(
    input.isSphere,
    () => k.call({ name: 'wrapSphere', stage: wrapSphere }),
    () => k.call({ name: 'wrapCylinder', stage: wrapCylinder }),
  )
  return { length: numbers.at(LENGTH), first: vec3At(vectors, FIRST), last: vec3At(vectors, LAST) }
}

/** Relative margin for decisions that rounding must not change. */
const CLEAR = 1e-9

function wrapSphere(k: Kernel): void {
  const { numbers, vectors } = registers(k)
  const [p0, p1, side] = [POINT0, POINT1, SIDE].map((i) => vec3At(vectors, i))
  const isOff = (p: Vec3): Mask => norm(p).below(MINVAL).not()
  k.when(
    k.any(
      isOff(p0)
        .and(isOff(p1))
        .and(missesSphere(k, p0, p1, side).not()),
    ),
    () => {
      const axis0 = unit(k, p0)
      const axis1 = unit(k, cross(unit(k, planeNormal(k, p0, p1, axis0)), axis0))
      const project = (p: Vec3): [Num, Num] => [dot(p, axis0), dot(p, axis1)]
      wrapInPlane(k, project(p0), project(p1), project(side))
      const back = (at: number): Vec3 => add(scale(axis0, numbers.at(at)), scale(axis1, numbers.at(at + 1)))
      put(vectors, FIRST, back(PLANE.u))
      put(vectors, LAST, back(PLANE.w))
    },
  )
}

/**
 * The normal of the plane through the center and both points. Where these are collinear, it is that of a plane away
 * from the largest component of the axis to the first point.
 */
function planeNormal(k: Kernel, p0: Vec3, p1: Vec3, axis: Vec3): Vec3 {
  const normal = cross(p0, p1).map((x) => k.cell(x))
  k.when(k.any(norm(normal.map((cell) => cell.value)).below(MINVAL)), () => {
    const [x, y, z] = axis.map((part) => part.abs())
    const isX = y.atMost(x).and(z.atMost(x))
    const isY = isX.not().and(z.atMost(y))
    const away: Vec3 = [k.choose(isX, 0, 1), k.choose(isY, 0, 1), k.choose(isX.or(isY), 1, 0)]
    cross(axis, away).forEach((part, i) => {
      normal[i].set(part)
    })
  })
  const [x, y, z] = normal.map((cell) => cell.value)
  return [x, y, z]
}

/** Whether the straight segment is clear of the sphere, and on the side of an outside side site. */
function missesSphere(k: Kernel, p0: Vec3, p1: Vec3, side: Vec3): Mask {
  const { numbers } = registers(k)
  const radius = numbers.at(RADIUS)
  const d = sub(p1, p0)
  const share = dot(d, p0).negated().over(dot(d, d)).max(0).min(1)
  const near = add(p0, scale(d, share))
  const square = dot(near, near)
  const limit = radius.times(radius).times(1 + CLEAR)
  const squareS = dot(side, side)
  const onSide = limit.below(squareS).and(square.times(squareS).sqrt().times(CLEAR).below(dot(near, side)))
  return limit.below(square).and(isSided(k).not().or(onSide))
}

function isSided(k: Kernel): Mask {
  return registers(k).numbers.at(SIDED).equals(1)
}

/** Along a cylinder, the curve is a helix. */
function wrapCylinder(k: Kernel): void {
  const { numbers, vectors } = registers(k)
  const [p0, p1, side] = [POINT0, POINT1, SIDE].map((i) => vec3At(vectors, i))
  k.when(k.any(norm(p0).below(MINVAL).or(norm(p1).below(MINVAL)).not()), () => {
    wrapInPlane(k, [p0[0], p0[1]], [p1[0], p1[1]], [side[0], side[1]])
    const length = numbers.at(LENGTH)
    k.when(k.any(length.below(0).not()), () => {
      const before = norm(sub([p0[0], p0[1]], pair(numbers, PLANE.u)))
      const after = norm(sub([p1[0], p1[1]], pair(numbers, PLANE.w)))
      const whole = before.plus(length).plus(after)
      const rise = p1[2].minus(p0[2])
      const z0 = p0[2].plus(rise.times(before).over(whole))
      const z1 = p0[2].plus(rise.times(before.plus(length)).over(whole))
      put(vectors, FIRST, [...pair(numbers, PLANE.u), z0])
      put(vectors, LAST, [...pair(numbers, PLANE.w), z1])
      const climb = z1.minus(z0)
      numbers.set(LENGTH, length.times(length).plus(climb.times(climb)).sqrt())
    })
  })
}

const OUTSIDE: Routine = { name: 'wrapOutside', stage: wrapOutside }
const INSIDE: Routine = { name: 'touchInside', stage: touchInside }

/** Wraps around the circle in the plane: → LENGTH, negative if the segment is straight, and tangent points. */
function wrapInPlane(k: Kernel, e0: readonly Num[], e1: readonly Num[], side: readonly Num[]): void {
  const { numbers, vectors } = registers(k)
  const radius = numbers.at(RADIUS)
  e0.forEach((x, i) => {
    numbers.set(PLANE.x0 + i, x)
  })
  e1.forEach((x, i) => {
    numbers.set(PLANE.x1 + i, x)
  })
  const length = norm(side)
  const none = length.below(MINVAL)
  side.forEach((x, i) => {
    const toward = k.choose(none, i === 0 ? radius : 0, radius.times(x.times(k.num(1).over(length))))
    numbers.set(PLANE.towardX + i, toward)
  })
  const isInside = isSided(k).and(norm(vec3At(vectors, SIDE)).below(radius))
  k.when(
    k.any(isInside),
    () => k.call(INSIDE),
    () => k.call(OUTSIDE),
  )
}

/** Tangent points closer than this angle coincide up to rounding. */
const TANGENT = 1e-7
/** Marks a way whose straight parts intersect: it is invalid. */
const CROSSING = -10000

function wrapOutside(k: Kernel): void {
  const { numbers } = registers(k)
  const R = numbers.at(RADIUS)
  const [e0, e1, toward] = [PLANE.x0, PLANE.x1, PLANE.towardX].map((at) => pair(numbers, at))
  const square0 = dot(e0, e0)
  const square1 = dot(e1, e1)
  const squareR = R.times(R)
  const d = sub(e1, e0)
  const squareD = dot(d, d)
  const isIn = square0.below(squareR).or(square1.below(squareR)).or(R.below(MINVAL))
  // closest point of the straight segment to the center
  const share = dot(d, e0).negated().over(squareD).max(0).min(1)
  const near = add(e0, scale(d, share))
  const sided = isSided(k)
  const isClear = squareR.below(dot(near, near)).and(sided.not().or(k.num(0).atMost(dot(toward, near))))
  k.when(k.any(isIn.or(squareD.below(MINVAL)).or(isClear).not()), () => {
    const root0 = square0.minus(squareR).sqrt()
    const root1 = square1.minus(squareR).sqrt()
    const ways = [R, R.negated()].map((sign) => {
      const u = [
        e0[0].times(squareR).plus(sign.times(e0[1]).times(root0)).over(square0),
        e0[1].times(squareR).minus(sign.times(e0[0]).times(root0)).over(square0),
      ] as const
      const w = [
        e1[0].times(squareR).minus(sign.times(e1[1]).times(root1)).over(square1),
        e1[1].times(squareR).plus(sign.times(e1[0]).times(root1)).over(square1),
      ] as const
      // the way closest to the side site, or the shorter one
      const s = add<readonly Num[]>(u, w)
      const length = norm(s)
      const inverse = k.num(1).over(length)
      const beside = k.choose(length.below(MINVAL), toward[0], dot(scale(s, inverse), toward))
      const apart = sub<readonly Num[]>(u, w)
      const good = k.choose(sided, beside, dot(apart, apart).negated())
      return { u, w, good: k.choose(straightPartsCross(k, e0, u, e1, w), CROSSING, good) }
    })
    const [one, two] = ways
    const isFirst = two.good.below(one.good)
    const either = (a: Num, b: Num): Num => k.choose(isFirst, a, b)
    k.when(k.any(either(one.good, two.good).equals(CROSSING).not()), () => {
      const u = one.u.map((x, i) => either(x, two.u[i]))
      const w = one.w.map((x, i) => either(x, two.w[i]))
      ;[...u, ...w].forEach((x, i) => {
        numbers.set(PLANE.u + i, x)
      })
      const scaleU = k.num(1).over(norm(u))
      const scaleW = k.num(1).over(norm(w))
      const angle = arcCosine(k, dot(scale(u, scaleU), scale(w, scaleW)))
      const turn = u[1].times(w[0]).minus(u[0].times(w[1]))
      const isBack = k.num(0).below(turn).and(isFirst.not()).or(turn.below(0).and(isFirst))
      const isLong = k.num(TANGENT).below(angle).and(isBack)
      numbers.set(LENGTH, R.times(k.choose(isLong, k.num(2 * Math.PI).minus(angle), angle)))
    })
  })
}

/** Whether the segments from a to its tangent point u and from b to w intersect. */
function straightPartsCross(
  k: Kernel,
  a: readonly Num[],
  u: readonly Num[],
  b: readonly Num[],
  w: readonly Num[],
): Mask {
  const [ax, ay] = sub(u, a)
  const [bx, by] = sub(w, b)
  const [cx, cy] = sub(a, b)
  const det = by.times(ax).minus(bx.times(ay))
  const alongA = bx.times(cy).minus(by.times(cx)).over(det)
  const alongB = ax.times(cy).minus(ay.times(cx)).over(det)
  const isWithin = (x: Num): Mask => k.num(0).atMost(x).and(x.atMost(1))
  return det.abs().below(MINVAL).not().and(isWithin(alongA)).and(isWithin(alongB))
}

const NEWTON_STEPS = 20
const NEWTON_TOLERANCE = 1e-6
/** Start of the search: just below the largest solution. */
const NEWTON_START = 1 - 1e-7

/** Inside wrap: touches the circle where both straight parts make the same angle with it. */
function touchInside(k: Kernel): void {
  const { numbers } = registers(k)
  const R = numbers.at(RADIUS)
  const [e0, e1] = [PLANE.x0, PLANE.x1].map((at) => pair(numbers, at))
  const length0 = norm(e0)
  const length1 = norm(e1)
  const d = sub(e1, e0)
  const squareD = dot(d, d)
  // the straight segment may already pass through the ring
  const share = dot(d, e0).negated().over(squareD)
  const near = add(e0, scale(d, share))
  const passes = k.num(MINVAL).below(squareD).and(k.num(0).below(share)).and(share.below(1)).and(norm(near).atMost(R))
  const isIn = length0.atMost(R).or(length1.atMost(R)).or(R.below(MINVAL))
  const cosine = length0
    .times(length0)
    .plus(length1.times(length1))
    .minus(squareD)
    .over(length0.times(2).times(length1))
  k.when(
    k.any(
      isIn
        .or(passes)
        .or(cosine.below(-1 + MINVAL))
        .not(),
    ),
    () => {
      // if the search fails: the middle
      const sum = add(e0, e1).map((x) => x.times(0.5))
      const middle = norm(sum)
      const none = middle.below(MINVAL)
      const found = sum.map((x, i) => k.cell(k.choose(none, i === 0 ? R : 0, R.times(x).over(middle))))
      const A = R.over(length0)
      const B = R.over(length1)
      k.when(k.any(cosine.atMost(1 - MINVAL)), () => {
        const z = equalAngles(k, A, B, arcCosine(k, cosine))
        k.when(k.any(k.num(0).atMost(z)), () => {
          // from the end point that comes first counterclockwise
          const isFirst = k.num(0).below(e0[0].times(e1[1]).minus(e0[1].times(e1[0])))
          const [x, y] = e0.map((a, i) => k.choose(isFirst, a, e1[i]))
          const length = k.choose(isFirst, length0, length1)
          const { sin, cos } = sinCos(k, arcSine(k, z).minus(arcSine(k, k.choose(isFirst, A, B).times(z))))
          found[0].set(R.times(cos.times(x).minus(sin.times(y))).over(length))
          found[1].set(R.times(sin.times(x).plus(cos.times(y))).over(length))
        })
      })
      for (const at of [PLANE.u, PLANE.w])
        found.forEach((cell, i) => {
          numbers.set(at + i, cell.value)
        })
      numbers.set(LENGTH, 0)
    },
  )
}

/** Newton's method for asin(Az) + asin(Bz) − 2 asin(z) + G = 0, from above; -1 if it does not converge. */
function equalAngles(k: Kernel, A: Num, B: Num, G: Num): Num {
  const z = k.cell(NEWTON_START)
  const found = k.cell(-1)
  const bound = k.cell(0)
  const left = k.counter(NEWTON_STEPS)
  const slopeOf = (factor: Num, x: Num): Num =>
    factor.over(k.num(1).minus(x.times(x).times(factor).times(factor)).sqrt().max(MINVAL))
  k.while(
    () => k.less(0, left.value),
    () => {
      const x = z.value
      const f = G.plus(arcSine(k, A.times(x)))
        .plus(arcSine(k, B.times(x)))
        .minus(arcSine(k, x).times(2))
      const isEnd = f.abs().atMost(NEWTON_TOLERANCE)
      const slope = slopeOf(A, x)
        .plus(slopeOf(B, x))
        .minus(k.num(2).over(k.num(1).minus(x.times(x)).sqrt().max(MINVAL)))
      const next = x.minus(f.over(slope))
      const fails = bound.value.below(f)
      const goesOn = fails.or(isEnd).or(k.num(-MINVAL).below(slope)).or(x.below(next)).not()
      found.set(k.choose(isEnd.and(fails.not()), x, found.value))
      bound.set(NEWTON_TOLERANCE)
      z.set(next)
      left.set(k.product(k.any(goesOn), k.sum(left.value, -1)))
    },
  )
  return found.value
}

function arcCosine(k: Kernel, x: Num): Num {
  const cosine = x.max(-1).min(1)
  return angleOf(k, k.num(1).minus(cosine).times(k.num(1).plus(cosine)).sqrt(), cosine)
}

function arcSine(k: Kernel, sine: Num): Num {
  return angleOf(k, sine, k.num(1).minus(sine).times(k.num(1).plus(sine)).sqrt())
}

function pair(numbers: NumArray, at: number): [Num, Num] {
  return [numbers.at(at), numbers.at(at + 1)]
}

/** The direction of a vector; along x where it is zero. */
function unit(k: Kernel, v: Vec3): Vec3 {
  const length = norm(v)
  const none = length.below(MINVAL)
  const inverse = k.num(1).over(length)
  const [x, y, z] = v.map((part, i) => k.choose(none, i === 0 ? 1 : 0, part.times(inverse)))
  return [x, y, z]
}
