import { rotate } from '../../../core/math/vec3.ts'
import type { Model } from '../../../core/model/model.ts'
import type { Edges, Faces, Feature } from './contactFeatures.ts'
import type { ConvexShape } from './convexShape.ts'
import { FACING, type PolygonPlanes, polygonPlanes } from './polygonPlanes.ts'

/** Flat features of meshes: which polygons and edges of the hull meet in the corners where it touches. */

/** Cosine of the angle up to which a polygon counts as lying across a direction: 1e-4. */
const ACROSS: number = 1 - 5e-9
/** Sine of the angle up to which an edge counts as lying across a direction. */
const EDGE_ACROSS = 1e-6

/** Register: a point or a normal in the frame of a shape. */
const local = new Float64Array(3)

/**
 * The polygons that meet in a feature and look toward the other shape. Completes the feature on the way: the vertices
 * of the last triangle of EPA are some of those that touch, and which ones is up to the path of the search. A polygon
 * that lies across the contact normal is the feature, and those beside it are added; else an edge that does.
 * @param outward where the other shape is, unit vector
 */
export function meshFaces(out: Faces, m: Model, shape: ConvexShape, feature: Feature, outward: Float64Array): void {
  const { mesh_polymap } = m
  const { mat, vertadr } = shape
  const { corner } = feature
  const planes = polygonPlanes.of(m)
  const { normal } = planes
  const polyadr = m.mesh_polyadr[shape.mesh]
  const x = mat[0] * outward[0] + mat[3] * outward[1] + mat[6] * outward[2]
  const y = mat[1] * outward[0] + mat[4] * outward[1] + mat[7] * outward[2]
  const z = mat[2] * outward[0] + mat[5] * outward[1] + mat[8] * outward[2]
  const first = m.mesh_polymapadr[vertadr + corner[0]]
  const count = m.mesh_polymapnum[vertadr + corner[0]]
  out.reserve(count)
  const { id } = out
  let facing = 0
  let most = ACROSS
  let across = -1
  for (let k = first; k < first + count; k++) {
    const polygon = mesh_polymap[k]
    const n = 3 * (polyadr + polygon)
    const cosine = x * normal[n] + y * normal[n + 1] + z * normal[n + 2]
    if (!(cosine > FACING)) continue
    id[facing++] = polygon
    if (!(cosine > most)) continue
    most = cosine
    across = polygon
  }

  if (across >= 0) {
    feature.dim = 3
    const start = planes.besideStart[polyadr + across]
    const end = planes.besideStart[polyadr + across + 1]
    out.reserve(1 + end - start)
    addFace(out, m, shape, across, planes)
    out.own = 1
    for (let k = start; k < end; k++) addFace(out, m, shape, planes.beside[k], planes)
    return
  }
  if (feature.dim === 1) findEdgeAcross(m, shape, feature, x, y, z)
  const { dim } = feature
  for (let k = 0; k < facing; k++) {
    const polygon = id[k]
    if (dim > 1 && !isInPolygon(m, shape, corner[1], polygon)) continue
    if (dim > 2 && !isInPolygon(m, shape, corner[2], polygon)) continue
    addFace(out, m, shape, polygon, planes)
  }
  out.own = out.count
}

/** Makes a vertex an edge where one lies across the direction (x, y, z), in the frame of the mesh. */
function findEdgeAcross(m: Model, shape: ConvexShape, feature: Feature, x: number, y: number, z: number): void {
  const { vert, vertadr } = shape
  const { corner } = feature
  const v = 3 * (vertadr + corner[0])
  const first = m.mesh_polymapadr[vertadr + corner[0]]
  const end = first + m.mesh_polymapnum[vertadr + corner[0]]
  const polyadr = m.mesh_polyadr[shape.mesh]
  let other = -1
  // edges to the corners before this one in its polygons are all edges
  for (let k = first; k < end; k++) {
    const before = cornerBefore(m, polyadr + m.mesh_polymap[k], corner[0])
    const u = 3 * (vertadr + before)
    const ex = vert[u] - vert[v]
    const ey = vert[u + 1] - vert[v + 1]
    const ez = vert[u + 2] - vert[v + 2]
    const height = x * ex + y * ey + z * ez
    if (height * height < EDGE_ACROSS * EDGE_ACROSS * (ex * ex + ey * ey + ez * ez)) other = before
  }
  if (other < 0) return
  feature.dim = 2
  corner[1] = other
  meshVertex(feature.point, 3, shape, other)
}

function addFace(out: Faces, m: Model, shape: ConvexShape, polygon: number, { normal }: PolygonPlanes): void {
  const n = 3 * (m.mesh_polyadr[shape.mesh] + polygon)
  local[0] = normal[n]
  local[1] = normal[n + 1]
  local[2] = normal[n + 2]
  rotate(out.normal, 3 * out.count, shape.mat, 0, local, 0)
  out.id[out.count++] = polygon
}

/** Whether a vertex of a mesh is a corner of one of its polygons. */
function isInPolygon(m: Model, shape: ConvexShape, vertex: number, polygon: number): boolean {
  const first = m.mesh_polymapadr[shape.vertadr + vertex]
  const end = first + m.mesh_polymapnum[shape.vertadr + vertex]
  for (let k = first; k < end; k++) if (m.mesh_polymap[k] === polygon) return true
  return false
}

/** Edges of a mesh from a vertex: in each of its polygons that to the corner before it. */
export function meshEdges(out: Edges, m: Model, shape: ConvexShape, vertex: number): void {
  const first = m.mesh_polymapadr[shape.vertadr + vertex]
  const count = m.mesh_polymapnum[shape.vertadr + vertex]
  out.reserve(count)
  for (let i = 0; i < count; i++) {
    const polygon = m.mesh_polyadr[shape.mesh] + m.mesh_polymap[first + i]
    meshVertex(out.end, 3 * i, shape, cornerBefore(m, polygon, vertex))
  }
  out.count = count
}

/** The corner before a vertex in the loop of a polygon. */
function cornerBefore(m: Model, polygon: number, vertex: number): number {
  const { mesh_polyvert } = m
  const loop = m.mesh_polyvertadr[polygon]
  const corners = m.mesh_polyvertnum[polygon]
  let before = mesh_polyvert[loop + corners - 1]
  for (let k = 0; k < corners && mesh_polyvert[loop + k] !== vertex; k++) before = mesh_polyvert[loop + k]
  return before
}

/** A vertex of a mesh, world frame. */
export function meshVertex(out: Float64Array, o: number, shape: ConvexShape, vertex: number): void {
  const { vert, pos } = shape
  const v = 3 * (shape.vertadr + vertex)
  local[0] = vert[v]
  local[1] = vert[v + 1]
  local[2] = vert[v + 2]
  rotate(out, o, shape.mat, 0, local, 0)
  for (let k = 0; k < 3; k++) out[o + k] += pos[k]
}
