import type { Data } from '../../core/data/data.ts'
import { conjugate, copy4, mulQuat } from '../../core/math/quat.ts'
import { copy3, rotateBack, sub3 } from '../../core/math/vec3.ts'
import { SensorType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { locate, ObjectFrame } from './objectFrame.ts'

/** Frames of objects, in the world frame or relative to a reference object. */

const FIRST_AXIS: number = SensorType.framexaxis

const object = new ObjectFrame()
const reference = new ObjectFrame()
const quat = new Float64Array(4)

/** Position: x, or Rᵀ(x − x_ref) with a reference. */
export function framePos(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  locate(object, m, d, m.sensor_objtype[sensor], m.sensor_objid[sensor])
  if (m.sensor_refid[sensor] < 0) {
    copy3(out, at, object.pos, 3 * object.id)
    return
  }
  locate(reference, m, d, m.sensor_reftype[sensor], m.sensor_refid[sensor])
  sub3(out, at, object.pos, 3 * object.id, reference.pos, 3 * reference.id)
  rotateBack(out, at, reference.mat, 9 * reference.id, out, at)
}

/**
 * Orientation: q, or q_ref⁻¹ q with a reference. Uses the body of the object: a tracking camera has the orientation
 * of a fixed one.
 */
export function frameQuat(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  locate(object, m, d, m.sensor_objtype[sensor], m.sensor_objid[sensor])
  orientation(out, at, d, object)
  if (m.sensor_refid[sensor] < 0) return
  locate(reference, m, d, m.sensor_reftype[sensor], m.sensor_refid[sensor])
  orientation(quat, 0, d, reference)
  conjugate(quat, 0, quat, 0)
  mulQuat(out, at, quat, 0, out, at)
}

function orientation(out: Float64Array, at: number, d: Data, frame: ObjectFrame): void {
  if (frame.quat.length === 0) copy4(out, at, d.xquat, 4 * frame.body)
  else mulQuat(out, at, d.xquat, 4 * frame.body, frame.quat, 4 * frame.id)
}

/** An axis: a column of R, or of R_refᵀ R with a reference. */
export function frameAxis(m: Model, d: Data, sensor: number, out: Float64Array, at: number): void {
  locate(object, m, d, m.sensor_objtype[sensor], m.sensor_objid[sensor])
  const { mat } = object
  const column = 9 * object.id + m.sensor_type[sensor] - FIRST_AXIS
  out[at] = mat[column]
  out[at + 1] = mat[column + 3]
  out[at + 2] = mat[column + 6]
  if (m.sensor_refid[sensor] < 0) return
  locate(reference, m, d, m.sensor_reftype[sensor], m.sensor_refid[sensor])
  rotateBack(out, at, reference.mat, 9 * reference.id, out, at)
}
