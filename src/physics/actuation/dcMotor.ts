import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { expInPlace, sinCosInPlace } from '../../core/math/functions.ts'
import type { Model } from '../../core/model/model.ts'
import { INPUT_FF, INPUT_POS, INPUT_VEL, INPUT_VOLTAGE, inputAddress, limitRate, stopWindup } from './pidServo.ts'

/**
 * DC motor. A controller sets a voltage. The voltage drives a current through windings, which heat up. The current
 * makes a torque. Bristles (LuGre friction, https://doi.org/10.1109/9.376053) and cogging oppose the rotor.
 *
 * Parameters by index:
 * - gain: resistance R, motor constant K, temperature coefficient α, temperature T₀ of R, kp, ki, kd, largest voltage
 * - dynamics: electric time constant, largest rate of current, thermal resistance, thermal capacity,
 *    ambient temperature, bristle stiffness σ₀, bristle damping σ₁, largest rate of the set point, largest integral
 * - bias: cogging amplitude, periodicity, phase, Coulomb friction, static friction, Stribeck velocity
 *
 * Activations, each present if its parameter is positive: set point (dynprm[7]), integral of the error (gainprm[5]),
 * temperature rise (dynprm[2]), bristle deflection (dynprm[5]), current (dynprm[0]).
 */

const SLEW = 0
const INTEGRAL = 1
const TEMPERATURE = 2
const BRISTLE = 3
const CURRENT = 4

/** Index of each activation of a motor among all; -1 if it has none. */
const slots = new Int32Array(5)

/** Voltage, resistance at the present temperature, rate of the bristles per deflection. */
const value = new Float64Array(1) // V8: boxed otherwise
const angle = new Float64Array(2)

function findSlots(m: Model, i: number): void {
  const { actuator_gainprm: gain, actuator_dynprm: dyn } = m
  const o = 10 * i
  let k = m.actuator_actadr[i]
  slots[SLEW] = dyn[o + 7] > 0 ? k++ : -1
  slots[INTEGRAL] = gain[o + 5] > 0 ? k++ : -1
  slots[TEMPERATURE] = dyn[o + 2] > 0 ? k++ : -1
  slots[BRISTLE] = dyn[o + 5] > 0 ? k++ : -1
  slots[CURRENT] = dyn[o] > 0 ? k++ : -1
}

/**
 * Rates of all activations of a motor. Absent inputs are 0. A rate limit of the set point changes the first input in
 * place: the position, or else the velocity or feed-forward.
 */
export function motorRates(m: Model, d: Data, i: number): void {
  const { actuator_gainprm: gain, actuator_dynprm: dyn } = m
  const { act, act_dot, actuator_input: input } = d
  const o = 10 * i
  const out = m.actuator_outadr[i]
  const length = d.actuator_length[out]
  const velocity = d.actuator_velocity[out]
  const K = gain[o + 1]
  findSlots(m, i)

  const pos = inputAddress(m, i, INPUT_POS)
  if (slots[SLEW] >= 0) limitRate(m, d, slots[SLEW], m.actuator_ctrladr[i], dyn, o + 7)
  if (slots[INTEGRAL] >= 0) {
    act_dot[slots[INTEGRAL]] = (pos >= 0 ? input[pos] : 0) - length
    stopWindup(d, slots[INTEGRAL], dyn, o + 8)
  }

  voltage(m, d, i)
  const V = value[0]
  resistance(m, d, i)
  const R = value[0]
  const temperature = slots[TEMPERATURE]
  if (temperature >= 0) {
    const current = slots[CURRENT] >= 0 ? act[slots[CURRENT]] : (V - K * velocity) / R
    act_dot[temperature] = (R * current * current - act[temperature] / dyn[o + 2]) / Math.max(dyn[o + 3], MINVAL)
  }
  const bristle = slots[BRISTLE]
  if (bristle >= 0) {
    bristleDecay(m, d, i)
    act_dot[bristle] = value[0] * act[bristle] + velocity
  }
  const current = slots[CURRENT]
  if (current >= 0) {
    let rate = (V / R - (K * velocity) / R - act[current]) / Math.max(dyn[o], MINVAL)
    const most = dyn[o + 1]
    if (most > 0) rate = Math.max(-most, Math.min(rate, most))
    act_dot[current] = rate
  }
}

/**
 * Writes the terminal voltage to value[0]. A controller requests the torque kp·(position − length) + kd·(velocity −
 * rate of length) + ki·integral + feed-forward and compensates the back-EMF. The voltage is clamped.
 */
