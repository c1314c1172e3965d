import type { Data } from '../core/data/data.ts'
import { checkModelAndData } from '../core/model/argumentChecks.ts'
import { Stage } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { forwardStages } from './forwardStages.ts'
import { prepare } from './prepare.ts'

/**
 * Forward dynamics: (time, qpos, qvel, act, inputs) → qacc and everything on the way to it.
 * MuJoCo: mj_forward.
 */
export function forward(m: Model, d: Data): void {
  forwardSkip(m, d, Stage.none)
}

/**
 * Forward dynamics that reuses earlier results: `Stage.pos` keeps those of positions, `Stage.vel` those of positions
 * and velocities.
 * MuJoCo: mj_forwardSkip.
 * @param withSensors whether sensors are computed
 */
export function forwardSkip(m: Model, d: Data, skip: Stage, withSensors = true): void {
  checkModelAndData(m, d)
  prepare(m, d)
  try {
    forwardStages(m, d, skip, withSensors)
  } finally {
    d.kernels.finish()
  }
}
