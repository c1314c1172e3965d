import type { Data } from '../../core/data/data.ts'
import { copy3, cross, rotateBack, sub3 } from '../../core/math/vec3.ts'
import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { type FrameObject, objectAcceleration, objectVelocity } from '../kinematics/objectMotion.ts'
import { locate, ObjectFrame } from './objectFrame.ts'
import { needBodyForces } from './sensorPrerequisites.ts'

/**
 * Velocities and accelerations of frames, and of sites in their own axes (inertial measurement units). Both are zero
 * for static objects: an accelerometer fixed to the world reads 0, not g.
 */

const SITE = ObjType.site

const motion = new Float64Array(6)
const carrier = new Float64Array(6)
const offset = new Float64Array(3)
const object = new ObjectFrame()
const reference = new ObjectFrame()

/** v, or Rᵀ(v − v_ref − ω_ref × (x − x_ref)): relative to the rotating reference frame. */
export function frameLinVel(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  const type = m.sensor_objtype[sensor]
  const id = m.sensor_objid[sensor]
  objectVelocity(m, d, motion, type as FrameObject, id, false)
  copy3(out, at, motion, 3)
  const refType = m.sensor_reftype[sensor]
  const refId = m.sensor_refid[sensor]
  if (refId < 0) return
  locate(object, m, d, type, id)
  locate(reference, m, d, refType, refId)
  objectVelocity(m, d, carrier, refType as FrameObject, refId, false)
  sub3(offset, 0, object.pos, 3 * id, reference.pos, 3 * refId)
  cross(offset, 0, carrier, 0, offset, 0)
  sub3(out, at, out, at, carrier, 3)
  sub3(out, at, out, at, offset, 0)
  rotateBack(out, at, reference.mat, 9 * refId, out, at)
}

/** ω, or Rᵀ(ω − ω_ref). */
export function frameAngVel(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  objectVelocity(m, d, motion, m.sensor_objtype[sensor] as FrameObject, m.sensor_objid[sensor], false)
  copy3(out, at, motion, 0)
  const refType = m.sensor_reftype[sensor]
  const refId = m.sensor_refid[sensor]
  if (refId < 0) return
  objectVelocity(m, d, carrier, refType as FrameObject, refId, false)
  sub3(out, at, out, at, carrier, 0)
  locate(reference, m, d, refType, refId)
  rotateBack(out, at, reference.mat, 9 * refId, out, at)
}

/** Linear acceleration, world axes, with gravity: at rest it is +g. */
export function frameLinAcc(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  needBodyForces(m, d)
  objectAcceleration(m, d, motion, m.sensor_objtype[sensor] as FrameObject, m.sensor_objid[sensor], false)
  copy3(out, at, motion, 3)
}

/** Angular acceleration, world axes. */
export function frameAngAcc(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  needBodyForces(m, d)
  objectAcceleration(m, d, motion, m.sensor_objtype[sensor] as FrameObject, m.sensor_objid[sensor], false)
  copy3(out, at, motion, 0)
}

/** Velocity of a site in its own axes. */
export function velocimeter(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  objectVelocity(m, d, motion, SITE, m.sensor_objid[sensor], true)
  copy3(out, at, motion, 3)
}

/** Angular velocity of a site in its own axes. */
export function gyro(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  objectVelocity(m, d, motion, SITE, m.sensor_objid[sensor], true)
  copy3(out, at, motion, 0)
}

/** Acceleration of a site in its own axes, with gravity: at rest it is +g. */
export function accelerometer(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  needBodyForces(m, d)
  objectAcceleration(m, d, motion, SITE, m.sensor_objid[sensor], true)
  copy3(out, at, motion, 3)
}
