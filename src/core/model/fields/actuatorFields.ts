import { MechanismArrays } from './mechanismFields.ts'

/**
 * Actuators. Most have one control and one force; those with several have a row for each control in the arrays of
 * length `nu`, and one for each force in those of length `nout`, from `actuator_ctrladr` and `actuator_outadr` on.
 */
export class ActuatorArrays extends MechanismArrays {
  /** What it acts on, a `TrnType`. Shape: nactuator. */
  readonly actuator_trntype = this.arena.i32(this.nactuator)
  /** How its activation follows its control, a `DynType`. Shape: nactuator. */
  readonly actuator_dyntype = this.arena.i32(this.nactuator)
  /** How its force depends on control or activation, a `GainType`. Shape: nactuator. */
  readonly actuator_gaintype = this.arena.i32(this.nactuator)
  /** Its force without control, a `BiasType`. Shape: nactuator. */
  readonly actuator_biastype = this.arena.i32(this.nactuator)
  /** Joint, tendon, site or body; site of the slider, or reference site; -1: none. Shape: nactuator × 2. */
  readonly actuator_trnid = this.arena.i32(this.nactuator, 2)
  /** First activation in `act`; -1: none. Shape: nactuator. */
  readonly actuator_actadr = this.arena.i32(this.nactuator)
  /** Number of activations. Shape: nactuator. */
  readonly actuator_actnum = this.arena.i32(this.nactuator)
  /** First control in `ctrl`. Shape: nactuator. */
  readonly actuator_ctrladr = this.arena.i32(this.nactuator)
  /** Number of controls. Shape: nactuator. */
  readonly actuator_ctrlnum = this.arena.i32(this.nactuator)
  /** First force in arrays of length nout. Shape: nactuator. */
  readonly actuator_outadr = this.arena.i32(this.nactuator)
  /** Number of forces. Shape: nactuator. */
  readonly actuator_outnum = this.arena.i32(this.nactuator)
  /**
   * Which inputs there are: bits pos 1, vel 2, ff 4, voltage 8, none 16; for rotations 1 a vector, 2 a quaternion.
   * Shape: nactuator.
   */
  readonly actuator_ctrlspec = this.arena.i32(this.nactuator)
  /** Group; groups can be disabled by `opt.disableactuator`. Shape: nactuator. */
  readonly actuator_group = this.arena.i32(this.nactuator)
  /**
   * Number of samples of the control that are kept, and their interpolation (`InterpolationType`). Shape: nactuator ×
   * 2.
   */
  readonly actuator_history = this.arena.i32(this.nactuator, 2)
  /** First number in `history`; -1: none. Shape: nactuator. */
  readonly actuator_historyadr = this.arena.i32(this.nactuator)
  /** Delay of the control, s. Shape: nactuator. */
  readonly actuator_delay = this.arena.f64(this.nactuator)
  /** 1: the control is clamped. Shape: nu. */
  readonly actuator_ctrllimited = this.arena.u8(this.nu)
  /** 1: the force is clamped. Shape: nactuator. */
  readonly actuator_forcelimited = this.arena.u8(this.nactuator)
  /** 1: the activation is clamped. Shape: nactuator. */
  readonly actuator_actlimited = this.arena.u8(this.nactuator)
  /** Parameters of the activation dynamics. Shape: nactuator × 10. */
  readonly actuator_dynprm = this.arena.f64(this.nactuator, 10)
  /** Parameters of the gain. Shape: nactuator × 10. */
  readonly actuator_gainprm = this.arena.f64(this.nactuator, 10)
  /** Parameters of the bias. Shape: nactuator × 10. */
  readonly actuator_biasprm = this.arena.f64(this.nactuator, 10)
  /** 1: the force follows the activation at the end of the step. Shape: nactuator. */
  readonly actuator_actearly = this.arena.u8(this.nactuator)
  /** Range of the control. Shape: nu × 2. */
  readonly actuator_ctrlrange = this.arena.f64(this.nu, 2)
  /** Range of the force, N or N·m. Shape: nactuator × 2. */
  readonly actuator_forcerange = this.arena.f64(this.nactuator, 2)
  /** Range of the activation. Shape: nactuator × 2. */
  readonly actuator_actrange = this.arena.f64(this.nactuator, 2)
  /** Scale of length, and axis of force and torque for sites and free joints. Shape: nout × 6. */
  readonly actuator_gear = this.arena.f64(this.nout, 6)
  /** Length of the crank of a slider-crank, m. Shape: nactuator. */
  readonly actuator_cranklength = this.arena.f64(this.nactuator)
  /** Damping that it adds to its joint or tendon, N·s/m or N·m·s/rad. Shape: nactuator. */
  readonly actuator_damping = this.arena.f64(this.nactuator)
  /** Higher coefficients of the damping: damping + c₀·|v| + c₁·v². Shape: nactuator × 2. */
  readonly actuator_dampingpoly = this.arena.f64(this.nactuator, 2)
  /** Inertia that it adds to its joint or tendon, kg or kg·m². Shape: nactuator. */
  readonly actuator_armature = this.arena.f64(this.nactuator)
  /** Norm of the acceleration by a unit of force at qpos0. Shape: nout. */
  readonly actuator_acc0 = this.arena.f64(this.nout)
  /** Length at qpos0, m or rad. Shape: nout. */
  readonly actuator_length0 = this.arena.f64(this.nout)
  /** Range of feasible lengths, m or rad. Shape: nout × 2. */
  readonly actuator_lengthrange = this.arena.f64(this.nout, 2)
  /** Numbers of the user. Shape: nactuator × nuser_actuator. */
  readonly actuator_user = this.arena.f64(this.nactuator, this.nuser_actuator)
}
