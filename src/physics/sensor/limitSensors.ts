import type { Data } from '../../core/data/data.ts'
import { ConstraintType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Limits of joints and tendons: values of the first constraint row of the limit; 0 without one, that is, while the
 * distance exceeds the margin.
 */

const JOINT: number = ConstraintType.limitJoint
const TENDON: number = ConstraintType.limitTendon

/** The first row of a limit; -1: none. */
function rowOf(d: Data, type: number, id: number): number {
  const { efc_type, efc_id } = d
  const first = d.ne + d.nf
  const end = first + d.nl
  for (let row = first; row < end; row++) if (efc_id[row] === id && efc_type[row] === type) return row
  return -1
}

/** Distance to the limit, less the margin. */
function limitPos(d: Data, row: number, out: Float64Array, at: number): void {
  out[at] = row < 0 ? 0 : d.efc_pos[row] - d.efc_margin[row]
}

export function jointLimitPos(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  limitPos(d, rowOf(d, JOINT, m.sensor_objid[sensor]), out, at)
}

export function tendonLimitPos(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  limitPos(d, rowOf(d, TENDON, m.sensor_objid[sensor]), out, at)
}

/** Rate of the distance to the limit. */
export function jointLimitVel(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const row = rowOf(d, JOINT, m.sensor_objid[sensor])
  out[at] = row < 0 ? 0 : d.efc_vel[row]
}

export function tendonLimitVel(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const row = rowOf(d, TENDON, m.sensor_objid[sensor])
  out[at] = row < 0 ? 0 : d.efc_vel[row]
}

export function jointLimitForce(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const row = rowOf(d, JOINT, m.sensor_objid[sensor])
  out[at] = row < 0 ? 0 : d.efc_force[row]
}

export function tendonLimitForce(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const row = rowOf(d, TENDON, m.sensor_objid[sensor])
  out[at] = row < 0 ? 0 : d.efc_force[row]
}
