import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { addOtherWrenches, appliedWrenches, transmittedForces } from '../constraint/rnePostConstraint.ts'
import { subtreeVel } from '../kinematics/subtreeVel.ts'

/** Quantities that sensors need and no stage computes: the first such sensor computes them. */

/** Updates cacc, cfrc_int and cfrc_ext for the current acceleration. */
export function needBodyForces(m: Model, d: Data): void {
  if (d.flg_rnepost) return
  const { address } = d.kernels
  const kernels = d.kernels.now(m, d)
  if (kernels.appliedWrenches?.(address) !== 0) appliedWrenches(m, d)
  addOtherWrenches(m, d)
  if (kernels.transmittedForces?.(address) !== 0) transmittedForces(m, d)
  d.flg_rnepost = true
}

/** Updates subtree_linvel and subtree_angmom for the current velocity. */
export function needSubtreeVelocity(m: Model, d: Data): void {
  if (d.flg_subtreevel) return
  subtreeVel(m, d)
  d.flg_subtreevel = true
}
