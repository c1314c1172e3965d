import type { Data } from '../core/data/data.ts'
import { getState, setState, stateSize } from '../core/data/stateVector.ts'
import { warn } from '../core/data/warning.ts'
import { EnableBit, StateBit, Warning } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { allowsTooMany, MAX_ITERATIONS, refuseUnknown } from '../core/model/option.ts'
import { sleepEnabled } from '../physics/sleep/sleepEnabled.ts'
import { resetData } from './reset.ts'

/**
 * First part of `step`, `forward` and `inverse`. The state must belong to this model. Options may change between
 * steps: rejects invalid values, and counts a warning if the integrator does not support sleep, or if an option
 * allows more iterations than a step makes.
 */
export function prepare(m: Model, d: Data): void {
  d.acceptModel(m)
  refuseUnknown(m.opt)
  d.kernels.prepare(m, d)
  // before the warning, which a reset would clear
  if (d.initialSleepDue) finishReset(m, d)
  if ((m.opt.enableflags & EnableBit.sleep) !== 0 && !sleepEnabled(m)) warn(d, Warning.sleepless, 0)
  if (allowsTooMany(m.opt)) warn(d, Warning.capped, MAX_ITERATIONS)
}

/**
 * Completes the reset of a new state: trees with the policy `init` fall asleep where the model puts them. Then
 * restores the user's changes, which wake the trees concerned.
 */
function finishReset(m: Model, d: Data): void {
  const changed = new Float64Array(stateSize(m, StateBit.integration))
  getState(m, d, changed, StateBit.integration)
  try {
    resetData(m, d)
  } finally {
    setState(m, d, changed, StateBit.integration)
  }
}
