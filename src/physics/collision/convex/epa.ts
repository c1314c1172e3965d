import { MINVAL } from '../../../core/math/vec3.ts'
import type { Penetration } from './convexResult.ts'
import type { Shape } from './convexShape.ts'
import { addFan, addPoint, closestFace, faceCount, faceLink, facePlane, findRim, pointCount } from './epaPolytope.ts'
import { startPolytope } from './epaSeed.ts'
import { isDiscrete } from './gjk.ts'
import { difference, feature1, feature2, MOST_POINTS, onFirst, onSecond, supportDifference } from './minkowski.ts'
import { barycentric } from './simplex.ts'

/**
 * The expanding polytope algorithm: how deep two shapes overlap. A polytope inside the difference body, around the
 * origin, is pushed outward where it is closest to the origin, until that face lies on the surface of the body. The
 * projection of the origin on it is the shortest way to part the shapes.
 */

// constants of this module, which engines know to be so
const v = difference
const a = onFirst
const b = onSecond
const f1 = feature1
const f2 = feature2
const planes = facePlane
const links = faceLink
const eps = MINVAL

/** More iterations than this are not made. */
const MOST_ITERATIONS: number = MOST_POINTS - 5

const dir = new Float64Array(3)
const weight = new Float64Array(3)
/** Least and greatest square of faces that may still be the closest one. */
const range = new Float64Array(2)

/**
 * Depth and witnesses of an overlap, starting from the simplex that the search for the distance ended with; writes
 * the first witness pair of `out` and the face it lies on. Leaves `out` as it is where the shapes only touch.
 *
 * @param tolerance [0]: accuracy of the depth
 */
export function epa(out: Penetration, shape1: Shape, shape2: Shape, tolerance: Float64Array, iterations: number): void {
  if (!startPolytope(shape1, shape2)) return
  const face = expand(shape1, shape2, tolerance, Math.min(iterations, MOST_ITERATIONS))
  if (face >= 0) witness(out, face)
  else out.count = 0
}

/** Grows the polytope; the number of the face on the surface of the difference body that is closest to the origin, -1: none. */
function expand(shape1: Shape, shape2: Shape, tolerance: Float64Array, iterations: number): number {
  const mostFaces = 6 * iterations
  const discrete = isDiscrete(shape1, shape2)
  const enough = discrete ? eps : tolerance[0]
  let upper = Infinity
  let face = -1
  for (let k = 0; k < iterations; k++) {
    const previous = face
    const closest = closestFace()
    if (closest < 0) return previous
    const p = 4 * closest
    const least = planes[p + 3]
    if (least > upper * upper) return previous
    face = closest
    if (least <= 0) return face

    // the difference body reaches as far as w across this face
    const lower = Math.sqrt(least)
    const x = planes[p]
    const y = planes[p + 1]
    const z = planes[p + 2]
    dir[0] = x / lower
    dir[1] = y / lower
    dir[2] = z / lower
    const w = pointCount()
    supportDifference(w, shape1, shape2, dir, 0)
    const reach = (x * v[3 * w] + y * v[3 * w + 1] + z * v[3 * w + 2]) / lower
    if (reach < upper) upper = reach
    if (upper - lower < enough) {
      return k === 0 && upper < lower - 1e-10 ? -1 : face
    }
    if (discrete && isKnown(w)) return face
    addPoint()

    const sides = findRim(face, w)
    if (sides < 3) return -1
    if (faceCount() + sides > mostFaces) return face
    range[0] = least
    range[1] = upper * upper
    if (!addFan(w, sides, range)) return -1
  }
  return face
}

/** Whether a point before w comes from the same corners of both shapes. */
function isKnown(w: number): boolean {
  const i1 = f1[w]
  const i2 = f2[w]
  for (let i = 0; i < w; i++) if (f1[i] === i1 && f2[i] === i2) return true
  return false
}

/** Writes the points of both shapes that lie at the projection of the origin on a face. */
function witness(out: Penetration, face: number): void {
  const f = 8 * face
  const i = 3 * links[f]
  const j = 3 * links[f + 1]
  const k = 3 * links[f + 2]
  barycentric(weight, planes, 4 * face, i, j, k)
  const w0 = weight[0]
  const w1 = weight[1]
  const w2 = weight[2]
  for (let c = 0; c < 3; c++) {
    out.x1[c] = a[i + c] * w0 + a[j + c] * w1 + a[k + c] * w2
    out.x2[c] = b[i + c] * w0 + b[j + c] * w1 + b[k + c] * w2
  }
  out.dist[0] = -Math.sqrt(planes[4 * face + 3])
  out.count = 1
  out.hasFace = true
  for (let c = 0; c < 3; c++) {
    const point = links[f + c]
    out.feature1[c] = f1[point]
    out.feature2[c] = f2[point]
    for (let n = 0; n < 3; n++) {
      out.corner1[3 * c + n] = a[3 * point + n]
      out.corner2[3 * c + n] = b[3 * point + n]
    }
  }
}
