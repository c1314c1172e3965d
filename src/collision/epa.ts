import { MINVAL } from '../math/vec3.ts'
import {
  difference,
  feature1,
  feature2,
  MOST_POINTS,
  onFirst,
  onSecond,
  supportDifference,
} from './differencePoints.ts'
import { isDiscrete } from './gjk.ts'
import type { Penetration } from './penetration.ts'
import {
  addCandidate,
  addFace,
  candidate,
  candidateSquare,
  corner,
  counts,
  deleteFace,
  isDeleted,
  MOST_FACES,
  neighbour,
  projection,
  square,
} from './polytope.ts'
import type { Shape } from './shape.ts'
import { barycentric } from './simplex.ts'
import { startPolytope } from './startPolytope.ts'

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
const corners = corner
const neighbours = neighbour
const projections = projection
const squares = square
const candidates = candidate
const candidateSquares = candidateSquare
const count = counts
const eps = MINVAL

/** More iterations than this are not made. */
const MOST_ITERATIONS: number = MOST_POINTS - 5

/** The rim of what the new point w sees of the polytope: faces beyond it, and by which of their sides. */
const rimFace = new Int32Array(MOST_FACES)
const rimSide = new Int32Array(MOST_FACES)
let rimCount = 0

const dir = new Float64Array(3)
const weight = new Float64Array(3)

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
    let least = Infinity
    let closest = -1
    const open = count.candidates
    for (let i = 0; i < open; i++) {
      const d = candidateSquares[i]
      if (d < least) {
        least = d
        closest = i
      }
    }
    if (closest < 0 || least > upper * upper) return previous
    face = candidates[closest]
    if (least <= 0) return face

    // the difference body reaches as far as w across this face
    const f = 3 * face
    const lower = Math.sqrt(least)
    const x = projections[f]
    const y = projections[f + 1]
    const z = projections[f + 2]
    dir[0] = x / lower
    dir[1] = y / lower
    dir[2] = z / lower
    const w = count.points
    supportDifference(w, shape1, shape2, dir, 0)
    const reach = (x * v[3 * w] + y * v[3 * w + 1] + z * v[3 * w + 2]) / lower
    if (reach < upper) upper = reach
    if (upper - lower < enough) {
      return k === 0 && upper < lower - 1e-10 ? -1 : face
    }
    if (discrete) {
      const i1 = f1[w]
      const i2 = f2[w]
      let known = false
      for (let i = 0; i < w && !known; i++) known = f1[i] === i1 && f2[i] === i2
      if (known) return face
    }
    count.points++

    findRim(face, w)
    if (rimCount < 3) return -1
    if (count.faces + rimCount > mostFaces) return face
    const first = count.faces
    const last = first + rimCount - 1
    for (let i = 0; i < rimCount; i++) {
      const beyond = rimFace[i]
      const side = rimSide[i]
      const a = corners[3 * beyond + side]
      const b = corners[3 * beyond + (side === 2 ? 0 : side + 1)]
      const added = first + i
      // sides of the new face: to the one before, whose last side it is; beyond; to the next, whose first side it is
      neighbours[3 * beyond + side] = 4 * added + 1
      addFace(
        w,
        b,
        a,
        4 * (i === 0 ? last : added - 1) + 2,
        4 * beyond + side,
        4 * (added === last ? first : added + 1),
      )
      const d = squares[added]
      if (d === 0) return -1
      if (d >= least && d <= upper * upper) addCandidate(added)
    }
  }
  return face
}

/** Deletes the face and all that w sees around it, and notes the rim in the order of a walk around. */
function findRim(face: number, w: number): void {
  rimCount = 0
  deleteFace(face)
  for (let side = 0; side < 3; side++) {
    const next = neighbours[3 * face + side]
    if (!isDeleted(next >> 2)) enterFace(next, w)
  }
}

/**
 * Comes to a face by one of its sides, given as in `neighbour`: where w sees it, it is deleted and the walk goes on,
 * otherwise the side is rim.
 */
function enterFace(entry: number, w: number): void {
  const face = entry >> 2
  const side = entry & 3
  const f = 3 * face
  const above = projections[f] * v[3 * w] + projections[f + 1] * v[3 * w + 1] + projections[f + 2] * v[3 * w + 2]
  if (!(above - squares[face] > eps)) {
    rimFace[rimCount] = face
    rimSide[rimCount++] = side
    return
  }
  deleteFace(face)
  const side1 = side === 2 ? 0 : side + 1
  const next1 = neighbours[f + side1]
  if (!isDeleted(next1 >> 2)) enterFace(next1, w)
  const next2 = neighbours[f + (side1 === 2 ? 0 : side1 + 1)]
  if (!isDeleted(next2 >> 2)) enterFace(next2, w)
}

/** Writes the points of both shapes that lie at the projection of the origin on a face. */
function witness(out: Penetration, face: number): void {
  const f = 3 * face
  const i = 3 * corners[f]
  const j = 3 * corners[f + 1]
  const k = 3 * corners[f + 2]
  barycentric(weight, projections, f, i, j, k)
  const w0 = weight[0]
  const w1 = weight[1]
  const w2 = weight[2]
  for (let c = 0; c < 3; c++) {
    out.x1[c] = a[i + c] * w0 + a[j + c] * w1 + a[k + c] * w2
    out.x2[c] = b[i + c] * w0 + b[j + c] * w1 + b[k + c] * w2
  }
  out.dist[0] = -Math.sqrt(squares[face])
  out.count = 1
  out.hasFace = true
  for (let c = 0; c < 3; c++) {
    const point = corners[f + c]
    out.feature1[c] = f1[point]
    out.feature2[c] = f2[point]
    for (let n = 0; n < 3; n++) {
      out.corner1[3 * c + n] = a[3 * point + n]
      out.corner2[3 * c + n] = b[3 * point + n]
    }
  }
}
