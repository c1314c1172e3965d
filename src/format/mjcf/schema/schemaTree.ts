import { GeomType, JointType, LightType, ObjType, Projection, TrackingMode } from '../../../core/model/enums.ts'
import {
  type Attributes,
  anyReals,
  direction,
  flag,
  individual,
  int,
  ints,
  kept,
  keyword,
  optionalReal,
  optionalReals,
  ours,
  real,
  reals,
  reference,
  required,
  single,
  text,
  texts,
  tristate,
  upTo,
  within,
  word,
} from './attributes.ts'
import type { LengthRangeAttributes } from './schemaSettings.ts'

/** Attributes of the elements that make up the body tree. */

const name = individual(text())
const className = individual(text())

/** Pictures that a camera may give, as bits. */
export const CameraOutput = { rgb: 1, depth: 2, distance: 4, normal: 8, segmentation: 16 } as const
/** Kinds of objects that a tuple may name. */
const { unknown: _, ...TupleObject } = ObjType

/** Orientation: `quat`, or one of the four alternatives, which wins over it. */
const orientation = {
  quat: direction(reals(1, 0, 0, 0)),
  axisangle: direction(optionalReals(4)),
  xyaxes: direction(optionalReals(6)),
  zaxis: direction(optionalReals(3)),
  euler: optionalReals(3),
}
const solref = upTo(1, 0.02, 1)
const solimp = upTo(1, 0.9, 0.95, 0.001, 0.5, 2)

export const model = { model: text('MuJoCo Model') }

export const compiler = {
  autolimits: flag(true),
  boundmass: real(0),
  boundinertia: real(0),
  settotalmass: real(-1),
  balanceinertia: flag(false),
  strippath: flag(false),
  fitaabb: flag(false),
  coordinate: keyword({ local: 0, global: 1 }, 'local'),
  angle: keyword({ radian: 0, degree: 1 }, 'degree'),
  eulerseq: text('xyz'),
  discardvisual: flag(false),
  usethread: kept(flag(true)),
  fusestatic: flag(false),
  inertiafromgeom: tristate(),
  inertiagrouprange: ints(0, 5),
  saveinertial: kept(flag(false)),
  alignfree: flag(false),
  meshdir: text(),
  texturedir: kept(text()),
  assetdir: text(),
  conflict: kept(keyword({ warning: 0, merge: 1, error: 2 }, 'warning')),
}

export const defaultClass = { class: className }

export const body = {
  name,
  childclass: className,
  pos: reals(0, 0, 0),
  ...orientation,
  mocap: flag(false),
  gravcomp: real(0),
  sleep: keyword({ auto: 0, never: 3, allowed: 4, init: 5 }, 'auto'),
  simple: keyword({ false: 0, auto: 2 }, 'auto'),
  user: anyReals(),
}

export const frame = { name, childclass: className, pos: reals(0, 0, 0), ...orientation }

export const inertial = {
  pos: required(reals(0, 0, 0)),
  ...orientation,
  mass: required(real(0)),
  diaginertia: optionalReals(3),
  fullinertia: optionalReals(6),
}

export const joint = {
  name,
  class: className,
  type: keyword(JointType, 'hinge'),
  group: kept(int(0)),
  pos: reals(0, 0, 0),
  axis: direction(reals(0, 0, 1)),
  springdamper: reals(0, 0),
  limited: tristate(),
  actuatorfrclimited: tristate(),
  solreflimit: solref,
  solimplimit: solimp,
  solreffriction: solref,
  solimpfriction: solimp,
  stiffness: upTo(1, 0, 0, 0),
  range: reals(0, 0),
  actuatorfrcrange: reals(0, 0),
  actuatorgravcomp: flag(false),
  margin: real(0),
  ref: real(0),
  springref: real(0),
  armature: real(0),
  damping: upTo(1, 0, 0, 0),
  frictionloss: real(0),
  user: anyReals(),
}

export const freejoint = { name, group: kept(int(0)), align: tristate() }

