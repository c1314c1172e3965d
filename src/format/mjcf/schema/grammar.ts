import type { Schema } from './attributes.ts'
import { ACTUATOR_RULES, type ActuatorTag } from './schemaActuator.ts'
import * as asset from './schemaAsset.ts'
import * as mechanism from './schemaMechanism.ts'
import * as mesh from './schemaMesh.ts'
import { SENSORS } from './schemaSensor.ts'
import * as settings from './schemaSettings.ts'
import * as structure from './schemaStructure.ts'
import * as tree from './schemaTree.ts'

/**
 * Which element may contain which, with which attributes: one entry per element that is read. An element whose name
 * means something else in another place has an entry `parent/name`, which wins there: a `joint` in an `equality` is
 * not the `joint` of a body. Elements that are valid MJCF but not supported yet are in the lists `refused` and
 * `inert` of the element that they belong to.
 */
export interface ElementRule {
  /** What the element is for, in one sentence. */
  readonly about: string
  readonly attributes: Schema
  /** Our own: MuJoCo does not read it. */
  readonly ours?: true
  /** Sets of attributes of which at most one may be given. */
  readonly exclusive?: readonly (readonly string[])[]
  /** Sets of attributes of which one must be given whole. */
  readonly needs?: readonly (readonly string[])[]
  /** Sets of attributes that can only be given together. */
  readonly together?: readonly (readonly string[])[]
  /** Children that may appear at most once, and any number of times. */
  readonly once?: readonly string[]
  readonly many?: readonly string[]
  /** Children that are not supported yet: a model with one is rejected. */
  readonly refused?: readonly string[]
  /** Children that have no effect, because nothing that is supported uses them. */
  readonly inert?: readonly string[]
  /** Attributes that name an object whose kind another attribute gives: `{ objname: 'objtype' }`. */
  readonly refersBy?: Readonly<Record<string, string>>
}

const orientations = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'] as const
const worldParts = ['body', 'frame', 'replicate', 'attach', 'composite', 'geom', 'site', 'camera', 'light'] as const
const bodyParts = [...worldParts, 'joint', 'freejoint'] as const
const bodyRefused = ['plugin', 'flexcomp'] as const
const actuators = Object.keys(ACTUATOR_RULES) as readonly ActuatorTag[]
const sensors = Object.keys(SENSORS).map((kind) => kind.replace('sensor/', ''))

/** Sets of two, so that nothing of the one list goes with anything of the other. */
function eitherOr(list: readonly string[], other: readonly string[]): [string, string][] {
  return list.flatMap((a) => other.map((b): [string, string] => [a, b]))
}

