import { MINVAL } from '../math/vec3.ts'
import { copyPoint, DifferencePoints, supportDifference } from './differencePoints.ts'
import { type Shape, ShapeType } from './shape.ts'
import { closestOnSimplex, lambda } from './simplex.ts'
import { centre } from './support.ts'
import { Walk, walkSteps, walkToOrigin } from './tetrahedronWalk.ts'

/**
 * Gilbert, Johnson and Keerthi's algorithm: the distance of two convex shapes, and whether they overlap. It looks for
 * the point x of the difference body that is closest to the origin by way of small simplices: the support point w
 * against x is added, and of the simplex only the corners are kept that carry its closest point.
 */

/** What the search found. */
export class GjkResult {
  /** Corners of the last simplex, in the order in which they were found; room for one more. */
  readonly points: DifferencePoints = new DifferencePoints(5)
  /** Number of corners. */
  size = 0
  /** Whether a plane was found that parts the shapes. */
  separated = false
  /** [0]: distance of the shapes, 0 in overlap, infinite beyond the cutoff. */
  readonly dist: Float64Array = new Float64Array(1)
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

const x = new Float64Array(3)
const dir = new Float64Array(3)

/**
 * Distance of two shapes. With a positive cutoff the search is for the distance up to there; with zero it only asks
 * whether they overlap, and stops as soon as that is known.
 *
 * @param tolerance [0]: accuracy of the distance
 * @param cutoff [0]: longest distance of interest
 */
export function gjk(
  result: GjkResult,
  shape1: Shape,
  shape2: Shape,
  tolerance: Float64Array,
  iterations: number,
  cutoff: Float64Array,
): void {
  const { points, dist, x1, x2 } = result
  const { v, a, b } = points
  const discrete = isDiscrete(shape1, shape2)
  const enough = discrete ? 0 : 0.5 * tolerance[0] * tolerance[0]
  const smallest = discrete ? MINVAL : tolerance[0]
  const farthest = cutoff[0]
  const overlapOnly = farthest <= 0

  centre(shape1, x1, 0)
  centre(shape2, x2, 0)
  x[0] = x1[0] - x2[0]
  x[1] = x1[1] - x2[1]
  x[2] = x1[2] - x2[2]
  // shapes on the same spot: any direction is a start
  if (Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) < smallest) {
    x[0] = 1
    x[1] = 0
    x[2] = 0
  }

  result.separated = false
  result.hasWitness = false
  let size = 0
  let walk = overlapOnly
  let previous = 0
  for (let k = 0; k < iterations; k++) {
    const length = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2])
    if (length < smallest || Math.abs(length - previous) < MINVAL) break
    const scale = -1 / length
    dir[0] = x[0] * scale
    dir[1] = x[1] * scale
    dir[2] = x[2] * scale
    supportDifference(points, size, shape1, shape2, dir, 0)

    // |x| is at most x·(x − w)/|x| from the distance
    const w = 3 * size
    if (x[0] * (x[0] - v[w]) + x[1] * (x[1] - v[w + 1]) + x[2] * (x[2] - v[w + 2]) < enough) break

    // the plane through w across x keeps all of the difference body away from the origin
    const xw = x[0] * v[w] + x[1] * v[w + 1] + x[2] * v[w + 2]
    if (xw > 0 && (overlapOnly || xw >= farthest * length)) {
      result.size = 0
      result.separated = true
      dist[0] = Infinity
      return
    }
    if (walk && size === 3) {
      walk = false
      const found = walkToOrigin(points, shape1, shape2, iterations - k)
      if (found !== Walk.undecided) {
        result.size = found === Walk.inside ? 4 : 0
        result.separated = found === Walk.outside
        dist[0] = found === Walk.inside ? 0 : Infinity
        return
      }
      k += walkSteps[0]
    }

    closestOnSimplex(v, size + 1)
    const corners = size + 1
    size = 0
    previous = length
    x[0] = 0
    x[1] = 0
    x[2] = 0
    for (let i = 0; i < corners; i++) {
      const weight = lambda[i]
      if (weight === 0) continue
      if (size !== i) {
        copyPoint(points, size, points, i)
        lambda[size] = weight
      }
      x[0] += weight * v[3 * size]
      x[1] += weight * v[3 * size + 1]
      x[2] += weight * v[3 * size + 2]
      size++
    }
    if (size === 4) break
  }

  result.size = size
  result.hasWitness = true
  if (size > 0) {
    for (let k = 0; k < 3; k++) {
      x1[k] = 0
      x2[k] = 0
      for (let i = 0; i < size; i++) {
        x1[k] += lambda[i] * a[3 * i + k]
        x2[k] += lambda[i] * b[3 * i + k]
      }
    }
  }
  const length = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2])
  if (length > 0) {
    const scale = -1 / length
    dir[0] = x[0] * scale
    dir[1] = x[1] * scale
    dir[2] = x[2] * scale
    supportDifference(points, size, shape1, shape2, dir, 0)
    const w = 3 * size
    result.separated = x[0] * v[w] + x[1] * v[w + 1] + x[2] * v[w + 2] > 0
  }
  dist[0] = size === 4 && !result.separated ? 0 : length
}
