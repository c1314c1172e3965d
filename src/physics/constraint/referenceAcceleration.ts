import type { Data } from '../../core/data/data.ts'
import { ConstraintType, Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { contactVelocities } from './contactVelocity.ts'
import { subtractJacobianRate } from './jacobianRate.ts'

/**
 * Velocities and reference accelerations of the rows: (efc_J, qvel, cvel) → efc_vel, efc_aref.
 *
 *     vel = J·qvel (and what moving surfaces add)
 *     aref = −b·vel − k·d·(pos − margin)
 *
 * For connect, weld and distance the rows ask for the acceleration of the residual itself, J·qacc + J̇·qvel, so J̇·qvel
 * is taken off. With the integrator `discrete` position and velocity are those of the end of the step, aref = (−b·vel −
 * k·d·(pos + h·vel − margin) − J̇·qvel)/(1 + h·b + h²·k·d). MuJoCo: mj_referenceConstraint.
 */
export function referenceConstraint(m: Model, d: Data): void {
  if (d.nefc === 0) return
  if (d.kernels.now(m, d).reference?.(d.kernels.address) !== 0) springReference(m, d)
  subtractJacobianRate(m, d)
  if (m.opt.integrator === Integrator.discrete) implicitReference(m, d)
  addAdhesionTerm(d, 1)
}

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/** efc_vel, and efc_aref as far as springs and dampers of rows make it. */
export function springReference(m: Model, d: Data): void {
  const { nefc, efc_vel, efc_aref, efc_KBIP, efc_pos, efc_margin } = d
  rowVelocities(d)
  contactVelocities(m, d)
  for (let i = 0; i < nefc; i++) {
    const o = (4 * i) & INDEX
    efc_aref[i] = -efc_KBIP[o + 1] * efc_vel[i] - efc_KBIP[o] * efc_KBIP[o + 2] * (efc_pos[i] - efc_margin[i])
  }
}

/** aref at the end of the step from aref at its beginning. */
function implicitReference(m: Model, d: Data): void {
  const { nefc, efc_vel, efc_aref, efc_KBIP } = d
  const h = m.opt.timestep
  for (let i = 0, o = 0; i < nefc; i++, o += 4) {
    const stiffness = h * efc_KBIP[o] * efc_KBIP[o + 2]
    efc_aref[i] = (efc_aref[i] - stiffness * efc_vel[i]) / (1 + h * (efc_KBIP[o + 1] + stiffness))
  }
}

/** Equality, friction loss and limits: efc_vel = J·qvel. */
function rowVelocities(d: Data): void {
  const { efc_vel, qvel, writtenJ, efc_J_rownnz, efc_J_rowadr, writtenColind } = d
  const end = d.ne + d.nf + d.nl
  for (let i = 0; i < end; i++) {
    let k = efc_J_rowadr[i]
    const last = k + efc_J_rownnz[i]
    let sum = 0
    for (; k < last; k++) sum += writtenJ[k] * qvel[writtenColind[k]]
    efc_vel[i] = sum
  }
}

/**
 * Adhesion pulls as a passive force; the row carries it without giving way: efc_aref += R·force. With sign −1 the term
 * is taken off again, for when R is about to change.
 */
export function addAdhesionTerm(d: Data, sign: number): void {
  const { ncon, contact_adhesion, contact_efc_address, contact_dim, efc_R, efc_aref, efc_type } = d
  for (let i = 0; i < ncon; i++) {
    const row = contact_efc_address[i]
    const force = contact_adhesion[i]
    if (force === 0 || row < 0) continue
    const edges = efc_type[row] === ConstraintType.contactPyramidal ? 2 * (contact_dim[i] - 1) : 1
    for (let k = row; k < row + edges; k++) efc_aref[k] += (sign * efc_R[k] * force) / edges
  }
}
