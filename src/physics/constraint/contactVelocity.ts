import type { Data } from '../../core/data/data.ts'
import { ConstraintType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** Registers of moving surfaces at a contact. */
class SurfaceMotion {
  /** Velocity of the surface of geom 2 relative to that of geom 1: linear, angular; world frame. */
  readonly relative: Float64Array = new Float64Array(6)
  /** The same along the two tangents, and as spin about the normal. */
  readonly sliding: Float64Array = new Float64Array(3)
}

const surfaceMotion = new SurfaceMotion()

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/**
 * Velocities of the rows of contacts: (cvel) → efc_vel. They are J·qvel, found without J: the relative velocity of the
 * two bodies at the contact, v + ω × (p − c) for each, taken along the axes of the contact.
 *
 * Surfaces may move while their geom rests, such as belts and turntables. What they add counts for sliding and spin,
 * not along the normal and not for rolling.
 */
export function contactVelocities(m: Model, d: Data): void {
  const { geom_bodyid, body_rootid, flg_surfacevel } = m
  const { cvel, subtree_com, contact_pos } = d
  const { ncon, contact_efc_address, contact_geom1, contact_geom2, contact_frame, contact_friction, contact_dim } = d
  const { efc_vel, efc_type } = d
  const { sliding } = surfaceMotion
  for (let i = 0; i < ncon; i++) {
    const address = contact_efc_address[i]
    if (address < 0) continue
    const row = address & INDEX
    const body1 = geom_bodyid[contact_geom1[i]]
    const body2 = geom_bodyid[contact_geom2[i]]

    // velocity v of the point and angular velocity ω of body 2, less those of body 1
    const p = (3 * i) & INDEX
    const px = contact_pos[p]
    const py = contact_pos[p + 1]
    const pz = contact_pos[p + 2]
    let o = (6 * body2) & INDEX
    let c = (3 * body_rootid[body2]) & INDEX
    let x = px - subtree_com[c]
    let y = py - subtree_com[c + 1]
    let z = pz - subtree_com[c + 2]
    let wx = cvel[o]
    let wy = cvel[o + 1]
    let wz = cvel[o + 2]
    let vx = cvel[o + 3] + (wy * z - wz * y)
    let vy = cvel[o + 4] + (wz * x - wx * z)
    let vz = cvel[o + 5] + (wx * y - wy * x)
    if (body1 !== 0) {
      o = (6 * body1) & INDEX
      c = (3 * body_rootid[body1]) & INDEX
      x = px - subtree_com[c]
      y = py - subtree_com[c + 1]
      z = pz - subtree_com[c + 2]
      const ux = cvel[o]
      const uy = cvel[o + 1]
      const uz = cvel[o + 2]
      vx -= cvel[o + 3] + (uy * z - uz * y)
      vy -= cvel[o + 4] + (uz * x - ux * z)
      vz -= cvel[o + 5] + (ux * y - uy * x)
      wx -= ux
      wy -= uy
      wz -= uz
    }

    // along the normal
    const f = (9 * i) & INDEX
    const normal = contact_frame[f] * vx + contact_frame[f + 1] * vy + contact_frame[f + 2] * vz
    const dim = contact_dim[i]
    if (dim === 1) {
      efc_vel[row] = normal
      continue
    }

    // along the tangents, and spin about the normal; edges of a pyramid are normal ± μ · tangent
    let slide1 = contact_frame[f + 3] * vx + contact_frame[f + 4] * vy + contact_frame[f + 5] * vz
    let slide2 = contact_frame[f + 6] * vx + contact_frame[f + 7] * vy + contact_frame[f + 8] * vz
    let spin = contact_frame[f] * wx + contact_frame[f + 1] * wy + contact_frame[f + 2] * wz
    if (flg_surfacevel) {
      surfaceSliding(surfaceMotion, m, d, i)
      slide1 += sliding[0]
      slide2 += sliding[1]
      spin += sliding[2]
    }
    const mu = (5 * i) & INDEX
    const pyramidal = efc_type[row] === ConstraintType.contactPyramidal
    if (pyramidal) {
      const edge1 = contact_friction[mu] * slide1
      const edge2 = contact_friction[mu + 1] * slide2
      efc_vel[row] = normal + edge1
      efc_vel[row + 1] = normal - edge1
      efc_vel[row + 2] = normal + edge2
      efc_vel[row + 3] = normal - edge2
    } else {
      efc_vel[row] = normal
      efc_vel[row + 1] = slide1
      efc_vel[row + 2] = slide2
    }
    if (dim === 3) continue

    if (pyramidal) {
      const edge3 = contact_friction[mu + 2] * spin
      efc_vel[row + 4] = normal + edge3
      efc_vel[row + 5] = normal - edge3
    } else {
      efc_vel[row + 3] = spin
    }
    if (dim === 4) continue

    // rolling about the tangents
    const roll1 = contact_frame[f + 3] * wx + contact_frame[f + 4] * wy + contact_frame[f + 5] * wz
    const roll2 = contact_frame[f + 6] * wx + contact_frame[f + 7] * wy + contact_frame[f + 8] * wz
    if (pyramidal) {
      const edge4 = contact_friction[mu + 3] * roll1
      const edge5 = contact_friction[mu + 4] * roll2
      efc_vel[row + 6] = normal + edge4
      efc_vel[row + 7] = normal - edge4
      efc_vel[row + 8] = normal + edge5
      efc_vel[row + 9] = normal - edge5
    } else {
      efc_vel[row + 4] = roll1
      efc_vel[row + 5] = roll2
    }
  }
}

/** Relative velocity of the surfaces at a contact → sliding. */
function surfaceSliding(s: SurfaceMotion, m: Model, d: Data, contact: number): void {
  const { relative, sliding } = s
  const { contact_frame, contact_geom1, contact_geom2 } = d
  relative.fill(0)
  addSurfaceVelocity(relative, m, d, contact, contact_geom1[contact], -1)
  addSurfaceVelocity(relative, m, d, contact, contact_geom2[contact], 1)
  for (let k = 0; k < 3; k++) {
    const f = 9 * contact + (k === 2 ? 0 : 3 * k + 3)
    const v = k === 2 ? 3 : 0
    sliding[k] =
      contact_frame[f] * relative[v] + contact_frame[f + 1] * relative[v + 1] + contact_frame[f + 2] * relative[v + 2]
  }
}

/**
 * Adds ± the velocity of a geom's surface at a contact to `relative`: that of a rigid body with the velocity
 * `geom_surfacevel` (linear, angular) at the center and in the frame of the geom.
 */
function addSurfaceVelocity(
  relative: Float64Array,
  m: Model,
  d: Data,
  contact: number,
  geom: number,
  sign: number,
): void {
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
