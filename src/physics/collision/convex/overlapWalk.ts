import type { ConvexShape } from './convexShape.ts'
import { copyPoint, points, supportDifference, WALK } from './minkowski.ts'

/**
 * A tetrahedron in the Minkowski difference of two shapes that walks toward the origin, to decide only whether they
 * overlap. As long as the origin lies outside of a face, the corner opposite to that face is replaced by the support
 * point across it. The walk ends when the tetrahedron contains the origin, or when a support point does not reach the
 * origin: then the plane through that point separates the shapes.
 *
 * Related to Minkowski portal refinement (G. Snethen, "XenoCollide: Complex Collision Made Simple", Game Programming
 * Gems 7, 2008), which refines a triangle instead.
 */

/** How the walk ended. */
export const WalkEnd = { undecided: 0, inside: 1, outside: 2 } as const
export type WalkEnd = (typeof WalkEnd)[keyof typeof WalkEnd]

/** Squares of normals (twice the area of a face) outside of this range are of faces without area, or of no use. */
const MIN_SQUARE = 1e-30
const MAX_SQUARE = 1e20

const v = points.difference

/** For the face opposite to each corner: corners p, q, r, so that (q − p) × (r − p) points outward. */
const FACES = Uint8Array.of(2, 3, 1, 0, 3, 2, 1, 3, 0, 0, 2, 1)

/** Registers: the tetrahedron. */
export class OverlapWalk {
  /** Points that are the four corners now. */
  readonly corner: Int32Array = new Int32Array(4)
  /** Outward unit normals of the faces opposite to each corner, and how far the origin lies behind them. */
  readonly normal: Float64Array = new Float64Array(12)
  readonly depth: Float64Array = new Float64Array(4)
  /** Steps that the last walk took. */
  steps = 0
  /** The face that the last support point was sought across. */
  face = 0
}

/** The walk of the query that runs. */
export const walk: OverlapWalk = new OverlapWalk()

/**
 * Walks from the tetrahedron of the first four points. They are replaced where the walk ends `inside`, by a tetrahedron
 * that contains the origin, and stay as they are otherwise.
 */
export function walkToOrigin(shape1: ConvexShape, shape2: ConvexShape, iterations: number): WalkEnd {
  const { corner, normal, depth } = walk
  for (let i = 0; i < 4; i++) {
    copyPoint(WALK + i, i)
    corner[i] = WALK + i
  }
  for (let k = 0; k < iterations; k++) {
    walk.steps = k
    for (let face = 0; face < 4; face++) measureFace(face)
    if (depth[0] === 0 || depth[1] === 0 || depth[2] === 0 || depth[3] === 0) return WalkEnd.undecided

    // the face that the origin lies farthest outside of
    const lower = depth[0] < depth[1] ? 0 : 1
    const upper = depth[2] < depth[3] ? 2 : 3
    const least = depth[lower] < depth[upper] ? lower : upper
    if (depth[least] > 0) {
      for (let i = 0; i < 4; i++) copyPoint(i, corner[i])
      return WalkEnd.inside
    }

    const n = 3 * least
    walk.face = least
    supportDifference(corner[least], shape1, shape2, normal, n)
    const w = 3 * corner[least]
    if (normal[n] * v[w] + normal[n + 1] * v[w + 1] + normal[n + 2] * v[w + 2] < 0) return WalkEnd.outside

    // exchanging two of the other corners turns the normals outward again
    const i = (least + 1) & 3
    const j = (least + 2) & 3
    const other = corner[i]
    corner[i] = corner[j]
    corner[j] = other
  }
  walk.steps = iterations
  return WalkEnd.undecided
}

/** Outward normal and depth of the face opposite to a corner; the depth of a face without area is infinite. */
function measureFace(face: number): void {
  const { corner, normal, depth } = walk
  const n = 3 * face
  const p = 3 * corner[FACES[n]]
  const q = 3 * corner[FACES[n + 1]]
  const r = 3 * corner[FACES[n + 2]]
  const px = v[p]
  const py = v[p + 1]
  const pz = v[p + 2]
  const ux = v[q] - px
  const uy = v[q + 1] - py
  const uz = v[q + 2] - pz
  const wx = v[r] - px
  const wy = v[r + 1] - py
  const wz = v[r + 2] - pz
  let x = uy * wz - uz * wy
  let y = uz * wx - ux * wz
  let z = ux * wy - uy * wx
  const square = x * x + y * y + z * z
  const scale = 1 / Math.sqrt(square)
  x *= scale
  y *= scale
  z *= scale
  normal[n] = x
  normal[n + 1] = y
  normal[n + 2] = z
  // by branches: V8 boxes a number that is chosen between a sum and a constant
  if (square > MIN_SQUARE && square < MAX_SQUARE) depth[face] = x * px + y * py + z * pz
  else depth[face] = Infinity
}
