import type { Data } from '../../core/data/data.ts'
import { copy4, normalize4 } from '../../core/math/quat.ts'
import { copy3 } from '../../core/math/vec3.ts'
import type { Model } from '../../core/model/model.ts'

/** Joint sensors: positions, velocities, and actuator forces. */

export function jointPos(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  out[at] = d.qpos[m.jnt_qposadr[m.sensor_objid[sensor]]]
}

export function jointVel(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  out[at] = d.qvel[m.jnt_dofadr[m.sensor_objid[sensor]]]
}

/** After all force limits, including gravity compensation by actuators. */
export function jointActuatorForce(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  out[at] = d.qfrc_actuator[m.jnt_dofadr[m.sensor_objid[sensor]]]
}

export function ballQuat(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  copy4(out, at, d.qpos, m.jnt_qposadr[m.sensor_objid[sensor]])
  normalize4(out, at)
}

export function ballAngVel(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  copy3(out, at, d.qvel, m.jnt_dofadr[m.sensor_objid[sensor]])
}
