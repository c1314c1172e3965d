import type { Shape } from './convexShape.ts'
import { copyPoint, difference, supportDifference, WALKER } from './minkowski.ts'

/**
 * A tetrahedron in the difference body of two shapes that walks towards the origin: as long as the origin lies outside
 * of a face, the corner opposite to the face is replaced by the support point across it. Ends when the tetrahedron holds
 * the origin, or when a support point does not reach it, which parts the shapes.
 */

/** How the walk ended. */
export const Walk = { undecided: 0, inside: 1, outside: 2 } as const
export type Walk = (typeof Walk)[keyof typeof Walk]

const v = difference

/** [0]: steps that the last walk took. */
export const walkSteps: Int32Array = new Int32Array(1)
const steps = walkSteps

/** Which corner stands in which place: points. */
const place = new Int32Array(4)

/** Outward normals of the faces opposite to each place, and how far the origin lies behind them. */
const normals = new Float64Array(12)
const depth = new Float64Array(4)

/**
 * Walks from the tetrahedron of the first four points. They are replaced where the answer is `inside`, by a
 * tetrahedron that holds the origin, and left alone otherwise.
 */
export function walkToOrigin(shape1: Shape, shape2: Shape, iterations: number): Walk {
  for (let i = 0; i < 4; i++) {
    copyPoint(WALKER + i, i)
    place[i] = WALKER + i
  }
  for (let k = 0; k < iterations; k++) {
    steps[0] = k
    measureFaces()
    if (depth[0] === 0 || depth[1] === 0 || depth[2] === 0 || depth[3] === 0) return Walk.undecided

    const lower = depth[0] < depth[1] ? 0 : 1
    const upper = depth[2] < depth[3] ? 2 : 3
    const least = depth[lower] < depth[upper] ? lower : upper
    if (depth[least] > 0) {
      for (let i = 0; i < 4; i++) copyPoint(i, place[i])
      return Walk.inside
    }

    const n = 3 * least
    supportDifference(place[least], shape1, shape2, normals, n)
    const w = 3 * place[least]
    if (normals[n] * v[w] + normals[n + 1] * v[w + 1] + normals[n + 2] * v[w + 2] < 0) return Walk.outside

    // exchanging two of the other corners turns the normals outward again
    const i = (least + 1) & 3
    const j = (least + 2) & 3
    const other = place[i]
    place[i] = place[j]
    place[j] = other
  }
  steps[0] = iterations
  return Walk.undecided
}

/**
 * Outward normals and depths of the faces opposite to each place; the depth of a face without area is infinite. That is
 * chosen by branches, because V8 puts a choice between a sum and a constant into a box.
 */
function measureFaces(): void {
  const a = 3 * place[0]
  const b = 3 * place[1]
  const c = 3 * place[2]
  const d = 3 * place[3]
  const ax = v[a]
  const ay = v[a + 1]
  const az = v[a + 2]
  const bx = v[b]
  const by = v[b + 1]
  const bz = v[b + 2]
  const cx = v[c]
  const cy = v[c + 1]
  const cz = v[c + 2]
  const dx = v[d]
  const dy = v[d + 1]
  const dz = v[d + 2]
  // edges
  const abx = bx - ax
  const aby = by - ay
  const abz = bz - az
  const acx = cx - ax
  const acy = cy - ay
  const acz = cz - az
  const adx = dx - ax
  const ady = dy - ay
  const adz = dz - az
  const bdx = dx - bx
  const bdy = dy - by
  const bdz = dz - bz
  const cbx = bx - cx
  const cby = by - cy
  const cbz = bz - cz
  const cdx = dx - cx
  const cdy = dy - cy
  const cdz = dz - cz

  // opposite to a: cd × cb
  let x = cdy * cbz - cdz * cby
  let y = cdz * cbx - cdx * cbz
  let z = cdx * cby - cdy * cbx
  let square = x * x + y * y + z * z
  let scale = 1 / Math.sqrt(square)
  x *= scale
  y *= scale
  z *= scale
  normals[0] = x
  normals[1] = y
  normals[2] = z
  if (square > 1e-30 && square < 1e20) depth[0] = x * cx + y * cy + z * cz
  else depth[0] = Infinity

  // opposite to b: ad × ac
  x = ady * acz - adz * acy
  y = adz * acx - adx * acz
  z = adx * acy - ady * acx
  square = x * x + y * y + z * z
  scale = 1 / Math.sqrt(square)
  x *= scale
  y *= scale
  z *= scale
  normals[3] = x
  normals[4] = y
  normals[5] = z
  if (square > 1e-30 && square < 1e20) depth[1] = x * ax + y * ay + z * az
  else depth[1] = Infinity

  // opposite to c: bd × ba
  x = aby * bdz - abz * bdy
  y = abz * bdx - abx * bdz
  z = abx * bdy - aby * bdx
  square = x * x + y * y + z * z
  scale = 1 / Math.sqrt(square)
  x *= scale
  y *= scale
  z *= scale
  normals[6] = x
  normals[7] = y
  normals[8] = z
  if (square > 1e-30 && square < 1e20) depth[2] = x * bx + y * by + z * bz
  else depth[2] = Infinity

  // opposite to d: ac × ab
  x = acy * abz - acz * aby
  y = acz * abx - acx * abz
  z = acx * aby - acy * abx
  square = x * x + y * y + z * z
  scale = 1 / Math.sqrt(square)
  x *= scale
  y *= scale
  z *= scale
  normals[9] = x
  normals[10] = y
  normals[11] = z
  if (square > 1e-30 && square < 1e20) depth[3] = x * ax + y * ay + z * az
  else depth[3] = Infinity
}
