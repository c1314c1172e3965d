import { MINVAL } from '../../core/math/constants.ts'
import { BiasType, DynType, GainType, JointType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** Set points that are angles: equal up to whole turns. */

const TWO_PI = 2 * Math.PI

/**
 * Whether the set point of an actuator is an angle: it is a servo, and its length is an angle between sites or of a
 * ball joint.
 */
export function isRotationalServo(m: Model, i: number): boolean {
  const { actuator_gear, actuator_gainprm, actuator_biasprm } = m
  switch (m.actuator_trntype[i]) {
    case TrnType.joint:
    case TrnType.jointinparent:
      if (m.jnt_type[m.actuator_trnid[2 * i]] !== JointType.ball) return false
      break
    case TrnType.site: {
      if (m.actuator_trnid[2 * i + 1] < 0) return false
      const g = 6 * m.actuator_outadr[i]
      if (actuator_gear[g] !== 0 || actuator_gear[g + 1] !== 0 || actuator_gear[g + 2] !== 0) return false
      if (actuator_gear[g + 3] === 0 && actuator_gear[g + 4] === 0 && actuator_gear[g + 5] === 0) return false
      break
    }
    default:
      return false
  }
  if (m.actuator_gaintype[i] === GainType.pid) return true
  const dynamics = m.actuator_dyntype[i]
  return (
    m.actuator_gaintype[i] === GainType.fixed &&
    m.actuator_biastype[i] === BiasType.affine &&
    actuator_gainprm[10 * i] === -actuator_biasprm[10 * i + 1] &&
    (dynamics === DynType.none || dynamics === DynType.integrator)
  )
}

/** Changes a set point of a rotational servo, values[k], by whole turns so that it is nearest to centers[at]. */
export function wrapSetPoint(
  m: Model,
  i: number,
  values: Float64Array,
  k: number,
  centers: Float64Array,
  at: number,
): void {
  const { actuator_gear } = m
  const g = 6 * m.actuator_outadr[i] + (m.actuator_trntype[i] === TrnType.site ? 3 : 0)
  const x = actuator_gear[g]
  const y = actuator_gear[g + 1]
  const z = actuator_gear[g + 2]
  const turn = TWO_PI * Math.sqrt(x * x + y * y + z * z)
  if (turn < MINVAL) return
  values[k] -= turn * nearest((values[k] - centers[at]) / turn)
}

/** Shortens a rotation vector of more than half a turn by whole turns. */
export function wrapRotation(values: Float64Array, k: number): void {
  const angle = Math.sqrt(values[k] * values[k] + values[k + 1] * values[k + 1] + values[k + 2] * values[k + 2])
  if (!(angle > Math.PI)) return
  const scale = (angle - TWO_PI * nearest(angle / TWO_PI)) / angle
  for (let j = k; j < k + 3; j++) values[j] *= scale
}

/** The nearest whole number; halves go away from zero. */
function nearest(x: number): number {
  return x < 0 ? -Math.floor(0.5 - x) : Math.floor(x + 0.5)
}
