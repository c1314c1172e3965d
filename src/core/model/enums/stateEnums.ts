/** Parts of a state, warnings, timers, sleep. MuJoCo's numbers; names of MuJoCo stand behind each member. */

type ValueOf<T> = T[keyof T]

/** Bits of a state signature: which parts of `Data` a state vector holds, in this order. */
export const StateBit = {
  /** Time. MuJoCo: mjSTATE_TIME. */
  time: 1 << 0,
  /** Positions. MuJoCo: mjSTATE_QPOS. */
  qpos: 1 << 1,
  /** Velocities. MuJoCo: mjSTATE_QVEL. */
  qvel: 1 << 2,
  /** Activations. MuJoCo: mjSTATE_ACT. */
  act: 1 << 3,
  /** Past controls and sensor values. MuJoCo: mjSTATE_HISTORY. */
  history: 1 << 4,
  /** Warm start of the constraint solver. MuJoCo: mjSTATE_WARMSTART. */
  warmstart: 1 << 5,
  /** Controls. MuJoCo: mjSTATE_CTRL. */
  ctrl: 1 << 6,
  /** Forces on dofs. MuJoCo: mjSTATE_QFRC_APPLIED. */
  qfrc_applied: 1 << 7,
  /** Forces on bodies. MuJoCo: mjSTATE_XFRC_APPLIED. */
  xfrc_applied: 1 << 8,
  /** Which equality constraints are active. MuJoCo: mjSTATE_EQ_ACTIVE. */
  eq_active: 1 << 9,
  /** Positions of mocap bodies. MuJoCo: mjSTATE_MOCAP_POS. */
  mocap_pos: 1 << 10,
  /** Orientations of mocap bodies. MuJoCo: mjSTATE_MOCAP_QUAT. */
  mocap_quat: 1 << 11,
  /** Numbers of the user. MuJoCo: mjSTATE_USERDATA. */
  userdata: 1 << 12,
  /** States of plugins; empty here. MuJoCo: mjSTATE_PLUGIN. */
  plugin: 1 << 13,
  /** qpos, qvel, act, history. MuJoCo: mjSTATE_PHYSICS. */
  physics: 30,
  /** `physics` with time and plugin states. MuJoCo: mjSTATE_FULLPHYSICS. */
  fullphysics: 8223,
  /** What a user sets: ctrl, applied forces, eq_active, mocap poses, userdata. MuJoCo: mjSTATE_USER. */
  user: 8128,
  /** Everything that the next step depends on. MuJoCo: mjSTATE_INTEGRATION. */
  integration: 16383,
} as const

/** Indices into `Data.warning_number` and `Data.warning_lastinfo`. MuJoCo: mjtWarning, mju_warningText. */
export const Warning = {
  /** The inertia matrix is close to singular; info: dof. MuJoCo: mjWARN_INERTIA. */
  inertia: 0,
  /** More contacts than a state lists: the last are dropped; info: how many it lists. MuJoCo: mjWARN_CONTACTFULL. */
  contactfull: 1,
  /** Too many constraint rows; does not occur here. MuJoCo: mjWARN_CNSTRFULL. */
  cnstrfull: 2,
  /** NaN or a huge number in qpos; info: index. MuJoCo: mjWARN_BADQPOS. */
  badqpos: 3,
  /** NaN or a huge number in qvel; info: dof. MuJoCo: mjWARN_BADQVEL. */
  badqvel: 4,
  /** NaN or a huge number in qacc; info: dof. MuJoCo: mjWARN_BADQACC. */
  badqacc: 5,
  /** NaN or a huge number in ctrl; info: index. MuJoCo: mjWARN_BADCTRL. */
  badctrl: 6,
  /** The option `sleep` is on, and Runge–Kutta lets nothing sleep. Kinetree's own. */
  sleepless: 7,
  /** A solref has one positive number and one that is not; info: constraint row. Kinetree's own. */
  mixedsolref: 8,
  /** `ActiveSet` or `DualCG` did not converge, and another solver finished; info: island. Kinetree's own. */
  unconverged: 9,
  /**
   * Rounding left Newton's matrix not positive definite, and conjugate gradients were tried; info: island. Kinetree's
   * own.
   */
  indefinite: 10,
  /** An option allows more iterations than a step makes; info: how many it makes at most. Kinetree's own. */
  capped: 11,
} as const
export type Warning = ValueOf<typeof Warning>

