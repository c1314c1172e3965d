import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { exp } from '../../core/math/functions.ts'
import { BiasType, DisableBit, GainType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { gainInput, isDisabled } from '../actuation/activation.ts'
import { muscleSlopes } from '../actuation/muscle.ts'
import { addOuterProduct, factor, mirror } from './outerProduct.ts'

const FIXED: number = GainType.fixed
const AFFINE: number = GainType.affine
const MUSCLE: number = GainType.muscle
const DCMOTOR: number = GainType.dcmotor
const SO3: number = GainType.so3
const NO_BIAS: number = BiasType.none
const AFFINE_BIAS: number = BiasType.affine
const MUSCLE_BIAS: number = BiasType.muscle
const SO3_BIAS: number = BiasType.so3
/** Inputs that a motor's controller reads: position, velocity, feed-forward. */
const CONTROLLER_INPUTS = 7

/**
 * Velocity derivative of actuator forces: D += ∂qfrc_actuator/∂qvel, with fixed transmissions. D must be symmetric.
 */
export function addActuatorDerivative(m: Model, d: Data, D: Float64Array): void {
  const { nactuator, actuator_outadr, actuator_outnum, actuator_gaintype, actuator_biastype, D_rowadr, D_diag, opt } = m
  const { moment_rowadr, moment_rownnz, moment_colind, actuator_moment } = d
  if (nactuator === 0 || opt.disableflags & DisableBit.actuation) return
  const anyDisabled = opt.disableactuator !== 0
  let coupled = false
  for (let i = 0; i < nactuator; i++) {
    // a plain motor
    if (actuator_gaintype[i] === FIXED && actuator_biastype[i] === NO_BIAS) continue
    if (anyDisabled && isDisabled(m, i)) continue
    actuatorSlopes(m, d, i, slopes)
    const slope = slopes[0]
    if (slope === 0) continue
    const end = actuator_outadr[i] + actuator_outnum[i]
    for (let k = actuator_outadr[i]; k < end; k++) {
      const start = moment_rowadr[k]
      if (moment_rownnz[k] === 1) {
        const dof = moment_colind[start]
        D[D_rowadr[dof] + D_diag[dof]] += slope * actuator_moment[start] * actuator_moment[start]
        continue
      }
      factor[0] = slope
      addOuterProduct(m, D, actuator_moment, moment_colind, start, start + moment_rownnz[k])
      coupled = true
    }
  }
  if (coupled) mirror(m, D)
}

/** [0]: slope by velocity, [1]: slope by length. */
const slopes = new Float64Array(2)
/** [0]: input of the gain: control or activation. */
const input = new Float64Array(1) // V8: boxed otherwise

/**
 * Writes the slopes of an actuator's force by the velocity (out[0]) and the length (out[1]) of its transmission. Both
 * are zero if the force is clamped. Limits of joints and tendons are ignored.
 */
export function actuatorSlopes(m: Model, d: Data, i: number, out: Float64Array): void {
  const { actuator_gaintype, actuator_biastype, actuator_gainprm, actuator_biasprm, actuator_outadr } = m
  const gain = actuator_gaintype[i]
  const bias = actuator_biastype[i]
  const o = 10 * i
  out[0] = 0
  out[1] = 0
  if (isSaturated(m, d, i)) return
  if (gain === DCMOTOR) {
    motorSlopes(m, i, out)
    return
  }
  if (gain === MUSCLE || bias === MUSCLE_BIAS) {
    gainInput(m, d, i, input)
    const prm = gain === MUSCLE ? actuator_gainprm : actuator_biasprm
    const { actuator_lengthrange: range, actuator_acc0: acc0 } = m
    muscleSlopes(out, input, prm, o, range, acc0, actuator_outadr[i], d.actuator_length, d.actuator_velocity)
  } else if (gain === AFFINE) {
    gainInput(m, d, i, input)
    out[0] = input[0] * actuator_gainprm[o + 2]
    out[1] = input[0] * actuator_gainprm[o + 1]
  }
  if (bias === AFFINE_BIAS || bias === SO3_BIAS) {
    out[0] += actuator_biasprm[o + 2]
    out[1] += actuator_biasprm[o + 1]
  }
}

/** Whether the force, or the length of the torque of a ball joint, is clamped. */
function isSaturated(m: Model, d: Data, i: number): boolean {
  if (!m.actuator_forcelimited[i]) return false
  const { actuator_force } = d
  const out = m.actuator_outadr[i]
  const high = m.actuator_forcerange[2 * i + 1]
  if (m.actuator_gaintype[i] === SO3) {
    const x = actuator_force[out]
    const y = actuator_force[out + 1]
    const z = actuator_force[out + 2]
    return Math.sqrt(x * x + y * y + z * z) >= high
  }
  return actuator_force[out] <= m.actuator_forcerange[2 * i] || actuator_force[out] >= high
}

/**
 * The back-EMF K·velocity opposes a motor, and a controller compensates it. If the current is a state, only the part
 * of the change within the step counts. Assumes cold windings and unclamped voltages.
 */
function motorSlopes(m: Model, i: number, out: Float64Array): void {
  const { actuator_gainprm: gain, actuator_dynprm: dyn } = m
  const o = 10 * i
  const R = Math.max(gain[o], MINVAL)
  const K = gain[o + 1]
  const controlled = (m.actuator_ctrlspec[i] & CONTROLLER_INPUTS) !== 0
  // derivatives of the voltage by velocity and by length
  const byVelocity = controlled ? (-gain[o + 6] * R) / K + K : 0
  const byLength = controlled ? (-gain[o + 4] * R) / K : 0
  const tau = dyn[o]
  const share = tau > 0 ? 1 - exp(-m.opt.timestep / tau) : 1
  out[0] = (K * (byVelocity - K) * share) / R
  out[1] = (K * byLength * share) / R
  if (dyn[o + 5] > 0 && dyn[o + 6] > 0) out[0] -= dyn[o + 6]
}
