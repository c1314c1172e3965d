import { type Data, GeomType, type Model } from '../../../../src/index.ts'
import { type DecorBatches, DecorShape } from '../decorBatches.ts'

const center = new Float64Array(3)
const half = new Float64Array(3)

/** Bounding volumes of bodies (BVH over their geoms): those at a depth, and leaves above it; −1: all leaves. */
export function drawBodyVolumes(m: Model, d: Data, batches: DecorBatches, depth: number): void {
  const { body_bvhadr, body_bvhnum, bvh_nodeid, geom_aabb } = m
  for (let body = 0; body < m.nbody; body++)
    for (let i = 0; i < body_bvhnum[body]; i++) {
      const node = body_bvhadr[body] + i
      if (!isAtDepth(m, node, depth)) continue
      const geom = bvh_nodeid[node]
      if (geom < 0) box(m, batches, m.bvh_aabb, 6 * node, d.xipos, 3 * body, d.ximat, 9 * body)
      // planes are infinite
      else if (m.geom_type[geom] !== GeomType.plane)
        box(m, batches, geom_aabb, 6 * geom, d.geom_xpos, 3 * geom, d.geom_xmat, 9 * geom)
    }
}

/** Bounding volumes of meshes (BVH over their triangles). */
export function drawMeshVolumes(m: Model, d: Data, batches: DecorBatches, depth: number): void {
  for (let geom = 0; geom < m.ngeom; geom++) {
    const type = m.geom_type[geom]
    if (type !== GeomType.mesh && type !== GeomType.sdf) continue
    const mesh = m.geom_dataid[geom]
    if (mesh < 0) continue
    for (let i = 0; i < m.mesh_bvhnum[mesh]; i++) {
      const node = m.mesh_bvhadr[mesh] + i
      if (isAtDepth(m, node, depth)) box(m, batches, m.bvh_aabb, 6 * node, d.geom_xpos, 3 * geom, d.geom_xmat, 9 * geom)
    }
  }
}

function isAtDepth(m: Model, node: number, depth: number): boolean {
  const isLeaf = m.bvh_nodeid[node] >= 0
  return depth < 0 ? isLeaf : m.bvh_depth[node] === depth || (isLeaf && m.bvh_depth[node] < depth)
}

/** A box with its center and half sizes in a local frame. */
function box(
  m: Model,
  batches: DecorBatches,
  aabb: Float64Array,
  a: number,
  pos: Float64Array,
  p: number,
  mat: Float64Array,
  r: number,
): void {
  for (let row = 0; row < 3; row++) {
    let x = pos[p + row]
    for (let k = 0; k < 3; k++) x += mat[r + 3 * row + k] * aabb[a + k]
    center[row] = x
    half[row] = aabb[a + 3 + row]
  }
  batches.solid(DecorShape.wireBox, center, 0, mat, r, half, m.vis.rgba.bv)
}
