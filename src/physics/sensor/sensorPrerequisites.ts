import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { rnePostConstraint } from '../constraint/rnePostConstraint.ts'
import { subtreeVel } from '../kinematics/subtreeVel.ts'

/** What no stage computes by itself, and a sensor may need: computed for the first that does. */

/** cacc, cfrc_int and cfrc_ext are those of the present acceleration. */
export function needBodyForces(m: Model, d: Data): void {
  if (d.flg_rnepost) return
  rnePostConstraint(m, d)
  d.flg_rnepost = true
}

/** subtree_linvel and subtree_angmom are those of the present velocity. */
export function needSubtreeVelocity(m: Model, d: Data): void {
  if (d.flg_subtreevel) return
  subtreeVel(m, d)
  d.flg_subtreevel = true
}
