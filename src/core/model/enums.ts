/**
 * MuJoCo's enumerations, with MuJoCo's numbers. Each is a constant object plus a type of the same name
 * that covers its values: `JointType.hinge` is 3, and a variable of type `JointType` is 0, 1, 2 or 3.
 */

type ValueOf<T> = T[keyof T]

export const JointType = { free: 0, ball: 1, slide: 2, hinge: 3 } as const
export type JointType = ValueOf<typeof JointType>

export const GeomType = {
  plane: 0,
  hfield: 1,
  sphere: 2,
  capsule: 3,
  ellipsoid: 4,
  cylinder: 5,
  box: 6,
  mesh: 7,
  sdf: 8,
} as const
export type GeomType = ValueOf<typeof GeomType>

/** How cameras and lights follow bodies. */
export const TrackingMode = { fixed: 0, track: 1, trackcom: 2, targetbody: 3, targetbodycom: 4 } as const
export type TrackingMode = ValueOf<typeof TrackingMode>

export const LightType = { spot: 0, directional: 1, point: 2, image: 3 } as const
export type LightType = ValueOf<typeof LightType>

export const Projection = { perspective: 0, orthographic: 1 } as const
export type Projection = ValueOf<typeof Projection>

/** Which other frame a geom, site or inertial frame coincides with, so that kinematics may copy it. */
export const SameFrame = { none: 0, body: 1, inertia: 2, bodyrot: 3, inertiarot: 4 } as const
export type SameFrame = ValueOf<typeof SameFrame>

/**
 * How a step advances the state. The first five are MuJoCo's, the others ours: `ImplicitSpringDamper` takes springs and
 * dampers of joints as they will be at the end of the step, `ImplicitEuler` those of tendons, actuators and the medium as
 * well; constraints are solved with them.
 */
export const Integrator = {
  Euler: 0,
  RK4: 1,
  implicit: 2,
  implicitfast: 3,
  discrete: 4,
  ImplicitSpringDamper: 5,
  ImplicitEuler: 6,
} as const
export type Integrator = ValueOf<typeof Integrator>

export const Cone = { pyramidal: 0, elliptic: 1 } as const
export type Cone = ValueOf<typeof Cone>

export const JacobianType = { dense: 0, sparse: 1, auto: 2 } as const
export type JacobianType = ValueOf<typeof JacobianType>

/**
 * How constraint forces are found. The first three are MuJoCo's, the others ours: `CGStrict` is `CG` that throws where it
 * does not converge, `ActiveSet` finds the exact forces of pyramidal and frictionless contacts, and `DualCG` runs
 * conjugate gradients over forces, within their cones.
 */
export const Solver = { PGS: 0, CG: 1, Newton: 2, CGStrict: 3, ActiveSet: 4, DualCG: 5 } as const
export type Solver = ValueOf<typeof Solver>

export const ObjType = {
  unknown: 0,
  body: 1,
  xbody: 2,
  joint: 3,
  dof: 4,
  geom: 5,
  site: 6,
  camera: 7,
  light: 8,
  flex: 9,
  mesh: 10,
  skin: 11,
  hfield: 12,
  texture: 13,
  material: 14,
  pair: 15,
  exclude: 16,
  equality: 17,
  tendon: 18,
  actuator: 19,
  sensor: 20,
  numeric: 21,
  text: 22,
  tuple: 23,
  key: 24,
  plugin: 25,
} as const
export type ObjType = ValueOf<typeof ObjType>

/** What an actuator acts on. */
export const TrnType = { joint: 0, jointinparent: 1, slidercrank: 2, tendon: 3, site: 4, body: 5, so3: 6 } as const
export type TrnType = ValueOf<typeof TrnType>

/** How the activation of an actuator follows its control. */
export const DynType = {
  none: 0,
  integrator: 1,
  filter: 2,
  filterexact: 3,
  muscle: 4,
  dcmotor: 5,
  pid: 6,
  user: 7,
} as const
export type DynType = ValueOf<typeof DynType>

/** How the force of an actuator depends on its control or activation. */
export const GainType = { fixed: 0, affine: 1, muscle: 2, dcmotor: 3, so3: 4, pid: 5, user: 6 } as const
export type GainType = ValueOf<typeof GainType>

