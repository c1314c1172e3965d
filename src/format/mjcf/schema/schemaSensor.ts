import { InterpolationType, ObjType, SensorDataType, Stage } from '../../../core/model/enums.ts'
import {
  type Attributes,
  anyReals,
  int,
  keyword,
  real,
  reference,
  required,
  text,
  texts,
  upTo,
  within,
  word,
} from './attributes.ts'
import type { ElementRule } from './grammar.ts'

/** The elements of the section `sensor`. */

/** What a contact sensor can report, in this order, with the dimension of each. */
export const CONTACT_DATA = { found: 1, force: 2, torque: 4, dist: 8, pos: 16, normal: 32, tangent: 64 } as const
export const CONTACT_DATA_SIZE = [1, 3, 3, 1, 3, 3, 3] as const
/** The same for a ray. */
export const RAY_DATA = { dist: 1, dir: 2, origin: 4, point: 8, normal: 16, depth: 32 } as const
export const RAY_DATA_SIZE = [1, 3, 3, 3, 3, 1] as const

const { unknown: _, ...AnyObject } = ObjType
const { body, xbody, geom, site, camera } = ObjType
const FrameObject = { body, xbody, geom, site, camera }

const plain = { name: text(), cutoff: real(0), user: anyReals() }
const history = {
  nsample: int(0),
  interp: keyword(InterpolationType, 'zoh'),
  delay: real(0),
  /** Period and phase, s. */
  interval: upTo(1, 0, 0),
}
const common = { ...plain, noise: real(0), ...history }

const ofSite = { ...common, site: required(reference('site')) }
const ofJoint = { ...common, joint: required(reference('joint')) }
const ofTendon = { ...common, tendon: required(reference('tendon')) }
const ofActuator = { ...common, actuator: required(reference('actuator')) }
const ofBody = { ...common, body: required(reference('body')) }
const ofFrame = { ...common, objtype: required(word(FrameObject)), objname: required(text()) }
const ofFrames = { ...ofFrame, reftype: word(FrameObject), refname: text() }
const ofGeoms = {
  ...common,
  geom1: reference('geom'),
  body1: reference('body'),
  geom2: reference('geom'),
  body2: reference('body'),
}
const ofContacts = {
  ...ofGeoms,
  subtree1: reference('body'),
  subtree2: reference('body'),
  site: reference('site'),
  num: int(1),
  data: texts(CONTACT_DATA),
  reduce: keyword({ none: 0, mindist: 1, maxforce: 2, netforce: 3 }, 'none'),
}

const refersBy = { objname: 'objtype', refname: 'reftype' }
const frame = (about: string) => ({ about, attributes: ofFrame, refersBy }) satisfies ElementRule
const together = [['reftype', 'refname']]
const frames = (about: string) => ({ about, attributes: ofFrames, refersBy, together }) satisfies ElementRule
const sides = [
  ['geom1', 'body1'],
  ['geom2', 'body2'],
]
const pairs = [
  ['geom1', 'geom2'],
  ['geom1', 'body2'],
  ['body1', 'geom2'],
  ['body1', 'body2'],
]
const between = (about: string) =>
  ({ about, attributes: ofGeoms, needs: pairs, exclusive: sides }) satisfies ElementRule

