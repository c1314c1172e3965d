import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { sinCosInPlace } from '../../core/math/functions.ts'
import { copy4, normalize4, set4, subQuat } from '../../core/math/quat.ts'
import type { Model } from '../../core/model/model.ts'
import { nextActivation } from './activation.ts'

const vector = new Float64Array(3)
const arc = new Float64Array(2)
const target = new Float64Array(4)
const current = new Float64Array(4)
const error = new Float64Array(3)

/**
 * Torques of an orientation servo: kp·e + bias₀ + bias₂·velocity, with e the rotation vector from the current to the
 * desired orientation. The set point is a rotation vector, a quaternion, or an activation (rotation vector).
 */
export function rotationForce(m: Model, d: Data, i: number): void {
  const { actuator_gainprm, actuator_biasprm } = m
  const { actuator_force, actuator_velocity, actuator_input: input, act } = d
  const out = m.actuator_outadr[i]
  const control = m.actuator_ctrladr[i]
  if (m.actuator_actnum[i] > 0) {
    const first = m.actuator_actadr[i]
    for (let k = 0; k < 3; k++) {
      if (m.actuator_actearly[i]) nextActivation(m, d, i, first + k, d.act_dot, vector, k)
      else vector[k] = act[first + k]
    }
    vectorToQuat(target, vector, 0)
  } else if (m.actuator_ctrlnum[i] === 4) {
    copy4(target, 0, input, control)
    normalize4(target, 0)
  } else {
    vectorToQuat(target, input, control)
  }
  vectorToQuat(current, d.actuator_length, out)
  subQuat(error, 0, target, 0, current, 0)
  const kp = actuator_gainprm[10 * i]
  const offset = actuator_biasprm[10 * i]
  const slope = actuator_biasprm[10 * i + 2]
  for (let k = 0; k < 3; k++) actuator_force[out + k] = kp * error[k] + offset + slope * actuator_velocity[out + k]
}

/** Writes the quaternion of a rotation vector. */
function vectorToQuat(out: Float64Array, v: Float64Array, i: number): void {
  const angle = Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2])
  if (angle < MINVAL) {
    set4(out, 0, 1, 0, 0, 0)
    return
  }
  arc[0] = 0.5 * angle
  sinCosInPlace(arc)
  const scale = arc[0] / angle
  out[0] = arc[1]
  for (let k = 0; k < 3; k++) out[k + 1] = v[i + k] * scale
}
