import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { groupMask, type RayOptions, SEE_ALL, seesGeom } from './rayFilter.ts'
import { found, intersect, pnt, type RayHit, setRay, vec } from './rayGeom.ts'
import { RAY_OUT, RAY_X } from './rayPrimitive.ts'

/**
 * A ray through a scene. Geoms whose bounding sphere the ray does not touch are passed over; in bodies with many geoms
 * the hierarchy of boxes leads to those that matter. Of geoms at the same distance the first counts.
 */

/** Bodies with at least that many nodes are walked by their hierarchy. */
const MANY_NODES = 31
/** Bounds are widened by this share, so that rounding never hides a geom; vertices of meshes are in single precision. */
const SLACK = 1e-6

/** How the geoms of a model are gone through. */
interface RayPlan {
  /** Bodies whose hierarchy is walked. */
  readonly bodies: Int32Array
  /** Geoms that are in none of these hierarchies. */
  readonly single: Int32Array
}

const plans = new WeakMap<Model, RayPlan>()

function planOf(m: Model): RayPlan {
  return plans.get(m) ?? makePlan(m)
}

function makePlan(m: Model): RayPlan {
  const { body_bvhadr, body_bvhnum, bvh_nodeid } = m
  const bodies = Int32Array.from(body_bvhnum.keys()).filter((body) => body_bvhnum[body] >= MANY_NODES)
  const walked = new Set<number>()
  for (const body of bodies)
    for (let node = body_bvhadr[body]; node < body_bvhadr[body] + body_bvhnum[body]; node++)
      walked.add(bvh_nodeid[node])
  const single = Int32Array.from({ length: m.ngeom }, (_, geom) => geom).filter((geom) => !walked.has(geom))
  const plan = { bodies, single }
  plans.set(m, plan)
  return plan
}

/** Nodes that wait; trees of n geoms are ⌈log₂ n⌉ deep. */
const stack = new Int32Array(64)
// the ray in the inertial frame of a body
const p = new Float64Array(3)
const inverse = new Float64Array(3)

/** Distance and normal of the nearest hit so far, as `RAY_X` lays them out; distance -1: none. */
const best = new Float64Array(RAY_OUT)
/** [0]: the geom of the nearest hit; -1: none. */
const nearest = new Int32Array(1)

/**
 * The first geom on the way of a ray. Needs the poses of `kinematics`, which each step and each `forward` computes.
 * Nothing is allocated.
 * MuJoCo: mj_ray.
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
  const { geom_rbound, geom_bodyid, body_weldid } = m
  const { geom_xpos } = d
  const { single, bodies } = planOf(m)
  const x = pnt[0]
  const y = pnt[1]
  const z = pnt[2]
  const vx = vec[0]
  const vy = vec[1]
  const vz = vec[2]
  const vv = vx * vx + vy * vy + vz * vz
  best[RAY_X] = -1
  nearest[0] = -1
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
    if (body !== excluded && (withStatic || body_weldid[body] !== 0)) rayVolumes(m, d, body, mask)
  }
  hit.distance = best[RAY_X]
  hit.geom = nearest[0]
  for (let k = 0; k < 3; k++) hit.normal[k] = nearest[0] >= 0 ? best[1 + k] : 0
  return nearest[0] >= 0
}

function tryGeom(m: Model, d: Data, geom: number): void {
  intersect(m, d, geom)
  const x = found[RAY_X]
  if (!(x >= 0)) return
  if (nearest[0] >= 0 && (x > best[0] || (x === best[0] && geom > nearest[0]))) return
  nearest[0] = geom
  for (let k = 0; k < RAY_OUT; k++) best[k] = found[k]
}

/** The geoms of a body that are in its hierarchy of boxes. */
function rayVolumes(m: Model, d: Data, body: number, mask: number): void {
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
