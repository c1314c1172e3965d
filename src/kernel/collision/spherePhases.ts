import { MINVAL } from '../../core/math/constants.ts'
import type { Num } from '../language/kernelLanguage.ts'
import { add, cross, scale, sub, type Vec3 } from '../language/vectors.ts'
import { along, dot3, inWorld, type NarrowPair, unitClamp, vec3 } from './narrowPair.ts'

/**
 * Spheres and capsules, as `pair/spherePairs.ts` and `pair/capsuleCapsule.ts`: balls at the points of two axes that are
 * closest to each other.
 */

/** Gaps smaller than this fraction of the distance of the centers may be rounding. */
const CLEAR = 1e-9
/** Parallel capsules touch at two points at most. */
const MAX_PARALLEL = 2

interface Ball {
  readonly center: Vec3
  readonly radius: Num
}

/**
 * Two balls, if they are closer than the margin. The direction of two balls with one center is that across the z axes of
 * both geoms, and x where those are parallel.
 */
function ballBall(pair: NarrowPair, first: Ball, second: Ball): void {
  const { k } = pair
  const between = sub(second.center, first.center)
  const squared = dot3(between, between)
  const reach = pair.margin.plus(first.radius).plus(second.radius)
  k.when(k.any(squared.atMost(reach.times(reach))), () => {
    const distance = squared.sqrt()
    const direction = between.map((x) => k.cell(x))
    const length = k.cell(distance)
    k.when(k.any(distance.below(MINVAL)), () => {
      const across = cross(pair.axis(pair.g1, 2), pair.axis(pair.g2, 2))
      const size = dot3(across, across).sqrt()
      const isParallel = size.below(MINVAL)
      direction.forEach((x, i) => {
        x.set(k.choose(isParallel, i === 0 ? 1 : 0, across[i]))
      })
      length.set(k.choose(isParallel, 1, size))
    })
    const normal = scale(
      vec3((i) => direction[i].value),
      k.num(1).over(length.value),
    )
    const gap = distance.minus(first.radius).minus(second.radius)
    pair.append(gap, along(first.center, normal, first.radius.plus(gap.times(0.5))), normal)
  })
}

export function sphereSphere(pair: NarrowPair): void {
  const ball = (g: NarrowPair['g1']): Ball => ({ center: pair.center(g), radius: pair.size(g, 0) })
  ballBall(pair, ball(pair.g1), ball(pair.g2))
}

/** With the ball at the point of the capsule's axis that is closest to the sphere. */
export function sphereCapsule(pair: NarrowPair): void {
  const { g1, g2 } = pair
  const half = pair.size(g2, 1)
  const axis = pair.axis(g2, 2)
  const sphere = pair.center(g1)
  const capsule = pair.center(g2)
  const t = dot3(axis, sub(sphere, capsule)).min(half).max(half.negated())
  const closest = add(scale(axis, t), capsule)
  ballBall(pair, { center: sphere, radius: pair.size(g1, 0) }, { center: closest, radius: pair.size(g2, 0) })
}

/**
 * Balls at the points c₁ + x a and c₂ + y b of the axes that are closest to each other, where with d = c₁ − c₂
 *
 *     [ A  B ] [x]   [u]     A = a·a    B = −a·b   C = b·b
 *     [ B  C ] [y] = [v]     u = −a·d   v = b·d
 *
 * Of parallel capsules the ends are tried against the other axis, up to two contacts.
 */
export function capsuleCapsule(pair: NarrowPair): void {
  const { k, g1, g2 } = pair
  const center1 = pair.center(g1)
  const center2 = pair.center(g2)
  const radius1 = pair.size(g1, 0)
  const radius2 = pair.size(g2, 0)
  const a = scale(pair.axis(g1, 2), pair.size(g1, 1))
  const b = scale(pair.axis(g2, 2), pair.size(g2, 1))
  const d = sub(center1, center2)
  const u = dot3(a, d).negated()
  const v = dot3(b, d)
  // apart along the line between the centers: |d|² − |u| − |v| > |d| (radii + margin), squared on both sides
  const squared = dot3(d, d)
  const gap = squared
    .times(1 - CLEAR)
    .minus(u.abs())
    .minus(v.abs())
  const reach = radius1.plus(radius2).plus(pair.margin)
  const isApart = k
    .num(0)
    .below(gap)
    .and(reach.times(reach).times(squared).below(gap.times(gap)))
  const collideAt = (x: Num, y: Num): void =>
    ballBall(pair, { center: along(center1, a, x), radius: radius1 }, { center: along(center2, b, y), radius: radius2 })
  k.when(k.any(isApart.not()), () => {
    const A = dot3(a, a)
    const B = dot3(a, b).negated()
    const C = dot3(b, b)
    const determinant = A.times(C).minus(B.times(B))
    k.when(
      k.any(k.num(MINVAL).atMost(determinant.abs())),
      () => {
        const free = C.times(u).minus(B.times(v)).over(determinant)
        const x = k.cell(unitClamp(free))
        const y = k.cell(A.times(v).minus(B.times(u)).over(determinant))
        k.when(k.any(k.num(1).below(free.abs())), () => y.set(v.minus(x.value.times(B)).over(C)))
        k.when(k.any(k.num(1).below(y.value.abs())), () => {
          y.set(unitClamp(y.value))
          x.set(unitClamp(u.minus(y.value.times(B)).over(A)))
        })
        collideAt(x.value, y.value)
      },
      () => {
        const most = k.sum(pair.count(), MAX_PARALLEL)
        const ends = k.table('capsule_ends', [1, -1, 1, -1])
        k.repeat(0, 4, (round) =>
          k.when(k.less(pair.count(), most), () => {
            const end = k.real(ends.at(round))
            const isFirst = k.real(round).below(2)
            // an axis of no length is one point
            const length = k.choose(isFirst, C, A)
            const place = unitClamp(k.choose(isFirst, v, u).minus(end.times(B)).over(length))
            const t = k.choose(k.num(0).below(length), place, 0)
            collideAt(k.choose(isFirst, end, t), k.choose(isFirst, t, end))
          }),
        )
      },
    )
  })
}

/**
 * A sphere and a box. With q the center in the frame of the box and p the point of the box that is closest to q, the ball
 * touches at p. Gives up where the center is inside.
 */
export function sphereBox(pair: NarrowPair): void {
  ballBox(pair, { center: pair.center(pair.g1), radius: pair.size(pair.g1, 0) })
}

/** A ball and the second geom, a box. */
export function ballBox(pair: NarrowPair, { center, radius }: Ball): void {
  const { k, g2 } = pair
  const middle = pair.center(g2)
  const axes = [0, 1, 2].map((i) => pair.axis(g2, i))
  const from = sub(center, middle)
  const q = vec3((i) => dot3(axes[i], from))
  // a box without extent along an axis does not hold back the point along it
  const closest = vec3((i) => {
    const size = pair.size(g2, i)
    return k.choose(k.num(0).below(size), q[i].min(size).max(size.negated()), q[i])
  })
  const way = sub(closest, q)
  const apart = dot3(way, way).sqrt()
  k.when(k.any(apart.minus(radius).atMost(pair.margin)), () => {
    k.giveUp(k.num(MINVAL).below(apart).not())
    const normal = scale(way, k.num(1).over(apart))
    const point = scale(add(closest, along(q, normal, radius)), k.num(0.5))
    pair.append(apart.minus(radius), add(inWorld(axes, point), middle), inWorld(axes, normal))
  })
}
