import {
  type Attributes,
  anyReals,
  direction,
  flag,
  individual,
  int,
  kept,
  optionalReal,
  optionalReals,
  positive,
  real,
  reals,
  reference,
  required,
  single,
  text,
  tristate,
  upTo,
} from './attributes.ts'

/** Attributes of contact pairs, equality constraints and tendons. */

const name = individual(text())
const className = individual(text())
const solref = upTo(1, 0.02, 1)
const solimp = upTo(1, 0.9, 0.95, 0.001, 0.5, 2)

export const pair = {
  name,
  class: className,
  geom1: individual(reference('geom')),
  geom2: individual(reference('geom')),
  condim: int(3),
  friction: upTo(1, 1, 1, 0.005, 0.0001, 0.0001),
  solref,
  /** Zeros stand for the numbers of `solref`. */
  solreffriction: upTo(1, 0, 0),
  solimp,
  margin: real(0),
  gap: real(0),
  adhesion: real(0),
}

export const exclude = { name, body1: required(reference('body')), body2: required(reference('body')) }

/** What a class gives to equality constraints of all kinds. */
export const equalityDefault = { active: flag(true), solref, solimp }

const equality = { name, class: className, ...equalityDefault }

export const connect = {
  ...equality,
  body1: reference('body'),
  body2: reference('body'),
  anchor: optionalReals(3),
  site1: reference('site'),
  site2: reference('site'),
}

export const weld = {
  ...equality,
  body1: reference('body'),
  body2: reference('body'),
  anchor: reals(0, 0, 0),
  relpose: direction(reals(0, 1, 0, 0, 0, 0, 0)),
  torquescale: real(1),
  site1: reference('site'),
  site2: reference('site'),
}

/** Our own: MuJoCo has no such element. */
export const distanceEquality = {
  ...equality,
  body1: reference('body'),
  body2: reference('body'),
  anchor1: reals(0, 0, 0),
  anchor2: reals(0, 0, 0),
  site1: reference('site'),
  site2: reference('site'),
  distance: positive(optionalReal()),
}

const polycoef = upTo(1, 0, 1, 0, 0, 0)

export const jointEquality = {
  ...equality,
  joint1: required(reference('joint')),
  joint2: reference('joint'),
  polycoef,
}

export const tendonEquality = {
  ...equality,
  tendon1: required(reference('tendon')),
  tendon2: reference('tendon'),
  polycoef,
}

/** What a class gives to tendons; `fixed` ones have no look of their own, but take it from the class. */
export const tendonDefault = {
  group: kept(int(0)),
  limited: tristate(),
  range: reals(0, 0),
  solreflimit: solref,
  solimplimit: solimp,
  solreffriction: solref,
  solimpfriction: solimp,
  frictionloss: real(0),
  springlength: upTo(1, -1, -1),
  width: kept(real(0.003)),
  material: kept(reference('material')),
  margin: real(0),
  stiffness: upTo(1, 0, 0, 0),
  damping: upTo(1, 0, 0, 0),
  rgba: kept(single(reals(0.5, 0.5, 0.5, 1))),
  user: anyReals(),
}

const { width: _width, material: _material, rgba: _rgba, ...unseen } = tendonDefault
const forces = { actuatorfrclimited: tristate(), actuatorfrcrange: reals(0, 0), armature: real(0) }

export const spatial = { name, class: className, ...tendonDefault, ...forces }
export const fixed = { name, class: className, ...unseen, ...forces }

export const spatialSite = { site: required(reference('site')) }
export const spatialGeom = { geom: required(reference('geom')), sidesite: reference('site') }
export const pulley = { divisor: required(real(1)) }
export const fixedJoint = { joint: required(reference('joint')), coef: required(real(0)) }

export type PairAttributes = Attributes<typeof pair>
export type ExcludeAttributes = Attributes<typeof exclude>
export type ConnectAttributes = Attributes<typeof connect>
export type WeldAttributes = Attributes<typeof weld>
export type DistanceEqualityAttributes = Attributes<typeof distanceEquality>
export type JointEqualityAttributes = Attributes<typeof jointEquality>
export type TendonEqualityAttributes = Attributes<typeof tendonEquality>
/** Of both kinds of tendons. */
export type TendonAttributes = Attributes<typeof spatial>