/** The force of an actuator that does not depend on its control. */
export const BiasType = { none: 0, affine: 1, muscle: 2, dcmotor: 3, so3: 4, user: 5 } as const
export type BiasType = ValueOf<typeof BiasType>

/** How values between the samples of a history are made up: hold, straight lines, cubic splines. */
export const InterpolationType = { zoh: 0, linear: 1, cubic: 2 } as const
export type InterpolationType = ValueOf<typeof InterpolationType>

/** For which actuators the range of lengths is computed. */
export const LengthRangeMode = { none: 0, muscle: 1, muscleuser: 2, all: 3 } as const
export type LengthRangeMode = ValueOf<typeof LengthRangeMode>

export const SensorType = {
  touch: 0,
  accelerometer: 1,
  velocimeter: 2,
  gyro: 3,
  force: 4,
  torque: 5,
  magnetometer: 6,
  rangefinder: 7,
  camprojection: 8,
  jointpos: 9,
  jointvel: 10,
  tendonpos: 11,
  tendonvel: 12,
  actuatorpos: 13,
  actuatorvel: 14,
  actuatorfrc: 15,
  jointactuatorfrc: 16,
  tendonactuatorfrc: 17,
  ballquat: 18,
  ballangvel: 19,
  jointlimitpos: 20,
  jointlimitvel: 21,
  jointlimitfrc: 22,
  tendonlimitpos: 23,
  tendonlimitvel: 24,
  tendonlimitfrc: 25,
  framepos: 26,
  framequat: 27,
  framexaxis: 28,
  frameyaxis: 29,
  framezaxis: 30,
  framelinvel: 31,
  frameangvel: 32,
  framelinacc: 33,
  frameangacc: 34,
  subtreecom: 35,
  subtreelinvel: 36,
  subtreeangmom: 37,
  insidesite: 38,
  distance: 39,
  normal: 40,
  fromto: 41,
  contact: 42,
  e_potential: 43,
  e_kinetic: 44,
  clock: 45,
  tactile: 46,
  plugin: 47,
  user: 48,
} as const
export type SensorType = ValueOf<typeof SensorType>

/** What kind of numbers a sensor gives: any, not negative, a unit vector, a unit quaternion. */
export const SensorDataType = { real: 0, positive: 1, axis: 2, quaternion: 3 } as const
export type SensorDataType = ValueOf<typeof SensorDataType>

export const EqualityType = {
  connect: 0,
  weld: 1,
  joint: 2,
  tendon: 3,
  flex: 4,
  flexvert: 5,
  flexstrain: 6,
  /** Two points stay at a distance. Our own: MuJoCo's `mjEQ_DISTANCE` (7) is a name that it refuses. */
  distance: 100,
} as const
export type EqualityType = ValueOf<typeof EqualityType>

/** What a constraint row comes from (`Data.efc_type`). */
export const ConstraintType = {
  equality: 0,
  frictionDof: 1,
  frictionTendon: 2,
  limitJoint: 3,
  limitTendon: 4,
  contactFrictionless: 5,
  contactPyramidal: 6,
  contactElliptic: 7,
} as const
export type ConstraintType = ValueOf<typeof ConstraintType>

/**
 * Which branch of its cost a constraint row is on (`Data.efc_state`): no force, a linear spring, friction loss at
 * either bound, or sliding on the surface of an elliptic cone.
 */
export const ConstraintState = { satisfied: 0, quadratic: 1, linearNeg: 2, linearPos: 3, cone: 4 } as const
export type ConstraintState = ValueOf<typeof ConstraintState>

/** Objects in the path of a tendon. */
export const WrapType = { none: 0, joint: 1, pulley: 2, site: 3, sphere: 4, cylinder: 5 } as const
export type WrapType = ValueOf<typeof WrapType>

/** Bits of `opt.disableflags`. */
export const DisableBit = {
  constraint: 1 << 0,
  equality: 1 << 1,
  frictionloss: 1 << 2,
  limit: 1 << 3,
  contact: 1 << 4,
  spring: 1 << 5,
  damper: 1 << 6,
  gravity: 1 << 7,
  clampctrl: 1 << 8,
  warmstart: 1 << 9,
  filterparent: 1 << 10,
  actuation: 1 << 11,
  refsafe: 1 << 12,
  sensor: 1 << 13,
  midphase: 1 << 14,
  eulerdamp: 1 << 15,
  autoreset: 1 << 16,
  nativeccd: 1 << 17,
  island: 1 << 18,
  multiccd: 1 << 19,
} as const

