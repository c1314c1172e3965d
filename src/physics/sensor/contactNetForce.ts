import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { add3, cross, rotateBack, sub3 } from '../../core/math/vec3.ts'
import type { Model } from '../../core/model/model.ts'
import { contactForce } from '../constraint/contactForce.ts'
import { matched, turned } from './contactMatch.ts'

/** All contacts of a sensor as one force and one torque, at the centre of their positions, weighted by force. */

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
const centre = new Float64Array(3)
const force = new Float64Array(3)
const torque = new Float64Array(3)

/**
 * Writes the fields that are asked for; the frame is that of the world, and there is no distance.
 * @param count contacts in `matched`
 * @returns where the next slot starts
 */
export function netForce(m: Model, d: Data, count: number, bits: number, out: Float64Array, at: number): number {
  findCentre(m, d, count)
  force.fill(0)
  torque.fill(0)
  for (let k = 0; k < count; k++) {
    worldWrench(m, d, k)
    sub3(lever, 0, d.contact_pos, 3 * matched[k], centre, 0)
    cross(lever, 0, lever, 0, wrench, 0)
    add3(force, 0, force, 0, wrench, 0)
    add3(torque, 0, torque, 0, wrench, 3)
    add3(torque, 0, torque, 0, lever, 0)
  }
  if (bits & FOUND) out[at++] = count
  if (bits & FORCE) for (let k = 0; k < 3; k++) out[at++] = force[k]
  if (bits & TORQUE) for (let k = 0; k < 3; k++) out[at++] = torque[k]
  if (bits & DIST) out[at++] = 0
  if (bits & POS) for (let k = 0; k < 3; k++) out[at++] = centre[k]
  if (bits & NORMAL) for (let k = 0; k < 3; k++) out[at++] = k === 0 ? 1 : 0
  if (bits & TANGENT) for (let k = 0; k < 3; k++) out[at++] = k === 1 ? 1 : 0
  return at
}

/** centre = Σ |f| x / Σ |f|. */
function findCentre(m: Model, d: Data, count: number): void {
  const { contact_pos } = d
  let total = 0
  centre.fill(0)
  for (let k = 0; k < count; k++) {
    contactForce(m, d, wrench, matched[k])
    const weight = Math.sqrt(wrench[0] * wrench[0] + wrench[1] * wrench[1] + wrench[2] * wrench[2])
    const i = 3 * matched[k]
    total += weight
    centre[0] += weight * contact_pos[i]
    centre[1] += weight * contact_pos[i + 1]
    centre[2] += weight * contact_pos[i + 2]
  }
  const s = 1 / Math.max(MINVAL, total)
  for (let k = 0; k < 3; k++) centre[k] *= s
}

/** wrench = force and torque that a contact exerts on the second object, world axes. */
function worldWrench(m: Model, d: Data, match: number): void {
  const i = matched[match]
  contactForce(m, d, wrench, i)
  // the rows of the frame are its axes
  rotateBack(wrench, 0, d.contact_frame, 9 * i, wrench, 0)
  rotateBack(wrench, 3, d.contact_frame, 9 * i, wrench, 3)
  if (turned[match]) for (let k = 0; k < 6; k++) wrench[k] = -wrench[k]
}
