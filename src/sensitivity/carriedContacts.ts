import { copyContacts } from '../core/data/contactArrays.ts'
import type { Data } from '../core/data/data.ts'
import { rotate, rotateBack } from '../core/math/vec3.ts'
import type { Model } from '../core/model/model.ts'

/**
 * Transfers the contacts of one state to a nearby one, as if each were fixed to its two bodies. A contact moves to
 * the mean of its two body-fixed points. Its distance changes with their separation along the normal. Its frame turns
 * with the first body. This is smooth for flat shapes, where the contact points of collision jump.
 */
export function carryContacts(m: Model, target: Data, source: Data): void {
  copyContacts(target, source)
  target.ncon = source.ncon
  const { contact_pos, contact_frame, contact_dist, contact_exclude, contact_geom1, contact_geom2 } = target
  for (let i = 0; i < target.ncon; i++) {
    const body1 = m.geom_bodyid[contact_geom1[i]]
    const body2 = m.geom_bodyid[contact_geom2[i]]
    displacement(shift1, source, target, body1, 3 * i)
    displacement(shift2, source, target, body2, 3 * i)
    const n = 9 * i
    for (let k = 0; k < 3; k++) {
      contact_dist[i] += source.contact_frame[n + k] * (shift2[k] - shift1[k])
      contact_pos[3 * i + k] += 0.5 * (shift1[k] + shift2[k])
    }
    for (let row = 0; row < 9; row += 3) {
      rotateBack(local, 0, source.xmat, 9 * body1, source.contact_frame, n + row)
      rotate(contact_frame, n + row, target.xmat, 9 * body1, local, 0)
    }
    // the rows decide again which contacts they exclude
    contact_exclude[i] = source.contact_exclude[i]
  }
}

/** Displacement of a body-fixed point from one state to the other; the point is source.contact_pos[at]. */
function displacement(out: Float64Array, source: Data, target: Data, body: number, at: number): void {
  const { contact_pos, xpos } = source
  for (let k = 0; k < 3; k++) out[k] = contact_pos[at + k] - xpos[3 * body + k]
  rotateBack(local, 0, source.xmat, 9 * body, out, 0)
  rotate(out, 0, target.xmat, 9 * body, local, 0)
  for (let k = 0; k < 3; k++) out[k] += target.xpos[3 * body + k] - contact_pos[at + k]
}

const local = new Float64Array(3)
const shift1 = new Float64Array(3)
const shift2 = new Float64Array(3)
