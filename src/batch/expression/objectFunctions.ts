import type { Model } from '../../core/model/model.ts'
import type { CallArguments } from './callArguments.ts'
import { rowsOf } from './fieldRows.ts'
import type { FunctionEntry } from './functionTable.ts'
import type { NamedObject, ObjectType } from './objectNames.ts'
import { cross, elementwise, load } from './operations.ts'
import type { ContactQuery, ContactSide, Resolved } from './resolvedTree.ts'

/** Objects with a frame. A name alone means a body, if there is one with it. */
const FRAMES = ['body', 'geom', 'site', 'camera'] as const
type Frame = (typeof FRAMES)[number]

const POSITION: Readonly<Record<Frame, string>> = {
  body: 'xpos',
  geom: 'geom_xpos',
  site: 'site_xpos',
  camera: 'cam_xpos',
}
const MATRIX: Readonly<Record<Frame, string>> = {
  body: 'xmat',
  geom: 'geom_xmat',
  site: 'site_xmat',
  camera: 'cam_xmat',
}
const TOUCHING = ['body', 'geom'] as const

/** Functions of named objects. Vectors are in the world frame. */
export const OBJECT_FUNCTIONS: Readonly<Record<string, FunctionEntry>> = {
  sensor: rows('sensor', 'sensordata', 'Value of a sensor: a number, or a vector.'),
  joint: rows(
    'joint',
    'qpos',
    'Position of a joint: rad or m; a quaternion for balls; position and quaternion if free.',
  ),
  jointvel: rows('joint', 'qvel', 'Velocity of a joint: rad/s or m/s; 3 numbers for balls, 6 for free joints.'),
  actuator: rows('actuator', 'actuator_force', 'Force of an actuator, N or N·m.'),
  tendon: rows('tendon', 'ten_length', 'Length of a tendon, m.'),
  site: rows('site', 'site_xpos', 'Position of a site, m.'),
  geom: rows('geom', 'geom_xpos', 'Position of a geom, m.'),
  position: frame('Position of the origin of a frame, m.', (_, object) => position(object)),
  orientation: rows('body', 'xquat', 'Orientation of a body: a quaternion (w, x, y, z).'),
  height: frame('z of the position, m.', (_, { type, id }) => load(POSITION[type], 3 * id + 2, 1)),
  upright: frame(
    'z of the z axis of a frame: 1 upright, 0 lying, −1 upside down.',
    // the last entry of the rotation matrix
    (_, { type, id }) => load(MATRIX[type], 9 * id + 8, 1),
  ),
  velocity: frame('Velocity of the origin of a frame, m/s.', velocity),
  angvel: frame('Angular velocity of a frame, rad/s.', (m, object) => load('cvel', 6 * bodyOf(m, object), 3)),
  com: rows('body', 'subtree_com', 'Center of mass of a body with everything that is attached to it, m.'),
  contact: {
    parameters: 'a, b?',
    about: 'Whether two geoms or bodies touch; of one, whether it touches anything. A body stands for its own geoms.',
    least: 1,
    most: 2,
    resolve: (args) => contact(args, 'touching'),
  },
  contactforce: {
    parameters: 'a, b?',
    about: 'Sum of the normal forces of the contacts between two geoms or bodies, or of all contacts of one, N.',
    least: 1,
    most: 2,
    resolve: (args) => contact(args, 'normalForce'),
  },
}

function rows(type: ObjectType, field: string, about: string): FunctionEntry {
  const resolve = (args: CallArguments): Resolved => {
    const found = rowsOf(args.m, field, args.object(0, [type]))
    if (typeof found === 'string') throw args.fail(0, found)
    return found
  }
  return { parameters: type, about, least: 1, most: 1, resolve }
}

interface FrameObject extends NamedObject {
  readonly type: Frame
}

function frame(about: string, value: (m: Model, object: FrameObject) => Resolved): FunctionEntry {
  const resolve = (args: CallArguments) => value(args.m, args.object(0, FRAMES) as FrameObject)
  return { parameters: 'frame', about, least: 1, most: 1, resolve }
}

function position({ type, id }: FrameObject): Resolved {
  return load(POSITION[type], 3 * id, 3)
}

/** v + ω × (p − c): `cvel` is the velocity (ω, v) at the center of mass c of the tree. */
function velocity(m: Model, object: FrameObject): Resolved {
  const body = bodyOf(m, object)
  const offset = elementwise('subtract', position(object), load('subtree_com', 3 * m.body_rootid[body], 3))
  return elementwise('add', load('cvel', 6 * body + 3, 3), cross(load('cvel', 6 * body, 3), offset))
}

function bodyOf(m: Model, { type, id }: FrameObject): number {
  switch (type) {
    case 'body':
      return id
    case 'geom':
      return m.geom_bodyid[id]
    case 'site':
      return m.site_bodyid[id]
    case 'camera':
      return m.cam_bodyid[id]
  }
}

function contact(args: CallArguments, asks: ContactQuery['asks']): Resolved {
  const first = args.object(0, TOUCHING) as ContactSide
  const second: ContactSide = args.count > 1 ? (args.object(1, TOUCHING) as ContactSide) : { type: 'any', id: 0 }
  const type = asks === 'touching' ? 'boolean' : 'number'
  return { kind: 'contact', query: { asks, first, second }, type, size: 1 }
}
