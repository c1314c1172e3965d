import type { Data } from '../data/data.ts'
import { ConstraintType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'

/** Velocity of the surface of geom 2 relative to that of geom 1 at a contact: linear, angular; world frame. */
const relative = new Float64Array(6)
/** What counts of it: along the two tangents, and spin about the normal. */
const sliding = new Float64Array(3)

/**
 * Surfaces that move while their geom rests, such as belts and turntables: adds their relative velocity to efc_vel of
 * the rows of friction. The surface moves as a rigid body with the velocity `geom_surfacevel` (linear, angular) in
 * the frame of the geom; what it does along the normal and as rolling is left out.
 */
export function addSurfaceVelocity(m: Model, d: Data): void {
  const { ncon, contact_efc_address, contact_geom1, contact_geom2, contact_frame, contact_friction, contact_dim } = d
  const { efc_vel, efc_type } = d
  for (let i = 0; i < ncon; i++) {
    const row = contact_efc_address[i]
    const dim = contact_dim[i]
    if (row < 0 || dim === 1) continue
    relative.fill(0)
    accumulate(m, d, i, contact_geom1[i], -1)
    accumulate(m, d, i, contact_geom2[i], 1)

    for (let k = 0; k < 3; k++) {
      const f = 9 * i + (k === 2 ? 0 : 3 * k + 3)
      const v = k === 2 ? 3 : 0
      sliding[k] =
        contact_frame[f] * relative[v] + contact_frame[f + 1] * relative[v + 1] + contact_frame[f + 2] * relative[v + 2]
    }
    const directions = dim === 3 ? 2 : 3
    const pyramidal = efc_type[row] === ConstraintType.contactPyramidal
    for (let k = 0; k < directions; k++) {
      if (pyramidal) {
        const along = contact_friction[5 * i + k] * sliding[k]
        efc_vel[row + 2 * k] += along
        efc_vel[row + 2 * k + 1] -= along
      } else {
        efc_vel[row + 1 + k] += sliding[k]
      }
    }
  }
}

/** Adds ± the velocity of a geom's surface at a contact: R v + R ω × (p − geom), R ω. */
function accumulate(m: Model, d: Data, contact: number, geom: number, sign: number): void {
  const { geom_surfacevel: s } = m
  const { geom_xmat: R, geom_xpos, contact_pos } = d
  const o = 6 * geom
  if (s[o] === 0 && s[o + 1] === 0 && s[o + 2] === 0 && s[o + 3] === 0 && s[o + 4] === 0 && s[o + 5] === 0) return
  const r = 9 * geom
  const wx = R[r] * s[o + 3] + R[r + 1] * s[o + 4] + R[r + 2] * s[o + 5]
  const wy = R[r + 3] * s[o + 3] + R[r + 4] * s[o + 4] + R[r + 5] * s[o + 5]
  const wz = R[r + 6] * s[o + 3] + R[r + 7] * s[o + 4] + R[r + 8] * s[o + 5]
  const x = contact_pos[3 * contact] - geom_xpos[3 * geom]
  const y = contact_pos[3 * contact + 1] - geom_xpos[3 * geom + 1]
  const z = contact_pos[3 * contact + 2] - geom_xpos[3 * geom + 2]
  relative[0] += sign * (R[r] * s[o] + R[r + 1] * s[o + 1] + R[r + 2] * s[o + 2] + (wy * z - wz * y))
  relative[1] += sign * (R[r + 3] * s[o] + R[r + 4] * s[o + 1] + R[r + 5] * s[o + 2] + (wz * x - wx * z))
  relative[2] += sign * (R[r + 6] * s[o] + R[r + 7] * s[o + 1] + R[r + 8] * s[o + 2] + (wx * y - wy * x))
  relative[3] += sign * wx
  relative[4] += sign * wy
  relative[5] += sign * wz
}
