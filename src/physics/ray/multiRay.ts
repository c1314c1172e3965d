import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import type { Model } from '../../core/model/model.ts'
import { perModel } from '../../core/model/perModel.ts'
import { localRay, NORMAL, X } from './localRay.ts'
import { castRay, nearestHit, RayBvh } from './rayBvh.ts'
import { groupMask, type RayOptions, SEE_ALL, seesBody, seesGeom } from './rayFilter.ts'

/**
 * Many rays from one point, as of a lidar or a depth camera. The geoms that they may see are put into a bounding volume
 * hierarchy once; then each ray is tested against the geoms near it only. Every ray has the result of `ray`.
 */

/** What many rays met, one entry a ray. It belongs to the caller and can be used again. */
export class RayHits {
  /** Number of rays that there is room for. */
  readonly count: number
  /** How far along each ray, in units of the length of its vector; -1: nothing was met. */
  readonly distance: Float64Array
  /** The geom that each ray met; -1: none. */
  readonly geom: Int32Array
  /** Outward unit normal of the surface there, world frame; zero where nothing was met. */
  readonly normal: Float64Array

  constructor(count: number) {
    this.count = count
    this.distance = new Float64Array(count).fill(-1)
    this.geom = new Int32Array(count).fill(-1)
    this.normal = new Float64Array(3 * count)
  }
}

/** Which geoms many rays see. */
export interface MultiRayOptions extends RayOptions {
  /** Geoms that are farther away than this (m), by their bounding spheres, are not seen; ∞ by default. */
  readonly cutoff?: number | undefined
}

/** Hierarchies, with room for all geoms of a model. */
const trees = perModel((m) => new RayBvh(m.ngeom))
const { point: pnt, vector: vec } = localRay

/**
 * The first geom on the way of each of many rays from one point. Needs the poses of `kinematics`. Once there is a tree
 * for the model, nothing is allocated.
 * MuJoCo: mj_multiRay.
 *
 * @param hits receives the distances, geoms and normals; there must be room for all rays
 * @param point where all rays start, world frame
 * @param vectors where they go, three numbers a ray; a ray without length meets nothing
 * @param options which geoms are seen
 */
export function multiRay(
  m: Model,
  d: Data,
  hits: RayHits,
  point: ArrayLike<number>,
  vectors: ArrayLike<number>,
  options: MultiRayOptions = SEE_ALL,
): void {
  const count = Math.floor(vectors.length / 3)
  if (hits.count < count) throw new RangeError(`there is room for ${hits.count} results, but there are ${count} rays`)
  for (let k = 0; k < 3; k++) pnt[k] = point[k]
  const tree = trees.of(m)
  gather(m, d, tree, options)
  tree.build()
  const { distance, geom, normal } = hits
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) vec[k] = vectors[3 * i + k]
    const hasLength = vec[0] * vec[0] + vec[1] * vec[1] + vec[2] * vec[2] >= MINVAL
    const nearest = hasLength ? castRay(m, d, tree) : -1
    geom[i] = nearest
    distance[i] = nearest >= 0 ? nearestHit[X] : -1
    for (let k = 0; k < 3; k++) normal[3 * i + k] = nearest >= 0 ? nearestHit[NORMAL + k] : 0
  }
}

/** Puts all geoms that the rays may see into the hierarchy. */
function gather(m: Model, d: Data, tree: RayBvh, options: MultiRayOptions): void {
  const mask = groupMask(options)
  const withStatic = options.flg_static ?? true
  const excluded = options.bodyexclude ?? -1
  const cutoff = options.cutoff ?? Number.POSITIVE_INFINITY
  tree.clear()
  for (let body = 0; body < m.nbody; body++) {
    if (!seesBody(m, body, withStatic, excluded)) continue
    const first = m.body_geomadr[body]
    const end = first + m.body_geomnum[body]
    for (let geom = first; geom < end; geom++)
      if (seesGeom(m, geom, mask) && isWithin(m, d, geom, cutoff)) tree.add(m, d, geom)
  }
}

/** Whether the bounding sphere of a geom, or a plane, reaches into the sphere of that radius around the start. */
function isWithin(m: Model, d: Data, geom: number, radius: number): boolean {
  const { geom_xpos, geom_xmat } = d
  const x = pnt[0] - geom_xpos[3 * geom]
  const y = pnt[1] - geom_xpos[3 * geom + 1]
  const z = pnt[2] - geom_xpos[3 * geom + 2]
  const r = m.geom_rbound[geom]
  if (r > 0) return Math.sqrt(x * x + y * y + z * z) <= radius + r
  return Math.abs(geom_xmat[9 * geom + 2] * x + geom_xmat[9 * geom + 5] * y + geom_xmat[9 * geom + 8] * z) <= radius
}
