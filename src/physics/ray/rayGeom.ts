import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { localRay, NORMAL, X } from './localRay.ts'
import { rayHeightField } from './rayHeightField.ts'
import { rayMesh } from './rayMesh.ts'
import { rayPrimitive } from './rayPrimitive.ts'
import { raySdf } from './raySdf.ts'

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

/** Takes the ray that a user gave. */
export function setRay(from: ArrayLike<number>, along: ArrayLike<number>): void {
  const { point, vector } = localRay
  for (let k = 0; k < 3; k++) {
    point[k] = from[k]
    vector[k] = along[k]
  }
  const length = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2])
  if (!(length >= MINVAL)) throw new RangeError(`the vector of a ray has length ${length}; it needs a direction`)
}

/** Where `localRay` meets a geom, to its `hit`. */
export function intersectGeom(m: Model, d: Data, geom: number): void {
  const { geom_xpos, geom_xmat } = d
  const data = m.geom_dataid[geom]
  switch (m.geom_type[geom]) {
    case GeomType.mesh:
      rayMesh(m, data, geom_xpos, geom_xmat, m.geom_size, geom)
      break
    case GeomType.hfield:
      rayHeightField(m, data, geom_xpos, geom_xmat, geom)
      break
    case GeomType.sdf:
      raySdf(m, geom, geom_xpos, geom_xmat)
      break
    default:
      rayPrimitive(m.geom_type[geom], geom_xpos, geom_xmat, m.geom_size, geom)
  }
}

/** Where `localRay` meets the shape of a site, to its `hit`. */
export function intersectSite(m: Model, d: Data, site: number): void {
  const { site_xpos, site_xmat } = d
  const type = m.site_type[site]
  if (type === GeomType.mesh) rayMesh(m, m.site_dataid[site], site_xpos, site_xmat, m.site_size, site)
  else rayPrimitive(type, site_xpos, site_xmat, m.site_size, site)
}

/** Hands the hit to the user. @returns whether there is one */
function report(hit: RayHit, geom: number): boolean {
  const { hit: found } = localRay
  const met = found[X] >= 0
  hit.distance = met ? found[X] : -1
  hit.geom = met ? geom : -1
  for (let k = 0; k < 3; k++) hit.normal[k] = met ? found[NORMAL + k] : 0
  return met
}

/**
 * A ray against one geom, whatever its group and its color. Needs the poses of `kinematics`.
 * MuJoCo: mj_rayMesh, mj_rayHfield, mju_rayGeom.
 * @param hit receives what was found
 * @param point where the ray starts, world frame
 * @param vector where it goes; distances are in units of its length
 * @returns whether the geom was met
 */
export function rayGeom(
  m: Model,
  d: Data,
  hit: RayHit,
  geom: number,
  point: ArrayLike<number>,
  vector: ArrayLike<number>,
): boolean {
  if (!(geom >= 0 && geom < m.ngeom)) throw new RangeError(`geom ${geom} does not exist; the model has ${m.ngeom}`)
  setRay(point, vector)
  intersectGeom(m, d, geom)
  return report(hit, geom)
}

/**
 * A ray against the shape of a site. A ray that starts inside meets it from within, so this also answers whether
 * something acts through the site, as touch sensors ask. Parameters as for `rayGeom`; `hit.geom` is -1.
 * MuJoCo: mju_rayGeom.
 */
export function raySite(
  m: Model,
  d: Data,
  hit: RayHit,
  site: number,
  point: ArrayLike<number>,
  vector: ArrayLike<number>,
): boolean {
  if (!(site >= 0 && site < m.nsite)) throw new RangeError(`site ${site} does not exist; the model has ${m.nsite}`)
  setRay(point, vector)
  intersectSite(m, d, site)
  return report(hit, -1)
}
