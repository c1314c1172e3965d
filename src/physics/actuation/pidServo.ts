import type { Data } from '../../core/data/data.ts'
import { DynType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { isRotationalServo, wrapSetPoint } from './angleWrap.ts'

/**
 * Controllers with named inputs (`actuator_ctrlspec`): position, velocity, feed-forward. They may limit the rate of
 * the set point, and integrate the error.
 */

export const INPUT_POS = 1
export const INPUT_VEL = 2
export const INPUT_FF = 4
export const INPUT_VOLTAGE = 8

/** Index of an input of an actuator among all controls; -1: absent. Inputs are in order of their bits. */
export function inputAddress(m: Model, i: number, bit: number): number {
  const bits = m.actuator_ctrlspec[i]
  if ((bits & bit) === 0) return -1
  let adr = m.actuator_ctrladr[i]
  for (let lower = 1; lower < bit; lower <<= 1) if (bits & lower) adr++
  return adr
}

/**
 * Clamps the set point actuator_input[j] to what the rate limits[at] allows in a step from act[k]. Writes the
 * resulting rate to act_dot[k].
 */
export function limitRate(m: Model, d: Data, k: number, j: number, limits: Float64Array, at: number): void {
  const { act_dot, actuator_input: input } = d
  const h = m.opt.timestep
  const before = d.act[k]
  const reach = limits[at] * h
  input[j] = Math.max(before - reach, Math.min(input[j], before + reach))
  act_dot[k] = (input[j] - before) / h
}

/** Integrates the error act_dot[k], unless the integral act[k] would exceed ±limit[at]; 0: no limit. */
export function stopWindup(d: Data, k: number, limit: Float64Array, at: number): void {
  const { act, act_dot } = d
  const most = limit[at]
  if (!(most > 0)) return
  if (act[k] >= most && act_dot[k] > 0) act_dot[k] = 0
  else if (act[k] <= -most && act_dot[k] < 0) act_dot[k] = 0
}

/** Activations of a `pid`: the limited set point (dynprm[1] > 0), then the integral of the error (gainprm[0] > 0). */
export function pidRates(m: Model, d: Data, i: number): void {
  const { actuator_dynprm, actuator_gainprm } = m
  const { act_dot, actuator_input: input } = d
  const j = inputAddress(m, i, INPUT_POS)
  if (j < 0) return
  const out = m.actuator_outadr[i]
  const turns = isRotationalServo(m, i)
  let k = m.actuator_actadr[i]
  if (actuator_dynprm[10 * i + 1] > 0) {
    if (turns) wrapSetPoint(m, i, input, j, d.act, k)
    limitRate(m, d, k++, j, actuator_dynprm, 10 * i + 1)
  }
  if (actuator_gainprm[10 * i] > 0) {
    setPoint[0] = input[j]
    if (turns) wrapSetPoint(m, i, setPoint, 0, d.actuator_length, out)
    act_dot[k] = setPoint[0] - d.actuator_length[out]
    stopWindup(d, k, actuator_dynprm, 10 * i)
  }
}

const setPoint = new Float64Array(1) // V8: boxed otherwise

/**
 * Writes the force of a `pid` without its bias: kp·position + kv·velocity + feed-forward + ki·integral, with kp =
 * −biasprm[1] and kv = −biasprm[2]. The integral is in value[0].
 */
export function pidGain(m: Model, d: Data, i: number, value: Float64Array): void {
  const { actuator_biasprm, actuator_gainprm } = m
  const { actuator_input: input } = d
  const pos = inputAddress(m, i, INPUT_POS)
  const vel = inputAddress(m, i, INPUT_VEL)
  const ff = inputAddress(m, i, INPUT_FF)
  const integral = m.actuator_dyntype[i] === DynType.none ? 0 : value[0]
  let force = 0
  if (pos >= 0) {
    setPoint[0] = input[pos]
    if (isRotationalServo(m, i)) wrapSetPoint(m, i, setPoint, 0, d.actuator_length, m.actuator_outadr[i])
    force -= actuator_biasprm[10 * i + 1] * setPoint[0]
  }
  if (vel >= 0) force -= actuator_biasprm[10 * i + 2] * input[vel]
  if (ff >= 0) force += input[ff]
  value[0] = force + actuator_gainprm[10 * i] * integral
}
