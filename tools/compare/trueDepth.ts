import type { Model } from '../../src/core/model/model.ts'

/**
 * How deep two convex polytopes overlap, by brute force: the least of h(n) = max n·a − min n·b over all unit vectors n.
 * The minimum lies at the normal of a facet of the Minkowski difference, which is the normal of a triangle of the first
 * polytope, the opposite of one of the second, or the cross product of an edge of each. All of them are tried. This is
 * slow, but shares nothing with the searches that it judges.
 */

/** A convex polytope in the world frame. */
export interface Polytope {
  /** Vertices, three numbers each. */
  readonly point: Float64Array
  /** Corners of triangles that cover the surface, indices of vertices. */
  readonly triangle: Int32Array
}

export interface Depth {
  /** m; negative where the polytopes are apart. */
  readonly depth: number
  /** Unit vector from the first polytope to the second: moving the second along it by the depth parts them. */
  readonly normal: readonly number[]
}

/** The hull of a mesh at a pose; `mat` is row-major. */
export function meshPolytope(m: Model, mesh: number, pos: ArrayLike<number>, mat: ArrayLike<number>): Polytope {
  const { mesh_graph, mesh_vert } = m
  const graph = m.mesh_graphadr[mesh]
  const vertices = mesh_graph[graph]
  const faces = mesh_graph[graph + 1]
  const ids = mesh_graph.subarray(graph + 2 + vertices, graph + 2 + 2 * vertices)
  const local = new Float64Array(3 * vertices)
  const place = new Map<number, number>()
  ids.forEach((id, i) => {
    place.set(id, i)
    for (let k = 0; k < 3; k++) local[3 * i + k] = mesh_vert[3 * (m.mesh_vertadr[mesh] + id) + k]
  })
  const corners = graph + 2 + 3 * vertices + 3 * faces
  const triangle = mesh_graph.subarray(corners, corners + 3 * faces).map((id) => place.get(id)!)
  return { point: moved(local, pos, mat), triangle }
}

const BOX_TRIANGLES = Int32Array.of(
  ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
)

/** A box with the given half sizes. */
export function boxPolytope(size: ArrayLike<number>, pos: ArrayLike<number>, mat: ArrayLike<number>): Polytope {
  const local = new Float64Array(24)
  for (let i = 0; i < 24; i++) local[i] = (Math.floor(i / 3) >> (i % 3)) & 1 ? size[i % 3] : -size[i % 3]
  return { point: moved(local, pos, mat), triangle: BOX_TRIANGLES }
}

function moved(local: Float64Array, pos: ArrayLike<number>, mat: ArrayLike<number>): Float64Array {
  const point = new Float64Array(local.length)
  for (let v = 0; v < local.length; v += 3)
    for (let k = 0; k < 3; k++) {
      const r = 3 * k
      point[v + k] = mat[r] * local[v] + mat[r + 1] * local[v + 1] + mat[r + 2] * local[v + 2] + pos[k]
    }
  return point
}

/** How far the second polytope must move along a unit vector until both touch: max n·a − min n·b. */
export function depthAlong(a: Polytope, b: Polytope, x: number, y: number, z: number): number {
  return reach(a.point, x, y, z) + reach(b.point, -x, -y, -z)
}

function reach(point: Float64Array, x: number, y: number, z: number): number {
  let most = Number.NEGATIVE_INFINITY
  for (let v = 0; v < point.length; v += 3) {
    const dot = x * point[v] + y * point[v + 1] + z * point[v + 2]
    if (dot > most) most = dot
  }
  return most
}

/** Depth and direction of the shortest way to part two polytopes. */
export function trueDepth(a: Polytope, b: Polytope): Depth {
  const best = { depth: Number.POSITIVE_INFINITY, normal: [0, 0, 1] as readonly number[] }
  const consider = (x: number, y: number, z: number) => {
    const depth = depthAlong(a, b, x, y, z)
    if (!(depth < best.depth)) return
    best.depth = depth
    best.normal = [x, y, z]
  }
  for (const { point, triangle } of [a, b])
    for (let t = 0; t < triangle.length; t += 3) {
      const [p, q, r] = [3 * triangle[t], 3 * triangle[t + 1], 3 * triangle[t + 2]]
      const [ux, uy, uz] = [point[q] - point[p], point[q + 1] - point[p + 1], point[q + 2] - point[p + 2]]
      const [vx, vy, vz] = [point[r] - point[p], point[r + 1] - point[p + 1], point[r + 2] - point[p + 2]]
      const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
      const length = Math.sqrt(x * x + y * y + z * z)
      if (length === 0) continue
      consider(x / length, y / length, z / length)
      consider(-x / length, -y / length, -z / length)
    }

  // an edge of each: the distance of their lines is the depth, if they are on the surface of the Minkowski difference
  const first = edgesOf(a)
  const second = edgesOf(b)
  for (let i = 0; i < first.length; i += 6) {
    const [px, py, pz, ux, uy, uz] = first.subarray(i, i + 6)
    for (let j = 0; j < second.length; j += 6) {
      const vx = second[j + 3]
      const vy = second[j + 4]
      const vz = second[j + 5]
      const x = uy * vz - uz * vy
      const y = uz * vx - ux * vz
      const z = ux * vy - uy * vx
      const square = x * x + y * y + z * z
      const apart = x * (px - second[j]) + y * (py - second[j + 1]) + z * (pz - second[j + 2])
      // apart²/square is the square of the distance of the lines
      if (square === 0 || apart * apart > best.depth * best.depth * square) continue
      const length = Math.sqrt(square)
      consider(x / length, y / length, z / length)
      consider(-x / length, -y / length, -z / length)
    }
  }
  return best
}

/** A point and the direction of each edge, six numbers. */
function edgesOf({ point, triangle }: Polytope): Float64Array {
  const numbers: number[] = []
  for (let t = 0; t < triangle.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const p = 3 * triangle[t + k]
      const q = 3 * triangle[t + ((k + 1) % 3)]
      if (p >= q) continue
      for (let c = 0; c < 3; c++) numbers.push(point[p + c])
      for (let c = 0; c < 3; c++) numbers.push(point[q + c] - point[p + c])
    }
  return Float64Array.from(numbers)
}
