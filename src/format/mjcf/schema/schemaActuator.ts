import { BiasType, DynType, GainType, InterpolationType } from '../../../core/model/enums.ts'
import {
  type Attributes,
  anyReals,
  flag,
  individual,
  int,
  keyword,
  optionalReal,
  optionalReals,
  real,
  reals,
  reference,
  text,
  texts,
  tristate,
  upTo,
} from './attributes.ts'

/**
 * Attributes of actuators. Every tag is a shortcut for `general`: what it says in words of its own (`kp`, `timeconst`)
 * becomes gains, biases and dynamics, on top of the one template that a class has for actuators of all tags. So here
 * most attributes have no fallback of their own.
 */

/** Longest buffer of past values. */
export const MAX_SAMPLES = 2 ** 24

/** Inputs of actuators that take more than one, as bits of `actuator_ctrlspec`. */
export const ActuatorInput = { pos: 1, vel: 2, ff: 4, voltage: 8, none: 16, expmap: 32, quat: 64 } as const

const name = individual(text())
const className = individual(text())
const joint = individual(reference('joint'))
const site = individual(reference('site'))
const refsite = individual(reference('site'))

/** What the force acts on. Where several are given, the last one of this list counts. */
const transmission = {
  joint,
  jointinparent: individual(reference('joint')),
  tendon: individual(reference('tendon')),
  slidersite: individual(reference('site')),
  cranksite: individual(reference('site')),
  cranklength: real(0),
  gear: upTo(1, 1, 0, 0, 0, 0, 0),
  lengthrange: individual(reals(0, 0)),
  damping: upTo(1, 0, 0, 0),
  armature: real(0),
}
const siteTransmission = { site, refsite }

const basic = {
  name,
  class: className,
  group: int(0),
  ctrlrange: reals(0, 0),
  nsample: int(0),
  interp: keyword(InterpolationType, 'zoh'),
  delay: real(0),
  user: anyReals(),
}
const ctrllimited = tristate()
const force = { forcelimited: tristate(), forcerange: reals(0, 0) }
const activation = { actlimited: tristate(), actrange: reals(0, 0) }
const input = texts(ActuatorInput)

const usual = { ...basic, ctrllimited, ...force, ...transmission }

