import { triangleNormal } from '../../../core/math/triangle.ts'
import { type FlatPoints, planeTolerance, quickhull } from './quickhull.ts'

/** A vertex removed may make another one redundant; this many rounds are plenty. */
const MAX_ROUNDS = 8

/**
 * The convex hull of points with as few vertices as possible: where more than three points are in one plane, quickhull
 * may take up points in the middle of faces and edges, which are dropped here.
 * @returns corners of triangles, as indices of points, counter-clockwise from outside; or what is wrong
 */
export function convexHull(points: Float64Array, maxVertices = Number.POSITIVE_INFINITY): Int32Array | FlatPoints {
  let faces = quickhull(points, maxVertices)
  if (typeof faces === 'string' || Number.isFinite(maxVertices)) return faces
  const tolerance = planeTolerance(points)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const corners = properVertices(points, faces, tolerance)
    if (corners === undefined) break
    const reduced = quickhull(gather(points, corners))
    if (typeof reduced === 'string') break
    faces = reduced.map((corner) => corners[corner])
  }
  return faces
}

/** Vertices at which at least three edges bend; undefined when these are all vertices. */
function properVertices(points: Float64Array, faces: Int32Array, tolerance: number): Int32Array | undefined {
  const edges = new Map<number, number>()
  const n = points.length / 3
  // the corner opposite to each directed side
  for (let i = 0; i < faces.length; i += 3)
    for (let k = 0; k < 3; k++) edges.set(faces[i + k] * n + faces[i + ((k + 1) % 3)], faces[i + ((k + 2) % 3)])
  const bends = new Map<number, number>()
  for (const [edge, c] of edges) {
    const a = Math.floor(edge / n)
    const b = edge % n
    if (!bends.has(a)) bends.set(a, 0)
    const d = edges.get(b * n + a)
    if (d === undefined || a > b) continue
    if (!isBent(points, a, b, c, d, tolerance)) continue
    bends.set(a, (bends.get(a) ?? 0) + 1)
    bends.set(b, (bends.get(b) ?? 0) + 1)
  }
  const proper = [...bends].filter(([, count]) => count >= 3).map(([vertex]) => vertex)
  return proper.length === bends.size || proper.length < 4 ? undefined : Int32Array.from(proper).sort()
}

/** Whether the triangles (a, b, c) and (b, a, d) are in different planes. */
function isBent(x: Float64Array, a: number, b: number, c: number, d: number, tolerance: number): boolean {
  return depth(x, a, b, c, d) > tolerance && depth(x, b, a, d, c) > tolerance
}

/** How far a point is behind the plane of a triangle. */
function depth(x: Float64Array, a: number, b: number, c: number, p: number): number {
  triangleNormal(normal, 0, x, 3 * a, 3 * b, 3 * c)
  const [nx, ny, nz] = normal
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (length === 0) return 0
  const wx = x[3 * a] - x[3 * p]
  const wy = x[3 * a + 1] - x[3 * p + 1]
  const wz = x[3 * a + 2] - x[3 * p + 2]
  return (nx * wx + ny * wy + nz * wz) / length
}

const normal = new Float64Array(3)

function gather(points: Float64Array, ids: Int32Array): Float64Array {
  const out = new Float64Array(3 * ids.length)
  for (let i = 0; i < ids.length; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = points[3 * ids[i] + k]
  return out
}
