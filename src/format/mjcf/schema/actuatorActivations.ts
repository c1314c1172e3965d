import { DynType, GainType } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { type ActuatorAttributes, MAX_SAMPLES } from './schemaActuator.ts'
import type { ActuatorSpec } from './spec.ts'

/** Number of activation variables of an actuator. */
export function activationsOf({ attributes: a, source }: ActuatorSpec): number {
  const so3 = a.gaintype === GainType.so3
  const none = a.dyntype === DynType.none
  let usual = none || a.dyntype === DynType.dcmotor ? 0 : so3 && a.dyntype === DynType.integrator ? 3 : 1
  if (a.dyntype === DynType.pid) usual = Number(a.gainprm[0] > 0) + Number(a.dynprm[1] > 0)
  const count = a.actdim < 0 ? usual : a.actdim
  const wrong = (expected: string): never => {
    throw new ModelError('this actuator cannot have so many activations', {
      source,
      attribute: 'actdim',
      expected,
      found: `${count}`,
    })
  }
  if (so3 && a.dyntype === DynType.integrator && count !== 3) wrong('3')
  if (a.dyntype === DynType.pid && count !== usual) wrong(`${usual}`)
  if (
    a.dyntype === DynType.dcmotor ? count !== motorStates(a) : a.gaintype === GainType.dcmotor && count < motorStates(a)
  )
    wrong(`${motorStates(a)}`)
  if (none && count > 0) wrong('0')
  if (!none && a.dyntype !== DynType.dcmotor && count === 0) wrong('at least 1')
  if (count > 1 && a.dyntype !== DynType.user && a.dyntype !== DynType.dcmotor && !so3) wrong('at most 1')
  if (count > MAX_SAMPLES) wrong(`at most ${MAX_SAMPLES}`)
  return count
}

/** Number of activations that the parameters of a motor require. */
export function motorStates({ gainprm, dynprm }: ActuatorAttributes): number {
  return [dynprm[7], gainprm[5], dynprm[2], dynprm[5], dynprm[0]].filter((value) => value > 0).length
}
