import type { Data } from '../../core/data/data.ts'
import { rotateBack } from '../../core/math/vec3.ts'
import { grow } from '../../core/memory/grow.ts'
import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { GeomSdf } from '../collision/field/geomSdf.ts'

/**
 * Tactile sensor: a taxel at each vertex of a mesh over a geom. Each measures its penetration depth into geoms in
 * contact with the geom or with bodies welded to its body. If the mesh has a frame per vertex, it also measures the
 * sliding velocity along the last two axes, summed over these geoms. Values are ordered by channel: all depths (m),
 * then the two velocities (m/s).
 *
 * Depth uses signed distance, so meshes need an octree, and height fields do not count.
 */

const HFIELD: number = GeomType.hfield
const MESH: number = GeomType.mesh
const SDF = GeomType.sdf

/** Geoms in contact, each once. */
const touching = { geom: new Int32Array(32), count: 0 }

const field = new GeomSdf()
const depth = new Float64Array(1) // V8: boxed otherwise
/** A vertex: in the world frame, then in the frame of a geom in contact. */
const place = new Float64Array(3)
const local = new Float64Array(3)
const sliding = new Float64Array(3)

export function tactile(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const mesh = m.sensor_objid[sensor]
  const geom = m.sensor_refid[sensor]
  const taxels = m.mesh_vertnum[mesh]
  const framed = m.mesh_normalnum[mesh] === 3 * taxels
  for (let i = at + m.sensor_dim[sensor] - 1; i >= at; i--) out[i] = 0

  findTouching(m, d, m.body_weldid[m.geom_bodyid[geom]])
  for (let k = 0; k < touching.count; k++) {
    const other = touching.geom[k]
    if (!takeField(m, other)) continue
    for (let taxel = 0; taxel < taxels; taxel++) {
      placeTaxel(m, d, geom, m.mesh_vertadr[mesh] + taxel, other)
      field.distance(depth, local)
      if (!(depth[0] < 0)) continue
      out[at + taxel] = Math.max(out[at + taxel], -depth[0])
      if (framed) addSliding(m, d, geom, other, m.mesh_normaladr[mesh] + 3 * taxel, taxels, out, at + taxel)
    }
  }
}

/** touching = the geoms in contact with a group of welded bodies. */
function findTouching(m: Model, d: Data, weld: number): void {
  const { geom_bodyid, body_weldid } = m
  const { ncon, contact_geom1, contact_geom2 } = d
  const geom = (touching.geom = grow(touching.geom, ncon))
  let count = 0
  for (let i = 0; i < ncon; i++) {
    let other = -1
    if (body_weldid[geom_bodyid[contact_geom1[i]]] === weld) other = contact_geom2[i]
    else if (body_weldid[geom_bodyid[contact_geom2[i]]] === weld) other = contact_geom1[i]
    if (other < 0) continue
    let k = 0
    while (k < count && geom[k] !== other) k++
    if (k === count) geom[count++] = other
  }
  touching.count = count
}

/** field = the signed distance of a geom. @returns whether it has one */
function takeField(m: Model, geom: number): boolean {
  const type = m.geom_type[geom]
  if (type === HFIELD) return false
  field.setGeom(m, geom)
  if (type !== MESH) return true
  field.type = SDF
  field.octree = m.mesh_octadr[m.geom_dataid[geom]]
  return field.octree >= 0
}

/** place = a vertex of the mesh in the world frame, local = in the frame of another geom. */
function placeTaxel(m: Model, d: Data, geom: number, vertex: number, other: number): void {
  const { mesh_vert } = m
  const { geom_xpos, geom_xmat } = d
  const x = mesh_vert[3 * vertex]
  const y = mesh_vert[3 * vertex + 1]
  const z = mesh_vert[3 * vertex + 2]
  for (let k = 0; k < 3; k++) {
    const row = 9 * geom + 3 * k
    place[k] = geom_xpos[3 * geom + k] + (geom_xmat[row] * x + geom_xmat[row + 1] * y + geom_xmat[row + 2] * z)
    local[k] = place[k] - geom_xpos[3 * other + k]
  }
  rotateBack(local, 0, geom_xmat, 9 * other, local, 0)
}

/** Adds the sliding velocity of another geom at a vertex, along its last two axes. */
function addSliding(
  m: Model,
  d: Data,
  geom: number,
  other: number,
  frame: number,
  taxels: number,
  out: Float64Array,
  at: number,
): void {
  const { mesh_normal } = m
  for (let k = 0; k < 3; k++) sliding[k] = 0
  addVelocity(m, d, m.geom_bodyid[other], 1)
  addVelocity(m, d, m.geom_bodyid[geom], -1)
  rotateBack(sliding, 0, d.geom_xmat, 9 * geom, sliding, 0)
  for (let axis = 1; axis < 3; axis++) {
    const n = 3 * (frame + axis)
    out[at + axis * taxels] += Math.abs(
      mesh_normal[n] * sliding[0] + mesh_normal[n + 1] * sliding[1] + mesh_normal[n + 2] * sliding[2],
    )
  }
}

/** sliding ±= velocity of a body at `place`. */
function addVelocity(m: Model, d: Data, body: number, sign: number): void {
  const { cvel, subtree_com } = d
  const o = 6 * body
  const c = 3 * m.body_rootid[body]
  const rx = place[0] - subtree_com[c]
  const ry = place[1] - subtree_com[c + 1]
  const rz = place[2] - subtree_com[c + 2]
  sliding[0] += sign * (cvel[o + 3] + (cvel[o + 1] * rz - cvel[o + 2] * ry))
  sliding[1] += sign * (cvel[o + 4] + (cvel[o + 2] * rx - cvel[o] * rz))
  sliding[2] += sign * (cvel[o + 5] + (cvel[o] * ry - cvel[o + 1] * rx))
}
