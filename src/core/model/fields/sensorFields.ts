import { ActuatorArrays } from './actuatorFields.ts'

/** Sensors. Their values stand one after the other in `sensordata`. */
export class SensorArrays extends ActuatorArrays {
  /** `SensorType` */
  readonly sensor_type = this.arena.i32(this.nsensor)
  /** `SensorDataType` */
  readonly sensor_datatype = this.arena.i32(this.nsensor)
  /** `Stage` of the forward pass in which it can be computed */
  readonly sensor_needstage = this.arena.i32(this.nsensor)
  /** `ObjType` and id of what is looked at, and of what it is looked at from; -1: none */
  readonly sensor_objtype = this.arena.i32(this.nsensor)
  readonly sensor_objid = this.arena.i32(this.nsensor)
  readonly sensor_reftype = this.arena.i32(this.nsensor)
  readonly sensor_refid = this.arena.i32(this.nsensor)
  /** which data, as bits; for contacts also how they are chosen, and how many */
  readonly sensor_intprm = this.arena.i32(this.nsensor, 3)
  readonly sensor_dim = this.arena.i32(this.nsensor)
  readonly sensor_adr = this.arena.i32(this.nsensor)
  /** largest magnitude; 0: any */
  readonly sensor_cutoff = this.arena.f64(this.nsensor)
  /** standard deviation; for the user, nothing is added */
  readonly sensor_noise = this.arena.f64(this.nsensor)
  /** samples kept, and how values between them are made up (`InterpolationType`) */
  readonly sensor_history = this.arena.i32(this.nsensor, 2)
  readonly sensor_historyadr = this.arena.i32(this.nsensor)
  /** s */
  readonly sensor_delay = this.arena.f64(this.nsensor)
  readonly sensor_interval = this.arena.f64(this.nsensor, 2) // period, phase (s)
  readonly sensor_user = this.arena.f64(this.nsensor, this.nuser_sensor)
}