export const GRAMMAR = {
  mujoco: {
    about: 'A model. Its sections may repeat and appear in any order.',
    attributes: tree.model,
    many: [
      'compiler',
      'option',
      'size',
      'statistic',
      'visual',
      'default',
      'custom',
      'worldbody',
      'keyframe',
      'asset',
      'contact',
      'deformable',
      'equality',
      'tendon',
      'actuator',
      'sensor',
      'extension',
    ],
  },
  compiler: {
    about: 'Settings of the compiler.',
    attributes: tree.compiler,
    once: ['lengthrange'],
  },
  lengthrange: { about: 'Settings for the computation of length ranges.', attributes: settings.lengthrange },
  option: { about: 'Options of the physics.', attributes: settings.option, once: ['flag'] },
  flag: { about: 'Flags that enable or disable parts of the physics.', attributes: settings.optionFlag },
  size: {
    about: 'Sizes that the elements do not determine.',
    attributes: settings.size,
    exclusive: [
      ['memory', 'njmax'],
      ['memory', 'nstack'],
    ],
  },
  statistic: { about: 'Statistics that override the computed ones.', attributes: settings.statistic },
  visual: {
    about: 'Settings of the visualization.',
    attributes: {},
    once: ['global', 'quality', 'headlight', 'map', 'scale', 'rgba'],
  },
  global: { about: 'The free camera and the window.', attributes: settings.visual.global },
  quality: { about: 'Rendering quality.', attributes: settings.visual.quality },
  headlight: { about: 'The light at the camera.', attributes: settings.visual.headlight },
  map: { about: 'Scaling of physical quantities to lengths, colors, and distances.', attributes: settings.visual.map },
  scale: { about: 'Sizes of decorations, relative to the mean body size.', attributes: settings.visual.scale },
  rgba: { about: 'Colors of decorations.', attributes: settings.visual.rgba },
  default: {
    about: 'A default class. Classes nest; the outermost is called `main`.',
    attributes: tree.defaultClass,
    once: ['joint', 'geom', 'site', 'camera', 'light', 'mesh', 'material', 'pair', 'equality', 'tendon', ...actuators],
    many: ['default'],
  },
  custom: { about: 'Fields for the user.', attributes: {}, many: ['numeric', 'text', 'tuple'] },
  numeric: { about: 'An array of numbers.', attributes: tree.numeric },
  text: { about: 'A string.', attributes: tree.textField },
  tuple: { about: 'A list of objects.', attributes: tree.tuple, many: ['element'] },
  element: { about: 'One object of a tuple.', attributes: tree.tupleElement, refersBy: { objname: 'objtype' } },
  worldbody: {
    about: 'The world: the root of the kinematic tree.',
    attributes: {},
    many: worldParts,
    refused: bodyRefused,
  },
  body: {
    about: 'A rigid body. It moves relative to its parent by its joints.',
    attributes: tree.body,
    exclusive: [orientations],
    once: ['inertial'],
    many: bodyParts,
    refused: bodyRefused,
  },
  frame: {
    about: 'A coordinate transformation; its children belong to the enclosing body.',
    attributes: tree.frame,
    exclusive: [orientations],
    many: [...bodyParts, 'inertial'],
    refused: bodyRefused,
  },
  replicate: {
    about: 'Makes copies of its children, each moved and rotated relative to the previous one.',
    attributes: structure.replicate,
    many: [...bodyParts, 'inertial'],
    refused: bodyRefused,
  },
  attach: {
    about: 'Attaches a copy of a body or frame of this or another model.',
    attributes: structure.attach,
    exclusive: [['body', 'frame']],
  },
  composite: {
    about: 'Makes a chain of bodies: a cable.',
    attributes: structure.composite,
    once: ['geom', 'joint', 'site'],
    refused: ['plugin', 'skin'],
  },
  'composite/geom': { about: 'The geom of each body of a cable.', attributes: structure.compositeGeom },
  'composite/joint': { about: 'The joint of each body of a cable.', attributes: structure.compositeJoint },
  'composite/site': { about: 'The sites at the ends of a cable.', attributes: structure.compositeSite },
  inertial: {
    about: 'Mass and inertia of a body, instead of those computed from its geoms.',
    attributes: tree.inertial,
    exclusive: [['fullinertia', ...orientations]],
  },
  joint: { about: 'A joint between a body and its parent.', attributes: tree.joint },
  freejoint: { about: 'A free joint that ignores default classes.', attributes: tree.freejoint },
  geom: {
    about: 'A shape, for mass, collision, and rendering.',
    attributes: tree.geom,
    exclusive: [orientations],
    once: ['plugin'],
  },
  site: { about: 'A frame of interest on a body.', attributes: tree.site, exclusive: [orientations] },
  camera: {
    about: 'A camera on a body.',
    attributes: tree.camera,
    exclusive: [orientations, ['fovy', 'sensorsize']],
  },
  light: { about: 'A light on a body.', attributes: tree.light, exclusive: [['directional', 'type']] },
  keyframe: { about: 'Keyframes.', attributes: {}, many: ['key'] },
  key: { about: 'A state that the simulation can be reset to.', attributes: tree.key },
  asset: {
    about: 'Meshes, height fields, textures, materials, skins, other models.',
    attributes: {},
    many: ['model', 'mesh', 'hfield', 'texture', 'material', 'skin'],
  },
  mesh: {
    about: 'A triangle mesh, from a file, from its attributes, or by a formula.',
    attributes: mesh.mesh,
    exclusive: [
      ['builtin', 'file'],
      ['builtin', 'vertex'],
    ],
    once: ['plugin'],
  },
  hfield: { about: 'A height field over a grid.', attributes: asset.hfield },
  texture: { about: 'A texture, from files or procedural.', attributes: asset.texture },
  material: {
    about: 'Appearance of a surface.',
    attributes: asset.material,
    many: ['layer'],
  },
  layer: { about: 'One of several textures of a material.', attributes: asset.layer },
  skin: {
    about: 'A surface whose vertices follow bodies, for rendering only.',
    attributes: asset.skin,
    many: ['bone'],
  },
  bone: { about: 'A body that moves vertices of a skin, and its bind pose.', attributes: asset.bone },
  model: { about: 'Another model whose parts can be attached.', attributes: structure.modelAsset },
  contact: { about: 'Contact pairs and exclusions.', attributes: {}, many: ['pair', 'exclude'] },
  pair: { about: 'Two geoms that collide with explicit parameters.', attributes: mechanism.pair },
  exclude: { about: 'Two bodies that do not collide.', attributes: mechanism.exclude },
  deformable: { about: 'Soft bodies and skins.', attributes: {}, many: ['skin'], refused: ['flex'] },
  equality: {
    about: 'Equality constraints.',
    attributes: {},
    many: ['connect', 'weld', 'joint', 'tendon', 'distance'],
    refused: ['flex', 'flexvert', 'flexstrain'],
  },
  'default/equality': { about: 'Defaults of equality constraints.', attributes: mechanism.equalityDefault },
  connect: {
    about: 'Holds two points of bodies, or two sites, together.',
    attributes: mechanism.connect,
    exclusive: eitherOr(['site1', 'site2'], ['body1', 'body2', 'anchor']),
    needs: [
      ['body1', 'anchor'],
      ['site1', 'site2'],
    ],
  },
  weld: {
    about: 'Holds two frames of bodies, or two sites, together.',
    attributes: mechanism.weld,
    exclusive: eitherOr(['site1', 'site2'], ['body1', 'body2', 'anchor', 'relpose']),
    needs: [['body1'], ['site1', 'site2']],
  },
  'equality/joint': {
    about: 'Makes the position of a joint a polynomial of that of another joint, or a constant.',
    attributes: mechanism.jointEquality,
  },
  'equality/tendon': {
    about: 'Makes the length of a tendon a polynomial of that of another tendon, or a constant.',
    attributes: mechanism.tendonEquality,
  },
  'equality/distance': {
    about: 'Keeps two points of bodies, or two sites, at a distance, by default that of the initial pose.',
    ours: true,
    attributes: mechanism.distanceEquality,
    exclusive: eitherOr(['site1', 'site2'], ['body1', 'body2', 'anchor1', 'anchor2']),
    needs: [['body1'], ['site1', 'site2']],
  },
  tendon: { about: 'Tendons.', attributes: {}, many: ['spatial', 'fixed'] },
  'default/tendon': { about: 'Defaults of tendons.', attributes: mechanism.tendonDefault },
  spatial: {
    about: 'A tendon along the shortest path through sites and around geoms.',
    attributes: mechanism.spatial,
    many: ['site', 'geom', 'pulley'],
  },
  'spatial/site': { about: 'A site that the tendon passes through.', attributes: mechanism.spatialSite },
  'spatial/geom': {
    about: 'A sphere or cylinder that the tendon wraps around, on the side of a site if one is named.',
    attributes: mechanism.spatialGeom,
  },
  pulley: {
    about: 'Starts a branch of the tendon, whose length is divided by the divisor.',
    attributes: mechanism.pulley,
  },
  fixed: {
    about: 'A tendon whose length is a linear combination of joint positions.',
    attributes: mechanism.fixed,
    many: ['joint'],
  },
  'fixed/joint': { about: 'A joint and its coefficient.', attributes: mechanism.fixedJoint },
  actuator: { about: 'Actuators.', attributes: {}, many: actuators, refused: ['plugin'] },
  ...ACTUATOR_RULES,
  sensor: { about: 'Sensors.', attributes: {}, many: sensors, refused: ['plugin'] },
  ...SENSORS,
  extension: { about: 'Shapes given by signed distance functions.', attributes: {}, many: ['plugin'] },
  'extension/plugin': {
    about: 'Declares the signed distance function of a shape.',
    attributes: asset.pluginDeclaration,
    many: ['instance'],
  },
  instance: {
    about: 'An instance of such a function with its settings.',
    attributes: asset.pluginInstance,
    many: ['config'],
  },
  plugin: {
    about:
      'The function that gives the shape of a geom or a mesh: an instance, or a declared plugin with its settings.',
    attributes: asset.plugin,
    many: ['config'],
  },
  config: { about: 'A setting of a plugin.', attributes: asset.pluginConfig },
} as const satisfies Record<string, ElementRule>

