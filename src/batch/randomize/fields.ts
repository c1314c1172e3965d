import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * What the numbers of a field may be.
 * - any: everything;
 * - sign: positive numbers stay positive, negative ones negative, and zero stays zero;
 * - nonnegative: at least 0, where the number of the model is;
 * - fraction: from 0 to 1;
 * - solref, solimp: parameters of the solver; a `solref` keeps its sign, which decides what it means;
 * - ordered: two numbers, the lower one first;
 * - inertia: moments that some body can have;
 * - unit: rows are scaled to length 1 afterwards.
 */
export type FieldRule =
  | 'any'
  | 'sign'
  | 'nonnegative'
  | 'fraction'
  | 'solref'
  | 'solimp'
  | 'ordered'
  | 'inertia'
  | 'unit'

/**
 * What follows from a field.
 * - nothing: the engine reads it in every step;
 * - constants: what `setConst` computes;
 * - bounds: what `refreshBounds` computes;
 * - both.
 */
export type Consequence = 'nothing' | 'constants' | 'bounds' | 'both'

/** Which objects the rows of a field belong to. */
export type Owner =
  | 'body'
  | 'joint'
  | 'dof'
  | 'qpos'
  | 'geom'
  | 'site'
  | 'camera'
  | 'light'
  | 'material'
  | 'hfield'
  | 'hfield data'
  | 'pair'
  | 'equality'
  | 'tendon'
  | 'actuator'
  | 'control'
  | 'output'
  | 'sensor'
  | 'numeric'

/** A field that may vary. */
export interface Field {
  readonly owner: Owner
  readonly rule: FieldRule
  readonly consequence: Consequence
}

/** All fields of numbers that may vary, by owner, rule, and consequence. */
const TABLE: readonly (readonly [Owner, FieldRule, Consequence, string])[] = [
  ['body', 'any', 'constants', 'body_pos body_gravcomp'],
  ['body', 'unit', 'constants', 'body_quat'],
  ['body', 'any', 'both', 'body_ipos'],
  ['body', 'unit', 'both', 'body_iquat'],
  ['body', 'sign', 'constants', 'body_mass'],
  ['body', 'inertia', 'constants', 'body_inertia'],
  ['body', 'any', 'nothing', 'body_user'],

  ['joint', 'any', 'constants', 'jnt_pos'],
  ['joint', 'unit', 'constants', 'jnt_axis'],
  ['joint', 'nonnegative', 'nothing', 'jnt_stiffness jnt_margin'],
  ['joint', 'any', 'nothing', 'jnt_stiffnesspoly jnt_user'],
  ['joint', 'ordered', 'nothing', 'jnt_range jnt_actfrcrange'],
  ['joint', 'solref', 'nothing', 'jnt_solref'],
  ['joint', 'solimp', 'nothing', 'jnt_solimp'],
  ['qpos', 'unit', 'constants', 'qpos0'],
  ['qpos', 'unit', 'nothing', 'qpos_spring'],
  ['dof', 'nonnegative', 'constants', 'dof_armature'],
  ['dof', 'nonnegative', 'nothing', 'dof_frictionloss dof_damping'],
  ['dof', 'any', 'nothing', 'dof_dampingpoly'],
  ['dof', 'solref', 'nothing', 'dof_solref'],
  ['dof', 'solimp', 'nothing', 'dof_solimp'],

  ['geom', 'sign', 'both', 'geom_size'],
  ['geom', 'any', 'both', 'geom_pos'],
  ['geom', 'unit', 'both', 'geom_quat'],
  ['geom', 'nonnegative', 'bounds', 'geom_margin geom_gap'],
  ['geom', 'nonnegative', 'nothing', 'geom_friction geom_solmix'],
  ['geom', 'solref', 'nothing', 'geom_solref'],
  ['geom', 'solimp', 'nothing', 'geom_solimp'],
  ['geom', 'sign', 'nothing', 'geom_fluid'],
  ['geom', 'any', 'constants', 'geom_surfacevel geom_adhesion'],
  ['geom', 'fraction', 'nothing', 'geom_rgba'],
  ['geom', 'any', 'nothing', 'geom_user'],

  ['site', 'any', 'constants', 'site_pos'],
  ['site', 'unit', 'constants', 'site_quat'],
  ['site', 'sign', 'nothing', 'site_size'],
  ['site', 'fraction', 'nothing', 'site_rgba'],
  ['site', 'any', 'nothing', 'site_user'],
  ['camera', 'any', 'constants', 'cam_pos'],
  ['camera', 'unit', 'constants', 'cam_quat'],
  ['camera', 'sign', 'nothing', 'cam_fovy cam_ipd cam_sensorsize'],
  ['camera', 'any', 'nothing', 'cam_intrinsic cam_user'],
  ['light', 'any', 'constants', 'light_pos'],
  ['light', 'unit', 'constants', 'light_dir'],
  ['light', 'fraction', 'nothing', 'light_ambient light_diffuse light_specular'],
  ['light', 'nonnegative', 'nothing', 'light_intensity light_attenuation light_cutoff light_exponent'],
  ['material', 'fraction', 'nothing', 'mat_emission mat_specular mat_shininess mat_reflectance mat_rgba'],
  ['hfield', 'sign', 'both', 'hfield_size'],
  ['hfield data', 'fraction', 'nothing', 'hfield_data'],

  ['pair', 'nonnegative', 'nothing', 'pair_friction pair_margin pair_gap'],
  ['pair', 'solref', 'nothing', 'pair_solref pair_solreffriction'],
  ['pair', 'solimp', 'nothing', 'pair_solimp'],
  ['pair', 'any', 'constants', 'pair_adhesion'],
  ['equality', 'any', 'constants', 'eq_data'],
  ['equality', 'solref', 'nothing', 'eq_solref'],
  ['equality', 'solimp', 'nothing', 'eq_solimp'],
  ['tendon', 'nonnegative', 'nothing', 'tendon_stiffness tendon_damping tendon_frictionloss tendon_margin'],
  ['tendon', 'any', 'nothing', 'tendon_stiffnesspoly tendon_dampingpoly tendon_user'],
  ['tendon', 'sign', 'constants', 'tendon_armature'],
  ['tendon', 'ordered', 'nothing', 'tendon_range tendon_actfrcrange'],
  ['tendon', 'nonnegative', 'nothing', 'tendon_lengthspring'],
  ['tendon', 'solref', 'nothing', 'tendon_solref_lim tendon_solref_fri'],
  ['tendon', 'solimp', 'nothing', 'tendon_solimp_lim tendon_solimp_fri'],
  ['tendon', 'fraction', 'nothing', 'tendon_rgba'],

  ['actuator', 'any', 'nothing', 'actuator_dynprm actuator_gainprm actuator_biasprm actuator_user'],
  ['actuator', 'sign', 'nothing', 'actuator_delay actuator_damping actuator_dampingpoly'],
  ['actuator', 'sign', 'constants', 'actuator_armature actuator_cranklength'],
  ['actuator', 'ordered', 'nothing', 'actuator_forcerange actuator_actrange'],
  ['control', 'ordered', 'nothing', 'actuator_ctrlrange'],
  ['output', 'any', 'constants', 'actuator_gear'],
  ['output', 'ordered', 'nothing', 'actuator_lengthrange'],
  ['sensor', 'sign', 'nothing', 'sensor_cutoff sensor_delay'],
  ['sensor', 'nonnegative', 'nothing', 'sensor_noise'],
  ['sensor', 'any', 'nothing', 'sensor_user'],
  ['numeric', 'any', 'nothing', 'numeric_data'],
]

