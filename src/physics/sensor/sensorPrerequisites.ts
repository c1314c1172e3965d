import type { Data } from '../../core/data/data.ts'
import { SensorType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { rnePostConstraint } from '../constraint/rnePostConstraint.ts'
import { subtreeVel } from '../kinematics/subtreeVel.ts'

/** Quantities that sensors need and no stage computes: the first such sensor computes them. */

/** Types of sensors that need these quantities. */
export const NEED_BODY_FORCES: ReadonlySet<number> = new Set([
  SensorType.accelerometer,
  SensorType.force,
  SensorType.torque,
  SensorType.framelinacc,
  SensorType.frameangacc,
])
export const NEED_SUBTREE_VELOCITY: ReadonlySet<number> = new Set([SensorType.subtreelinvel, SensorType.subtreeangmom])

/** Updates cacc, cfrc_int and cfrc_ext for the current acceleration. */
export function needBodyForces(m: Model, d: Data): void {
  if (d.flg_rnepost) return
  if (d.kernels.now(m, d).bodyForces?.(d.kernels.address) !== 0) rnePostConstraint(m, d)
  d.flg_rnepost = true
}

/** Updates subtree_linvel and subtree_angmom for the current velocity. */
export function needSubtreeVelocity(m: Model, d: Data): void {
  if (d.flg_subtreevel) return
  if (d.kernels.now(m, d).subtreeVel?.(d.kernels.address) !== 0) subtreeVel(m, d)
  d.flg_subtreevel = true
}
