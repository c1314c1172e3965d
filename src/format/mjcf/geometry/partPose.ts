import { conjugate, mulQuat, quatToMat } from '../../../core/math/quat.ts'
import { rotate } from '../../../core/math/vec3.ts'

/**
 * Positions with orientations, and the compiler's way of normalizing. While a model is compiled these are small
 * objects; in the finished model they are rows of arrays.
 */

/** Below this the compiler takes a squared length, a mass or a volume for zero. */
export const EPS = 1e-14

/** A frame, given in the coordinates of another: p_outer = pos + R(quat) p_inner. */
export class Pose {
  readonly pos = new Float64Array(3)
  readonly quat = Float64Array.of(1, 0, 0, 0)

  static of(pos: ArrayLike<number>, quat: ArrayLike<number>): Pose {
    const pose = new Pose()
    pose.pos.set(pos)
    pose.quat.set(quat)
    return pose
  }

  copy(other: Pose): void {
    this.pos.set(other.pos)
    this.quat.set(other.quat)
  }
}

/** inner ← outer ∘ inner: brings a pose given inside `outer` into the coordinates that `outer` is given in. */
export function composeInto(outer: Pose, inner: Pose): void {
  movePoint(outer, inner.pos)
  mulUnitQuat(inner.quat, outer.quat, inner.quat)
}

/** out = p·q, normalized as the compiler does; the output may be one of the inputs. */
export function mulUnitQuat(out: Float64Array, p: Float64Array, q: Float64Array): void {
  mulQuat(out, 0, p, 0, q, 0)
  normalize(out)
}

/** Brings a point given inside a frame, in place, into the coordinates that the frame is given in. */
export function movePoint(frame: Pose, point: Float64Array): void {
  turnVector(frame.quat, point)
  for (let i = 0; i < 3; i++) point[i] += frame.pos[i]
}

/** Brings a direction given inside a frame of this orientation, in place, into the coordinates around it. */
export function turnVector(quat: Float64Array, v: Float64Array): void {
  const R = new Float64Array(9)
  quatToMat(R, 0, quat, 0)
  rotate(v, 0, R, 0, v, 0)
}

/** The pose that undoes `pose`: (−R⁻¹ p, q⁻¹). */
export function inverse(pose: Pose): Pose {
  const inv = new Pose()
  conjugate(inv.quat, 0, pose.quat, 0)
  for (let i = 0; i < 3; i++) inv.pos[i] = -pose.pos[i]
  turnVector(inv.quat, inv.pos)
  return inv
}

/**
 * Scales a vector or quaternion in place to length 1 and returns the length it had. One of (almost) no length is
 * left alone and gives 0; one whose length is 1 to within rounding keeps its bits.
 */
export function normalize(v: Float64Array): number {
  let square = 0
  for (const x of v) square += x * x
  if (square < EPS) return 0
  const length = Math.sqrt(square)
  if (Math.abs(length - 1) > EPS) for (let i = 0; i < v.length; i++) v[i] /= length
  return length
}
