import type { Data } from '../../core/data/data.ts'
import { rotateBack } from '../../core/math/vec3.ts'
import type { Model } from '../../core/model/model.ts'
import { contactForce } from '../constraint/contactForce.ts'
import { localRay, X } from '../ray/localRay.ts'
import { intersectSite } from '../ray/rayGeom.ts'

/** Magnetometer and touch sensor. */

/** Magnetic flux in the axes of a site. */
export function magnetometer(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  rotateBack(out, at, d.site_xmat, 9 * m.sensor_objid[sensor], m.opt.magnetic, 0)
}

const contactWrench = new Float64Array(6)

/**
 * Sum of the normal forces of contacts of the site's body that act through its volume: the ray from the contact
 * toward the other body must hit it. Adhesive forces do not count.
 */
export function touch(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const { geom_bodyid } = m
  const { ncon, contact_efc_address, contact_geom1, contact_geom2, contact_frame, contact_pos } = d
  const site = m.sensor_objid[sensor]
  const body = m.site_bodyid[site]
  out[at] = 0
  for (let i = 0; i < ncon; i++) {
    if (contact_efc_address[i] < 0) continue
    const second = geom_bodyid[contact_geom2[i]] === body
    if (!second && geom_bodyid[contact_geom1[i]] !== body) continue
    contactForce(m, d, contactWrench, i)
    if (!(contactWrench[0] > 0)) continue
    for (let k = 0; k < 3; k++) {
      localRay.point[k] = contact_pos[3 * i + k]
      // the normal points from geom 1 to geom 2
      localRay.vector[k] = second ? -contact_frame[9 * i + k] : contact_frame[9 * i + k]
    }
    intersectSite(m, d, site)
    if (localRay.hit[X] >= 0) out[at] += contactWrench[0]
  }
}
