import { BiasType, DynType, GainType } from '../../../core/model/enums.ts'
import { ModelError } from '../../../core/model/errors.ts'
import { givenAttributes } from '../schema/readAttributes.ts'
import { ACTUATORS, type ActuatorAttributes, ActuatorInput, type ActuatorTag } from '../schema/schemaActuator.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'
import { expandMotor } from './dcMotorShortcut.ts'

/**
 * Every actuator tag in terms of `general`. A class has one template for actuators of all tags, so a tag sets only what
 * it defines, on top of what another tag may have set in the template.
 */

/** The attributes of an element, as its own tag defines them. */
export type Given = ReadonlyMap<string, unknown>

/** Values that are being put together. */
export type Draft = {
  -readonly [K in keyof ActuatorAttributes]: ActuatorAttributes[K] extends readonly number[]
    ? number[]
    : ActuatorAttributes[K]
}

/** An element, or (as a default) what it adds to the template of its class. */
export function readActuator(
  element: XmlElement,
  tag: ActuatorTag,
  template: ActuatorAttributes,
  asDefault = false,
): ActuatorAttributes {
  const given: Given = givenAttributes(element, ACTUATORS[tag], asDefault)
  const a: Draft = {
    ...template,
    dynprm: [...template.dynprm],
    gainprm: [...template.gainprm],
    biasprm: [...template.biasprm],
  } as Draft
  const values: Record<string, unknown> = a
  for (const [name, value] of given) {
    if (name === 'input' || !(name in template)) continue
    const older = values[name]
    // vectors replace only the leading numbers
    values[name] =
      Array.isArray(value) && Array.isArray(older) && name !== 'user'
        ? [...(value as number[]), ...(older as number[]).slice(value.length)]
        : value
  }
  const wrong = (reason: string, attribute: string): ModelError => {
    const found = given.get(attribute)
    return new ModelError(reason, {
      source: sourceOf(element, attribute),
      attribute,
      ...(found === undefined ? {} : { found: String(found) }),
    })
  }
  setInput(a, given.get('input') as readonly string[] | undefined, wrong)
  EXPAND[tag](a, given, wrong)
  return a
}

/** Makes the error about one attribute. */
export type Wrong = (reason: string, attribute: string) => ModelError

function setInput(a: Draft, words: readonly string[] | undefined, wrong: Wrong): void {
  if (!words || words.length === 0) return
  const bits = words.map((word) => ActuatorInput[word as keyof typeof ActuatorInput])
  const alone = bits.find((bit) => bit > ActuatorInput.voltage)
  if (alone !== undefined && words.length > 1) throw wrong(`this input stands alone`, 'input')
  if (bits.some((bit, i) => i > 0 && bit < bits[i - 1]))
    throw wrong('inputs stand in the order pos, vel, ff, voltage', 'input')
  // a rotation is given as a vector or as a quaternion: the first two bits
  if (alone === ActuatorInput.expmap) a.ctrlspec = 1
  else if (alone === ActuatorInput.quat) a.ctrlspec = 2
  else a.ctrlspec = bits.reduce((sum, bit) => sum | bit, 0)
}

/** The number of an attribute, or another. */
function numberOr(given: Given, name: string, other: number): number {
  return (given.get(name) as number | undefined) ?? other
}

type Expand = (a: Draft, given: Given, wrong: Wrong) => void

const EXPAND: Readonly<Record<ActuatorTag, Expand>> = {
  general: () => {},

  motor: (a) => {
    a.gainprm[0] = 1
    setTypes(a, DynType.none, GainType.fixed, BiasType.none)
  },

  position: (a, given, wrong) => {
    servo(a, given, wrong)
    const time = given.get('timeconst') as number | undefined
    if (time !== undefined) {
      if (time < 0) throw wrong('a time constant cannot be negative', 'timeconst')
      a.dynprm[0] = time
      a.dyntype = time === 0 ? DynType.none : DynType.filterexact
    }
    checkInherited(a, 'ctrlrange', a.ctrlrange, wrong)
  },

  intvelocity: (a, given, wrong) => {
    servo(a, given, wrong)
    a.dyntype = DynType.integrator
    checkInherited(a, 'actrange', a.actrange, wrong)
  },

  velocity: (a, given) => {
    const kv = numberOr(given, 'kv', a.gainprm[0])
    a.biasprm.fill(0)
    a.gainprm[0] = kv
    a.biasprm[2] = -kv
    setTypes(a, DynType.none, GainType.fixed, BiasType.affine)
  },

  damper: (a, given, wrong) => {
    const kv = numberOr(given, 'kv', a.gaintype === GainType.affine ? -a.gainprm[2] : 0)
    if (kv < 0) throw wrong('a damping coefficient cannot be negative', 'kv')
    checkNotNegative(a, wrong)
    a.gainprm.fill(0)
    a.gainprm[2] = -kv
    a.ctrllimited = 1
    setTypes(a, DynType.none, GainType.affine, BiasType.none)
  },

  cylinder: (a, given) => {
    a.dynprm[0] = numberOr(given, 'timeconst', a.dynprm[0])
    a.gainprm[0] = numberOr(given, 'area', a.gainprm[0])
    const diameter = numberOr(given, 'diameter', -1)
    if (diameter >= 0) a.gainprm[0] = (Math.PI / 4) * diameter * diameter
    const bias = given.get('bias') as readonly number[] | undefined
    if (bias) a.biasprm.splice(0, 3, ...bias)
    setTypes(a, DynType.filter, GainType.fixed, BiasType.affine)
  },

  muscle: expandMuscle,

  adhesion: (a, given, wrong) => {
    const gain = numberOr(given, 'gain', a.gainprm[0])
    if (gain < 0) throw wrong('the gain of adhesion cannot be negative', 'gain')
    checkNotNegative(a, wrong)
    a.gainprm[0] = gain
    a.ctrllimited = 1
    a.gaintype = GainType.fixed
    a.biastype = BiasType.none
  },

  orientation: (a, given, wrong) => {
    servo(a, given, wrong)
    setTypes(a, DynType.none, GainType.so3, BiasType.so3)
  },

  pid: (a, given, wrong) => {
    const inherits = a.dyntype === DynType.pid
    const kp = numberOr(given, 'kp', -a.biasprm[1])
    const ki = numberOr(given, 'ki', inherits ? a.gainprm[0] : 0)
    const slew = numberOr(given, 'slewmax', inherits ? a.dynprm[1] : 0)
    const limit = numberOr(given, 'imax', inherits && a.gainprm[0] !== 0 ? a.dynprm[0] : 0)
    if (slew < 0) throw wrong('a rate cannot be negative', 'slewmax')
    a.biasprm[1] = -kp
    setDamping(a, given, wrong)
    a.gainprm[0] = ki
    if (ki !== 0) a.dynprm[0] = limit
    a.dynprm[1] = slew
    setTypes(a, ki !== 0 || slew !== 0 ? DynType.pid : DynType.none, GainType.pid, BiasType.affine)
    const range = given.get('posrange') as readonly number[] | undefined
    if (range) a.ctrlrange = [...range]
    checkInherited(a, 'posrange', a.ctrlrange, wrong)
  },

  dcmotor: expandMotor,
}

