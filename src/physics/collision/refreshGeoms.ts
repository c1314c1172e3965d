import { conjugate, mulQuat, quatToMat, rotateByQuat } from '../../core/math/quat.ts'
import { GeomType, SameFrame } from '../../core/model/enums.ts'
import { boundingBox, boundingRadius, hfieldBox, hfieldRadius } from '../../core/model/geomBounds.ts'
import type { Model } from '../../core/model/model.ts'
import { forgetCollisionCache } from './broad/collisionCache.ts'
import { forgetSeparations } from './contact/separations.ts'
import { hullPoints } from './convex/hullPoints.ts'
import { polygonPlanes } from './convex/polygonPlanes.ts'
import { restingCorners } from './convex/restingCorners.ts'

/**
 * What the compiler derives from the sizes and poses of geoms, for models whose geoms are changed between steps.
 */

/** Boxes of the hierarchies are at least that thick, m. */
const THICKNESS = 1e-14

/**
 * To be called after sizes, poses, margins or gaps of geoms, sizes of height fields or vertices of meshes were changed
 * in a model: brings up to date what collision and rays derive from them (`geom_aabb`, `geom_rbound`, `geom_sameframe`,
 * `body_margin`, `bvh_aabb`, the `geom_size` of meshes), and their caches. Masks, friction and the
 * other parameters of contacts need no refreshing.
 *
 * It does not compute masses and inertias again, and a mesh keeps its hull: it may be stretched or bent a little, but
 * the vertices that are its corners must stay so. Octrees of signed distances stay as they are.
 */
export function refreshGeoms(m: Model): void {
  forgetSeparations()
  hullPoints.forget(m)
  restingCorners.forget(m)
  polygonPlanes.forget(m)
  forgetCollisionCache(m)
  for (let mesh = 0; mesh < m.nmesh; mesh++) refreshMesh(m, mesh)
  for (let geom = 0; geom < m.ngeom; geom++) {
    if (hasMesh(m, geom)) refreshMeshGeom(m, geom)
    if (!isInFrame(m, geom)) m.geom_sameframe[geom] = SameFrame.none
  }
  refreshBounds(m)
}

/**
 * The part of `refreshGeoms` that does not read vertices of meshes: for changes of sizes, poses, margins, gaps, and
 * height fields alone. The caches hold nothing that follows from these. Writes geom_aabb, geom_rbound, body_margin, and
 * the nodes of bodies in bvh_aabb. After changes of poses, `setConst` brings `geom_sameframe` up to date.
 */
export function refreshBounds(m: Model): void {
  for (let geom = 0; geom < m.ngeom; geom++) refreshGeom(m, geom)
  for (let body = 0; body < m.nbody; body++) refreshBody(m, body)
}

function hasMesh(m: Model, geom: number): boolean {
  return m.geom_type[geom] === GeomType.mesh || m.geom_type[geom] === GeomType.sdf
}

/** Sizes and bounds of a geom that follow from vertices. */
function refreshMeshGeom(m: Model, geom: number): void {
  const size = m.geom_size.subarray(3 * geom, 3 * geom + 3)
  const box = m.geom_aabb.subarray(6 * geom, 6 * geom + 6)
  box.set(vertexBox(m, m.geom_dataid[geom]))
  for (let k = 0; k < 3; k++) size[k] = Math.abs(box[k]) + box[3 + k]
  m.geom_rbound[geom] = boundingRadius(m.geom_type[geom] as GeomType, size)
}

/** Bounds of a geom without a mesh. */
function refreshGeom(m: Model, geom: number): void {
  const type = m.geom_type[geom] as GeomType
  const size = m.geom_size.subarray(3 * geom, 3 * geom + 3)
  const box = m.geom_aabb.subarray(6 * geom, 6 * geom + 6)
  if (type === GeomType.hfield) {
    const field = m.hfield_size.subarray(4 * m.geom_dataid[geom], 4 * m.geom_dataid[geom] + 4)
    box.set(hfieldBox(field))
    m.geom_rbound[geom] = hfieldRadius(field)
  } else if (!hasMesh(m, geom)) {
    box.set(boundingBox(type, size))
    m.geom_rbound[geom] = boundingRadius(type, size)
  }
}

/** Whether the pose of a geom is what its `geom_sameframe` says. */
function isInFrame(m: Model, geom: number): boolean {
  const kind = m.geom_sameframe[geom]
  const body = m.geom_bodyid[geom]
  const ofInertia = kind === SameFrame.inertia || kind === SameFrame.inertiarot
  for (let k = 0; k < 4; k++)
    if (m.geom_quat[4 * geom + k] !== (ofInertia ? m.body_iquat[4 * body + k] : k === 0 ? 1 : 0)) return false
  if (kind !== SameFrame.body && kind !== SameFrame.inertia) return true
  for (let k = 0; k < 3; k++) if (m.geom_pos[3 * geom + k] !== (ofInertia ? m.body_ipos[3 * body + k] : 0)) return false
  return true
}

