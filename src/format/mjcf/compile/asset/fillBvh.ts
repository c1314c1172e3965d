import { conjugate, rotateByQuat } from '../../../../core/math/quat.ts'
import type { Model, ModelSizes } from '../../../../core/model/model.ts'
import { treeSize, VolumeTree } from '../../geometry/bvhBuilder.ts'
import type { Mesh } from '../../mesh/mesh.ts'
import type { Geom, Parts } from '../parts/parts.ts'
import type { Section } from '../parts/section.ts'

/** Bounding volume hierarchies of bodies and meshes → arrays of the model. */

/** Bounding volume hierarchies of bodies and of meshes. */
export function bvhSection(parts: Parts, meshes: readonly Mesh[]): Section {
  return { count: (sizes) => countVolumes(sizes, parts, meshes), fill: (m) => fillVolumes(m, parts, meshes) }
}

function countVolumes(sizes: ModelSizes, { bodies }: Parts, meshes: readonly Mesh[]): void {
  let nodes = 0
  for (const { geoms } of bodies) nodes += treeSize(geoms.filter(collides).length)
  for (const { volumes } of meshes) nodes += volumes.depth.length
  sizes.nbvh = nodes
  sizes.nbvhstatic = nodes
}

/** Geoms that collide with nothing are in no tree, whatever the pairs say. */
function collides({ spec: { attributes: a } }: Geom): boolean {
  return a.contype !== 0 || a.conaffinity !== 0
}

/** Needs the poses of geoms and inertial frames. */
function fillVolumes(m: Model, { bodies }: Parts, meshes: readonly Mesh[]): void {
  let next = 0
  for (const body of bodies) {
    const geoms = Int32Array.from(body.geoms.filter(collides), ({ id }) => id)
    const tree = geomTree(m, body.id, geoms)
    m.body_bvhadr[body.id] = geoms.length > 0 ? next : -1
    m.body_bvhnum[body.id] = tree.depth.length
    next = fillTree(m, tree, next, geoms)
  }
  for (const [id, { volumes }] of meshes.entries()) {
    m.mesh_bvhadr[id] = volumes.depth.length > 0 ? next : -1
    m.mesh_bvhnum[id] = volumes.depth.length
    next = fillTree(m, volumes, next)
  }
}

/** @param ids of the elements, where they are not their numbers; @returns where the next tree starts */
function fillTree(m: Model, { depth, child, element, aabb }: VolumeTree, at: number, ids?: Int32Array): number {
  m.bvh_depth.set(depth, at)
  m.bvh_child.set(child, 2 * at)
  m.bvh_nodeid.set(ids ? element.map((i) => (i < 0 ? -1 : ids[i])) : element, at)
  m.bvh_aabb.set(aabb, 6 * at)
  return at + depth.length
}

/** The tree over geoms of a body, in its inertial frame. Geoms are sorted by their centers. */
function geomTree(m: Model, body: number, geoms: Int32Array): VolumeTree {
  const bounds = new Float64Array(6 * geoms.length)
  const position = new Float64Array(3 * geoms.length)
  const inertialQuat = m.body_iquat.subarray(4 * body, 4 * body + 4)
  const back = new Float64Array(4)
  conjugate(back, 0, inertialQuat, 0)
  const point = new Float64Array(3)

  for (const [i, geom] of geoms.entries()) {
    const place = (x: number, y: number, z: number): void => {
      point.set([x, y, z])
      rotateByQuat(point, 0, m.geom_quat, 4 * geom, point, 0)
      for (let k = 0; k < 3; k++) point[k] += m.geom_pos[3 * geom + k] - m.body_ipos[3 * body + k]
      rotateByQuat(point, 0, back, 0, point, 0)
    }
    place(0, 0, 0)
    position.set(point, 3 * i)

    const [x, y, z, dx, dy, dz] = m.geom_aabb.subarray(6 * geom, 6 * geom + 6)
    bounds.fill(Number.POSITIVE_INFINITY, 6 * i, 6 * i + 3)
    bounds.fill(Number.NEGATIVE_INFINITY, 6 * i + 3, 6 * i + 6)
    for (let corner = 0; corner < 8; corner++) {
      place(x + (corner & 1 ? dx : -dx), y + (corner & 2 ? dy : -dy), z + (corner & 4 ? dz : -dz))
      for (let k = 0; k < 3; k++) {
        bounds[6 * i + k] = Math.min(bounds[6 * i + k], point[k])
        bounds[6 * i + 3 + k] = Math.max(bounds[6 * i + 3 + k], point[k])
      }
    }
  }
  return new VolumeTree(bounds, position)
}
