import type { Data } from '../../core/data/data.ts'
import { grow } from '../../core/memory/grow.ts'
import type { Model } from '../../core/model/model.ts'
import { contactForce } from '../constraint/contactForce.ts'
import { ContactMatches, matchContacts } from './contactMatch.ts'
import { netForce } from './contactNetForce.ts'

/**
 * Contact sensor. Reports the matching contacts (`contactMatch.ts`), up to the number of slots: the first, the
 * closest or the strongest, or their net force. The bits `data` select the fields of a slot: found, force, torque,
 * distance, position, normal, first tangent. Unused slots are zero.
 *
 * Force and torque act on the second object, in the contact frame: normal, and two tangents. The frame of a flipped
 * contact is rotated by 180° about its second tangent.
 */

// bits of sensor_intprm[0]
export const FOUND = 1
export const FORCE = 2
export const TORQUE = 4
export const DIST = 8
export const POS = 16
export const NORMAL = 32
export const TANGENT = 64

// sensor_intprm[1]
const MINDIST = 1
const MAXFORCE = 2
const NETFORCE = 3

/** Slots of a sensor: the match in each, and its sort key, ascending. */
class ContactSlots {
  match: Int32Array = new Int32Array(16)
  rank: Float64Array = new Float64Array(16)
}

const matches = new ContactMatches()
const slots = new ContactSlots()
const wrench = new Float64Array(6)

export function contact(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const bits = m.sensor_intprm[3 * sensor]
  const reduce = m.sensor_intprm[3 * sensor + 1]
  const num = m.sensor_intprm[3 * sensor + 2]
  const end = at + m.sensor_dim[sensor]
  matchContacts(matches, m, d, sensor)
  if (reduce === NETFORCE) {
    at = netForce(m, d, matches, bits, out, at)
  } else {
    const shown = Math.min(matches.count, num)
    choose(slots, m, d, matches, shown, reduce)
    for (let k = 0; k < shown; k++) at = report(m, d, matches, slots.match[k], bits, out, at)
  }
  while (at < end) out[at++] = 0
}

/** Fills the slots. Contacts with equal keys keep the order of the list. */
function choose(
  slots: ContactSlots,
  m: Model,
  d: Data,
  { count, contact }: ContactMatches,
  shown: number,
  reduce: number,
): void {
  const match = (slots.match = grow(slots.match, shown))
  const rank = (slots.rank = grow(slots.rank, shown))
  if (reduce !== MINDIST && reduce !== MAXFORCE) {
    for (let k = 0; k < shown; k++) match[k] = k
    return
  }
  let filled = 0
  for (let i = 0; i < count; i++) {
    let value = 0
    if (reduce === MINDIST) {
      value = d.contact_dist[contact[i]]
    } else {
      contactForce(m, d, wrench, contact[i])
      value = -(wrench[0] * wrench[0] + wrench[1] * wrench[1] + wrench[2] * wrench[2])
    }
    if (filled === shown && !(value < rank[shown - 1])) continue
    // insertion sort; the last one drops out when all slots are filled
    let k = filled < shown ? filled++ : shown - 1
    for (; k > 0 && value < rank[k - 1]; k--) {
      match[k] = match[k - 1]
      rank[k] = rank[k - 1]
    }
    match[k] = i
    rank[k] = value
  }
}

/** Writes one contact. @returns where the next one goes */
function report(
  m: Model,
  d: Data,
  { count, contact, turned }: ContactMatches,
  match: number,
  bits: number,
  out: Float64Array,
  at: number,
): number {
  const { contact_pos, contact_frame } = d
  const i = contact[match]
  const sign = turned[match] ? -1 : 1
  if (bits & FOUND) out[at++] = count
  if (bits & (FORCE | TORQUE)) contactForce(m, d, wrench, i)
  if (bits & FORCE) {
    out[at++] = wrench[0]
    out[at++] = wrench[1]
    out[at++] = sign * wrench[2]
  }
  if (bits & TORQUE) {
    out[at++] = wrench[3]
    out[at++] = wrench[4]
    out[at++] = sign * wrench[5]
  }
  if (bits & DIST) out[at++] = d.contact_dist[i]
  if (bits & POS) for (let k = 0; k < 3; k++) out[at++] = contact_pos[3 * i + k]
  if (bits & NORMAL) for (let k = 0; k < 3; k++) out[at++] = sign * contact_frame[9 * i + k]
  if (bits & TANGENT) for (let k = 0; k < 3; k++) out[at++] = sign * contact_frame[9 * i + 3 + k]
  return at
}
