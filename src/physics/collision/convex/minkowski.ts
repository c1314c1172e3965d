import type { Shape } from './convexShape.ts'
import { support } from './support.ts'

/**
 * Points of the difference body of two shapes, { a − b : a in the first, b in the second }. The shapes overlap where
 * this body holds the origin, and its distance to the origin is theirs. Each point remembers where it comes from.
 *
 * One pair of shapes is looked at at a time, so there is one set of points: first those of the simplex of the search for
 * the distance, which becomes the polytope of the search for the depth; at the end those of a tetrahedron on its way.
 */

/** Most points of a polytope. */
export const MOST_POINTS = 1005
/** First of the four points of a tetrahedron on its way. */
export const WALKER: number = MOST_POINTS

/** Room for these, and up to a power of two. */
const CAPACITY = 1024

// local names: engines treat a constant of the module itself as one, and an export as something that may change
const v = new Float64Array(3 * CAPACITY)
const a = new Float64Array(3 * CAPACITY)
const b = new Float64Array(3 * CAPACITY)
const f1 = new Int32Array(CAPACITY)
const f2 = new Int32Array(CAPACITY)

/** The points a − b, three numbers each. */
export const difference: Float64Array = v
/** The points of the first shape, and of the second. */
export const onFirst: Float64Array = a
export const onSecond: Float64Array = b
/** `Shape.feature` of those. */
export const feature1: Int32Array = f1
export const feature2: Int32Array = f2

/** A unit direction and its opposite. */
const along = new Float64Array(6)

/** Point k becomes the point of the difference body that lies farthest in the unit direction dir[i..i+3). */
export function supportDifference(k: number, shape1: Shape, shape2: Shape, dir: Float64Array, i: number): void {
  const o = 3 * k
  const x = dir[i]
  const y = dir[i + 1]
  const z = dir[i + 2]
  along[0] = x
  along[1] = y
  along[2] = z
  along[3] = -x
  along[4] = -y
  along[5] = -z
  support(shape1, along, 0, a, o)
  support(shape2, along, 3, b, o)
  v[o] = a[o] - b[o]
  v[o + 1] = a[o + 1] - b[o + 1]
  v[o + 2] = a[o + 2] - b[o + 2]
  f1[k] = shape1.feature
  f2[k] = shape2.feature
}

/** Point k becomes what point j is. */
export function copyPoint(k: number, j: number): void {
  const o = 3 * k
  const i = 3 * j
  v[o] = v[i]
  v[o + 1] = v[i + 1]
  v[o + 2] = v[i + 2]
  a[o] = a[i]
  a[o + 1] = a[i + 1]
  a[o + 2] = a[i + 2]
  b[o] = b[i]
  b[o + 1] = b[i + 1]
  b[o + 2] = b[i + 2]
  f1[k] = f1[j]
  f2[k] = f2[j]
}
