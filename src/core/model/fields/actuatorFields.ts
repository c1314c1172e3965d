import { MechanismArrays } from './mechanismFields.ts'

/**
 * Actuators. Most have one control and one force; those with several have a row for each control in the arrays of
 * length `nu`, and one for each force in those of length `nout`, from `actuator_ctrladr` and `actuator_outadr` on.
 */
export class ActuatorArrays extends MechanismArrays {
  /** `TrnType` */
  readonly actuator_trntype = this.arena.i32(this.nactuator)
  /** `DynType` */
  readonly actuator_dyntype = this.arena.i32(this.nactuator)
  /** `GainType` */
  readonly actuator_gaintype = this.arena.i32(this.nactuator)
  /** `BiasType` */
  readonly actuator_biastype = this.arena.i32(this.nactuator)
  /** joint, tendon, site or body; site of the slider, or reference site; -1: none */
  readonly actuator_trnid = this.arena.i32(this.nactuator, 2)
  readonly actuator_actadr = this.arena.i32(this.nactuator)
  readonly actuator_actnum = this.arena.i32(this.nactuator)
  readonly actuator_ctrladr = this.arena.i32(this.nactuator)
  readonly actuator_ctrlnum = this.arena.i32(this.nactuator)
  readonly actuator_outadr = this.arena.i32(this.nactuator)
  readonly actuator_outnum = this.arena.i32(this.nactuator)
  /** which inputs there are: bits pos 1, vel 2, ff 4, voltage 8, none 16; for rotations 1 a vector, 2 a quaternion */
  readonly actuator_ctrlspec = this.arena.i32(this.nactuator)
  readonly actuator_group = this.arena.i32(this.nactuator)
  /** samples kept of the control, and how values between them are made up (`InterpolationType`) */
  readonly actuator_history = this.arena.i32(this.nactuator, 2)
  readonly actuator_historyadr = this.arena.i32(this.nactuator)
  /** s */
  readonly actuator_delay = this.arena.f64(this.nactuator)
  readonly actuator_ctrllimited = this.arena.u8(this.nu)
  readonly actuator_forcelimited = this.arena.u8(this.nactuator)
  readonly actuator_actlimited = this.arena.u8(this.nactuator)
  readonly actuator_dynprm = this.arena.f64(this.nactuator, 10)
  readonly actuator_gainprm = this.arena.f64(this.nactuator, 10)
  readonly actuator_biasprm = this.arena.f64(this.nactuator, 10)
  /** the force follows the activation at the end of the step */
  readonly actuator_actearly = this.arena.u8(this.nactuator)
  readonly actuator_ctrlrange = this.arena.f64(this.nu, 2)
  readonly actuator_forcerange = this.arena.f64(this.nactuator, 2)
  readonly actuator_actrange = this.arena.f64(this.nactuator, 2)
  readonly actuator_gear = this.arena.f64(this.nout, 6)
  readonly actuator_cranklength = this.arena.f64(this.nactuator)
  readonly actuator_damping = this.arena.f64(this.nactuator)
  readonly actuator_dampingpoly = this.arena.f64(this.nactuator, 2) // coefficients of |v| and v²
  readonly actuator_armature = this.arena.f64(this.nactuator)
  readonly actuator_acc0 = this.arena.f64(this.nout) // acceleration by a unit of force at qpos0
  readonly actuator_length0 = this.arena.f64(this.nout)
  readonly actuator_lengthrange = this.arena.f64(this.nout, 2)
  readonly actuator_user = this.arena.f64(this.nactuator, this.nuser_actuator)
}