/** The box around the vertices of a mesh: center, half sides. */
function vertexBox(m: Model, mesh: number): Float64Array {
  const box = new Float64Array(6)
  const start = m.mesh_vertadr[mesh]
  const end = start + m.mesh_vertnum[mesh]
  for (let k = 0; k < 3; k++) {
    let low = Infinity
    let high = -Infinity
    for (let v = start; v < end; v++) {
      low = Math.min(low, m.mesh_vert[3 * v + k])
      high = Math.max(high, m.mesh_vert[3 * v + k])
    }
    box[k] = (high + low) / 2
    box[3 + k] = (high - low) / 2
  }
  return box
}

/** The largest margin of a body, and its boxes, in its inertial frame. */
function refreshBody(m: Model, body: number): void {
  const { bvh_aabb, bvh_nodeid, geom_aabb, geom_pos, geom_quat, body_ipos, body_iquat } = m
  const first = m.body_geomadr[body]
  const last = first + m.body_geomnum[body]
  m.body_margin[body] = 0
  for (let geom = first; geom < last; geom++)
    m.body_margin[body] = Math.max(m.body_margin[body], m.geom_margin[geom] + m.geom_gap[geom])

  const back = new Float64Array(4)
  const turn = new Float64Array(4)
  const R = new Float64Array(9)
  const center = new Float64Array(3)
  conjugate(back, 0, body_iquat, 4 * body)
  const root = m.body_bvhadr[body]
  // children come after their parents
  for (let node = root + m.body_bvhnum[body] - 1; node >= root && root >= 0; node--) {
    const geom = bvh_nodeid[node]
    if (geom < 0) {
      enclose(m, root, node)
      continue
    }
    // the center of the geom's box in the inertial frame, and R from the frame of the geom to that
    rotateByQuat(center, 0, geom_quat, 4 * geom, geom_aabb, 6 * geom)
    for (let k = 0; k < 3; k++) center[k] += geom_pos[3 * geom + k] - body_ipos[3 * body + k]
    rotateByQuat(bvh_aabb, 6 * node, back, 0, center, 0)
    mulQuat(turn, 0, back, 0, geom_quat, 4 * geom)
    quatToMat(R, 0, turn, 0)
    for (let k = 0; k < 3; k++) {
      let half = 0
      for (let j = 0; j < 3; j++) half += Math.abs(R[3 * k + j]) * geom_aabb[6 * geom + 3 + j]
      bvh_aabb[6 * node + 3 + k] = Math.max(half, THICKNESS)
    }
  }
}

/** The boxes around the triangles of a mesh. */
function refreshMesh(m: Model, mesh: number): void {
  const { bvh_aabb, bvh_nodeid, mesh_face, mesh_vert } = m
  const root = m.mesh_bvhadr[mesh]
  for (let node = root + m.mesh_bvhnum[mesh] - 1; node >= root && root >= 0; node--) {
    const triangle = bvh_nodeid[node]
    if (triangle < 0) {
      enclose(m, root, node)
      continue
    }
    const f = 3 * (m.mesh_faceadr[mesh] + triangle)
    for (let k = 0; k < 3; k++) {
      let low = Infinity
      let high = -Infinity
      for (let corner = 0; corner < 3; corner++) {
        const x = mesh_vert[3 * (m.mesh_vertadr[mesh] + mesh_face[f + corner]) + k]
        low = Math.min(low, x)
        high = Math.max(high, x)
      }
      bvh_aabb[6 * node + k] = (high + low) / 2
      bvh_aabb[6 * node + 3 + k] = Math.max((high - low) / 2, THICKNESS)
    }
  }
}

/** The box of a node around those of its children. */
function enclose({ bvh_aabb, bvh_child }: Model, root: number, node: number): void {
  const left = 6 * (root + bvh_child[2 * node])
  const right = 6 * (root + bvh_child[2 * node + 1])
  for (let k = 0; k < 3; k++) {
    const low = Math.min(bvh_aabb[left + k] - bvh_aabb[left + 3 + k], bvh_aabb[right + k] - bvh_aabb[right + 3 + k])
    const high = Math.max(bvh_aabb[left + k] + bvh_aabb[left + 3 + k], bvh_aabb[right + k] + bvh_aabb[right + 3 + k])
    bvh_aabb[6 * node + k] = (high + low) / 2
    bvh_aabb[6 * node + 3 + k] = (high - low) / 2
  }
}