export type ElementName = keyof typeof GRAMMAR

/** Names of the children that are read of an element; any name where the rule is not known. */
export type ChildName<R extends ElementRule> = [ListedChild<R>] extends [never] ? string : ListedChild<R>
type ListedChild<R extends ElementRule> =
  | (R extends { readonly once: readonly (infer N extends string)[] } ? N : never)
  | (R extends { readonly many: readonly (infer N extends string)[] } ? N : never)

/** Rule for an element that is read. */
export function ruleOf(name: ElementName): ElementRule {
  return GRAMMAR[name]
}

/** The entry of an element inside another: `parent/name` where there is one, else its name. */
export function kindOf(name: string, parent: string): ElementName {
  const special = `${parent}/${name}`
  return (special in GRAMMAR ? special : name) as ElementName
}

/** The rule that the attributes of an element are read by: the one of its name, or the one that has this schema. */
export function ruleWith(schema: Schema, name: string): ElementRule {
  const own: ElementRule | undefined = name in GRAMMAR ? ruleOf(name as ElementName) : undefined
  return own?.attributes === schema ? own : (BY_SCHEMA.get(schema) ?? own ?? { about: '', attributes: schema })
}

const BY_SCHEMA = new Map<Schema, ElementRule>(Object.values(GRAMMAR).map((rule) => [rule.attributes, rule]))
