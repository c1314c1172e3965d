/** Kinds of actuators and sensors. MuJoCo's numbers; names of MuJoCo stand behind each member. */

type ValueOf<T> = T[keyof T]

/** What an actuator acts on (`Model.actuator_trntype`). */
export const TrnType = {
  /** Joint, forces in the child frame. MuJoCo: mjTRN_JOINT. */
  joint: 0,
  /** Joint, forces in the parent frame. MuJoCo: mjTRN_JOINTINPARENT. */
  jointinparent: 1,
  /** Slider-crank linkage between two sites. MuJoCo: mjTRN_SLIDERCRANK. */
  slidercrank: 2,
  /** Tendon. MuJoCo: mjTRN_TENDON. */
  tendon: 3,
  /** Site, with or without a reference site. MuJoCo: mjTRN_SITE. */
  site: 4,
  /** Adhesion of the contacts of a body. MuJoCo: mjTRN_BODY. */
  body: 5,
  /** Three torques on a ball joint or a site. MuJoCo: mjTRN_SO3. */
  so3: 6,
} as const
export type TrnType = ValueOf<typeof TrnType>

/** How the activation of an actuator follows its control (`Model.actuator_dyntype`). */
export const DynType = {
  /** No activation: the control acts directly. MuJoCo: mjDYN_NONE. */
  none: 0,
  /** Rate = control. MuJoCo: mjDYN_INTEGRATOR. */
  integrator: 1,
  /** First-order filter, integrated by Euler: rate = (control − activation)/τ. MuJoCo: mjDYN_FILTER. */
  filter: 2,
  /** The same filter, integrated exactly. MuJoCo: mjDYN_FILTEREXACT. */
  filterexact: 3,
  /** Muscle activation with two time constants. MuJoCo: mjDYN_MUSCLE. */
  muscle: 4,
  /** State of a direct-current motor: current, temperature, and the like. MuJoCo: mjDYN_DCMOTOR. */
  dcmotor: 5,
  /** Integral and rate limit of a PID controller. MuJoCo: mjDYN_PID. */
  pid: 6,
  /** Callback of the user. MuJoCo: mjDYN_USER. */
  user: 7,
} as const
export type DynType = ValueOf<typeof DynType>

/** How the force of an actuator depends on its control or activation (`Model.actuator_gaintype`). */
export const GainType = {
  /** A constant. MuJoCo: mjGAIN_FIXED. */
  fixed: 0,
  /** Constant + coefficient·length + coefficient·velocity. MuJoCo: mjGAIN_AFFINE. */
  affine: 1,
  /** Muscle: force, length and velocity curves. MuJoCo: mjGAIN_MUSCLE. */
  muscle: 2,
  /** Direct-current motor. MuJoCo: mjGAIN_DCMOTOR. */
  dcmotor: 3,
  /** Rotation: three torques toward an orientation. MuJoCo: mjGAIN_SO3. */
  so3: 4,
  /** PID controller. MuJoCo: mjGAIN_PID. */
  pid: 5,
  /** Callback of the user. MuJoCo: mjGAIN_USER. */
  user: 6,
} as const
export type GainType = ValueOf<typeof GainType>

/** The force of an actuator that does not depend on its control (`Model.actuator_biastype`). */
export const BiasType = {
  /** None. MuJoCo: mjBIAS_NONE. */
  none: 0,
  /** Constant + coefficient·length + coefficient·velocity. MuJoCo: mjBIAS_AFFINE. */
  affine: 1,
  /** Passive force of a muscle. MuJoCo: mjBIAS_MUSCLE. */
  muscle: 2,
  /** Friction and back electromotive force of a direct-current motor. MuJoCo: mjBIAS_DCMOTOR. */
  dcmotor: 3,
  /** Rotation. MuJoCo: mjBIAS_SO3. */
  so3: 4,
  /** Callback of the user. MuJoCo: mjBIAS_USER. */
  user: 5,
} as const
export type BiasType = ValueOf<typeof BiasType>

