import type { ConvexShape } from './convexShape.ts'
import { support } from './support.ts'

/**
 * Points of the Minkowski difference A − B = { a − b : a ∈ A, b ∈ B } of two convex shapes. The shapes overlap where
 * it contains the origin, and its distance to the origin is theirs.
 */

/** Most points of a polytope of `epa.ts`. */
export const MAX_POINTS = 1005
/** First of the four points of the tetrahedron in `overlapWalk.ts`, behind those of the polytope. */
export const WALK: number = MAX_POINTS

/** Room for all of these, up to a power of two: `epaPolytope.ts` masks indices with it. */
export const POINT_CAPACITY = 1024

/**
 * Registers: support points of the Minkowski difference, and where each comes from. First those of the GJK simplex,
 * which become the first points of the EPA polytope; at `WALK` those of a tetrahedron.
 */
export class MinkowskiPoints {
  /** a − b, three numbers a point, world frame. */
  readonly difference: Float64Array = new Float64Array(3 * POINT_CAPACITY)
  /** a, on the first shape. */
  readonly onFirst: Float64Array = new Float64Array(3 * POINT_CAPACITY)
  /** b, on the second shape. */
  readonly onSecond: Float64Array = new Float64Array(3 * POINT_CAPACITY)
  /** `ConvexShape.feature` of a and of b. */
  readonly feature1: Int32Array = new Int32Array(POINT_CAPACITY)
  readonly feature2: Int32Array = new Int32Array(POINT_CAPACITY)
  /** A unit direction and its opposite. */
  readonly direction: Float64Array = new Float64Array(6)
}

/**
 * One query runs at a time, so there is one set of points. All files of the query work on this constant: passed as a
 * parameter, it made queries 7 to 20 % slower, since V8 folds the addresses of arrays in constants only.
 */
export const points: MinkowskiPoints = new MinkowskiPoints()

/** Point k of `points` becomes the point of A − B that lies farthest in the unit direction dir[i..i+3). */
export function supportDifference(
  k: number,
  shape1: ConvexShape,
  shape2: ConvexShape,
  dir: Float64Array,
  i: number,
): void {
  const { difference, onFirst, onSecond, direction } = points
  const o = 3 * k
  const x = dir[i]
  const y = dir[i + 1]
  const z = dir[i + 2]
  direction[0] = x
  direction[1] = y
  direction[2] = z
  direction[3] = -x
  direction[4] = -y
  direction[5] = -z
  support(shape1, direction, 0, onFirst, o)
  support(shape2, direction, 3, onSecond, o)
  difference[o] = onFirst[o] - onSecond[o]
  difference[o + 1] = onFirst[o + 1] - onSecond[o + 1]
  difference[o + 2] = onFirst[o + 2] - onSecond[o + 2]
  points.feature1[k] = shape1.feature
  points.feature2[k] = shape2.feature
}

/** Copies point `from` to point `to`. */
export function copyPoint(to: number, from: number): void {
  const { difference, onFirst, onSecond, feature1, feature2 } = points
  for (let k = 0; k < 3; k++) {
    difference[3 * to + k] = difference[3 * from + k]
    onFirst[3 * to + k] = onFirst[3 * from + k]
    onSecond[3 * to + k] = onSecond[3 * from + k]
  }
  feature1[to] = feature1[from]
  feature2[to] = feature2[from]
}
