import { BiasType, DynType, GainType, JointType, ObjType, TrnType } from '../../../../core/model/enums.ts'
import { ModelError } from '../../../../core/model/errors.ts'
import type { Model, ModelSizes } from '../../../../core/model/model.ts'
import { activationsOf } from '../../schema/actuatorActivations.ts'
import { type ActuatorAttributes, MAX_SAMPLES } from '../../schema/schemaActuator.ts'
import type { ActuatorSpec, Spec } from '../../schema/spec.ts'
import type { Layout } from '../parts/dofLayout.ts'
import { checkRange, isLimited } from '../parts/limitRange.ts'
import type { Lookup } from '../parts/lookup.ts'
import type { Joint } from '../parts/parts.ts'
import type { Section } from '../parts/section.ts'
import { copyUser } from '../parts/userFields.ts'
import { checkActuatorTypes } from './checkActuatorTypes.ts'
import { type Inputs, inputsOf } from './compileActuatorInputs.ts'
import type { Tendon } from './compileTendons.ts'
import { resolveTransmission, roomForMoments, type Transmission } from './resolveTransmission.ts'

/** An actuator with everything that it refers to found. */
export interface Actuator {
  readonly spec: ActuatorSpec
  readonly id: number
  readonly transmission: Transmission
  readonly inputs: Inputs
  readonly outputs: number
  readonly activations: number
  readonly activationRange: readonly number[]
  readonly activationLimited: boolean
  readonly forceLimited: boolean
}

export function compileActuators(spec: Spec, lookup: Lookup, tendons: readonly Tendon[]): readonly Actuator[] {
  return spec.actuators.map((actuator, id) => compileActuator(actuator, id, lookup, tendons))
}

function compileActuator(spec: ActuatorSpec, id: number, lookup: Lookup, tendons: readonly Tendon[]): Actuator {
  const { attributes: a, compiler, source } = spec
  const transmission = resolveTransmission(spec, lookup, tendons)
  checkActuatorTypes(spec, transmission)
  const inherited = inheritedRange(spec, transmission)
  const activationRange = a.dyntype === DynType.integrator && inherited ? inherited : a.actrange
  const controlRange = a.dyntype !== DynType.integrator && inherited ? inherited : a.ctrlrange

  const limited = (state: number, range: readonly number[], flag: string, attribute: string): boolean => {
    const is = isLimited(state, range, compiler, source, flag, attribute)
    if (is) checkRange(range, source, attribute)
    return is
  }
  const activationLimited = limited(a.actlimited, activationRange, 'actlimited', 'actrange')
  const forceLimited = limited(a.forcelimited, a.forcerange, 'forcelimited', 'forcerange')
  const controlLimited = limited(a.ctrllimited, controlRange, 'ctrllimited', 'ctrlrange')
  if (activationLimited && a.dyntype === DynType.none)
    throw new ModelError('an actuator without activation cannot limit it', {
      source,
      attribute: 'actrange',
      expected: "another 'dyntype' than none",
    })

  const inputs = inputsOf(spec, controlRange, controlLimited)
  checkHistory(spec, inputs.ranges.length)
  return {
    spec,
    id,
    transmission,
    inputs,
    outputs: transmission.type === TrnType.so3 ? 3 : 1,
    activations: activationsOf(spec),
    activationRange,
    activationLimited,
    forceLimited,
  }
}

/** The range of the joint or tendon, stretched by a factor about its middle, where the actuator asks for it. */
function inheritedRange(spec: ActuatorSpec, { joint, tendon, type }: Transmission): readonly number[] | undefined {
  const { attributes: a, source } = spec
  const servo = a.biastype === BiasType.affine && (a.gaintype === GainType.pid || isServo(a))
  if (!(a.inheritrange > 0) || !servo) return undefined
  const place = { source, attribute: 'inheritrange' }
  const { none, filterexact, integrator, pid } = DynType
  if (![none, filterexact, integrator, pid].some((dyntype) => dyntype === a.dyntype))
    throw new ModelError('this type of dynamics cannot inherit a range', {
      ...place,
      expected: 'dyntype none, filterexact, integrator or pid',
    })
  if ((type !== TrnType.joint && type !== TrnType.tendon) || (joint && !isScalar(joint)))
    throw new ModelError('only hinge joints, slide joints and tendons have a range to inherit', place)
  const [low, high] = joint?.range ?? tendon!.spec.attributes.range
  if (!(low < high))
    throw new ModelError('the joint or tendon has no range to inherit', { ...place, expected: "a 'range' there" })
  const middle = 0.5 * (high + low)
  const half = 0.5 * (high - low) * a.inheritrange
  return [middle - half, middle + half]
}

function isServo(a: ActuatorAttributes): boolean {
  return a.gaintype === GainType.fixed && a.gainprm[0] === -a.biasprm[1]
}

