import { MINVAL } from '../../../core/math/vec3.ts'
import { type Shape, ShapeType } from './convexShape.ts'
import { copyPoint, difference, onFirst, onSecond, supportDifference } from './minkowski.ts'
import { Walk, walkSteps, walkToOrigin } from './overlapWalk.ts'
import { closestOnSimplex, lambda } from './simplex.ts'
import { centre } from './support.ts'

/**
 * Gilbert, Johnson and Keerthi's algorithm: the distance of two convex shapes, and whether they overlap. It looks for
 * the point x of the difference body that is closest to the origin by way of small simplices: the support point w
 * against x is added, and of the simplex only the corners are kept that carry its closest point.
 */

/** What the search found. */
class GjkResult {
  /** Number of corners of the last simplex: the first points of the difference body. */
  size = 0
  /** Whether a plane was found that parts the shapes. */
  separated = false
  /** [0]: distance of the shapes, 0 in overlap, infinite beyond the cutoff. */
  readonly dist: Float64Array = new Float64Array(1)
  /** Whether the centres of the shapes coincide. */
  concentric = false
  /** Whether closest points of both shapes were found: not where overlap, or a distance beyond the cutoff, was plain before. */
  hasWitness = false
  readonly x1: Float64Array = new Float64Array(3)
  readonly x2: Float64Array = new Float64Array(3)
}

/** Two shapes with corners only: their difference body has finitely many, and searches can be exact. */
export function isDiscrete(shape1: Shape, shape2: Shape): boolean {
  return hasCornersOnly(shape1) && hasCornersOnly(shape2)
}

function hasCornersOnly(shape: Shape): boolean {
  const { type } = shape
  return (type === ShapeType.box || type === ShapeType.mesh || type === ShapeType.prism) && shape.margin[0] === 0
}

const result = new GjkResult()
/** What the last search found. */
export const found: GjkResult = result

const v = difference
const a = onFirst
const b = onSecond
const weights = lambda
const eps = MINVAL

const dir = new Float64Array(3)

/**
 * Distance of two shapes, to `found`. With a positive cutoff the search is for the distance up to there; with zero it only asks
 * whether they overlap, and stops as soon as that is known.
 *
 * @param tolerance [0]: accuracy of the distance
 * @param cutoff [0]: longest distance of interest
 */
export function gjk(
  shape1: Shape,
  shape2: Shape,
  tolerance: Float64Array,
  iterations: number,
  cutoff: Float64Array,
): void {
  const { dist, x1, x2 } = result
  const discrete = isDiscrete(shape1, shape2)
  const enough = discrete ? 0 : 0.5 * tolerance[0] * tolerance[0]
  const smallest = discrete ? eps : tolerance[0]
  const farthest = cutoff[0]
  const overlapOnly = farthest <= 0

  centre(shape1, x1, 0)
  centre(shape2, x2, 0)
  let x = x1[0] - x2[0]
  let y = x1[1] - x2[1]
  let z = x1[2] - x2[2]
  let length = Math.sqrt(x * x + y * y + z * z)
  result.concentric = length < smallest
  if (result.concentric) {
    // shapes on the same spot: any direction is a start
    x = 1
    y = 0
    z = 0
    length = 1
  }

  result.separated = false
  result.hasWitness = false
  let size = 0
  let walk = overlapOnly
  let previous = 0
  for (let k = 0; k < iterations; k++) {
    if (length < smallest || Math.abs(length - previous) < eps) break
    const scale = -1 / length
    dir[0] = x * scale
    dir[1] = y * scale
    dir[2] = z * scale
    supportDifference(size, shape1, shape2, dir, 0)

    // |x| is at most x·(x − w)/|x| from the distance
    const w = 3 * size
    const wx = v[w]
    const wy = v[w + 1]
    const wz = v[w + 2]
    if (x * (x - wx) + y * (y - wy) + z * (z - wz) < enough) break

    // the plane through w across x keeps all of the difference body away from the origin
    const xw = x * wx + y * wy + z * wz
    if (xw > 0 && (overlapOnly || xw >= farthest * length)) {
      result.size = 0
      result.separated = true
      dist[0] = Infinity
      return
    }
    if (walk && size === 3) {
      walk = false
      const end = walkToOrigin(shape1, shape2, iterations - k)
      if (end !== Walk.undecided) {
        result.size = end === Walk.inside ? 4 : 0
        result.separated = end === Walk.outside
        dist[0] = end === Walk.inside ? 0 : Infinity
        return
      }
      k += walkSteps[0]
    }

    const corners = size + 1
    closestOnSimplex(corners)
    size = 0
    x = 0
    y = 0
    z = 0
    for (let i = 0; i < corners; i++) {
      const weight = weights[i]
      if (weight === 0) continue
      if (size !== i) {
        copyPoint(size, i)
        weights[size] = weight
      }
      x += weight * v[3 * size]
      y += weight * v[3 * size + 1]
      z += weight * v[3 * size + 2]
      size++
    }
    previous = length
    length = Math.sqrt(x * x + y * y + z * z)
    if (size === 4) break
  }

  result.size = size
  result.hasWitness = true
  if (size > 0) {
    for (let k = 0; k < 3; k++) {
      let first = 0
      let second = 0
      for (let i = 0; i < size; i++) {
        first += weights[i] * a[3 * i + k]
        second += weights[i] * b[3 * i + k]
      }
      x1[k] = first
      x2[k] = second
    }
  }
  if (length > 0) {
    const scale = -1 / length
    dir[0] = x * scale
    dir[1] = y * scale
    dir[2] = z * scale
    supportDifference(size, shape1, shape2, dir, 0)
    const w = 3 * size
    result.separated = x * v[w] + y * v[w + 1] + z * v[w + 2] > 0
  }
  dist[0] = size === 4 && !result.separated ? 0 : length
}
