import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { expInPlace } from '../../core/math/functions.ts'
import { DisableBit, DynType, GainType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { isRotationalServo, wrapRotation, wrapSetPoint } from './angleWrap.ts'
import { motorRates, nextMotorActivation } from './dcMotor.ts'
import { muscleRate } from './muscle.ts'
import { pidRates } from './pidServo.ts'

/** Activations of actuators, `act`: their rates, and their values at the end of a step. */

/** Fraction of a difference that remains after a step. */
const remaining = new Float64Array(1) // V8: boxed otherwise

const NONE: number = DynType.none
const INTEGRATOR: number = DynType.integrator
const FILTER: number = DynType.filter
const FILTEREXACT: number = DynType.filterexact
const MUSCLE: number = DynType.muscle
const DCMOTOR: number = DynType.dcmotor
const PID: number = DynType.pid
const USER: number = DynType.user

/** Whether an actuator belongs to a group that `opt.disableactuator` disables. Groups are 0 to 30. */
export function isDisabled(m: Model, i: number): boolean {
  const group = m.actuator_group[i]
  return group >= 0 && group <= 30 && (m.opt.disableactuator & (1 << group)) !== 0
}

/**
 * Rates of activations: (act, actuator_input, actuator_length, actuator_velocity) → act_dot. Rate limits of set
 * points change actuator_input.
 */
export function activationRates(m: Model, d: Data): void {
  const { nactuator, actuator_dyntype, actuator_actadr, actuator_actnum, actuator_ctrladr, actuator_dynprm } = m
  const { act, act_dot, actuator_input: input, actuator_awake } = d
  if (m.na === 0) return
  for (let i = 0; i < nactuator; i++) {
    const first = actuator_actadr[i]
    if (first < 0 || actuator_awake[i] === 0) continue
    const count = actuator_actnum[i]
    const last = first + count - 1
    const control = actuator_ctrladr[i]
    if (count > 1) for (let k = first; k < last; k++) act_dot[k] = 0
    switch (actuator_dyntype[i]) {
      case INTEGRATOR:
        for (let k = 0; k < count; k++) act_dot[first + k] = input[control + k]
        break
      case FILTER:
      case FILTEREXACT: {
        const tau = actuator_dynprm[10 * i]
        act_dot[last] = (input[control] - act[last]) / Math.max(tau, MINVAL)
        break
      }
      case MUSCLE:
        muscleRate(act_dot, act, last, input, control, actuator_dynprm, 10 * i)
        break
      case PID:
        pidRates(m, d, i)
        break
      case DCMOTOR:
        motorRates(m, d, i)
        break
      case USER:
        act_dot[last] = 0
        if (d.callbacks.activation !== undefined) userRate(m, d, i)
        break
      default:
        act_dot[last] = 0
    }
  }
}

/** Activation rate from the callback. With several activations, the callback writes them itself. */
function userRate(m: Model, d: Data, i: number): void {
  const rate = d.callbacks.activation!(m, d, i)
  if (m.actuator_actnum[i] === 1) d.act_dot[m.actuator_actadr[i]] = rate
}

/**
 * Integrates the activation act[k] of an actuator at rate[k] over the step, and writes it to out[at]. Exact filters are
 * integrated exactly, all others by Euler's method. Then clamps to the range of the activation, except for motors.
 */
export function nextActivation(
  m: Model,
  d: Data,
  actuator: number,
  k: number,
  rate: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const { actuator_dyntype, actuator_dynprm, actuator_actlimited, actuator_actrange } = m
  const h = m.opt.timestep
  const type = actuator_dyntype[actuator]
  if (type === DCMOTOR) {
    nextMotorActivation(m, d, actuator, k, rate, out, at)
    return
  }
  let next = d.act[k]
  if (type === FILTEREXACT) {
    const tau = Math.max(actuator_dynprm[10 * actuator], MINVAL)
    remaining[0] = -h / tau
    expInPlace(remaining)
    next += rate[k] * tau * (1 - remaining[0])
  } else {
    next += rate[k] * h
  }
  if (actuator_actlimited[actuator]) {
    const low = actuator_actrange[2 * actuator]
    const high = actuator_actrange[2 * actuator + 1]
    if (next < low) next = low
    else if (next > high) next = high
  }
  out[at] = next
}

/**
 * Activations at the end of a step: (act, rate) → act. Disabled groups keep their values, clamped to their ranges. Set
 * points that are angles are wrapped.
 */
export function advanceActivations(m: Model, d: Data, rate: Float64Array): void {
  const { nactuator, actuator_actadr, actuator_actnum, actuator_dyntype, actuator_gaintype } = m
  const { act } = d
  if (m.na === 0 || m.opt.disableflags & DisableBit.actuation) return
  for (let i = 0; i < nactuator; i++) {
    const first = actuator_actadr[i]
    if (first < 0) continue
    const end = first + actuator_actnum[i]
    const disabled = isDisabled(m, i)
    for (let k = first; k < end; k++) {
      const kept = rate[k]
      if (disabled) rate[k] = 0
      nextActivation(m, d, i, k, rate, act, k)
      rate[k] = kept
    }
    if (actuator_dyntype[i] !== INTEGRATOR) continue
    if (actuator_gaintype[i] === GainType.so3) wrapRotation(act, first)
    else if (isRotationalServo(m, i)) wrapSetPoint(m, i, act, first, d.actuator_length, m.actuator_outadr[i])
  }
}

/** Writes the input of an actuator's gain to out[0]: its control, or the last of its activations. */
export function gainInput(m: Model, d: Data, i: number, out: Float64Array): void {
  const count = m.actuator_actnum[i]
  if (m.actuator_dyntype[i] === NONE || count === 0) {
    out[0] = d.actuator_input[m.actuator_ctrladr[i]]
    return
  }
  const last = m.actuator_actadr[i] + count - 1
  if (m.actuator_actearly[i]) nextActivation(m, d, i, last, d.act_dot, out, 0)
  else out[0] = d.act[last]
}