function voltage(m: Model, d: Data, i: number): void {
  const { actuator_gainprm: gain } = m
  const { actuator_input: input, act } = d
  const o = 10 * i
  const out = m.actuator_outadr[i]
  let V = 0
  if (m.actuator_ctrlspec[i] & (INPUT_POS | INPUT_VEL | INPUT_FF)) {
    const pos = inputAddress(m, i, INPUT_POS)
    const vel = inputAddress(m, i, INPUT_VEL)
    const ff = inputAddress(m, i, INPUT_FF)
    const velocity = d.actuator_velocity[out]
    const K = gain[o + 1]
    let torque = gain[o + 4] * ((pos >= 0 ? input[pos] : 0) - d.actuator_length[out])
    torque += gain[o + 6] * ((vel >= 0 ? input[vel] : 0) - velocity)
    if (slots[INTEGRAL] >= 0) torque += gain[o + 5] * act[slots[INTEGRAL]]
    if (ff >= 0) torque += input[ff]
    V = (gain[o] / K) * torque + K * velocity
    const most = gain[o + 7]
    if (most > 0) V = Math.max(-most, Math.min(V, most))
  }
  const direct = inputAddress(m, i, INPUT_VOLTAGE)
  value[0] = direct >= 0 ? V + input[direct] : V
}

/** Writes the resistance of the windings at their temperature to value[0]. */
function resistance(m: Model, d: Data, i: number): void {
  const { actuator_gainprm: gain, actuator_dynprm: dyn } = m
  const o = 10 * i
  const cold = gain[o]
  const k = slots[TEMPERATURE]
  value[0] = k >= 0 ? cold * (1 + gain[o + 2] * (d.act[k] + dyn[o + 4] - gain[o + 3])) : cold
}

/**
 * Writes the bristle slip rate a per deflection to value[0]: the deflection z changes by a·z + velocity. Bristles
 * exert the static friction at rest, and the Coulomb friction above the Stribeck velocity.
 */
function bristleDecay(m: Model, d: Data, i: number): void {
  const { actuator_biasprm: bias, actuator_dynprm: dyn } = m
  const o = 10 * i
  const velocity = d.actuator_velocity[m.actuator_outadr[i]]
  const ratio = velocity / Math.max(bias[o + 5], MINVAL)
  const coulomb = bias[o + 3]
  value[0] = -ratio * ratio
  expInPlace(value)
  const held = coulomb + (bias[o + 4] - coulomb) * value[0]
  value[0] = (-dyn[o + 5] * Math.abs(velocity)) / Math.max(held, MINVAL)
}

/**
 * Writes gain and input of the torque K·current to gain[0] and input[0]. If the current is a state, input[0] already
 * holds it. Otherwise it follows from the voltage; the bias subtracts the back-EMF.
 */
export function motorGain(m: Model, d: Data, i: number, gain: Float64Array, input: Float64Array): void {
  const o = 10 * i
  gain[0] = m.actuator_gainprm[o + 1]
  if (m.actuator_dynprm[o] > 0) return
  findSlots(m, i)
  voltage(m, d, i)
  input[0] = value[0]
  resistance(m, d, i)
  gain[0] /= Math.max(value[0], MINVAL)
}

/**
 * Adds cogging, A·sin(N·length + φ), and the friction of bristles, −(σ₀·z + σ₁·dz/dt), to the force of the actuator.
 */
export function addMotorFriction(m: Model, d: Data, i: number): void {
  const { actuator_biasprm: bias, actuator_dynprm: dyn } = m
  const { actuator_force, act, act_dot } = d
  const o = 10 * i
  const out = m.actuator_outadr[i]
  const amplitude = bias[o]
  if (amplitude !== 0) {
    angle[0] = bias[o + 1] * d.actuator_length[out] + bias[o + 2]
    sinCosInPlace(angle)
    actuator_force[out] += amplitude * angle[0]
  }
  if (!(dyn[o + 5] > 0) || m.actuator_actadr[i] < 0) return
  findSlots(m, i)
  const k = slots[BRISTLE]
  actuator_force[out] -= dyn[o + 5] * act[k] + dyn[o + 6] * act_dot[k]
}

/**
 * Writes an activation of a motor at the end of a step to out[at]. Current and bristles are integrated exactly, at
 * constant voltage and velocity. The integral is clamped.
 */
export function nextMotorActivation(
  m: Model,
  d: Data,
  i: number,
  k: number,
  rate: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const { actuator_dynprm: dyn } = m
  const o = 10 * i
  const h = m.opt.timestep
  const z = d.act[k]
  findSlots(m, i)
  if (k === slots[CURRENT]) {
    const tau = Math.max(dyn[o], MINVAL)
    value[0] = -h / tau
    expInPlace(value)
    out[at] = z + rate[k] * tau * (1 - value[0])
  } else if (k === slots[BRISTLE]) {
    bristleDecay(m, d, i)
    const a = value[0]
    value[0] = a * h
    expInPlace(value)
    const left = value[0]
    const velocity = d.actuator_velocity[m.actuator_outadr[i]]
    out[at] = left * z + (Math.abs(a) > MINVAL ? (left - 1) / a : h) * velocity
  } else {
    out[at] = z + h * rate[k]
    const most = dyn[o + 8]
    if (k === slots[INTEGRAL] && most > 0) out[at] = Math.max(-most, Math.min(out[at], most))
  }
}
