import type { BufferGeometry } from 'three'
import type { Model } from '../../../src/index.ts'
import { cornersGeometry } from './shapes.ts'

/** A mesh, in its own frame. Triangles share no vertices: each corner has its own normal and texture coordinates. */
export function meshGeometry(m: Model, mesh: number): BufferGeometry {
  const faces = m.mesh_facenum[mesh]
  const first = m.mesh_faceadr[mesh]
  const texcoord = m.mesh_texcoordadr[mesh]
  const corners = (of: Int32Array) => of.subarray(3 * first, 3 * (first + faces))
  return cornersGeometry(
    gather(m.mesh_vert, 3, m.mesh_vertadr[mesh], corners(m.mesh_face)),
    gather(m.mesh_normal, 3, m.mesh_normaladr[mesh], corners(m.mesh_facenormal)),
    texcoord < 0 ? undefined : gather(m.mesh_texcoord, 2, texcoord, corners(m.mesh_facetexcoord)),
  )
}

/** The convex hull of a mesh, with flat faces; undefined where the mesh has none. */
export function hullGeometry(m: Model, mesh: number): BufferGeometry | undefined {
  const start = m.mesh_graphadr[mesh]
  if (start < 0) return undefined
  // numbers of vertices and faces; then edge starts, vertex ids, edges (both ways, one end mark per vertex), faces
  const vertices = m.mesh_graph[start]
  const faces = m.mesh_graph[start + 1]
  const faceStart = start + 2 + 3 * vertices + 3 * faces
  const position = gather(m.mesh_vert, 3, m.mesh_vertadr[mesh], m.mesh_graph.subarray(faceStart, faceStart + 3 * faces))
  const geometry = cornersGeometry(position, new Float32Array(position.length))
  geometry.computeVertexNormals()
  return geometry
}

/** Gathers rows of `width` numbers by their indices, counted from `first`. */
function gather(from: Float32Array, width: number, first: number, indices: Int32Array): Float32Array {
  const out = new Float32Array(width * indices.length)
  for (let i = 0; i < indices.length; i++) {
    const row = width * (first + indices[i])
    for (let k = 0; k < width; k++) out[width * i + k] = from[row + k]
  }
  return out
}
