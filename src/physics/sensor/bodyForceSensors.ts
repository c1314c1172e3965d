import type { Data } from '../../core/data/data.ts'
import { copy3, cross, rotateBack, sub3 } from '../../core/math/vec3.ts'
import type { Model } from '../../core/model/model.ts'
import { needBodyForces } from './sensorPrerequisites.ts'

/**
 * Force that the parent of a body transmits to it through its joints or weld, and torque about a site of the body, in
 * the axes of the site.
 */

const lever = new Float64Array(3)

export function force(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  needBodyForces(m, d)
  const site = m.sensor_objid[sensor]
  rotateBack(out, at, d.site_xmat, 9 * site, d.cfrc_int, 6 * m.site_bodyid[site] + 3)
}

/** τ at the site = τ about c − (x − c) × f. */
export function torque(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  needBodyForces(m, d)
  const { cfrc_int, site_xpos, site_xmat, subtree_com } = d
  const site = m.sensor_objid[sensor]
  const body = m.site_bodyid[site]
  sub3(lever, 0, site_xpos, 3 * site, subtree_com, 3 * m.body_rootid[body])
  cross(lever, 0, lever, 0, cfrc_int, 6 * body + 3)
  copy3(out, at, cfrc_int, 6 * body)
  sub3(out, at, out, at, lever, 0)
  rotateBack(out, at, site_xmat, 9 * site, out, at)
}