/** Bits of `opt.enableflags`. */
export const EnableBit = {
  override: 1 << 0,
  energy: 1 << 1,
  fwdinv: 1 << 2,
  invdiscrete: 1 << 3,
  sleep: 1 << 4,
  diagexact: 1 << 5,
  ipc: 1 << 6,
} as const

/** Bits of a state signature: which parts of `Data` a state vector holds, in this order. */
export const StateBit = {
  time: 1 << 0,
  qpos: 1 << 1,
  qvel: 1 << 2,
  act: 1 << 3,
  history: 1 << 4,
  warmstart: 1 << 5,
  ctrl: 1 << 6,
  qfrc_applied: 1 << 7,
  xfrc_applied: 1 << 8,
  eq_active: 1 << 9,
  mocap_pos: 1 << 10,
  mocap_quat: 1 << 11,
  userdata: 1 << 12,
  plugin: 1 << 13,
  /** qpos, qvel, act, history */
  physics: 30,
  /** physics with time and plugin state */
  fullphysics: 8223,
  /** everything a user sets: ctrl, applied forces, eq_active, mocap, userdata */
  user: 8128,
  /** everything that the next step depends on */
  integration: 16383,
} as const

/** Indices into `Data.warning_number` and `Data.warning_lastinfo`. */
export const Warning = {
  inertia: 0,
  contactfull: 1,
  cnstrfull: 2,
  badqpos: 3,
  badqvel: 4,
  badqacc: 5,
  badctrl: 6,
  /** The option `sleep` is on, and the integrator, Runge–Kutta, lets nothing sleep (ours). */
  sleepless: 7,
  /** A solref has one positive number and one that is not (ours; `lastinfo` holds the constraint row). */
  mixedsolref: 8,
  /** `ActiveSet` or `DualCG` did not converge, and another solver finished (ours; `lastinfo` holds the island). */
  unconverged: 9,
  /** Rounding left Newton's matrix not positive definite, and conjugate gradients were tried (ours; `lastinfo` holds the island). */
  indefinite: 10,
} as const
export type Warning = ValueOf<typeof Warning>

export const WARNING_COUNT = 11

/** What is timed when `callbacks.time` is set, see `Data.timer_duration`; later ones are parts of earlier ones. */
export const Timer = {
  step: 0,
  forward: 1,
  inverse: 2,
  position: 3,
  velocity: 4,
  actuation: 5,
  constraint: 6,
  /** Integration of the state, except that of Runge–Kutta. */
  advance: 7,
  /** Part of `position`: kinematics, cameras, lights, tendons, transmissions. */
  pos_kinematics: 8,
  /** Part of `position`: inertia matrix and its factor. */
  pos_inertia: 9,
  /** Part of `position`: collision. */
  pos_collision: 10,
  /** Part of `position`: constraint rows. */
  pos_make: 11,
  /** Part of `position`: islands. */
  pos_project: 12,
  /** Part of `pos_collision`: finding bodies that are near. */
  col_broadphase: 13,
  /** Part of `pos_collision`: everything after that. */
  col_narrowphase: 14,
} as const
export type Timer = ValueOf<typeof Timer>

export const TIMER_COUNT = 15

/** Whether a kinematic tree may fall asleep: decided by the compiler (`auto…`) or by the user. */
export const SleepPolicy = { auto: 0, autoNever: 1, autoAllowed: 2, never: 3, allowed: 4, init: 5 } as const
export type SleepPolicy = ValueOf<typeof SleepPolicy>

/** Whether a thing sleeps; what cannot move does neither. */
export const SleepState = { static: -1, asleep: 0, awake: 1 } as const
export type SleepState = ValueOf<typeof SleepState>

/** Which parts of a forward pass may be reused. */
export const Stage = { none: 0, pos: 1, vel: 2, acc: 3 } as const
export type Stage = ValueOf<typeof Stage>

/** Lengths of dof and position vectors, by `JointType`. */
export const JOINT_NQ = [7, 4, 1, 1] as const
export const JOINT_NV = [6, 3, 1, 1] as const
