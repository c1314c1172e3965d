import type { Data } from '../core/data/data.ts'
import { grow } from '../core/memory/grow.ts'
import { Stage } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { accumulateAppliedWrenches } from '../physics/kinematics/jacobian.ts'
import { inverseSkip } from './inverse.ts'

/**
 * Compares forward with inverse dynamics: (results of `forward`) → solver_fwdinv, qfrc_inverse. The first number is
 * the norm of the difference of joint-space constraint forces. The second is that of external forces: applied,
 * actuator, and body wrenches. Both measure the convergence of the solver, and are zero for an exact solution or
 * without constraint rows. Nothing else changes.
 * MuJoCo: mj_compareFwdInv.
 */
export function compareFwdInv(m: Model, d: Data): void {
  const { nv } = m
  const { solver_fwdinv, qfrc_constraint, qfrc_inverse, efc_force, efc_state, nefc } = d
  solver_fwdinv.fill(0)
  if (nefc === 0) return

  const { fwdinv_constraint: solved, fwdinv_external: external } = d.scratch
  for (let i = 0; i < nv; i++) {
    solved[i] = qfrc_constraint[i]
    external[i] = d.qfrc_applied[i] + d.qfrc_actuator[i]
  }
  accumulateAppliedWrenches(m, d, external)
  const forces = (kept.forces = grow(kept.forces, nefc))
  const states = (kept.states = grow(kept.states, nefc))
  for (let i = 0; i < nefc; i++) {
    forces[i] = efc_force[i]
    states[i] = efc_state[i]
  }

  inverseSkip(m, d, Stage.vel, false)

  let constraintError = 0
  let externalError = 0
  for (let i = 0; i < nv; i++) {
    const constraint = solved[i] - qfrc_constraint[i]
    const outer = external[i] - qfrc_inverse[i]
    constraintError += constraint * constraint
    externalError += outer * outer
    qfrc_constraint[i] = solved[i]
  }
  solver_fwdinv[0] = Math.sqrt(constraintError)
  solver_fwdinv[1] = Math.sqrt(externalError)
  for (let i = 0; i < nefc; i++) {
    efc_force[i] = forces[i]
    efc_state[i] = states[i]
  }
}

/** Saved row forces and states, which inverse dynamics overwrites. */
const kept = { forces: new Float64Array(0), states: new Int32Array(0) }
