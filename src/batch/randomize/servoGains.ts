import { BiasType, GainType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Field } from './fields.ts'
import type { Place } from './targets.ts'

/**
 * Gains of position and velocity servos, each of which stands at two places of a model. A position servo has the force
 * kp·(ctrl − length) − kv·velocity: its kp is gainprm[0] and −biasprm[1], its kv is −biasprm[2]. A velocity servo has
 * the force kv·(ctrl − velocity): its kv is gainprm[0] and −biasprm[2].
 */
export const SERVO_GAINS: ReadonlyMap<string, Field> = new Map([
  ['actuator_kp', { owner: 'actuator', rule: 'sign', consequence: 'nothing' }],
  ['actuator_kv', { owner: 'actuator', rule: 'nonnegative', consequence: 'nothing' }],
])

/** Numbers of an actuator in gainprm and biasprm. */
const PARAMETERS = 10

/** Why an actuator does not have the gain; undefined: it does. */
export function whyNoServo(m: Model, name: string, id: number): string | undefined {
  if (isPositionServo(m, id) || (name === 'actuator_kv' && isVelocityServo(m, id))) return undefined
  return name === 'actuator_kp'
    ? 'it is not a position servo; randomize actuator_gainprm and actuator_biasprm'
    : 'it is not a position or velocity servo; randomize actuator_gainprm and actuator_biasprm'
}

/** Where a gain stands. */
export function servoPlaces(m: Model, name: string, id: number): readonly Place[] {
  const at = PARAMETERS * id
  const gain: Place = { array: 'actuator_gainprm', index: at, factor: 1 }
  if (name === 'actuator_kp') return [gain, { array: 'actuator_biasprm', index: at + 1, factor: -1 }]
  const damping: Place = { array: 'actuator_biasprm', index: at + 2, factor: -1 }
  return isVelocityServo(m, id) ? [gain, damping] : [damping]
}

function isAffineServo(m: Model, id: number): boolean {
  return m.actuator_gaintype[id] === GainType.fixed && m.actuator_biastype[id] === BiasType.affine
}

function isPositionServo(m: Model, id: number): boolean {
  const gain = m.actuator_gainprm[PARAMETERS * id]
  return isAffineServo(m, id) && gain !== 0 && m.actuator_biasprm[PARAMETERS * id + 1] === -gain
}

function isVelocityServo(m: Model, id: number): boolean {
  const gain = m.actuator_gainprm[PARAMETERS * id]
  const isFree = m.actuator_biasprm[PARAMETERS * id + 1] === 0
  return isAffineServo(m, id) && isFree && m.actuator_biasprm[PARAMETERS * id + 2] === -gain
}
