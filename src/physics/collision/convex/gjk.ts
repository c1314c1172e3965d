import { MINVAL } from '../../../core/math/constants.ts'
import { type ConvexShape, ShapeType } from './convexShape.ts'
import { copyPoint, points, supportDifference } from './minkowski.ts'
import { WalkEnd, walk, walkToOrigin } from './overlapWalk.ts'
import { closestOnSimplex, simplex } from './simplex.ts'
import { center } from './support.ts'

/**
 * The Gilbert–Johnson–Keerthi algorithm: the distance of two convex shapes, and whether they overlap. It finds the
 * point x of their Minkowski difference that is closest to the origin by way of small simplices: the support point w in
 * the direction −x is added, and of the simplex only the corners are kept that carry its closest point.
 *
 * E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between complex objects in
 * three-dimensional space", IEEE Journal on Robotics and Automation 4 (1988), https://doi.org/10.1109/56.2083.
 */

/** Tolerance for polytopes, m. */
const EXACT = MINVAL

/** Numbers of a search. Input: accuracy of the distance, m. */
export const TOLERANCE = 0
/** Input: longest distance of interest, m; 0 asks only whether the shapes overlap. */
export const CUTOFF = 1
/** Output: distance of the shapes, m; 0 in overlap, infinite beyond the cutoff. */
export const DISTANCE = 2

/** Registers: input and output of a search. */
export class GjkSearch {
  /** `TOLERANCE`, `CUTOFF`, `DISTANCE`. */
  readonly number: Float64Array = new Float64Array(3)
  /** Input: most iterations. */
  iterations = 0

  /** Corners of the last simplex: the first of `points`, with the weights in `simplex`. */
  size = 0
  /** Support direction; where a plane separates the shapes, its normal from the first to the second. */
  readonly direction: Float64Array = new Float64Array(3)

  /** Whether a plane was found that separates the shapes. */
  separated = false
  /** Whether the centers of the shapes coincide. */
  concentric = false
  /** Whether `x1` and `x2` are closest points: not where overlap, or a distance beyond the cutoff, was plain before. */
  hasWitness = false
  /** The point of each shape that is closest to the other, world frame. */
  readonly x1: Float64Array = new Float64Array(3)
  readonly x2: Float64Array = new Float64Array(3)
}

/** The search of the query that runs. */
export const search: GjkSearch = new GjkSearch()

/** Two polytopes: their Minkowski difference has finitely many vertices, and searches can be exact. */
export function arePolytopes(shape1: ConvexShape, shape2: ConvexShape): boolean {
  return isPolytope(shape1) && isPolytope(shape2)
}

function isPolytope(shape: ConvexShape): boolean {
  const { type } = shape
  return (type === ShapeType.box || type === ShapeType.mesh || type === ShapeType.prism) && shape.margin[0] === 0
}

/**
 * Finds the distance of two shapes, as `search` asks, and writes it there. With a positive cutoff the search is for the
 * distance up to there; with zero it only asks whether they overlap, and stops as soon as that is known.
 */
export function gjk(shape1: ConvexShape, shape2: ConvexShape): void {
  const { number, direction, x1, x2, iterations } = search
  const v = points.difference
  const { weight } = simplex
  const tolerance = number[TOLERANCE]
  const cutoff = number[CUTOFF]
  const exact = arePolytopes(shape1, shape2)
  // the square of |x| may be too large by this; distances and directions shorter than `smallest` count as zero
  const enough = exact ? 0 : 0.5 * tolerance * tolerance
  const smallest = exact ? EXACT : tolerance
  const overlapOnly = cutoff <= 0

  // x: from the center of the second shape to that of the first
  center(shape1, x1, 0)
  center(shape2, x2, 0)
  let x = x1[0] - x2[0]
  let y = x1[1] - x2[1]
  let z = x1[2] - x2[2]
  let length = Math.sqrt(x * x + y * y + z * z)
  search.concentric = length < smallest
  if (search.concentric) {
    // any direction is a start
    x = 1
    y = 0
    z = 0
    length = 1
  }

  search.separated = false
  search.hasWitness = false
  let size = 0
  let canWalk = overlapOnly
  let previous = 0
  for (let k = 0; k < iterations; k++) {
    if (length < smallest || Math.abs(length - previous) < MINVAL) break
    const scale = -1 / length
    direction[0] = x * scale
    direction[1] = y * scale
    direction[2] = z * scale
    supportDifference(size, shape1, shape2, direction, 0)

    // the distance is at least x·w/|x|, so |x| is too large by at most x·(x − w)/|x|
    const w = 3 * size
    const wx = v[w]
    const wy = v[w + 1]
    const wz = v[w + 2]
    if (x * (x - wx) + y * (y - wy) + z * (z - wz) < enough) break

    // the plane through w across x separates the Minkowski difference from the origin
    const xw = x * wx + y * wy + z * wz
    if (xw > 0 && (overlapOnly || xw >= cutoff * length)) {
      search.size = 0
      search.separated = true
      number[DISTANCE] = Infinity
      return
    }

    // from the first tetrahedron, overlap is decided faster by walking
    if (canWalk && size === 3) {
      canWalk = false
      const end = walkToOrigin(shape1, shape2, iterations - k)
      if (end !== WalkEnd.undecided) {
        search.size = end === WalkEnd.inside ? 4 : 0
        search.separated = end === WalkEnd.outside
        number[DISTANCE] = end === WalkEnd.inside ? 0 : Infinity
        if (end === WalkEnd.outside) for (let i = 0; i < 3; i++) direction[i] = walk.normal[3 * walk.face + i]
        return
      }
      k += walk.steps
    }

    // x: the closest point of the simplex, of which only corners with a weight remain
    const corners = size + 1
    closestOnSimplex(corners)
    size = 0
    x = 0
    y = 0
    z = 0
    for (let i = 0; i < corners; i++) {
      const share = weight[i]
      if (share === 0) continue
      if (size !== i) {
        copyPoint(size, i)
        weight[size] = share
      }
      x += share * v[3 * size]
      y += share * v[3 * size + 1]
      z += share * v[3 * size + 2]
      size++
    }
    previous = length
    length = Math.sqrt(x * x + y * y + z * z)
    if (size === 4) break
  }

  search.size = size
  search.hasWitness = true
  if (size > 0) findWitness()
  if (length > 0) {
    const scale = -1 / length
    direction[0] = x * scale
    direction[1] = y * scale
    direction[2] = z * scale
    supportDifference(size, shape1, shape2, direction, 0)
    const w = 3 * size
    search.separated = x * v[w] + y * v[w + 1] + z * v[w + 2] > 0
  }
  number[DISTANCE] = size === 4 && !search.separated ? 0 : length
}

/** The closest points of both shapes: the weighted sums of the corners of the simplex on each. */
function findWitness(): void {
  const { size, x1, x2 } = search
  const { onFirst, onSecond } = points
  const { weight } = simplex
  for (let k = 0; k < 3; k++) {
    let first = 0
    let second = 0
    for (let i = 0; i < size; i++) {
      first += weight[i] * onFirst[3 * i + k]
      second += weight[i] * onSecond[3 * i + k]
    }
    x1[k] = first
    x2[k] = second
  }
}
