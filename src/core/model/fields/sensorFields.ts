import { ActuatorArrays } from './actuatorFields.ts'

/** Sensors. Their values stand one after the other in `sensordata`. */
export class SensorArrays extends ActuatorArrays {
  /** Kind of sensor, a `SensorType`. Shape: nsensor. */
  readonly sensor_type = this.arena.i32(this.nsensor)
  /** Kind of numbers that it gives, a `SensorDataType`. Shape: nsensor. */
  readonly sensor_datatype = this.arena.i32(this.nsensor)
  /** `Stage` of the forward pass in which it can be computed. Shape: nsensor. */
  readonly sensor_needstage = this.arena.i32(this.nsensor)
  /** `ObjType` of the object that it measures. Shape: nsensor. */
  readonly sensor_objtype = this.arena.i32(this.nsensor)
  /** Object that it measures; -1: none. Shape: nsensor. */
  readonly sensor_objid = this.arena.i32(this.nsensor)
  /** `ObjType` of the frame that it measures in. Shape: nsensor. */
  readonly sensor_reftype = this.arena.i32(this.nsensor)
  /** Object whose frame it measures in; -1: the world. Shape: nsensor. */
  readonly sensor_refid = this.arena.i32(this.nsensor)
  /**
   * Integer parameters: which data, as bits; for contacts also how they are chosen, and how many. Shape: nsensor × 3.
   */
  readonly sensor_intprm = this.arena.i32(this.nsensor, 3)
  /** Number of values. Shape: nsensor. */
  readonly sensor_dim = this.arena.i32(this.nsensor)
  /** First value in `sensordata`. Shape: nsensor. */
  readonly sensor_adr = this.arena.i32(this.nsensor)
  /** Largest magnitude; 0: no limit. Shape: nsensor. */
  readonly sensor_cutoff = this.arena.f64(this.nsensor)
  /** Standard deviation of the noise, for the user; nothing is added. Shape: nsensor. */
  readonly sensor_noise = this.arena.f64(this.nsensor)
  /** Number of samples that are kept, and their interpolation (`InterpolationType`). Shape: nsensor × 2. */
  readonly sensor_history = this.arena.i32(this.nsensor, 2)
  /** First number in `history`; -1: none. Shape: nsensor. */
  readonly sensor_historyadr = this.arena.i32(this.nsensor)
  /** Delay, s. Shape: nsensor. */
  readonly sensor_delay = this.arena.f64(this.nsensor)
  /** Period and phase of sampling, s; period 0: every step. Shape: nsensor × 2. */
  readonly sensor_interval = this.arena.f64(this.nsensor, 2)
  /** Numbers of the user. Shape: nsensor × nuser_sensor. */
  readonly sensor_user = this.arena.f64(this.nsensor, this.nuser_sensor)
}
