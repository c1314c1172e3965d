import { BiasType, DynType, GainType, TrnType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import { ActuatorInput } from '../../schema/schemaActuator.ts'
import type { ActuatorSpec } from '../../schema/spec.ts'
import { isLimited } from '../parts/limitRange.ts'
import type { Transmission } from './resolveTransmission.ts'

/** Which kinds of dynamics, gain and bias go together, and which parameters each allows. */
export function checkActuatorTypes(spec: ActuatorSpec, transmission: Transmission): void {
  const { attributes: a, source } = spec
  const check = (right: boolean, attribute: string, reason: string): void => {
    if (!right) throw new ModelError(reason, { source, attribute })
  }
  if (a.gaintype === GainType.muscle) checkMuscle(a.gainprm, check)
  if (a.biastype === BiasType.muscle) checkMuscle(a.biasprm, check)
  if (a.gaintype === GainType.so3 || a.biastype === BiasType.so3) checkRotation(spec, check)
  checkController(spec, transmission, check)
  checkMotor(spec, check)
  if (!transmission.joint && !transmission.tendon) {
    const reason = 'only joints and tendons take damping and inertia from an actuator'
    check(
      a.damping.every((x) => x === 0),
      'damping',
      reason,
    )
    check(a.armature === 0, 'armature', reason)
  }
}

type Check = (right: boolean, attribute: string, reason: string) => void

function checkMuscle([low, high, , scale, lmin, lmax, vmax, fpmax, fvmax]: readonly number[], check: Check): void {
  check(low < high, 'range', 'the range of a muscle must have a first number smaller than the second')
  check(lmin < 1 && lmax > 1, 'lmin', 'the lengths of a muscle must be lmin < 1 < lmax')
  check(
    scale > 0 && vmax > 0 && fpmax > 0 && fvmax > 0,
    'scale',
    'scale, vmax, fpmax and fvmax of a muscle must be positive',
  )
}

function checkRotation({ attributes: a, compiler, source }: ActuatorSpec, check: Check): void {
  check(
    a.gaintype === GainType.so3 && a.biastype === BiasType.so3,
    'biastype',
    'gain and bias must both be about rotations',
  )
  check(
    a.dyntype === DynType.none || a.dyntype === DynType.integrator,
    'dyntype',
    'a rotation can be commanded directly or by its rate',
  )
  check(a.gainprm[0] === -a.biasprm[1], 'gainprm', 'a rotation needs gainprm[0] = −biasprm[1]')
  check(
    a.dyntype === DynType.none || a.ctrlspec !== 2,
    'input',
    'a quaternion cannot be the rate of a rotation: it needs dyntype none',
  )
  check(
    a.forcerange[0] === 0 || !isLimited(a.forcelimited, a.forcerange, compiler, source, 'forcelimited', 'forcerange'),
    'forcerange',
    'the force range of a rotation bounds the torque, from 0',
  )
}

function checkController({ attributes: a }: ActuatorSpec, transmission: Transmission, check: Check): void {
  const { gainprm, dynprm } = a
  if (a.gaintype !== GainType.pid) {
    check(a.dyntype !== DynType.pid, 'dyntype', "dyntype 'pid' needs gaintype 'pid'")
    return
  }
  const integrates = a.dyntype === DynType.pid
  check(a.biastype === BiasType.affine, 'biastype', "gaintype 'pid' needs biastype 'affine'")
  check(integrates || a.dyntype === DynType.none, 'dyntype', "gaintype 'pid' needs dyntype 'none' or 'pid'")
  check(transmission.type !== TrnType.body, 'body', 'adhesion has no position to control')
  check(integrates || gainprm[0] === 0, 'ki', "an integral part (gainprm[0]) needs dyntype 'pid'")
  if (!integrates) return
  check(
    a.ctrlspec === 0 || (a.ctrlspec & ActuatorInput.pos) !== 0,
    'input',
    'an integral part and a limited rate need the input pos',
  )
  check(dynprm[0] >= 0, 'imax', 'the largest integral (dynprm[0]) cannot be negative')
  check(dynprm[1] >= 0, 'slewmax', 'the largest rate (dynprm[1]) cannot be negative')
}

function checkMotor({ attributes: a }: ActuatorSpec, check: Check): void {
  const { gainprm, dynprm } = a
  if (a.dyntype === DynType.dcmotor)
    check(a.actearly === 1, 'actearly', "the force of a motor follows the activation at the end: actearly='true'")
  if (a.gaintype !== GainType.dcmotor) return
  const { pos, vel, ff } = ActuatorInput
  if (a.ctrlspec & (pos | vel | ff)) {
    check(gainprm[1] > 0, 'input', 'a motor that is controlled needs a positive motor constant')
    check(!(gainprm[5] > 0) || (a.ctrlspec & pos) !== 0, 'input', 'an integral part (ki) needs the input pos')
  } else {
    const reason = 'a controller needs one of the inputs pos, vel, ff'
    check(!gainprm.slice(4, 7).some((gain) => gain !== 0), 'controller', reason)
    check(!(dynprm[7] > 0), 'controller', reason)
  }
}