export const geom = {
  name,
  class: className,
  type: keyword(GeomType, 'sphere'),
  contype: int(1),
  conaffinity: int(1),
  condim: int(3),
  group: int(0),
  priority: int(0),
  size: upTo(1, 0, 0, 0),
  material: kept(reference('material')),
  rgba: kept(single(reals(0.5, 0.5, 0.5, 1))),
  friction: upTo(1, 1, 0.005, 0.0001),
  mass: optionalReal(),
  density: real(1000),
  shellinertia: flag(false),
  solmix: real(1),
  solref,
  solimp,
  margin: real(0),
  gap: real(0),
  fromto: optionalReals(6),
  pos: reals(0, 0, 0),
  ...orientation,
  hfield: reference('hfield'),
  mesh: reference('mesh'),
  fitscale: real(1),
  fluidshape: keyword({ none: 0, ellipsoid: 1 }, 'none'),
  fluidcoef: upTo(1, 0.5, 0.25, 1.5, 1, 1),
  surfacevel: upTo(1, 0, 0, 0, 0, 0, 0),
  adhesion: real(0),
  user: anyReals(),
}

export const site = {
  name,
  class: className,
  type: keyword(GeomType, 'sphere'),
  group: kept(int(0)),
  material: kept(reference('material')),
  rgba: kept(single(reals(0.5, 0.5, 0.5, 1))),
  size: upTo(1, 0.005, 0.005, 0.005),
  fromto: optionalReals(6),
  pos: reals(0, 0, 0),
  ...orientation,
  mesh: reference('mesh'),
  user: anyReals(),
}

export const camera = {
  name,
  class: className,
  mode: keyword(TrackingMode, 'fixed'),
  target: individual(reference('body')),
  projection: kept(keyword(Projection, 'perspective')),
  fovy: kept(real(45)),
  ipd: kept(real(0.068)),
  resolution: kept(ints(1, 1)),
  output: kept(texts(CameraOutput)),
  pos: reals(0, 0, 0),
  ...orientation,
  sensorsize: kept(single(optionalReals(2))),
  focal: kept(single(optionalReals(2))),
  focalpixel: kept(single(optionalReals(2))),
  principal: kept(single(optionalReals(2))),
  principalpixel: kept(single(optionalReals(2))),
  user: anyReals(),
}

export const light = {
  name,
  class: className,
  mode: keyword(TrackingMode, 'fixed'),
  target: individual(reference('body')),
  type: kept(keyword(LightType, 'spot')),
  directional: kept(flag(false)),
  castshadow: kept(flag(true)),
  active: kept(flag(true)),
  texture: individual(kept(reference('texture'))),
  pos: reals(0, 0, 0),
  dir: direction(reals(0, 0, -1)),
  bulbradius: kept(single(real(0.02))),
  intensity: kept(single(real(0))),
  range: kept(single(real(10))),
  attenuation: kept(single(reals(1, 0, 0))),
  cutoff: kept(single(real(45))),
  exponent: kept(single(real(10))),
  softness: kept(single(real(0.2))),
  ambient: kept(single(reals(0, 0, 0))),
  diffuse: kept(single(reals(0.7, 0.7, 0.7))),
  specular: kept(single(reals(0.3, 0.3, 0.3))),
}

export const key = {
  name,
  time: real(0),
  qpos: anyReals(),
  qvel: anyReals(),
  act: anyReals(),
  ctrl: anyReals(),
  mpos: anyReals(),
  mquat: anyReals(),
  userdata: ours(anyReals()),
}

export const numeric = { name: required(name), size: within(1, 500, int(-1)), data: anyReals() }
export const textField = { name: required(name), data: required(text()) }
export const tuple = { name: required(name) }
export const tupleElement = { objtype: required(word(TupleObject)), objname: required(text()), prm: real(0) }

export type CompilerAttributes = Attributes<typeof compiler> & {
  /** How the length range of actuators is found, where the model says so. */
  lengthrange?: LengthRangeAttributes
}
export type BodyAttributes = Attributes<typeof body>
export type FrameAttributes = Attributes<typeof frame>
export type InertialAttributes = Attributes<typeof inertial>
/** A joint, or a free joint read as one; `align` comes from the latter. */
export type JointAttributes = Attributes<typeof joint> & { align: number }
export type GeomAttributes = Attributes<typeof geom>
export type SiteAttributes = Attributes<typeof site>
export type CameraAttributes = Attributes<typeof camera>
export type LightAttributes = Attributes<typeof light>
export type KeyAttributes = Attributes<typeof key>
export type NumericAttributes = Attributes<typeof numeric>
export type TextAttributes = Attributes<typeof textField>
export type TupleAttributes = Attributes<typeof tuple>
export type TupleElementAttributes = Attributes<typeof tupleElement>
/** Any record that gives an orientation. */
export type OrientationAttributes = Attributes<typeof orientation>
