import { MINVAL } from '../../core/math/constants.ts'
import type { Num } from '../language/kernelLanguage.ts'
import { add, cross, scale, sub, type Vec3 } from '../language/vectors.ts'
import { along, dot3, inWorld, type NarrowPair, vec3 } from './narrowPair.ts'

/**
 * A plane (first geom) against primitive shapes, as `pair/planePairs.ts`: n is its normal, p a point of it, and a point x
 * is n·(x − p) above it.
 */

/** Half the side of the equilateral triangle that is inscribed in a circle of radius 1. */
const HALF_TRIANGLE_SIDE = Math.sqrt(3) / 2
/** Most corners of a box that touch. */
const MAX_CORNERS = 4

interface Plane {
  readonly n: Vec3
  readonly p: Vec3
}

function planeOf(pair: NarrowPair): Plane {
  return { n: pair.axis(pair.g1, 2), p: pair.center(pair.g1) }
}

function heightOf({ n, p }: Plane, x: Vec3): Num {
  return dot3(sub(x, p), n)
}

/** Appends the contact at a point of the other surface: halfway between it and the plane. */
function appendPoint(pair: NarrowPair, { n }: Plane, x: Vec3, height: Num): void {
  pair.append(height, along(x, n, height.times(-0.5)), n)
}

/** A ball, if it is closer than the margin. */
function planeBall(pair: NarrowPair, plane: Plane, center: Vec3, radius: Num, tangent?: Vec3): void {
  const { k } = pair
  const height = heightOf(plane, center)
  k.when(k.any(height.atMost(pair.margin.plus(radius))), () => {
    const depth = height.minus(radius)
    const offset = depth.times(-0.5).minus(radius)
    pair.append(depth, along(center, plane.n, offset), plane.n, tangent)
  })
}

export function planeSphere(pair: NarrowPair): void {
  planeBall(pair, planeOf(pair), pair.center(pair.g2), pair.size(pair.g2, 0))
}

/** The balls at the two ends: first the one in the direction of the axis. */
export function planeCapsule(pair: NarrowPair): void {
  const { g2 } = pair
  const plane = planeOf(pair)
  const center = pair.center(g2)
  const axis = pair.axis(g2, 2)
  const radius = pair.size(g2, 0)
  const half = pair.size(g2, 1)
  planeBall(pair, plane, along(center, axis, half), radius, axis)
  planeBall(pair, plane, along(center, axis, half.negated()), radius, axis)
}

/** The corners that are below the plane and not above the center of the box, x running fastest; at most four. */
export function planeBox(pair: NarrowPair): void {
  const { k, g2 } = pair
  const plane = planeOf(pair)
  const center = pair.center(g2)
  const height = heightOf(plane, center)
  const sides = [0, 1, 2].map((i) => scale(pair.axis(g2, i), pair.size(g2, i)))
  const signs = k.table(
    'box_corners',
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [0, 1, 2].map((b) => 2 * ((i >> b) & 1) - 1)),
  )
  const first = pair.count()
  k.repeat(0, 8, (corner) =>
    k.when(k.less(pair.count(), k.sum(first, MAX_CORNERS)), () => {
      const [x, y, z] = [0, 1, 2].map((i) => k.real(signs.at(k.sum(k.product(corner, 3), i))))
      const w = vec3((i) => sides[0][i].times(x).plus(sides[1][i].times(y)).plus(sides[2][i].times(z)))
      const above = dot3(plane.n, w)
      const depth = height.plus(above)
      k.when(k.any(depth.atMost(pair.margin).and(above.atMost(0))), () => {
        appendPoint(pair, plane, add(center, w), depth)
      })
    }),
  )
}

/** The lowest point: the image of u = (s ∘ l)/|s ∘ l|, where l is the direction −n in the frame of the ellipsoid. */
export function planeEllipsoid(pair: NarrowPair): void {
  const { k, g2 } = pair
  const plane = planeOf(pair)
  const center = pair.center(g2)
  const axes = [0, 1, 2].map((i) => pair.axis(g2, i))
  const sizes = [0, 1, 2].map((i) => pair.size(g2, i))
  const down = vec3((i) => dot3(axes[i], plane.n).negated().times(sizes[i]))
  const length = dot3(down, down).sqrt()
  k.giveUp(length.below(MINVAL))
  const inverse = k.num(1).over(length)
  const u = vec3((i) => down[i].times(inverse.times(sizes[i])))
  const point = add(inWorld(axes, u), center)
  const height = heightOf(plane, point)
  k.when(k.any(height.atMost(pair.margin)), () => appendPoint(pair, plane, point, height))
}

/**
 * The deepest point of the edge of the lower cap, the point opposite to it on the upper cap, and two more on the lower
 * edge, which with the first form an equilateral triangle.
 */
export function planeCylinder(pair: NarrowPair): void {
  const { k, g2, margin } = pair
  const plane = planeOf(pair)
  const { n } = plane
  const center = pair.center(g2)
  const radius = pair.size(g2, 0)
  const half = pair.size(g2, 1)
  // the axis, pointing down; −x is exact
  const up = pair.axis(g2, 2)
  const upward = dot3(n, up)
  const sign = k.choose(k.num(0).below(upward), -1, 1)
  const unit = scale(up, sign)
  const cosine = upward.times(sign)
  const height = heightOf(plane, center)

  // v: from the axis to the edge of the cap, downhill; any direction where the caps are parallel to the plane
  const downhill = sub(scale(unit, cosine), n)
  const length = dot3(downhill, downhill).sqrt()
  const isFlat = length.below(MINVAL)
  const across = pair.axis(g2, 0)
  const reach = radius.over(length)
  const v = vec3((i) => k.choose(isFlat, across[i].times(radius), downhill[i].times(reach)))
  const a = scale(unit, half)
  const slope = cosine.times(half)
  const drop = dot3(n, v)

  const deepest = height.plus(slope).plus(drop)
  k.when(k.any(deepest.atMost(margin)), () => {
    const edge = add(center, v)
    appendPoint(pair, plane, add(edge, a), deepest)
    const opposite = height.minus(slope).plus(drop)
    k.when(k.any(opposite.atMost(margin)), () => appendPoint(pair, plane, sub(edge, a), opposite))
    const sides = height.plus(slope).minus(drop.times(0.5))
    k.when(k.any(margin.below(sides).not()), () => {
      // w: across, in the plane of the cap
      const w = cross(v, a)
      const width = dot3(w, w).sqrt()
      k.giveUp(width.below(MINVAL))
      const inverse = k.num(1).over(width)
      const side = radius.times(HALF_TRIANGLE_SIDE)
      const sideways = scale(scale(w, inverse), side)
      for (const aside of [add(center, sideways), sub(center, sideways)])
        appendPoint(pair, plane, sub(add(aside, a), scale(v, k.num(0.5))), sides)
    })
  })
}
