import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { conjugate, rotateByQuat } from '../../core/math/quat.ts'
import { sub3 } from '../../core/math/vec3.ts'
import { checkId } from '../../core/model/argumentChecks.ts'
import { GeomType, ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { locate, ObjectFrame } from './objectFrame.ts'

/** Whether a point is in the volume of a site, without its surface. */

const SPHERE: number = GeomType.sphere
const CAPSULE: number = GeomType.capsule
const ELLIPSOID: number = GeomType.ellipsoid
const CYLINDER: number = GeomType.cylinder
const BOX: number = GeomType.box
const MESH: number = GeomType.mesh
const BODY: number = ObjType.body

/** A point in the frame of a site. */
const local = new Float64Array(3)

/**
 * Whether a point (world frame) is inside a site. Of a mesh the convex hull counts. Needs the poses of `kinematics`.
 * MuJoCo: mj_insideSite.
 *
 * @param at where in `point` the three numbers start
 */
export function insideSite(m: Model, d: Data, site: number, point: Float64Array, at = 0): boolean {
  checkId(site, m.nsite, 'site')
  const { site_xpos, site_xmat } = d
  const { site_size: size } = m
  const s = 3 * site
  const R = 9 * site
  const dx = point[at] - site_xpos[s]
  const dy = point[at + 1] - site_xpos[s + 1]
  const dz = point[at + 2] - site_xpos[s + 2]
  const x = site_xmat[R] * dx + site_xmat[R + 3] * dy + site_xmat[R + 6] * dz
  const y = site_xmat[R + 1] * dx + site_xmat[R + 4] * dy + site_xmat[R + 7] * dz
  const z = site_xmat[R + 2] * dx + site_xmat[R + 5] * dy + site_xmat[R + 8] * dz
  const type = m.site_type[site]
  const a = size[s]
  const b = size[s + 1]
  if (type === SPHERE) return x * x + y * y + z * z < a * a
  if (type === BOX) return Math.abs(x) < a && Math.abs(y) < b && Math.abs(z) < size[s + 2]
  if (type === CYLINDER) return Math.abs(z) < b && x * x + y * y < a * a
  if (type === CAPSULE) {
    // closest point of the axis
    const beyond = z - Math.max(-b, Math.min(b, z))
    return x * x + y * y + beyond * beyond < a * a
  }
  if (type === ELLIPSOID) {
    const c = size[s + 2]
    return (x * x) / (a * a) + (y * y) / (b * b) + (z * z) / (c * c) < 1
  }
  local[0] = x
  local[1] = y
  local[2] = z
  return type === MESH && insideHull(m, m.site_dataid[site])
}

const centered = new Float64Array(3)
const turn = new Float64Array(4)

/**
 * Whether `local`, in the original frame of the mesh, is below all faces of its convex hull. The hull is about the
 * center of mass.
 */
function insideHull(m: Model, mesh: number): boolean {
  sub3(centered, 0, local, 0, m.mesh_pos, 3 * mesh)
  conjugate(turn, 0, m.mesh_quat, 4 * mesh)
  rotateByQuat(centered, 0, turn, 0, centered, 0)
  const { mesh_polynormal, mesh_polyvert, mesh_polyvertadr, mesh_vert } = m
  const first = m.mesh_polyadr[mesh]
  const end = first + m.mesh_polynum[mesh]
  const vertices = m.mesh_vertadr[mesh]
  for (let face = first; face < end; face++) {
    const v = 3 * (vertices + mesh_polyvert[mesh_polyvertadr[face]])
    const n = 3 * face
    const above =
      mesh_polynormal[n] * (centered[0] - mesh_vert[v]) +
      mesh_polynormal[n + 1] * (centered[1] - mesh_vert[v + 1]) +
      mesh_polynormal[n + 2] * (centered[2] - mesh_vert[v + 2])
    if (!(above < 0)) return false
  }
  return end > first
}

const object = new ObjectFrame()

/**
 * 1 if the origin of an object is inside a site, else 0. For a massless body that groups others, uses the center of
 * mass of the group.
 */
export function insideSiteSensor(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const type = m.sensor_objtype[sensor]
  const id = m.sensor_objid[sensor]
  const site = m.sensor_refid[sensor]
  locate(object, m, d, type, id)
  const groups = type === BODY && id > 0 && m.body_mass[id] < MINVAL && m.body_subtreemass[id] > MINVAL
  out[at] = insideSite(m, d, site, groups ? d.subtree_com : object.pos, 3 * id) ? 1 : 0
}
