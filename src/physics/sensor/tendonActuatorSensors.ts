import type { Data } from '../../core/data/data.ts'
import { TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** Tendon and actuator sensors. */

const TENDON: number = TrnType.tendon

export function tendonPos(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  out[at] = d.ten_length[m.sensor_objid[sensor]]
}

export function tendonVel(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  out[at] = d.ten_velocity[m.sensor_objid[sensor]]
}

/** Sum of the forces of all actuators on a tendon. */
export function tendonActuatorForce(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr } = m
  const { actuator_force } = d
  const tendon = m.sensor_objid[sensor]
  out[at] = 0
  for (let i = 0; i < nactuator; i++)
    if (actuator_trntype[i] === TENDON && actuator_trnid[2 * i] === tendon)
      out[at] += actuator_force[actuator_outadr[i]]
}

export function actuatorPos(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  copyOutputs(m, sensor, d.actuator_length, out, at)
}

export function actuatorVel(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  copyOutputs(m, sensor, d.actuator_velocity, out, at)
}

export function actuatorForce(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  copyOutputs(m, sensor, d.actuator_force, out, at)
}

/** One value per force of the actuator: three for an orientation servo. */
function copyOutputs(m: Model, sensor: number, values: Float64Array, out: Float64Array, at: number): void {
  const from = m.actuator_outadr[m.sensor_objid[sensor]]
  const count = m.sensor_dim[sensor]
  for (let k = 0; k < count; k++) out[at + k] = values[from + k]
}
