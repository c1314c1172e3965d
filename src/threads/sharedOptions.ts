import type { Model } from '../core/model/model.ts'
import { DUAL_SCALE, type DualProblem } from '../physics/solver/dual/dualProblem.ts'

/** Solver options in shared memory, since users may change them between steps. */

export const OPTION_COUNT = 11

/** Writes the options; [9]: scale of the dual problem, [10]: whether rows of the effective inertia join trees. */
export function writeOptions(to: Float64Array, { opt }: Model, dual: DualProblem, joinsTrees: boolean): void {
  to[0] = opt.solver
  to[1] = opt.integrator
  to[2] = opt.disableflags
  to[3] = opt.iterations
  to[4] = opt.ls_iterations
  to[5] = opt.noslip_iterations
  to[6] = opt.tolerance
  to[7] = opt.ls_tolerance
  to[8] = opt.noslip_tolerance
  to[9] = dual.register[DUAL_SCALE]
  to[10] = joinsTrees ? 1 : 0
}

/** Reads the options if they have changed. */
export function readOptions(from: Float64Array, { opt }: Model): void {
  if (opt.solver !== from[0]) opt.solver = from[0] as typeof opt.solver
  if (opt.integrator !== from[1]) opt.integrator = from[1] as typeof opt.integrator
  if (opt.disableflags !== from[2]) opt.disableflags = from[2]
  if (opt.iterations !== from[3]) opt.iterations = from[3]
  if (opt.ls_iterations !== from[4]) opt.ls_iterations = from[4]
  if (opt.noslip_iterations !== from[5]) opt.noslip_iterations = from[5]
  if (opt.tolerance !== from[6]) opt.tolerance = from[6]
  if (opt.ls_tolerance !== from[7]) opt.ls_tolerance = from[7]
  if (opt.noslip_tolerance !== from[8]) opt.noslip_tolerance = from[8]
}
