import type { Data } from '../../core/data/data.ts'
import { checkRoom } from '../../core/model/argumentChecks.ts'
import { ConstraintType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * The force of a contact in its own frame, as it acts on geom 2: along the normal, along the two tangents, then the
 * torques about them. Zeros for a contact that is not active or not there.
 * MuJoCo: mj_contactForce.
 *
 * @param out receives the six numbers
 */
export function contactForce(_m: Model, d: Data, out: Float64Array, contact: number): void {
  checkRoom(out, 6, 'out')
  for (let k = 0; k < 6; k++) out[k] = 0
  if (!(contact >= 0 && contact < d.ncon)) return
  const row = d.contact_efc_address[contact]
  if (row < 0) return
  const { efc_force, efc_type, contact_dim, contact_friction, contact_adhesion } = d
  const dim = contact_dim[contact]
  if (efc_type[row] === ConstraintType.contactPyramidal)
    decodePyramid(out, efc_force, contact_friction, dim, row, 5 * contact)
  else for (let k = 0; k < dim; k++) out[k] = efc_force[row + k]
  // the row carries the adhesion, which is not a push of the surfaces
  out[0] -= contact_adhesion[contact]
}

/**
 * Forces along the edges of a friction pyramid → force along the axes of the contact: the normal force is the sum of
 * all edges, the force along axis k the difference of its two edges times the friction μ_k.
 * MuJoCo: mju_decodePyramid.
 *
 * @param out receives `dim` numbers
 * @param edges 2·(dim − 1) forces, from `at` on
 * @param mu friction of the axes after the normal, from `muAt` on
 */
export function decodePyramid(
  out: Float64Array,
  edges: Float64Array,
  mu: Float64Array,
  dim: number,
  at = 0,
  muAt = 0,
): void {
  if (dim === 1) {
    out[0] = edges[at]
    return
  }
  let normal = 0
  for (let k = 0; k < dim - 1; k++) {
    const a = edges[at + 2 * k]
    const b = edges[at + 2 * k + 1]
    normal += a + b
    out[k + 1] = (a - b) * mu[muAt + k]
  }
  out[0] = normal
}

/**
 * Force along the axes of a contact → forces along the edges of its friction pyramid: each pair of edges takes an equal
 * share of the normal force, and its difference gives the force along its axis, as far as friction allows.
 * MuJoCo: mju_encodePyramid.
 *
 * @param out receives 2·(dim − 1) numbers
 */
export function encodePyramid(out: Float64Array, force: Float64Array, mu: Float64Array, dim: number): void {
  if (dim === 1) {
    out[0] = force[0]
    return
  }
  const share = force[0] / (dim - 1)
  for (let k = 0; k < dim - 1; k++) {
    const difference = Math.min(share, force[k + 1] / mu[k])
    out[2 * k] = 0.5 * (share + difference)
    out[2 * k + 1] = 0.5 * (share - difference)
  }
}
