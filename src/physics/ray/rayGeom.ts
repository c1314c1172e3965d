import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { rayHfieldShape } from './rayHeightField.ts'
import { rayMeshShape } from './rayMesh.ts'
import { RAY_OUT, RAY_X, rayShape } from './rayPrimitive.ts'
import { raySdfShape } from './raySdf.ts'

/** Rays against a single geom or site. */

/** What a ray met. It belongs to the caller and can be used again for any number of rays. */
export class RayHit {
  /** How far along the ray, in units of the length of its vector; -1: nothing was met. */
  distance = -1
  /** The geom that was met; -1: none, or a site. */
  geom = -1
  /** Outward unit normal of the surface there, world frame; zero where nothing was met. */
  readonly normal: Float64Array = new Float64Array(3)
}

/** The ray of a public call, in arrays that all inner functions see. */
export const pnt = new Float64Array(3)
export const vec = new Float64Array(3)
/** What the last shape said, see `RAY_X`. */
export const found = new Float64Array(RAY_OUT)

/** Takes over the ray that a user gave. */
export function setRay(from: ArrayLike<number>, along: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) {
    pnt[k] = from[k]
    vec[k] = along[k]
  }
  const length = Math.sqrt(vec[0] * vec[0] + vec[1] * vec[1] + vec[2] * vec[2])
  if (!(length >= MINVAL)) throw new RangeError(`the vector of a ray has length ${length}; it needs a direction`)
}

/** found = where the ray meets a geom. */
export function intersect(m: Model, d: Data, geom: number): void {
  const { geom_xpos, geom_xmat } = d
  switch (m.geom_type[geom]) {
    case GeomType.mesh:
      rayMeshShape(
        found,
        m,
        m.geom_dataid[geom],
        geom_xpos,
        3 * geom,
        geom_xmat,
        9 * geom,
        m.geom_size,
        3 * geom,
        pnt,
        vec,
      )
      break
    case GeomType.hfield:
      rayHfieldShape(found, m, m.geom_dataid[geom], geom_xpos, 3 * geom, geom_xmat, 9 * geom, pnt, vec)
      break
    case GeomType.sdf:
      raySdfShape(found, m, geom, geom_xpos, geom_xmat, pnt, vec)
      break
    default:
      rayShape(found, m.geom_type[geom], geom_xpos, 3 * geom, geom_xmat, 9 * geom, m.geom_size, 3 * geom, pnt, vec)
  }
}

/** Hands what was found to the user. @returns whether there is something */
function report(hit: RayHit, geom: number): boolean {
  const met = found[RAY_X] >= 0
  hit.distance = met ? found[RAY_X] : -1
  hit.geom = met ? geom : -1
  for (let k = 0; k < 3; k++) hit.normal[k] = met ? found[1 + k] : 0
  return met
}

/**
 * A ray against one geom, whatever its group and its color. Needs the poses of `kinematics`.
 * MuJoCo: mj_rayMesh, mj_rayHfield, mju_rayGeom.
 * @param point where the ray starts, world frame
 * @param vector where it goes; distances are in units of its length
 * @param hit receives what was found
 * @returns whether the geom was met
 */
export function rayGeom(
  m: Model,
  d: Data,
  geom: number,
  point: ArrayLike<number>,
  vector: ArrayLike<number>,
  hit: RayHit,
): boolean {
  if (!(geom >= 0 && geom < m.ngeom)) throw new RangeError(`geom ${geom} does not exist; the model has ${m.ngeom}`)
  setRay(point, vector)
  intersect(m, d, geom)
  return report(hit, geom)
}

/**
 * A ray against the shape of a site. A ray that starts inside meets it from within, so this also tells whether
 * something acts through the site, as touch sensors ask. Parameters as for `rayGeom`; `hit.geom` is -1.
 * MuJoCo: mju_rayGeom.
 */
export function raySite(
  m: Model,
  d: Data,
  site: number,
  point: ArrayLike<number>,
  vector: ArrayLike<number>,
  hit: RayHit,
): boolean {
  if (!(site >= 0 && site < m.nsite)) throw new RangeError(`site ${site} does not exist; the model has ${m.nsite}`)
  setRay(point, vector)
  intersectSite(m, d, site)
  return report(hit, -1)
}

/** found = where the ray meets the shape of a site. */
export function intersectSite(m: Model, d: Data, site: number): void {
  const { site_xpos, site_xmat } = d
  const type = m.site_type[site]
  const at = 3 * site
  if (type === GeomType.mesh)
    rayMeshShape(found, m, m.site_dataid[site], site_xpos, at, site_xmat, 3 * at, m.site_size, at, pnt, vec)
  else rayShape(found, type, site_xpos, at, site_xmat, 3 * at, m.site_size, at, pnt, vec)
}