function isScalar({ spec }: Joint): boolean {
  return spec.attributes.type === JointType.hinge || spec.attributes.type === JointType.slide
}

function checkHistory({ attributes: a, source }: ActuatorSpec, inputs: number): void {
  if (a.nsample > MAX_SAMPLES)
    throw new ModelError('too many samples', {
      source,
      attribute: 'nsample',
      expected: `at most ${MAX_SAMPLES}`,
      found: `${a.nsample}`,
    })
  if (a.delay > 0 && a.nsample <= 0)
    throw new ModelError('a delay needs a history buffer', {
      source,
      attribute: 'delay',
      expected: 'a positive nsample',
    })
  if (inputs === 0 && (a.delay > 0 || a.nsample > 0))
    throw new ModelError('an actuator without input has nothing to delay', { source, attribute: 'nsample' })
}

/** Actuators, with their controls, activations and moments. */
export function actuatorSection(actuators: readonly Actuator[], layout: Layout): Section {
  return { count: (sizes) => countActuators(sizes, actuators, layout), fill: (m) => fillActuators(m, actuators) }
}

function countActuators(sizes: ModelSizes, actuators: readonly Actuator[], layout: Layout): void {
  const sum = (count: (actuator: Actuator) => number) => actuators.reduce((total, each) => total + count(each), 0)
  sizes.nactuator = actuators.length
  sizes.nu = sum(({ inputs }) => inputs.ranges.length)
  sizes.nout = sum(({ outputs }) => outputs)
  sizes.na = sum(({ activations }) => activations)
  sizes.nJmom = sum(({ transmission }) => roomForMoments(transmission, layout))
  sizes.nhistory += sum(historySize)
}

/** Numbers of a buffer: two for its bookkeeping, and for each sample the time and the values. */
function historySize({ spec, inputs }: Actuator): number {
  const { nsample } = spec.attributes
  return nsample > 0 ? 2 + nsample * (1 + inputs.ranges.length) : 0
}

function fillActuators(m: Model, actuators: readonly Actuator[]): void {
  let control = 0
  let output = 0
  let activation = 0
  let history = 0
  for (const actuator of actuators) {
    const { id, inputs, outputs, activations, spec } = actuator
    fillActuator(m, actuator)
    m.actuator_ctrladr[id] = control
    m.actuator_outadr[id] = output
    m.actuator_actadr[id] = activations > 0 ? activation : -1
    m.actuator_historyadr[id] = spec.attributes.nsample > 0 ? history : -1
    inputs.ranges.forEach((range, i) => {
      m.actuator_ctrlrange.set(range, 2 * (control + i))
      m.actuator_ctrllimited[control + i] = Number(inputs.limited[i])
    })
    for (let i = output; i < output + outputs; i++) {
      m.actuator_gear.set(spec.attributes.gear, 6 * i)
      m.actuator_lengthrange.set(spec.attributes.lengthrange, 2 * i)
    }
    control += inputs.ranges.length
    output += outputs
    activation += activations
    history += historySize(actuator)
  }
  m.names.set(
    ObjType.actuator,
    actuators.map(({ spec }) => spec.attributes.name),
  )
}

function fillActuator(m: Model, actuator: Actuator): void {
  const { id, transmission, inputs } = actuator
  const a = actuator.spec.attributes
  m.actuator_trntype[id] = transmission.type
  m.actuator_trnid.set(transmission.ids, 2 * id)
  m.actuator_dyntype[id] = a.dyntype
  m.actuator_gaintype[id] = a.gaintype
  m.actuator_biastype[id] = a.biastype
  m.actuator_dynprm.set(a.dynprm, 10 * id)
  m.actuator_gainprm.set(a.gainprm, 10 * id)
  m.actuator_biasprm.set(a.biasprm, 10 * id)
  m.actuator_actnum[id] = actuator.activations
  m.actuator_ctrlnum[id] = inputs.ranges.length
  m.actuator_ctrlspec[id] = inputs.bits
  m.actuator_outnum[id] = actuator.outputs
  m.actuator_group[id] = a.group
  m.actuator_history[2 * id] = a.nsample
  m.actuator_history[2 * id + 1] = a.interp
  m.actuator_delay[id] = a.delay
  m.actuator_forcelimited[id] = Number(actuator.forceLimited)
  m.actuator_forcerange.set(a.forcerange, 2 * id)
  m.actuator_actlimited[id] = Number(actuator.activationLimited)
  m.actuator_actrange.set(actuator.activationRange, 2 * id)
  m.actuator_actearly[id] = a.actearly
  m.actuator_cranklength[id] = a.cranklength
  m.actuator_damping[id] = a.damping[0]
  m.actuator_dampingpoly.set(a.damping.slice(1), 2 * id)
  m.actuator_armature[id] = a.armature
  copyUser(m.actuator_user, m.nuser_actuator, id, a.user)
}
