import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { rnePostConstraint } from '../constraint/rnePostConstraint.ts'
import { subtreeVel } from '../kinematics/subtreeVel.ts'

/** Quantities that sensors need and no stage computes: the first such sensor computes them. */

/** Updates cacc, cfrc_int and cfrc_ext for the current acceleration. */
export function needBodyForces(m: Model, d: Data): void {
  if (d.flg_rnepost) return
  rnePostConstraint(m, d)
  d.flg_rnepost = true
}

/** Updates subtree_linvel and subtree_angmom for the current velocity. */
export function needSubtreeVelocity(m: Model, d: Data): void {
  if (d.flg_subtreevel) return
  subtreeVel(m, d)
  d.flg_subtreevel = true
}