/** What is timed when `callbacks.time` is set, see `Data.timer_duration`; later ones are parts of earlier ones. */
export const Timer = {
  /** A whole step. MuJoCo: mjTIMER_STEP. */
  step: 0,
  /** Forward dynamics. MuJoCo: mjTIMER_FORWARD. */
  forward: 1,
  /** Inverse dynamics. MuJoCo: mjTIMER_INVERSE. */
  inverse: 2,
  /** Stages of positions. MuJoCo: mjTIMER_POSITION. */
  position: 3,
  /** Stages of velocities. MuJoCo: mjTIMER_VELOCITY. */
  velocity: 4,
  /** Actuation. MuJoCo: mjTIMER_ACTUATION. */
  actuation: 5,
  /** Constraint solver. MuJoCo: mjTIMER_CONSTRAINT. */
  constraint: 6,
  /** Integration of the state, except that of Runge–Kutta. MuJoCo: mjTIMER_ADVANCE. */
  advance: 7,
  /** Part of `position`: kinematics, cameras, lights, tendons, transmissions. MuJoCo: mjTIMER_POS_KINEMATICS. */
  pos_kinematics: 8,
  /** Part of `position`: inertia matrix and its factor. MuJoCo: mjTIMER_POS_INERTIA. */
  pos_inertia: 9,
  /** Part of `position`: collision. MuJoCo: mjTIMER_POS_COLLISION. */
  pos_collision: 10,
  /** Part of `position`: constraint rows. MuJoCo: mjTIMER_POS_MAKE. */
  pos_make: 11,
  /** Part of `position`: islands. MuJoCo: mjTIMER_POS_PROJECT. */
  pos_project: 12,
  /** Part of `pos_collision`: broad phase. MuJoCo: mjTIMER_COL_BROAD. */
  col_broadphase: 13,
  /** Part of `pos_collision`: everything after it. MuJoCo: mjTIMER_COL_NARROW. */
  col_narrowphase: 14,
} as const
export type Timer = ValueOf<typeof Timer>

/** Whether a kinematic tree may fall asleep (`Model.tree_sleep_policy`). */
export const SleepPolicy = {
  /** The compiler decides. MuJoCo: mjSLEEP_AUTO. */
  auto: 0,
  /** The compiler decided: never. MuJoCo: mjSLEEP_AUTO_NEVER. */
  autoNever: 1,
  /** The compiler decided: it may. MuJoCo: mjSLEEP_AUTO_ALLOWED. */
  autoAllowed: 2,
  /** The user decided: never. MuJoCo: mjSLEEP_NEVER. */
  never: 3,
  /** The user decided: it may. MuJoCo: mjSLEEP_ALLOWED. */
  allowed: 4,
  /** Asleep from the start. MuJoCo: mjSLEEP_INIT. */
  init: 5,
} as const
export type SleepPolicy = ValueOf<typeof SleepPolicy>

/** Whether an object is asleep. */
export const SleepState = {
  /** It cannot move. MuJoCo: mjS_STATIC. */
  static: -1,
  /** Asleep. MuJoCo: mjS_ASLEEP. */
  asleep: 0,
  /** Awake. MuJoCo: mjS_AWAKE. */
  awake: 1,
} as const
export type SleepState = ValueOf<typeof SleepState>

/** Which parts of a forward pass may be reused. */
export const Stage = {
  /** None. MuJoCo: mjSTAGE_NONE. */
  none: 0,
  /** Those of positions. MuJoCo: mjSTAGE_POS. */
  pos: 1,
  /** Those of positions and velocities. MuJoCo: mjSTAGE_VEL. */
  vel: 2,
  /** All. MuJoCo: mjSTAGE_ACC. */
  acc: 3,
} as const
export type Stage = ValueOf<typeof Stage>

/** Number of warnings. */
export const WARNING_COUNT = 12

/** Number of timers. */
export const TIMER_COUNT = 15
