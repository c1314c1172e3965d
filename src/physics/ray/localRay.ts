import { rotate } from '../../core/math/vec3.ts'

/**
 * A ray: all points p + x v with x ≥ 0. The answer is x, in units of |v|, of the first point on a shape, and the
 * outward normal of the surface there.
 */

/** `LocalRay.hit`: x, or -1 for a miss, … */
export const X = 0
/** … then the outward unit normal, where there is a hit. */
export const NORMAL = 1
export const HIT_SIZE = 4

/** Registers: a ray, in the world frame and in the frame of a shape, and where it meets the shape. */
export class LocalRay {
  /** Start and direction, world frame. */
  readonly point: Float64Array = new Float64Array(3)
  readonly vector: Float64Array = new Float64Array(3)
  /** The same in the frame of the shape, p and v. */
  readonly p: Float64Array = new Float64Array(3)
  readonly v: Float64Array = new Float64Array(3)
  /** Answer: `X`, then the normal; in the frame of the shape while it is computed, then in the world frame. */
  readonly hit: Float64Array = new Float64Array(HIT_SIZE)
}

/** The ray that is cast now. */
export const localRay: LocalRay = new LocalRay()

/** Brings the ray into the frame of shape i: Rᵀ (point − pos), Rᵀ vector. */
export function toLocal(xpos: Float64Array, xmat: Float64Array, i: number): void {
  const { point, vector, p, v } = localRay
  const r = 9 * i
  const dx = point[0] - xpos[3 * i]
  const dy = point[1] - xpos[3 * i + 1]
  const dz = point[2] - xpos[3 * i + 2]
  const vx = vector[0]
  const vy = vector[1]
  const vz = vector[2]
  p[0] = xmat[r] * dx + xmat[r + 3] * dy + xmat[r + 6] * dz
  p[1] = xmat[r + 1] * dx + xmat[r + 4] * dy + xmat[r + 7] * dz
  p[2] = xmat[r + 2] * dx + xmat[r + 5] * dy + xmat[r + 8] * dz
  v[0] = xmat[r] * vx + xmat[r + 3] * vy + xmat[r + 6] * vz
  v[1] = xmat[r + 1] * vx + xmat[r + 4] * vy + xmat[r + 7] * vz
  v[2] = xmat[r + 2] * vx + xmat[r + 5] * vy + xmat[r + 8] * vz
}

/** Brings the normal of the hit from the frame of shape i into the world frame. */
export function normalToWorld(xmat: Float64Array, i: number): void {
  rotate(localRay.hit, NORMAL, xmat, 9 * i, localRay.hit, NORMAL)
}
