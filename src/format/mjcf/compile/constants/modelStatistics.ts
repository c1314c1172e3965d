import type { Data } from '../../../../core/data/data.ts'
import { GeomType, JointType } from '../../../../core/model/enums.ts'
import type { Model } from '../../../../core/model/model.ts'

/** Minimum length, m. */
const MIN_LENGTH = 1e-5
/** Farther out than anything is expected to be, m. */
const MAX_LENGTH = 1e10

/** Sizes of the model at qpos0: m.stat and the length scale of each dof. Reads the poses and M in `d`. */
export function setStatistics(m: Model, d: Data): void {
  const { stat } = m
  setExtent(m, d)

  const lengths = bodyLengths(m, d)
  stat.meansize = 0.2
  stat.meanmass = 1
  if (m.nbody > 1) {
    let size = 0
    let mass = 0
    for (let body = 1; body < m.nbody; body++) {
      size += lengths[body]
      mass += m.body_mass[body]
    }
    stat.meansize = size / (m.nbody - 1)
    stat.meanmass = mass / (m.nbody - 1)
  }
  stat.extent = Math.max(stat.extent, 2 * stat.meansize)

  stat.meaninertia = 1
  if (m.nv > 0) {
    let inertia = 0
    for (let dof = 0; dof < m.nv; dof++) inertia += d.M[m.M_rowadr[dof] + m.M_rownnz[dof] - 1]
    stat.meaninertia = inertia / m.nv
  }

  for (let dof = 0; dof < m.nv; dof++) {
    const joint = m.dof_jntid[dof]
    const type = m.jnt_type[joint]
    const translates = type === JointType.slide || (type === JointType.free && dof < m.jnt_dofadr[joint] + 3)
    m.dof_length[dof] = translates ? 1 : lengths[m.dof_bodyid[dof]]
  }
}

/** Box around bodies, joints, sites and geoms. */
function setExtent(m: Model, d: Data): void {
  const { stat } = m
  const low = new Float64Array(3).fill(MAX_LENGTH)
  const high = new Float64Array(3).fill(-MAX_LENGTH)
  const include = (points: Float64Array, i: number, radius: number): void => {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], points[3 * i + k] - radius)
      high[k] = Math.max(high[k], points[3 * i + k] + radius)
    }
  }
  for (let body = 1; body < m.nbody; body++) {
    include(d.xpos, body, 0)
    include(d.xipos, body, 0)
  }
  for (let joint = 0; joint < m.njnt; joint++) include(d.xanchor, joint, 0)
  for (let site = 0; site < m.nsite; site++) include(d.site_xpos, site, 0)
  for (let geom = 0; geom < m.ngeom; geom++) include(d.geom_xpos, geom, m.geom_rbound[geom] || planeRadius(m, geom))

  let longest = MIN_LENGTH
  for (let k = 0; k < 3; k++) {
    stat.center[k] = (low[k] + high[k]) / 2
    longest = Math.max(longest, high[k] - low[k])
  }
  stat.extent = low[0] < high[0] ? longest : 2
}

/** How much of a plane counts: a tenth of it, or, if it is infinite, a centimeter. */
function planeRadius(m: Model, geom: number): number {
  if (m.geom_type[geom] !== GeomType.plane) return 0
  const x = m.geom_size[3 * geom]
  const y = m.geom_size[3 * geom + 1]
  return x === 0 && y === 0 ? 0.01 : 0.1 * Math.max(x, y)
}

/** Distance from each body's center of mass to the farthest joint of the body or its children, or edge of its geoms. */
function bodyLengths(m: Model, d: Data): Float64Array {
  const lengths = new Float64Array(m.nbody).fill(MIN_LENGTH)
  const reach = (body: number, points: Float64Array, i: number, radius: number): void => {
    const x = d.xipos[3 * body] - points[3 * i]
    const y = d.xipos[3 * body + 1] - points[3 * i + 1]
    const z = d.xipos[3 * body + 2] - points[3 * i + 2]
    lengths[body] = Math.max(lengths[body], radius + Math.sqrt(x * x + y * y + z * z))
  }
  for (let joint = 0; joint < m.njnt; joint++) {
    const body = m.jnt_bodyid[joint]
    reach(body, d.xanchor, joint, 0)
    reach(m.body_parentid[body], d.xanchor, joint, 0)
  }
  for (let geom = 0; geom < m.ngeom; geom++)
    if (m.geom_rbound[geom] > 0) reach(m.geom_bodyid[geom], d.geom_xpos, geom, m.geom_rbound[geom])
  return lengths
}
