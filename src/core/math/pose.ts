import { conjugate, mulQuat, normalize4, rotateByQuat } from './quat.ts'
import { cross, rotateBack, sub3 } from './vec3.ts'

/**
 * Poses (position, quaternion): a point p in the frame of a pose is pos + quat p quat⁻¹ in the frame outside. All
 * vectors start at the beginning of their arrays. Outputs may be inputs.
 */

/** The pose (pos1, quat1)·(pos2, quat2): what is at the second pose in the frame of the first. MuJoCo: mju_mulPose. */
export function mulPose(
  outPos: Float64Array,
  outQuat: Float64Array,
  pos1: Float64Array,
  quat1: Float64Array,
  pos2: Float64Array,
  quat2: Float64Array,
): void {
  transformPoint(turned, pos1, quat1, pos2)
  mulQuat(outQuat, 0, quat1, 0, quat2, 0)
  normalize4(outQuat, 0)
  outPos.set(turned)
}

/** The inverse pose. MuJoCo: mju_negPose. */
export function invertPose(outPos: Float64Array, outQuat: Float64Array, pos: Float64Array, quat: Float64Array): void {
  conjugate(outQuat, 0, quat, 0)
  rotateByQuat(turned, 0, outQuat, 0, pos, 0)
  for (let k = 0; k < 3; k++) outPos[k] = -turned[k]
}

/** A point in the frame of a pose, seen from outside. MuJoCo: mju_trnVecPose. */
export function transformPoint(out: Float64Array, pos: Float64Array, quat: Float64Array, point: Float64Array): void {
  rotateByQuat(out, 0, quat, 0, point, 0)
  for (let k = 0; k < 3; k++) out[k] += pos[k]
}

/**
 * A spatial vector (rotation, translation) about another point, and in other axes: a motion gains −r × ω in its
 * translation, a force −r × f in its rotation, with r = newPoint − oldPoint; then both turn by the transpose of the
 * row-major matrix `newToOld`, if there is one.
 * MuJoCo: mju_transformSpatial.
 */
export function transformSpatial(
  out: Float64Array,
  vector: Float64Array,
  isForce: boolean,
  newPoint: Float64Array,
  oldPoint: Float64Array,
  newToOld: Float64Array | null,
): void {
  sub3(arm, 0, newPoint, 0, oldPoint, 0)
  const changed = isForce ? 0 : 3
  cross(turned, 0, arm, 0, vector, 3 - changed)
  for (let k = 0; k < 6; k++) out[k] = vector[k]
  for (let k = 0; k < 3; k++) out[changed + k] -= turned[k]
  if (!newToOld) return
  rotateBack(out, 0, newToOld, 0, out, 0)
  rotateBack(out, 3, newToOld, 0, out, 3)
}

const turned = new Float64Array(3)
const arm = new Float64Array(3)
