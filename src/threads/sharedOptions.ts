import type { Model } from '../core/model/model.ts'
import { DUAL_SCALE, type DualProblem } from '../physics/solver/dual/dualProblem.ts'

/** Solver options in shared memory, since users may change them between steps. */

// where the options stand
const SOLVER = 0
const INTEGRATOR = 1
const DISABLEFLAGS = 2
const ITERATIONS = 3
const LS_ITERATIONS = 4
const NOSLIP_ITERATIONS = 5
const TOLERANCE = 6
const LS_TOLERANCE = 7
const NOSLIP_TOLERANCE = 8
/** Scale of the dual problem. */
export const SCALE_OF_DUAL = 9
/** 1: rows of the effective inertia join trees. */
export const JOINS_TREES = 10
export const OPTION_COUNT = 11

/** Writes the options, and what else solvers must know of a step. */
export function writeOptions(to: Float64Array, { opt }: Model, dual: DualProblem, joinsTrees: boolean): void {
  to[SOLVER] = opt.solver
  to[INTEGRATOR] = opt.integrator
  to[DISABLEFLAGS] = opt.disableflags
  to[ITERATIONS] = opt.iterations
  to[LS_ITERATIONS] = opt.ls_iterations
  to[NOSLIP_ITERATIONS] = opt.noslip_iterations
  to[TOLERANCE] = opt.tolerance
  to[LS_TOLERANCE] = opt.ls_tolerance
  to[NOSLIP_TOLERANCE] = opt.noslip_tolerance
  to[SCALE_OF_DUAL] = dual.register[DUAL_SCALE]
  to[JOINS_TREES] = joinsTrees ? 1 : 0
}

/** Reads the options if they have changed. */
export function readOptions(from: Float64Array, { opt }: Model): void {
  if (opt.solver !== from[SOLVER]) opt.solver = from[SOLVER] as typeof opt.solver
  if (opt.integrator !== from[INTEGRATOR]) opt.integrator = from[INTEGRATOR] as typeof opt.integrator
  if (opt.disableflags !== from[DISABLEFLAGS]) opt.disableflags = from[DISABLEFLAGS]
  if (opt.iterations !== from[ITERATIONS]) opt.iterations = from[ITERATIONS]
  if (opt.ls_iterations !== from[LS_ITERATIONS]) opt.ls_iterations = from[LS_ITERATIONS]
  if (opt.noslip_iterations !== from[NOSLIP_ITERATIONS]) opt.noslip_iterations = from[NOSLIP_ITERATIONS]
  if (opt.tolerance !== from[TOLERANCE]) opt.tolerance = from[TOLERANCE]
  if (opt.ls_tolerance !== from[LS_TOLERANCE]) opt.ls_tolerance = from[LS_TOLERANCE]
  if (opt.noslip_tolerance !== from[NOSLIP_TOLERANCE]) opt.noslip_tolerance = from[NOSLIP_TOLERANCE]
}