/** How values between the samples of a history are interpolated (`Model.actuator_history`, `Model.sensor_history`). */
export const InterpolationType = {
  /** Zero-order hold: the last sample. */
  zoh: 0,
  /** Straight lines. */
  linear: 1,
  /** Cubic splines. */
  cubic: 2,
} as const
export type InterpolationType = ValueOf<typeof InterpolationType>

/** For which actuators the range of lengths is computed. */
export const LengthRangeMode = {
  /** None. MuJoCo: mjLRMODE_NONE. */
  none: 0,
  /** Muscles. MuJoCo: mjLRMODE_MUSCLE. */
  muscle: 1,
  /** Muscles and actuators with callbacks. MuJoCo: mjLRMODE_MUSCLEUSER. */
  muscleuser: 2,
  /** All. MuJoCo: mjLRMODE_ALL. */
  all: 3,
} as const
export type LengthRangeMode = ValueOf<typeof LengthRangeMode>

/** Kind of a sensor (`Model.sensor_type`). */
export const SensorType = {
  /** Sum of normal contact forces within a site, N. MuJoCo: mjSENS_TOUCH. */
  touch: 0,
  /** Linear acceleration of a site in its frame, gravity included, m/s². MuJoCo: mjSENS_ACCELEROMETER. */
  accelerometer: 1,
  /** Linear velocity of a site in its frame, m/s. MuJoCo: mjSENS_VELOCIMETER. */
  velocimeter: 2,
  /** Angular velocity of a site in its frame, rad/s. MuJoCo: mjSENS_GYRO. */
  gyro: 3,
  /** Force between the body of a site and its parent, in the site frame, N. MuJoCo: mjSENS_FORCE. */
  force: 4,
  /** Torque between the body of a site and its parent, in the site frame, N·m. MuJoCo: mjSENS_TORQUE. */
  torque: 5,
  /** Magnetic flux at a site, in its frame, T. MuJoCo: mjSENS_MAGNETOMETER. */
  magnetometer: 6,
  /**
   * Distance along the z axis of a site, or of the pixels of a camera, m; -1: nothing met. MuJoCo:
   * mjSENS_RANGEFINDER.
   */
  rangefinder: 7,
  /** Pixel coordinates of a site in the picture of a camera. MuJoCo: mjSENS_CAMPROJECTION. */
  camprojection: 8,
  /** Position of a scalar joint, m or rad. MuJoCo: mjSENS_JOINTPOS. */
  jointpos: 9,
  /** Velocity of a scalar joint, m/s or rad/s. MuJoCo: mjSENS_JOINTVEL. */
  jointvel: 10,
  /** Length of a tendon, m. MuJoCo: mjSENS_TENDONPOS. */
  tendonpos: 11,
  /** Rate of the length of a tendon, m/s. MuJoCo: mjSENS_TENDONVEL. */
  tendonvel: 12,
  /** Length of the transmission of an actuator, m or rad. MuJoCo: mjSENS_ACTUATORPOS. */
  actuatorpos: 13,
  /** Rate of that length, m/s or rad/s. MuJoCo: mjSENS_ACTUATORVEL. */
  actuatorvel: 14,
  /** Force of an actuator, N or N·m. MuJoCo: mjSENS_ACTUATORFRC. */
  actuatorfrc: 15,
  /** Sum of actuator forces on a joint, N or N·m. MuJoCo: mjSENS_JOINTACTFRC. */
  jointactuatorfrc: 16,
  /** Sum of actuator forces on a tendon, N. MuJoCo: mjSENS_TENDONACTFRC. */
  tendonactuatorfrc: 17,
  /** Orientation of a ball joint. MuJoCo: mjSENS_BALLQUAT. */
  ballquat: 18,
  /** Angular velocity of a ball joint, rad/s. MuJoCo: mjSENS_BALLANGVEL. */
  ballangvel: 19,
  /** Distance of a joint from its limit minus the margin, m or rad. MuJoCo: mjSENS_JOINTLIMITPOS. */
  jointlimitpos: 20,
  /** Velocity of a joint limit, m/s or rad/s. MuJoCo: mjSENS_JOINTLIMITVEL. */
  jointlimitvel: 21,
  /** Force of a joint limit, N or N·m. MuJoCo: mjSENS_JOINTLIMITFRC. */
  jointlimitfrc: 22,
  /** Distance of a tendon from its limit minus the margin, m. MuJoCo: mjSENS_TENDONLIMITPOS. */
  tendonlimitpos: 23,
  /** Velocity of a tendon limit, m/s. MuJoCo: mjSENS_TENDONLIMITVEL. */
  tendonlimitvel: 24,
  /** Force of a tendon limit, N. MuJoCo: mjSENS_TENDONLIMITFRC. */
  tendonlimitfrc: 25,
  /** Position of a frame, m. MuJoCo: mjSENS_FRAMEPOS. */
  framepos: 26,
  /** Orientation of a frame. MuJoCo: mjSENS_FRAMEQUAT. */
  framequat: 27,
  /** X axis of a frame. MuJoCo: mjSENS_FRAMEXAXIS. */
  framexaxis: 28,
  /** Y axis of a frame. MuJoCo: mjSENS_FRAMEYAXIS. */
  frameyaxis: 29,
  /** Z axis of a frame. MuJoCo: mjSENS_FRAMEZAXIS. */
  framezaxis: 30,
  /** Linear velocity of a frame, m/s. MuJoCo: mjSENS_FRAMELINVEL. */
  framelinvel: 31,
  /** Angular velocity of a frame, rad/s. MuJoCo: mjSENS_FRAMEANGVEL. */
  frameangvel: 32,
  /** Linear acceleration of a frame, gravity included, m/s². MuJoCo: mjSENS_FRAMELINACC. */
  framelinacc: 33,
  /** Angular acceleration of a frame, rad/s². MuJoCo: mjSENS_FRAMEANGACC. */
  frameangacc: 34,
  /** Center of mass of a subtree, m. MuJoCo: mjSENS_SUBTREECOM. */
  subtreecom: 35,
  /** Linear velocity of the center of mass of a subtree, m/s. MuJoCo: mjSENS_SUBTREELINVEL. */
  subtreelinvel: 36,
  /** Angular momentum of a subtree about its center of mass, kg·m²/s. MuJoCo: mjSENS_SUBTREEANGMOM. */
  subtreeangmom: 37,
  /** 1 where an object is inside a site. MuJoCo: mjSENS_INSIDESITE. */
  insidesite: 38,
  /** Signed distance between two geoms or bodies, m. MuJoCo: mjSENS_GEOMDIST. */
  distance: 39,
  /** Unit vector from the first geom or body to the second. MuJoCo: mjSENS_GEOMNORMAL. */
  normal: 40,
  /** Closest points of two geoms or bodies, m. MuJoCo: mjSENS_GEOMFROMTO. */
  fromto: 41,
  /** Contacts that match, with the data that was asked for. MuJoCo: mjSENS_CONTACT. */
  contact: 42,
  /** Potential energy, J. MuJoCo: mjSENS_E_POTENTIAL. */
  e_potential: 43,
  /** Kinetic energy, J. MuJoCo: mjSENS_E_KINETIC. */
  e_kinetic: 44,
  /** Time, s. MuJoCo: mjSENS_CLOCK. */
  clock: 45,
  /** Pressure and shear at the points of a mesh. MuJoCo: mjSENS_TACTILE. */
  tactile: 46,
  /** Plugin. MuJoCo: mjSENS_PLUGIN. */
  plugin: 47,
  /** Callback of the user. MuJoCo: mjSENS_USER. */
  user: 48,
} as const
export type SensorType = ValueOf<typeof SensorType>

/** Kind of numbers that a sensor gives (`Model.sensor_datatype`). */
export const SensorDataType = {
  /** Any. MuJoCo: mjDATATYPE_REAL. */
  real: 0,
  /** Not negative. MuJoCo: mjDATATYPE_POSITIVE. */
  positive: 1,
  /** Unit vector. MuJoCo: mjDATATYPE_AXIS. */
  axis: 2,
  /** Unit quaternion. MuJoCo: mjDATATYPE_QUATERNION. */
  quaternion: 3,
} as const
export type SensorDataType = ValueOf<typeof SensorDataType>
