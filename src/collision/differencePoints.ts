import type { Shape } from './shape.ts'
import { support } from './support.ts'

/**
 * Points of the difference body of two shapes, { a − b : a in the first, b in the second }. The shapes overlap where
 * this body holds the origin, and its distance to the origin is theirs. Each point remembers where it comes from.
 */
export class DifferencePoints {
  /** Points, a − b. */
  v: Float64Array
  /** Support points on the first and second shape. */
  a: Float64Array
  b: Float64Array
  /** `Shape.feature` of the support points. */
  feature1: Int32Array
  feature2: Int32Array

  constructor(capacity: number) {
    this.v = new Float64Array(3 * capacity)
    this.a = new Float64Array(3 * capacity)
    this.b = new Float64Array(3 * capacity)
    this.feature1 = new Int32Array(capacity)
    this.feature2 = new Int32Array(capacity)
  }

  /** Makes room for more points; those that are there are lost. */
  reserve(capacity: number): void {
    if (capacity <= this.feature1.length) return
    this.v = new Float64Array(3 * capacity)
    this.a = new Float64Array(3 * capacity)
    this.b = new Float64Array(3 * capacity)
    this.feature1 = new Int32Array(capacity)
    this.feature2 = new Int32Array(capacity)
  }
}

const along = new Float64Array(6)

/** Point k becomes the point of the difference body that lies farthest in the unit direction dir[i..i+3). */
export function supportDifference(
  points: DifferencePoints,
  k: number,
  shape1: Shape,
  shape2: Shape,
  dir: Float64Array,
  i: number,
): void {
  const { v, a, b } = points
  const o = 3 * k
  along[0] = dir[i]
  along[1] = dir[i + 1]
  along[2] = dir[i + 2]
  along[3] = -along[0]
  along[4] = -along[1]
  along[5] = -along[2]
  support(shape1, along, 0, a, o)
  support(shape2, along, 3, b, o)
  v[o] = a[o] - b[o]
  v[o + 1] = a[o + 1] - b[o + 1]
  v[o + 2] = a[o + 2] - b[o + 2]
  points.feature1[k] = shape1.feature
  points.feature2[k] = shape2.feature
}

/** Point k of one set becomes point j of another. */
export function copyPoint(to: DifferencePoints, k: number, from: DifferencePoints, j: number): void {
  const o = 3 * k
  const i = 3 * j
  to.v[o] = from.v[i]
  to.v[o + 1] = from.v[i + 1]
  to.v[o + 2] = from.v[i + 2]
  to.a[o] = from.a[i]
  to.a[o + 1] = from.a[i + 1]
  to.a[o + 2] = from.a[i + 2]
  to.b[o] = from.b[i]
  to.b[o + 1] = from.b[i + 1]
  to.b[o + 2] = from.b[i + 2]
  to.feature1[k] = from.feature1[j]
  to.feature2[k] = from.feature2[j]
}
