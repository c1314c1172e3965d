import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { perModel } from '../../core/model/perModel.ts'
import { HIT_SIZE, localRay, NORMAL, X } from './localRay.ts'
import { groupMask, type RayOptions, SEE_ALL, seesGeom } from './rayFilter.ts'
import { intersectGeom, type RayHit, setRay } from './rayGeom.ts'

/**
 * A ray through a scene. Geoms whose bounding sphere the ray does not touch are passed over; in bodies with many geoms
 * the bounding volume hierarchy leads to those near the ray. Of geoms at the same distance the first counts.
 */

/** The hierarchies of bodies with at least so many nodes are traversed. */
const MANY_NODES = 31
/** Bounds are widened by this fraction, so that rounding never hides a geom; meshes are in single precision. */
const SLACK = 1e-6

/** How the geoms of a model are visited. */
interface RayPlan {
  /** Bodies whose hierarchy is traversed. */
  readonly bodies: Int32Array
  /** Geoms that are in none of these hierarchies. */
  readonly single: Int32Array
}

const plans = perModel(makePlan)

function makePlan(m: Model): RayPlan {
  const { body_bvhadr, body_bvhnum, bvh_nodeid } = m
  const bodies = Int32Array.from(body_bvhnum.keys()).filter((body) => body_bvhnum[body] >= MANY_NODES)
  const inHierarchy = new Set<number>()
  for (const body of bodies)
    for (let node = body_bvhadr[body]; node < body_bvhadr[body] + body_bvhnum[body]; node++)
      inHierarchy.add(bvh_nodeid[node])
  const single = Int32Array.from({ length: m.ngeom }, (_, geom) => geom).filter((geom) => !inHierarchy.has(geom))
  return { bodies, single }
}

/** Registers of this file. */
class RayRegisters {
  /** Nodes that wait; trees of n geoms are ⌈log₂ n⌉ deep. */
  readonly stack: Int32Array = new Int32Array(64)
  /** The start of the ray in the inertial frame of a body, and 1 / its direction there. */
  readonly p: Float64Array = new Float64Array(3)
  readonly inverse: Float64Array = new Float64Array(3)
  /** The nearest hit so far, as `LocalRay.hit`, and its geom; -1: none. */
  readonly best: Float64Array = new Float64Array(HIT_SIZE)
  nearest = -1
}

const registers = new RayRegisters()
const { stack, p, inverse, best } = registers
const { point: pnt, vector: vec } = localRay

/**
 * The first geom on the way of a ray. Needs the poses of `kinematics`, which each step and each `forward` computes.
 * Nothing is allocated.
 * MuJoCo: mj_ray.
 *
 * @param hit receives the distance, the geom and the normal
 * @param point where the ray starts, world frame
 * @param vector where it goes; distances are in units of its length
 * @param options which geoms are seen
 * @returns whether something was met
 */
export function ray(
  m: Model,
  d: Data,
  hit: RayHit,
  point: ArrayLike<number>,
  vector: ArrayLike<number>,
  options: RayOptions = SEE_ALL,
): boolean {
  setRay(point, vector)
  const mask = groupMask(options)
  const withStatic = options.flg_static ?? true
  const excluded = options.bodyexclude ?? -1
  const { geom_rbound, geom_bodyid, body_weldid } = m
  const { geom_xpos } = d
  const { single, bodies } = plans.of(m)
  const x = pnt[0]
  const y = pnt[1]
  const z = pnt[2]
  const vx = vec[0]
  const vy = vec[1]
  const vz = vec[2]
  const vv = vx * vx + vy * vy + vz * vz
  best[X] = -1
  registers.nearest = -1
  for (let i = 0; i < single.length; i++) {
    const geom = single[i]
    const r = geom_rbound[geom]
    const ox = geom_xpos[3 * geom] - x
    const oy = geom_xpos[3 * geom + 1] - y
    const oz = geom_xpos[3 * geom + 2] - z
    const oo = ox * ox + oy * oy + oz * oz
    const along = Math.max(0, ox * vx + oy * vy + oz * vz)
    // o leads to the center, which the ray passes at the squared distance |o|² − (o·v)²/v²; planes have no sphere
    if ((oo - r * r - SLACK * (oo + r * r)) * vv > along * along && r > 0) continue
    const body = geom_bodyid[geom]
    if (body === excluded || (!withStatic && body_weldid[body] === 0)) continue
    if (seesGeom(m, geom, mask)) tryGeom(m, d, geom)
  }
  for (let i = 0; i < bodies.length; i++) {
    const body = bodies[i]
    if (body !== excluded && (withStatic || body_weldid[body] !== 0)) rayHierarchy(m, d, body, mask)
  }
  hit.distance = best[X]
  hit.geom = registers.nearest
  for (let k = 0; k < 3; k++) hit.normal[k] = registers.nearest >= 0 ? best[NORMAL + k] : 0
  return registers.nearest >= 0
}

/** Keeps the hit of a geom, if it is the nearest so far. */
function tryGeom(m: Model, d: Data, geom: number): void {
  const { hit } = localRay
  const { nearest } = registers
  intersectGeom(m, d, geom)
  const x = hit[X]
  if (!(x >= 0)) return
  if (nearest >= 0 && (x > best[X] || (x === best[X] && geom > nearest))) return
  registers.nearest = geom
  for (let k = 0; k < HIT_SIZE; k++) best[k] = hit[k]
}

/** The geoms of a body that are in its hierarchy. */
function rayHierarchy(m: Model, d: Data, body: number, mask: number): void {
  const { bvh_nodeid, bvh_child, bvh_aabb } = m
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
    if (!nearBox(bvh_aabb, 6 * node)) continue
    const geom = bvh_nodeid[node]
    if (geom >= 0) {
      if (seesGeom(m, geom, mask)) tryGeom(m, d, geom)
      continue
    }
    stack[waiting++] = first + bvh_child[2 * node + 1]
    stack[waiting++] = first + bvh_child[2 * node]
  }
}

/** Whether the ray passes through a box before the nearest hit so far. Comparisons with NaN heed no bound. */
function nearBox(aabb: Float64Array, at: number): boolean {
  let start = 0
  let end = best[X] < 0 ? Number.POSITIVE_INFINITY : best[X] * (1 + SLACK)
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