export const general = {
  ...usual,
  ...siteTransmission,
  body: individual(reference('body')),
  ...activation,
  actdim: int(-1),
  actearly: flag(false),
  dyntype: keyword(DynType, 'none'),
  gaintype: keyword(GainType, 'fixed'),
  biastype: keyword(BiasType, 'none'),
  dynprm: upTo(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  gainprm: upTo(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  biasprm: upTo(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
  input,
  velrange: reals(0, 0),
  ffrange: reals(0, 0),
}

export const motor = { ...usual, ...siteTransmission }

const gains = { kp: optionalReal(), kv: optionalReal(), dampratio: optionalReal() }
export const position = {
  ...usual,
  ...siteTransmission,
  ...gains,
  inheritrange: real(0),
  timeconst: optionalReal(),
}
export const velocity = { ...usual, ...siteTransmission, kv: optionalReal() }
export const intvelocity = { ...usual, ...siteTransmission, ...activation, ...gains, inheritrange: real(0) }
export const damper = { ...basic, ...force, ...transmission, ...siteTransmission, kv: optionalReal() }
export const cylinder = {
  ...usual,
  ...siteTransmission,
  timeconst: optionalReal(),
  area: optionalReal(),
  diameter: optionalReal(),
  bias: optionalReals(3),
}
export const muscle = {
  ...usual,
  timeconst: optionalReals(2),
  tausmooth: individual(optionalReal()),
  range: optionalReals(2),
  force: optionalReal(),
  scale: optionalReal(),
  lmin: optionalReal(),
  lmax: optionalReal(),
  vmax: optionalReal(),
  fpmax: optionalReal(),
  fvmax: optionalReal(),
}
export const adhesion = { ...basic, ...force, body: individual(reference('body')), gain: optionalReal() }
export const dcmotor = {
  ...basic,
  ctrllimited,
  ...transmission,
  ...siteTransmission,
  input,
  /** Torque constant, back-EMF constant. */
  motorconst: upTo(1, 0, 0),
  resistance: optionalReal(),
  /** Voltage, stall torque, speed without load. */
  nominal: upTo(1, 0, 0, 0),
  /** Torque, current, rate of current. */
  saturation: upTo(1, 0, 0, 0),
  /** Inductance, electric time constant. */
  inductance: upTo(1, 0, 0),
  /** Amplitude, periodicity, phase. */
  cogging: upTo(1, 0, 0, 0),
  /** kp, ki, kd, largest rate of the set point, largest integral, largest voltage. */
  controller: upTo(1, 0, 0, 0, 0, 0, 0),
  /** Thermal resistance, capacity, time constant, temperature coefficient, temperature of `resistance`, ambient. */
  thermal: upTo(1, 0, 0, 0, 0, 0, 0),
  /** Stiffness and damping of bristles, Coulomb and static friction, Stribeck velocity. */
  lugre: upTo(1, 0, 0, 0, 0, 0),
}
export const orientation = { ...basic, ...force, joint, ...siteTransmission, ...gains, input }
export const pid = {
  ...usual,
  ...siteTransmission,
  ...gains,
  ki: optionalReal(),
  imax: optionalReal(),
  slewmax: optionalReal(),
  inheritrange: real(0),
  input,
  posrange: reals(0, 0),
  velrange: reals(0, 0),
  ffrange: reals(0, 0),
}

/** The tags of actuators and their attributes. */
export const ACTUATORS = {
  general,
  motor,
  position,
  velocity,
  intvelocity,
  damper,
  cylinder,
  muscle,
  adhesion,
  dcmotor,
  orientation,
  pid,
} as const
export type ActuatorTag = keyof typeof ACTUATORS

/** What each tag is for. */
const ABOUT: Readonly<Record<ActuatorTag, string>> = {
  general: 'An actuator in its general form: force = gain·(control or activation) + bias.',
  motor: 'The control is the force.',
  position: 'A position servo: a damped spring to the control.',
  velocity: 'A velocity servo: a damper relative to the control.',
  intvelocity: 'An integrated-velocity servo: the control is the rate of the set point of a spring.',
  damper: 'An active damper: the control times the velocity, opposing the motion.',
  cylinder: 'A pneumatic or hydraulic cylinder: the pressure is the low-pass filtered control.',
  muscle: 'A muscle: pulls as a function of activation, length, and velocity.',
  adhesion: 'Pulls a body toward the bodies in contact with it.',
  dcmotor: 'A direct-current motor with optional current, temperature, friction, and controller.',
  orientation: 'An orientation servo: a damped spring to the control, on SO(3).',
  pid: 'A PID controller of position and velocity.',
}

/** The rules of the tags, for the grammar. */
export const ACTUATOR_RULES = Object.fromEntries(
  Object.entries(ACTUATORS).map(([tag, attributes]) => [tag, { about: ABOUT[tag as ActuatorTag], attributes }]),
) as { readonly [K in ActuatorTag]: { readonly about: string; readonly attributes: (typeof ACTUATORS)[K] } }

/** An actuator of any tag, in terms of `general`. */
export type ActuatorAttributes = Omit<Attributes<typeof general>, 'input'> & {
  /** Which inputs there are, as bits; 0: the default. */
  ctrlspec: number
  /** Scale of the range of the joint or tendon that becomes the range of the set point; 0: none. */
  inheritrange: number
}

/** What an actuator starts from where no class says anything. */
export function actuatorFallback(): ActuatorAttributes {
  const values: Record<string, unknown> = { ctrlspec: 0, inheritrange: 0 }
  for (const [name, { fallback }] of Object.entries(general)) if (name !== 'input') values[name] = fallback
  return values as ActuatorAttributes
}