function setTypes(a: Draft, dyn: DynType, gain: GainType, bias: BiasType): void {
  a.dyntype = dyn
  a.gaintype = gain
  a.biastype = bias
}

/** Force kp·(set point − length) − kv·velocity. */
function servo(a: Draft, given: Given, wrong: Wrong): void {
  const kp = numberOr(given, 'kp', a.gainprm[0])
  a.gainprm[0] = kp
  a.biasprm[1] = -kp
  setDamping(a, given, wrong)
  a.gaintype = GainType.fixed
  a.biastype = BiasType.affine
}

/** A damping ratio stands as a positive number where −kv would be negative; it is resolved at qpos0. */
function setDamping(a: Draft, given: Given, wrong: Wrong): void {
  const kv = given.get('kv') as number | undefined
  const ratio = given.get('dampratio') as number | undefined
  if (kv !== undefined && ratio !== undefined) throw wrong("'kv' and 'dampratio' cannot both be given", 'dampratio')
  if (kv !== undefined && kv < 0) throw wrong('a damping coefficient cannot be negative', 'kv')
  if (ratio !== undefined && ratio < 0) throw wrong('a damping ratio cannot be negative', 'dampratio')
  if (kv !== undefined) a.biasprm[2] = -kv
  if (ratio !== undefined) a.biasprm[2] = ratio
}

/** A range cannot be written and also be taken from the joint or tendon. */
function checkInherited(a: Draft, attribute: string, range: readonly number[], wrong: Wrong): void {
  if (a.inheritrange > 0 && (range[0] !== 0 || range[1] !== 0))
    throw wrong(`'${attribute}' and 'inheritrange' cannot both be given`, attribute)
}

function checkNotNegative(a: Draft, wrong: Wrong): void {
  if (a.ctrlrange[0] < 0 || a.ctrlrange[1] < 0) throw wrong('the control cannot be negative', 'ctrlrange')
}

/** What stands in a template that no muscle has touched, and what a muscle puts there instead. */
const MUSCLE_GAIN = [0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2] as const
const MUSCLE_NAMES = ['range', 'range', 'force', 'scale', 'lmin', 'lmax', 'vmax', 'fpmax', 'fvmax'] as const

function expandMuscle(a: Draft, given: Given, wrong: Wrong): void {
  const untouched = ACTUATORS.general
  const time = (given.get('timeconst') as readonly number[] | undefined) ?? []
  const smooth = given.get('tausmooth') as number | undefined
  if (smooth !== undefined && smooth < 0) throw wrong('a smoothing time cannot be negative', 'tausmooth')
  if (a.dynprm[0] === untouched.dynprm.fallback[0]) a.dynprm[0] = 0.01
  if (a.dynprm[1] === untouched.dynprm.fallback[1]) a.dynprm[1] = 0.04
  time.forEach((value, i) => {
    if (value >= 0) a.dynprm[i] = value
  })
  if (smooth !== undefined) a.dynprm[2] = smooth
  MUSCLE_GAIN.forEach((usual, i) => {
    if (a.gainprm[i] === untouched.gainprm.fallback[i]) a.gainprm[i] = usual
    const value = given.get(MUSCLE_NAMES[i])
    const number = i < 2 ? (value as readonly number[] | undefined)?.[i] : (value as number | undefined)
    if (number !== undefined && number >= 0) a.gainprm[i] = number
  })
  a.biasprm.splice(0, 9, ...a.gainprm.slice(0, 9))
  setTypes(a, DynType.muscle, GainType.muscle, BiasType.muscle)
}
