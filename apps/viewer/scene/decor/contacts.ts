import { contactForce, type Data, type Model } from '../../../../src/index.ts'
import type { DecorBatches } from '../decorBatches.ts'
import { isMoving } from '../geoms.ts'
import type { DecorFlags } from '../visFlags.ts'

const wrench = new Float64Array(6)
const normal = new Float64Array(3)
const tangent = new Float64Array(3)
const low = new Float64Array(3)
const high = new Float64Array(3)
const axes = new Float64Array(9)

/**
 * Contacts as disks, and contact forces as arrows of `vis.map.force / meanmass` meters per newton: the total force, or
 * split into normal and friction force. Where both bodies can move, the total force is drawn in both directions.
 */
export function drawContacts(m: Model, d: Data, batches: DecorBatches, flags: DecorFlags): void {
  const { rgba, scale, map } = m.vis
  const { contact_pos, contact_frame, contact_efc_address } = d
  const size = m.stat.meansize
  const meters = map.force / m.stat.meanmass
  for (let contact = 0; contact < d.ncon; contact++) {
    const at = 3 * contact
    const F = 9 * contact
    const isActive = contact_efc_address[contact] >= 0
    if (flags.contactPoints) {
      const half = scale.contactheight * size
      for (let k = 0; k < 3; k++) {
        low[k] = contact_pos[at + k] - half * contact_frame[F + k]
        high[k] = contact_pos[at + k] + half * contact_frame[F + k]
      }
      batches.rod(low, 0, high, 0, scale.contactwidth * size, isActive ? rgba.contactpoint : rgba.contactgap)
    }
    if (!flags.contactForces || !isActive) continue
    // from the contact frame, whose rows are its axes, to the world; the force acts on the second geom
    contactForce(m, d, wrench, contact)
    for (let k = 0; k < 3; k++) {
      normal[k] = meters * contact_frame[F + k] * wrench[0]
      tangent[k] = meters * (contact_frame[F + 3 + k] * wrench[1] + contact_frame[F + 6 + k] * wrench[2])
    }
    const width = scale.forcewidth * size
    if (flags.contactSplit) {
      batches.arrow(contact_pos, at, normal, 0, width, rgba.contactforce)
      batches.arrow(contact_pos, at, tangent, 0, width, rgba.contactfriction)
      continue
    }
    for (let k = 0; k < 3; k++) normal[k] += tangent[k]
    batches.arrow(contact_pos, at, normal, 0, width, rgba.contactforce)
    const one = m.geom_bodyid[d.contact_geom1[contact]]
    const other = m.geom_bodyid[d.contact_geom2[contact]]
    if (!isMoving(m, one) || !isMoving(m, other)) continue
    for (let k = 0; k < 3; k++) normal[k] = -normal[k]
    batches.arrow(contact_pos, at, normal, 0, width, rgba.contactforce)
  }
}

/** Contact frames; x is the normal. */
export function drawContactFrames(m: Model, d: Data, batches: DecorBatches): void {
  const { framelength, framewidth } = m.vis.scale
  const half = 0.5 * m.stat.meansize
  for (let contact = 0; contact < d.ncon; contact++) {
    // the axes are rows
    for (let row = 0; row < 3; row++)
      for (let k = 0; k < 3; k++) axes[3 * k + row] = d.contact_frame[9 * contact + 3 * row + k]
    batches.frame(d.contact_pos, 3 * contact, axes, 0, half * framelength, half * framewidth)
  }
}
