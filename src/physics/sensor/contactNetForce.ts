import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { add3, cross, rotateBack, sub3 } from '../../core/math/vec3.ts'
import type { Model } from '../../core/model/model.ts'
import { contactForce } from '../constraint/contactForce.ts'
import type { ContactMatches } from './contactMatch.ts'

/** Net force and torque of all contacts of a sensor, at the force-weighted center of their positions. */

// bits of sensor_intprm[0]
const FOUND = 1
const FORCE = 2
const TORQUE = 4
const DIST = 8
const POS = 16
const NORMAL = 32
const TANGENT = 64

/** Force and torque of one contact, world axes. */
const wrench = new Float64Array(6)
const lever = new Float64Array(3)
const center = new Float64Array(3)
const force = new Float64Array(3)
const torque = new Float64Array(3)

/**
 * Writes the requested fields, in the world frame, without distance.
 * @returns where the next slot starts
 */
export function netForce(
  m: Model,
  d: Data,
  matches: ContactMatches,
  bits: number,
  out: Float64Array,
  at: number,
): number {
  const { count, contact } = matches
  findCenter(m, d, matches)
  force.fill(0)
  torque.fill(0)
  for (let k = 0; k < count; k++) {
    worldWrench(m, d, matches, k)
    sub3(lever, 0, d.contact_pos, 3 * contact[k], center, 0)
    cross(lever, 0, lever, 0, wrench, 0)
    add3(force, 0, force, 0, wrench, 0)
    add3(torque, 0, torque, 0, wrench, 3)
    add3(torque, 0, torque, 0, lever, 0)
  }
  if (bits & FOUND) out[at++] = count
  if (bits & FORCE) for (let k = 0; k < 3; k++) out[at++] = force[k]
  if (bits & TORQUE) for (let k = 0; k < 3; k++) out[at++] = torque[k]
  if (bits & DIST) out[at++] = 0
  if (bits & POS) for (let k = 0; k < 3; k++) out[at++] = center[k]
  if (bits & NORMAL) for (let k = 0; k < 3; k++) out[at++] = k === 0 ? 1 : 0
  if (bits & TANGENT) for (let k = 0; k < 3; k++) out[at++] = k === 1 ? 1 : 0
  return at
}

/** center = Σ |f| x / Σ |f|. */
function findCenter(m: Model, d: Data, { count, contact }: ContactMatches): void {
  const { contact_pos } = d
  let total = 0
  center.fill(0)
  for (let k = 0; k < count; k++) {
    contactForce(m, d, wrench, contact[k])
    const weight = Math.sqrt(wrench[0] * wrench[0] + wrench[1] * wrench[1] + wrench[2] * wrench[2])
    const i = 3 * contact[k]
    total += weight
    center[0] += weight * contact_pos[i]
    center[1] += weight * contact_pos[i + 1]
    center[2] += weight * contact_pos[i + 2]
  }
  const s = 1 / Math.max(MINVAL, total)
  for (let k = 0; k < 3; k++) center[k] *= s
}

/** wrench = force and torque that a contact exerts on the second object, world axes. */
function worldWrench(m: Model, d: Data, { contact, turned }: ContactMatches, match: number): void {
  const i = contact[match]
  contactForce(m, d, wrench, i)
  // the rows of the frame are its axes
  rotateBack(wrench, 0, d.contact_frame, 9 * i, wrench, 0)
  rotateBack(wrench, 3, d.contact_frame, 9 * i, wrench, 3)
  if (turned[match]) for (let k = 0; k < 6; k++) wrench[k] = -wrench[k]
}
