import type { Data } from '../data/data.ts'
import { GeomType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { groupMask, type RayOptions, SEE_ALL, seesBody, seesGeom } from './rayFilter.ts'
import { found, intersect, pnt, type RayHit, setRay, vec } from './rayGeom.ts'
import { RAY_X } from './rayShape.ts'

/**
 * A ray through a scene. Geoms whose bounding sphere the ray does not touch, or touches behind the nearest hit so far, are
 * passed over; in bodies with many geoms the hierarchy of boxes leads to those that matter. Of geoms at the same
 * distance the first counts.
 */

/** Bodies with at least that many nodes are walked by their hierarchy. */
const MANY_NODES = 31
/** Bounds are widened by this share, so that rounding never hides a geom; vertices of meshes are in single precision. */
const SLACK = 1e-6

/** Nodes that wait; trees of n geoms are ⌈log₂ n⌉ deep. */
const stack = new Int32Array(64)
// the ray in the inertial frame of a body
const p = new Float64Array(3)
const inverse = new Float64Array(3)

/** [0]: nearest distance so far; -1: none. [1 …]: normal there. */
const best = new Float64Array(4)
/** [0]: |vec|² */
const square = new Float64Array(1)
/** [0]: the geom of the nearest hit; -1: none. */
const nearest = new Int32Array(1)

/**
 * The first geom on the way of a ray: MuJoCo's `mj_ray`. Needs the poses of `kinematics`, which each step and each
 * `forward` computes. Nothing is allocated.
 *
 * @param point where the ray starts, world frame
 * @param vector where it goes; distances are in units of its length
 * @param hit receives the distance, the geom and the normal
 * @param options which geoms are seen
 * @returns whether something was met
 */
export function ray(
  m: Model,
  d: Data,
  point: ArrayLike<number>,
  vector: ArrayLike<number>,
  hit: RayHit,
  options: RayOptions = SEE_ALL,
): boolean {
  setRay(point, vector)
  const mask = groupMask(options)
  const withStatic = options.flg_static ?? true
  const excluded = options.bodyexclude ?? -1
  const { body_geomnum, body_bvhnum, nbody } = m
  best[0] = -1
  nearest[0] = -1
  square[0] = vec[0] * vec[0] + vec[1] * vec[1] + vec[2] * vec[2]
  for (let body = 0; body < nbody; body++) {
    if (body_geomnum[body] === 0 || !seesBody(m, body, withStatic, excluded)) continue
    const many = body_bvhnum[body] >= MANY_NODES
    rayGeoms(m, d, body, mask, many)
    if (many) rayVolumes(m, d, body, mask)
  }
  hit.distance = best[0]
  hit.geom = nearest[0]
  for (let k = 0; k < 3; k++) hit.normal[k] = nearest[0] >= 0 ? best[1 + k] : 0
  return nearest[0] >= 0
}

/** The geoms of a body one after the other. @param outside only those that are not in the hierarchy */
function rayGeoms(m: Model, d: Data, body: number, mask: number, outside: boolean): void {
  const { geom_contype, geom_conaffinity } = m
  const first = m.body_geomadr[body]
  const end = first + m.body_geomnum[body]
  for (let geom = first; geom < end; geom++) {
    if (outside && (geom_contype[geom] !== 0 || geom_conaffinity[geom] !== 0)) continue
    if (!nearSphere(m, d, geom)) continue
    if (seesGeom(m, geom, mask)) tryGeom(m, d, geom)
  }
}

/**
 * Whether the ray may meet a geom before the nearest hit so far, by its bounding sphere: with o from the start to the centre
 * and b = o·v, the ray passes it at a squared distance |o|² − b²/v², and enters it not before (b − r|v|)/v².
 */
function nearSphere(m: Model, d: Data, geom: number): boolean {
  const r = m.geom_rbound[geom]
  if (r === 0) return true // planes have no sphere
  const { geom_xpos } = d
  const x = geom_xpos[3 * geom] - pnt[0]
  const y = geom_xpos[3 * geom + 1] - pnt[1]
  const z = geom_xpos[3 * geom + 2] - pnt[2]
  const along = x * vec[0] + y * vec[1] + z * vec[2]
  const vv = square[0]
  const oo = x * x + y * y + z * z
  const rr = r * r
  const slack = SLACK * (oo + rr)
  const outside = oo - rr > slack
  if (outside && along < 0) return false
  if (oo * vv - along * along > (rr + slack) * vv) return false
  // distances to signed distance fields are lengths, whatever the vector
  if (best[0] < 0 || !outside || m.geom_type[geom] === GeomType.sdf) return true
  const lead = along - best[0] * vv
  return lead <= 0 || lead * lead <= (rr + slack) * vv
}

function tryGeom(m: Model, d: Data, geom: number): void {
  intersect(m, d, geom)
  const x = found[RAY_X]
  if (!(x >= 0)) return
  if (nearest[0] >= 0 && (x > best[0] || (x === best[0] && geom > nearest[0]))) return
  nearest[0] = geom
  for (let k = 0; k < 4; k++) best[k] = found[k]
}

/** The geoms of a body that are in its hierarchy of boxes. */
function rayVolumes(m: Model, d: Data, body: number, mask: number): void {
  const { bvh_nodeid, bvh_child } = m
  const { xipos, ximat } = d
  const first = m.body_bvhadr[body]
  const dx = pnt[0] - xipos[3 * body]
  const dy = pnt[1] - xipos[3 * body + 1]
  const dz = pnt[2] - xipos[3 * body + 2]
  const R = 9 * body
  for (let k = 0; k < 3; k++) {
    p[k] = ximat[R + k] * dx + ximat[R + 3 + k] * dy + ximat[R + 6 + k] * dz
    inverse[k] = 1 / (ximat[R + k] * vec[0] + ximat[R + 3 + k] * vec[1] + ximat[R + 6 + k] * vec[2])
  }
  let waiting = 0
  stack[waiting++] = first
  while (waiting > 0) {
    const node = stack[--waiting]
    if (!nearBox(m.bvh_aabb, 6 * node)) continue
    const geom = bvh_nodeid[node]
    if (geom >= 0) {
      if (nearSphere(m, d, geom) && seesGeom(m, geom, mask)) tryGeom(m, d, geom)
      continue
    }
    stack[waiting++] = first + bvh_child[2 * node + 1]
    stack[waiting++] = first + bvh_child[2 * node]
  }
}

/** Whether the ray passes through a box before the nearest hit so far. Comparisons with NaN heed no bound. */
function nearBox(aabb: Float64Array, at: number): boolean {
  let start = 0
  let end = best[0] < 0 ? Number.POSITIVE_INFINITY : best[0] * (1 + SLACK)
  for (let k = 0; k < 3; k++) {
    const offset = aabb[at + k] - p[k]
    const half = aabb[at + 3 + k] + SLACK * (aabb[at + 3 + k] + Math.abs(offset))
    const one = (offset - half) * inverse[k]
    const other = (offset + half) * inverse[k]
    if (one < other) {
      if (one > start) start = one
      if (other < end) end = other
    } else {
      if (other > start) start = other
      if (one < end) end = one
    }
  }
  return start <= end
}
