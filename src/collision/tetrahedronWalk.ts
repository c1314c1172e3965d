import { copyPoint, difference, supportDifference, WALKER } from './differencePoints.ts'
import type { Shape } from './shape.ts'

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
    measureFace(0, 2, 1, 3)
    measureFace(1, 0, 2, 3)
    measureFace(2, 1, 0, 3)
    measureFace(3, 0, 1, 2)
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

/** Normal and depth of the face through the corners in places i, j, k; the depth of a face without area is infinite. */
function measureFace(face: number, i: number, j: number, k: number): void {
  const a = 3 * place[i]
  const b = 3 * place[j]
  const c = 3 * place[k]
  const x1 = v[c] - v[a]
  const y1 = v[c + 1] - v[a + 1]
  const z1 = v[c + 2] - v[a + 2]
  const x2 = v[b] - v[a]
  const y2 = v[b + 1] - v[a + 1]
  const z2 = v[b + 2] - v[a + 2]
  const nx = y1 * z2 - z1 * y2
  const ny = z1 * x2 - x1 * z2
  const nz = x1 * y2 - y1 * x2
  const square = nx * nx + ny * ny + nz * nz
  if (!(square > 1e-30 && square < 1e20)) {
    depth[face] = Infinity
    return
  }
  const scale = 1 / Math.sqrt(square)
  const n = 3 * face
  normals[n] = nx * scale
  normals[n + 1] = ny * scale
  normals[n + 2] = nz * scale
  depth[face] = normals[n] * v[a] + normals[n + 1] * v[a + 1] + normals[n + 2] * v[a + 2]
}