export const SENSORS = {
  touch: { about: 'Normal force of the contacts in the volume of a site, N.', attributes: ofSite },
  accelerometer: { about: 'Acceleration of a site including gravity, in its frame, m/s².', attributes: ofSite },
  velocimeter: { about: 'Velocity of a site, in its frame, m/s.', attributes: ofSite },
  gyro: { about: 'Angular velocity of a site, in its frame, rad/s.', attributes: ofSite },
  force: { about: 'Force between the body of a site and its parent, in the frame of the site, N.', attributes: ofSite },
  torque: {
    about: 'Torque between the body of a site and its parent, in the frame of the site, N·m.',
    attributes: ofSite,
  },
  magnetometer: { about: 'The magnetic flux at a site, in its frame.', attributes: ofSite },
  rangefinder: {
    about: 'Distance to the nearest geom along the z axis of a site, or through each pixel of a camera, m.',
    attributes: { ...common, site: reference('site'), camera: reference('camera'), data: texts(RAY_DATA) },
    needs: [['site'], ['camera']],
    exclusive: [['site', 'camera']],
  },
  camprojection: {
    about: 'Position of a site in the image of a camera, pixels.',
    attributes: { ...ofSite, camera: required(reference('camera')) },
  },
  jointpos: { about: 'Position of a hinge or slide, rad or m.', attributes: ofJoint },
  jointvel: { about: 'Velocity of a hinge or slide, rad/s or m/s.', attributes: ofJoint },
  tendonpos: { about: 'Length of a tendon, m.', attributes: ofTendon },
  tendonvel: { about: 'Rate of the length of a tendon, m/s.', attributes: ofTendon },
  actuatorpos: { about: 'Length of an actuator.', attributes: ofActuator },
  actuatorvel: { about: 'Rate of the length of an actuator.', attributes: ofActuator },
  actuatorfrc: { about: 'Force of an actuator.', attributes: ofActuator },
  jointactuatorfrc: { about: 'Force of all actuators on a joint.', attributes: ofJoint },
  tendonactuatorfrc: { about: 'Force of all actuators on a tendon.', attributes: ofTendon },
  ballquat: { about: 'Position of a ball joint, a quaternion.', attributes: ofJoint },
  ballangvel: { about: 'Angular velocity of a ball joint, rad/s.', attributes: ofJoint },
  jointlimitpos: { about: 'Distance of a joint to its limit, minus the margin.', attributes: ofJoint },
  jointlimitvel: { about: 'Rate of the distance of a joint to its limit.', attributes: ofJoint },
  jointlimitfrc: { about: 'Limit force of a joint.', attributes: ofJoint },
  tendonlimitpos: { about: 'Distance of a tendon to its limit, minus the margin, m.', attributes: ofTendon },
  tendonlimitvel: { about: 'Rate of the distance of a tendon to its limit, m/s.', attributes: ofTendon },
  tendonlimitfrc: { about: 'Limit force of a tendon, N.', attributes: ofTendon },
  framepos: frames('Position of an object, m; like all frame sensors, relative to the world or to another object.'),
  framequat: frames('Orientation of an object, a quaternion.'),
  framexaxis: frames('The x axis of an object, a unit vector.'),
  frameyaxis: frames('The y axis of an object, a unit vector.'),
  framezaxis: frames('The z axis of an object, a unit vector.'),
  framelinvel: frames('Velocity of an object, m/s.'),
  frameangvel: frames('Angular velocity of an object, rad/s.'),
  framelinacc: frame('Acceleration of an object including gravity, m/s².'),
  frameangacc: frame('Angular acceleration of an object, rad/s².'),
  subtreecom: { about: 'Center of mass of a subtree, m.', attributes: ofBody },
  subtreelinvel: { about: 'Velocity of the center of mass of a subtree, m/s.', attributes: ofBody },
  subtreeangmom: { about: 'Angular momentum of a subtree about its center of mass, kg·m²/s.', attributes: ofBody },
  insidesite: {
    about: 'Whether an object is in the volume of a site: 1 or 0.',
    attributes: { ...ofFrame, site: required(reference('site')) },
    refersBy,
  },
  distance: between('Smallest distance between two geoms, or between the geoms of two bodies, m.'),
  normal: between('Direction from the first geom to the second, a unit vector.'),
  fromto: between('The closest points of two geoms, m.'),
  'sensor/contact': {
    about: 'Contacts between two objects, or in the volume of a site.',
    attributes: ofContacts,
    exclusive: [
      ['geom1', 'body1', 'subtree1', 'site'],
      ['geom2', 'body2', 'subtree2'],
    ],
  },
  tactile: {
    about: 'Penetration depth and sliding velocity at the vertices of a mesh on a geom.',
    attributes: { ...plain, ...history, mesh: required(reference('mesh')), geom: required(reference('geom')) },
  },
  e_potential: { about: 'Potential energy, J.', attributes: common },
  e_kinetic: { about: 'Kinetic energy, J.', attributes: common },
  clock: { about: 'Simulated time, s.', attributes: common },
  user: {
    about: 'Numbers computed by a user callback.',
    attributes: {
      ...plain,
      noise: real(0),
      dim: required(within(0, 10_000_000, int(0))),
      objtype: word(AnyObject),
      objname: text(),
      needstage: keyword(Stage, 'acc'),
      datatype: keyword(SensorDataType, 'real'),
    },
    refersBy,
    together: [['objtype', 'objname']],
  },
} as const satisfies Record<string, ElementRule>

export type SensorKind = keyof typeof SENSORS

/** The attributes of a sensor of any type: those that all types have, and those that some have. */
export type SensorAttributes = Readonly<Attributes<typeof plain>> & {
  readonly [K in Exclude<KeyOf<AnySensor>, keyof typeof plain>]?: ValueOf<AnySensor, K>
}
type AnySensor = { [K in SensorKind]: Attributes<(typeof SENSORS)[K]['attributes']> }[SensorKind]
type KeyOf<T> = T extends unknown ? keyof T : never
type ValueOf<T, K extends PropertyKey> = T extends { readonly [P in K]: infer V } ? V : never
