import { MINVAL } from '../../../core/math/constants.ts'
import type { ConvexResult } from './convexResult.ts'
import type { ConvexShape } from './convexShape.ts'
import { addFan, closestFace, findHorizon, LINK, LOWER, PLANE, polytope, SQUARE, UPPER } from './epaPolytope.ts'
import { seedPolytope } from './epaSeed.ts'
import { arePolytopes, search, TOLERANCE } from './gjk.ts'
import { MAX_POINTS, points, supportDifference } from './minkowski.ts'
import { barycentric } from './simplex.ts'

/**
 * The expanding polytope algorithm: how deep two shapes overlap. A polytope inside their Minkowski difference, around
 * the origin, is pushed outward where it is closest to the origin, until that face lies on the surface. The projection
 * of the origin on it is the shortest way to separate the shapes.
 *
 * G. van den Bergen, "Proximity Queries and ConvexResult Depth Computation on 3D Game Objects", Game Developers
 * Conference 2001; and "Collision Detection in Interactive 3D Environments", Morgan Kaufmann 2003, section 4.3.8.
 */

/** More iterations than this are not made: each adds a point. */
const MAX_ITERATIONS: number = MAX_POINTS - 5
/** Most faces of a polytope, for each iteration. */
const FACES_PER_ITERATION = 6
/** Tolerance for polytopes, m. */
const EXACT = MINVAL
/**
 * The first support point may fall short of its face by this, m; by more, the polytope is not inside. A support point of
 * a polytope that reaches beyond its face by less is on it.
 */
const ROUNDING = 1e-10

/** Bounds of the depth that differ by less than this share tell it well. */
const CLOSE = 1e-3

/** Registers of this file. */
class EpaRegisters {
  /** Support direction. */
  readonly direction: Float64Array = new Float64Array(3)
  /** Barycentric weights of the projection of the origin on the closest face. */
  readonly weight: Float64Array = new Float64Array(3)
  /** Lower and upper bound of the depth that the search ended with. */
  readonly bounds: Float64Array = new Float64Array(2)
}

const registers = new EpaRegisters()

/**
 * Depth and witnesses of an overlap, from the simplex that `search` ended with: writes the first witness pair of `out`
 * and the face that it lies on. Leaves `out` as it is where the shapes touch without overlap.
 */
export function epa(out: ConvexResult, shape1: ConvexShape, shape2: ConvexShape): void {
  if (!seedPolytope(search.size, shape1, shape2)) return
  const { bounds } = registers
  const face = expand(shape1, shape2)
  if (face >= 0) writeWitness(out, face)
  else out.count = 0
  out.isClose = bounds[1] - bounds[0] <= CLOSE * bounds[1]
}

/** Expands the polytope. Returns the face on the surface that is closest to the origin; -1: none. */
function expand(shape1: ConvexShape, shape2: ConvexShape): number {
  const { plane, bound } = polytope
  const { direction, bounds } = registers
  const v = points.difference
  const iterations = Math.min(search.iterations, MAX_ITERATIONS)
  const maxFaces = FACES_PER_ITERATION * iterations
  const exact = arePolytopes(shape1, shape2)
  const enough = exact ? EXACT : search.number[TOLERANCE]
  let upper = Infinity
  let face = -1
  for (let k = 0; k < iterations; k++) {
    const previous = face
    const closest = closestFace()
    if (closest < 0) return previous
    const p = PLANE * closest
    const square = plane[p + SQUARE]
    if (square > upper * upper) return previous
    face = closest
    if (square <= 0) return face

    // the depth is at least the distance of this face, and at most that of the support point w across it
    const lower = Math.sqrt(square)
    const x = plane[p]
    const y = plane[p + 1]
    const z = plane[p + 2]
    direction[0] = x / lower
    direction[1] = y / lower
    direction[2] = z / lower
    const w = polytope.pointCount
    supportDifference(w, shape1, shape2, direction, 0)
    const reach = (x * v[3 * w] + y * v[3 * w + 1] + z * v[3 * w + 2]) / lower
    if (reach < upper) upper = reach
    bounds[0] = lower
    bounds[1] = upper
    if (upper - lower < enough) return k === 0 && upper < lower - ROUNDING ? -1 : face
    if (exact && isKnown(w)) return face
    polytope.pointCount++

    // the faces that w sees are replaced by a fan from their horizon to w; where w is on the face up to rounding, that
    // may fail, and the face is the result
    const failed = exact && upper - lower < ROUNDING ? face : -1
    const sides = findHorizon(face, w)
    if (sides < 3) return failed
    if (polytope.faceCount + sides > maxFaces) return face
    bound[LOWER] = square
    bound[UPPER] = upper * upper
    if (!addFan(w, sides)) return failed
  }
  return face
}

/** Whether a point before w comes from the same vertices of both shapes. */
function isKnown(w: number): boolean {
  const { feature1, feature2 } = points
  const first = feature1[w]
  const second = feature2[w]
  for (let i = 0; i < w; i++) if (feature1[i] === first && feature2[i] === second) return true
  return false
}

/** Writes the points of both shapes at the projection of the origin on a face, and the corners of the face. */
function writeWitness(out: ConvexResult, face: number): void {
  const { plane, link } = polytope
  const { onFirst, onSecond } = points
  const { weight } = registers
  const f = LINK * face
  const i = 3 * link[f]
  const j = 3 * link[f + 1]
  const k = 3 * link[f + 2]
  barycentric(weight, plane, PLANE * face, i, j, k)
  const w0 = weight[0]
  const w1 = weight[1]
  const w2 = weight[2]
  for (let c = 0; c < 3; c++) {
    out.x1[c] = onFirst[i + c] * w0 + onFirst[j + c] * w1 + onFirst[k + c] * w2
    out.x2[c] = onSecond[i + c] * w0 + onSecond[j + c] * w1 + onSecond[k + c] * w2
  }
  out.dist[0] = -Math.sqrt(plane[PLANE * face + SQUARE])
  out.count = 1
  out.hasFace = true
  for (let c = 0; c < 3; c++) {
    const point = link[f + c]
    out.feature1[c] = points.feature1[point]
    out.feature2[c] = points.feature2[point]
    for (let n = 0; n < 3; n++) {
      out.corner1[3 * c + n] = onFirst[3 * point + n]
      out.corner2[3 * c + n] = onSecond[3 * point + n]
    }
  }
}
