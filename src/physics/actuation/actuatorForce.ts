import type { Data } from '../../core/data/data.ts'
import { BiasType, GainType, JointType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { gainInput, isDisabled } from './activation.ts'
import { isRotationalServo, wrapSetPoint } from './angleWrap.ts'
import { motorGain } from './dcMotor.ts'
import { muscleBias, muscleForces, muscleGain } from './muscle.ts'
import { pidGain } from './pidServo.ts'
import { rotationForce } from './rotationServo.ts'

const FIXED: number = GainType.fixed
const AFFINE: number = GainType.affine
const MUSCLE: number = GainType.muscle
const DCMOTOR: number = GainType.dcmotor
const SO3: number = GainType.so3
const PID: number = GainType.pid

const JOINT_IN_PARENT: number = TrnType.jointinparent
const SITE: number = TrnType.site
const BALL: number = JointType.ball

const AFFINE_BIAS: number = BiasType.affine
const MUSCLE_BIAS: number = BiasType.muscle
const DCMOTOR_BIAS: number = BiasType.dcmotor
const USER_BIAS: number = BiasType.user

/** Gain, and the input that it multiplies; later the bias. */
const factor = new Float64Array(1) // V8: boxed otherwise
const value = new Float64Array(1) // V8: boxed otherwise

/**
 * Actuator forces before limits: (actuator_input, act, act_dot, actuator_length, actuator_velocity) → actuator_force
 * = gain·(control or activation) + bias. Actuators of disabled groups or of sleeping trees exert no force.
 *
 * Simple actuators come first, in a loop without calls. Muscles have their own loop.
 */
export function actuatorForces(m: Model, d: Data): void {
  const { nactuator, actuator_gaintype, actuator_biastype, actuator_outadr, actuator_gainprm, actuator_biasprm } = m
  const { actuator_actnum, actuator_actadr, actuator_actearly, actuator_ctrladr } = m
  const { actuator_trntype, actuator_trnid, jnt_type } = m
  const { actuator_force, actuator_length, actuator_velocity, actuator_input, act } = d
  const { actuation_others: others } = d.scratch
  const { actuator_awake } = d
  const anyDisabled = m.opt.disableactuator !== 0
  let count = 0
  let muscles = nactuator
  for (let i = 0; i < nactuator; i++) {
    const gain = actuator_gaintype[i]
    const bias = actuator_biastype[i]
    const states = actuator_actnum[i]
    if (gain === MUSCLE && bias === MUSCLE_BIAS && states === 1 && !anyDisabled) {
      if (actuator_awake[i] !== 0 && !actuator_actearly[i]) {
        others[--muscles] = i
        continue
      }
    }
    if (
      anyDisabled ||
      gain > AFFINE ||
      bias > AFFINE_BIAS ||
      actuator_awake[i] === 0 ||
      (states > 0 && actuator_actearly[i])
    ) {
      others[count++] = i
      continue
    }
    // set points that are angles may be off by whole turns
    const type = actuator_trntype[i]
    if (type === SITE || (type <= JOINT_IN_PARENT && jnt_type[actuator_trnid[2 * i]] === BALL)) {
      others[count++] = i
      continue
    }
    const o = 10 * i
    const out = actuator_outadr[i]
    const x = states > 0 ? act[actuator_actadr[i] + states - 1] : actuator_input[actuator_ctrladr[i]]
    let factor = actuator_gainprm[o]
    if (gain === AFFINE)
      factor += actuator_gainprm[o + 1] * actuator_length[out] + actuator_gainprm[o + 2] * actuator_velocity[out]
    let force = factor * x
    if (bias === AFFINE_BIAS)
      force +=
        actuator_biasprm[o] +
        (actuator_biasprm[o + 1] * actuator_length[out] + actuator_biasprm[o + 2] * actuator_velocity[out])
    actuator_force[out] = force
  }
  for (let k = 0; k < count; k++) actuatorForce(m, d, others[k])
  if (muscles < nactuator) muscleForces(m, d, others, muscles, nactuator)
}

/** The force of any actuator. */
function actuatorForce(m: Model, d: Data, i: number): void {
  const { actuator_force } = d
  const out = m.actuator_outadr[i]
  if (isDisabled(m, i) || d.actuator_awake[i] === 0) {
    for (let k = out; k < out + m.actuator_outnum[i]; k++) actuator_force[k] = 0
    return
  }
  const gain = m.actuator_gaintype[i]
  const bias = m.actuator_biastype[i]
  if (gain === SO3) {
    rotationForce(m, d, i)
    return
  }
  gainInput(m, d, i, value)
  gainTerm(m, d, i, gain, out)
  const force = factor[0] * value[0]
  biasTerm(m, d, i, bias, out)
  actuator_force[out] = force + value[0]
}

/** Writes the gain to factor[0]. Its input is in value[0], and may change. */
function gainTerm(m: Model, d: Data, i: number, gain: number, out: number): void {
  const { actuator_gainprm } = m
  const { actuator_length, actuator_velocity } = d
  const o = 10 * i
  if (gain === FIXED) {
    if (isRotationalServo(m, i)) wrapSetPoint(m, i, value, 0, actuator_length, out)
    factor[0] = actuator_gainprm[o]
  } else if (gain === AFFINE) {
    const slope = actuator_gainprm[o + 1] * actuator_length[out] + actuator_gainprm[o + 2] * actuator_velocity[out]
    factor[0] = actuator_gainprm[o] + slope
  } else if (gain === MUSCLE) {
    const { actuator_lengthrange: lengthrange, actuator_acc0: acc0 } = m
    muscleGain(factor, actuator_gainprm, o, lengthrange, acc0, out, actuator_length, actuator_velocity)
  } else if (gain === PID) {
    pidGain(m, d, i, value)
    factor[0] = 1
  } else if (gain === DCMOTOR) {
    motorGain(m, d, i, factor, value)
  } else {
    // a callback may simulate another state, which uses the same scratch
    const callback = d.callbacks.gain
    const input = value[0]
    factor[0] = callback === undefined ? 1 : callback(m, d, i)
    value[0] = input
  }
}

/** Writes a bias into value[0]. The gain is in factor[0]. */
function biasTerm(m: Model, d: Data, i: number, bias: number, out: number): void {
  const { actuator_biasprm } = m
  const { actuator_length, actuator_velocity } = d
  const o = 10 * i
  value[0] = 0
  if (bias === AFFINE_BIAS) {
    const slope = actuator_biasprm[o + 1] * actuator_length[out] + actuator_biasprm[o + 2] * actuator_velocity[out]
    value[0] = actuator_biasprm[o] + slope
  } else if (bias === MUSCLE_BIAS) {
    const { actuator_lengthrange: lengthrange, actuator_acc0: acc0 } = m
    muscleBias(value, actuator_biasprm, o, lengthrange, acc0, out, actuator_length, actuator_velocity)
  } else if (bias === DCMOTOR_BIAS) {
    // back-EMF, unless the current is a state and includes it
    if (!(m.actuator_dynprm[o] > 0)) value[0] = -factor[0] * m.actuator_gainprm[o + 1] * actuator_velocity[out]
  } else if (bias === USER_BIAS) {
    const callback = d.callbacks.bias
    if (callback !== undefined) value[0] = callback(m, d, i)
  }
}
