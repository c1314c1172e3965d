import {
  type Attributes,
  direction,
  optionalReal,
  real,
  reals,
  required,
  type Schema,
  single,
  text,
} from '../mjcf/schema/attributes.ts'

/**
 * The elements of URDF that are read, with their attributes. URDF is open: whatever else stands in a file, such as
 * `transmission`, `gazebo` or the attributes of other tools, is for others and left alone, as in the reference.
 */

/** How often an element must or may stand in another. */
export type Occurrence = 'one' | 'optional' | 'any'

interface UrdfRule {
  /** What the element is for. Lengths are in m, angles in radians. */
  readonly about: string
  readonly attributes: Schema
  /** The children that are read. */
  readonly children: Readonly<Record<string, Occurrence>>
}

const name = text()
const size = required(real(0))

export const URDF = {
  robot: {
    about: 'A model: links, and the joints between them.',
    attributes: { name: text('MuJoCo Model') },
    children: { material: 'any', link: 'any', joint: 'any', mujoco: 'optional' },
  },
  mujoco: {
    about: 'Settings of the compiler and of the physics, as in MJCF.',
    attributes: {},
    children: { compiler: 'optional', option: 'optional', size: 'optional' },
  },
  material: {
    about: 'A color; without one, that of the material of the same name.',
    attributes: { name },
    children: { color: 'optional' },
  },
  color: {
    about: 'Red, green, blue, opacity.',
    attributes: { rgba: required(single(reals(0.5, 0.5, 0.5, 1))) },
    children: {},
  },
  link: {
    about: 'A rigid body. The link `world` is the world itself.',
    attributes: { name: required(name) },
    children: { inertial: 'optional', visual: 'any', collision: 'any' },
  },
  inertial: {
    about: 'Mass and inertia of a link.',
    attributes: {},
    children: { origin: 'optional', mass: 'one', inertia: 'one' },
  },
  mass: { about: 'Mass, kg.', attributes: { value: required(real(0)) }, children: {} },
  inertia: {
    about: 'Inertia about the center of mass, along the axes of `origin`, kg m².',
    attributes: {
      ixx: required(real(0)),
      ixy: required(real(0)),
      ixz: required(real(0)),
      iyy: required(real(0)),
      iyz: required(real(0)),
      izz: required(real(0)),
    },
    children: {},
  },
  origin: {
    about: 'A pose: position; roll, pitch and yaw about the fixed axes x, y, z.',
    attributes: { xyz: reals(0, 0, 0), rpy: reals(0, 0, 0) },
    children: {},
  },
  visual: {
    about: 'A shape that is seen: it has no mass and touches nothing.',
    attributes: { name },
    children: { origin: 'optional', geometry: 'one', material: 'optional' },
  },
  collision: {
    about: 'A shape that collides.',
    attributes: { name },
    children: { origin: 'optional', geometry: 'one' },
  },
  geometry: {
    about: 'A shape.',
    attributes: {},
    children: { box: 'optional', cylinder: 'optional', sphere: 'optional', capsule: 'optional', mesh: 'optional' },
  },
  box: { about: 'Lengths of the sides.', attributes: { size: required(reals(0, 0, 0)) }, children: {} },
  cylinder: { about: 'A cylinder along z.', attributes: { radius: size, length: size }, children: {} },
  sphere: { about: 'A sphere.', attributes: { radius: size }, children: {} },
  capsule: {
    about: 'A capsule along z; its length does not count the caps.',
    attributes: { radius: size, length: size },
    children: {},
  },
  mesh: {
    about: 'A shape from a file, scaled along its axes.',
    attributes: { filename: required(text()), scale: reals(1, 1, 1) },
    children: {},
  },
  joint: {
    about: 'How a link moves relative to its parent.',
    attributes: { name: required(name), type: required(text()) },
    children: {
      parent: 'one',
      child: 'one',
      origin: 'optional',
      axis: 'optional',
      limit: 'optional',
      dynamics: 'optional',
      mimic: 'optional',
    },
  },
  parent: { about: 'The link that stays.', attributes: { link: required(text()) }, children: {} },
  child: { about: 'The link that moves.', attributes: { link: required(text()) }, children: {} },
  axis: {
    about: 'Direction in the frame of the joint; x where there is none.',
    attributes: { xyz: required(direction(reals(1, 0, 0))) },
    children: {},
  },
  limit: {
    about: 'Ends of the range, and the largest force that actuators may apply.',
    attributes: { lower: optionalReal(), upper: optionalReal(), effort: real(0) },
    children: {},
  },
  dynamics: {
    about: 'Viscous damping and dry friction.',
    attributes: { damping: real(0), friction: real(0) },
    children: {},
  },
  mimic: {
    about: 'Holds the joint at `multiplier` times the position of another one, plus `offset`.',
    attributes: { joint: required(text()), multiplier: real(1), offset: real(0) },
    children: {},
  },
} as const satisfies Record<string, UrdfRule>

export type UrdfName = keyof typeof URDF
export type UrdfAttributes<K extends UrdfName> = Attributes<(typeof URDF)[K]['attributes']>
