import { contactForce, type Data, type Model } from '../../../../src/index.ts'
import type { Marks } from '../marks.ts'

const wrench = new Float64Array(6)
const arrow = new Float64Array(3)

/** Contacts as discs, and their forces as arrows: the whole force, `vis.map.force` metres a newton in a body of mean mass. */
export function drawContacts(m: Model, d: Data, marks: Marks, points: boolean, forces: boolean): void {
  const { rgba, scale, map } = m.vis
  const size = m.stat.meansize
  for (let contact = 0; contact < d.ncon; contact++) {
    const at = d.contact_pos.subarray(3 * contact, 3 * contact + 3)
    const frame = d.contact_frame.subarray(9 * contact, 9 * contact + 9)
    const isActive = d.contact_efc_address[contact] >= 0
    if (points) {
      const half = 0.5 * scale.contactheight * size
      const [low, high] = [-1, 1].map((side) => [0, 1, 2].map((k) => at[k] + side * half * frame[k]))
      marks.rod(low!, high!, scale.contactwidth * size, isActive ? rgba.contactpoint : rgba.contactgap)
    }
    if (forces && isActive) {
      contactForce(m, d, contact, wrench)
      // from the frame of the contact, whose rows are its axes, to the world; it acts on the second geom
      const metres = map.force / m.stat.meanmass
      for (let k = 0; k < 3; k++)
        arrow[k] = metres * (frame[k] * wrench[0] + frame[3 + k] * wrench[1] + frame[6 + k] * wrench[2])
      marks.arrow(at, arrow, scale.forcewidth * size, rgba.contactforce)
    }
  }
}
