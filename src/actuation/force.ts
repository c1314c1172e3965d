import type { Data } from '../data/data.ts'
import { BiasType, GainType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { gainInput, isDisabled } from './activation.ts'
import { motorGain } from './motor.ts'
import { muscleBias, muscleGain } from './muscle.ts'
import { rotationForce } from './rotation.ts'
import { pidGain } from './servo.ts'
import { isRotationalServo, wrapSetPoint } from './wrap.ts'

const FIXED: number = GainType.fixed
const AFFINE: number = GainType.affine
const MUSCLE: number = GainType.muscle
const DCMOTOR: number = GainType.dcmotor
const SO3: number = GainType.so3
const PID: number = GainType.pid

const AFFINE_BIAS: number = BiasType.affine
const MUSCLE_BIAS: number = BiasType.muscle
const DCMOTOR_BIAS: number = BiasType.dcmotor
const USER_BIAS: number = BiasType.user

/** The gain, and what it multiplies; later the bias. */
const factor = new Float64Array(1)
const value = new Float64Array(1)

/**
 * Forces of actuators before any bounds: (actuator_input, act, act_dot, actuator_length, actuator_velocity) →
 * actuator_force = gain·(control or activation) + bias. Actuators of disabled groups, and of what sleeps, have none.
 */
export function actuatorForces(m: Model, d: Data): void {
  const { nactuator, actuator_gaintype, actuator_biastype, actuator_outadr, actuator_gainprm, actuator_biasprm } = m
  const {
    actuator_dynprm,
    actuator_lengthrange: lengthrange,
    actuator_acc0: acc0,
    actuator_actnum,
    actuator_ctrladr,
  } = m
  const { actuator_force, actuator_length, actuator_velocity, actuator_input, actuator_awake } = d
  const anyDisabled = m.opt.disableactuator !== 0
  for (let i = 0; i < nactuator; i++) {
    const out = actuator_outadr[i]
    const o = 10 * i
    const gain = actuator_gaintype[i]
    if ((anyDisabled && isDisabled(m, i)) || actuator_awake[i] === 0) {
      for (let k = out; k < out + m.actuator_outnum[i]; k++) actuator_force[k] = 0
      continue
    }
    if (gain === SO3) {
      rotationForce(m, d, i)
      continue
    }
    if (actuator_actnum[i] === 0) value[0] = actuator_input[actuator_ctrladr[i]]
    else gainInput(m, d, i, value)

    if (gain === PID) {
      pidGain(m, d, i, value)
      factor[0] = 1
    } else if (gain === FIXED) {
      if (isRotationalServo(m, i)) wrapSetPoint(m, i, value, 0, actuator_length, out)
      factor[0] = actuator_gainprm[o]
    } else if (gain === AFFINE) {
      const slope = actuator_gainprm[o + 1] * actuator_length[out] + actuator_gainprm[o + 2] * actuator_velocity[out]
      factor[0] = actuator_gainprm[o] + slope
    } else if (gain === MUSCLE) {
      muscleGain(factor, actuator_gainprm, o, lengthrange, acc0, out, actuator_length, actuator_velocity)
    } else if (gain === DCMOTOR) {
      motorGain(m, d, i, factor, value)
    } else {
      const callback = d.callbacks.gain
      // a callback may simulate something else, which uses the same scratch
      const input = value[0]
      factor[0] = callback === undefined ? 1 : callback(m, d, i)
      value[0] = input
    }
    let force = factor[0] * value[0]

    const bias = actuator_biastype[i]
    if (bias === AFFINE_BIAS) {
      const slope = actuator_biasprm[o + 1] * actuator_length[out] + actuator_biasprm[o + 2] * actuator_velocity[out]
      force += actuator_biasprm[o] + slope
    } else if (bias === MUSCLE_BIAS) {
      muscleBias(value, actuator_biasprm, o, lengthrange, acc0, out, actuator_length, actuator_velocity)
      force += value[0]
    } else if (bias === DCMOTOR_BIAS) {
      // back-EMF, unless the current knows it
      if (!(actuator_dynprm[o] > 0)) force -= factor[0] * actuator_gainprm[o + 1] * actuator_velocity[out]
    } else if (bias === USER_BIAS) {
      const callback = d.callbacks.bias
      if (callback !== undefined) force += callback(m, d, i)
    }
    actuator_force[out] = force
  }
}