/** Fields of a model that may vary, by name. */
export const FIELDS: ReadonlyMap<string, Field> = new Map(
  TABLE.flatMap(([owner, rule, consequence, names]) =>
    names.split(' ').map((name): [string, Field] => [name, { owner, rule, consequence }]),
  ),
)

/** Arrays that `setConst` writes, but for those that no field of the table changes. */
export const CONSTANTS = [
  'body_subtreemass',
  'body_invweight0',
  'body_sameframe',
  'dof_M0',
  'dof_invweight0',
  'dof_length',
  'geom_sameframe',
  'site_sameframe',
  'cam_pos0',
  'cam_poscom0',
  'cam_mat0',
  'light_pos0',
  'light_poscom0',
  'light_dir0',
  'tendon_length0',
  'tendon_invweight0',
  'actuator_length0',
  'actuator_acc0',
  'eq_data',
] as const satisfies readonly (keyof Model)[]

/** Arrays that `refreshBounds` writes; of `bvh_aabb` only the nodes of bodies. */
export const BOUNDS = [
  'geom_aabb',
  'geom_rbound',
  'body_margin',
  'bvh_aabb',
] as const satisfies readonly (keyof Model)[]

/** The type of the objects of an owner. */
export const OBJECT_OF: Readonly<Record<Owner, ObjType>> = {
  body: ObjType.body,
  joint: ObjType.joint,
  dof: ObjType.joint,
  qpos: ObjType.joint,
  geom: ObjType.geom,
  site: ObjType.site,
  camera: ObjType.camera,
  light: ObjType.light,
  material: ObjType.material,
  hfield: ObjType.hfield,
  'hfield data': ObjType.hfield,
  pair: ObjType.pair,
  equality: ObjType.equality,
  tendon: ObjType.tendon,
  actuator: ObjType.actuator,
  control: ObjType.actuator,
  output: ObjType.actuator,
  sensor: ObjType.sensor,
  numeric: ObjType.numeric,
}

/** Why a field of a model cannot vary; undefined: it is none. */
export function whyFixed(m: Model, name: string): string | undefined {
  if (name.startsWith('stat.')) return 'statistics follow from the rest of the model'
  if (name.startsWith('key_')) return 'keyframes are states: use the noise of resets instead'
  if (name.startsWith('mesh_') || name.startsWith('oct_')) return 'all environments share the meshes and their hulls'
  if ((CONSTANTS as readonly string[]).includes(name) || (BOUNDS as readonly string[]).includes(name))
    return 'it follows from masses, sizes, and poses: randomize these'
  const value: unknown = Object.hasOwn(m, name) ? m[name as keyof Model] : undefined
  if (typeof value === 'number') return 'sizes are the structure of the model, which all environments share'
  if (value instanceof Int32Array || value instanceof Uint8Array)
    return 'types, ids, and flags are the structure of the model, which all environments share'
  return ArrayBuffer.isView(value) ? 'it is not one of the numbers of the physics' : undefined
}
