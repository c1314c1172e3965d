import type { Data } from '../../core/data/data.ts'
import { readHistory } from '../../core/data/sampleHistory.ts'
import { warn } from '../../core/data/warning.ts'
import { MAXVAL } from '../../core/math/constants.ts'
import { DisableBit, Warning } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** Time at which a delayed control was given. */
const time = new Float64Array(1) // V8: boxed otherwise

/**
 * Inputs of actuators in this step: (ctrl, history) → actuator_input. Applies delays, then clamps each control to its
 * range. A bad value after that, NaN or too large, sets all inputs to zero.
 */
export function actuatorInputs(m: Model, d: Data): void {
  const { nu, actuator_ctrllimited, actuator_ctrlrange } = m
  const { ctrl, actuator_input: input } = d
  const clamps = (m.opt.disableflags & DisableBit.clampctrl) === 0
  let bad = -1
  for (let j = 0; j < nu; j++) input[j] = ctrl[j]
  if (m.nhistory > 0) delayInputs(m, d)
  for (let j = 0; j < nu; j++) {
    let u = input[j]
    if (clamps && actuator_ctrllimited[j]) {
      const low = actuator_ctrlrange[2 * j]
      const high = actuator_ctrlrange[2 * j + 1]
      if (u < low) u = low
      else if (u > high) u = high
      input[j] = u
    }
    if (!(u <= MAXVAL && u >= -MAXVAL) && bad < 0) bad = j
  }
  if (bad < 0) return
  warn(d, Warning.badctrl, bad)
  input.fill(0)
}

function delayInputs(m: Model, d: Data): void {
  const { nactuator, actuator_delay, actuator_history, actuator_historyadr, actuator_ctrladr, actuator_ctrlnum } = m
  for (let i = 0; i < nactuator; i++) {
    const samples = actuator_history[2 * i]
    if (!(actuator_delay[i] > 0) || samples <= 0) continue
    time[0] = d.time - actuator_delay[i]
    const adr = actuator_historyadr[i]
    const width = actuator_ctrlnum[i]
    readHistory(
      d.history,
      adr,
      samples,
      width,
      actuator_history[2 * i + 1],
      time,
      d.actuator_input,
      actuator_ctrladr[i],
    )
  }
}
