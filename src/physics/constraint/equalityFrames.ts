import type { Data } from '../../core/data/data.ts'
import { MINVAL } from '../../core/math/constants.ts'
import { conjugate, copy4, mulQuat } from '../../core/math/quat.ts'
import { copy3, rotate } from '../../core/math/vec3.ts'
import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/** Where the distance stands in `separation`. */
export const DISTANCE = 3

/** Registers of the points and orientations that a connect, weld or distance relates, world frame. */
export class EqualityFrames {
  /** Point on body 1 and point on body 2. */
  readonly point1: Float64Array = new Float64Array(3)
  readonly point2: Float64Array = new Float64Array(3)
  /** Orientations that a weld holds together, q₁ and q₂. */
  readonly quat1: Float64Array = new Float64Array(4)
  readonly quat2: Float64Array = new Float64Array(4)
  /** Unit vector from point 2 to point 1, then their distance. */
  readonly separation: Float64Array = new Float64Array(4)
  /** Matrix from relative angular velocity to the rate of the rotational residual of a weld: ½ s vec(q̄₂·(0, ω)·q₁). */
  readonly rotationRate: Float64Array = new Float64Array(9)
  /** q̄₂, and a product of quaternions. */
  readonly inverse2: Float64Array = new Float64Array(4)
  readonly product: Float64Array = new Float64Array(4)
}

/** Body of the first object of a connect, weld or distance. */
export function equalityBody1(m: Model, id: number): number {
  const object = m.eq_obj1id[id]
  return m.eq_objtype[id] === ObjType.site ? m.site_bodyid[object] : object
}

/** Body of the second object of a connect, weld or distance. */
export function equalityBody2(m: Model, id: number): number {
  const object = m.eq_obj2id[id]
  return m.eq_objtype[id] === ObjType.site ? m.site_bodyid[object] : object
}

/** (eq_data, poses) → the two points of a connect or distance. */
export function connectPoints(f: EqualityFrames, m: Model, d: Data, id: number): void {
  equalityPoint(f.point1, m, d, id, m.eq_obj1id[id], 11 * id)
  equalityPoint(f.point2, m, d, id, m.eq_obj2id[id], 11 * id + 3)
}

/** (eq_data, poses) → the two points and orientations of a weld. */
export function weldFrames(f: EqualityFrames, m: Model, d: Data, id: number): void {
  const { eq_data, eq_objtype, eq_obj1id, eq_obj2id, site_bodyid, site_quat } = m
  const { xquat } = d
  const obj1 = eq_obj1id[id]
  const obj2 = eq_obj2id[id]
  equalityPoint(f.point1, m, d, id, obj1, 11 * id + 3)
  equalityPoint(f.point2, m, d, id, obj2, 11 * id)
  if (eq_objtype[id] === ObjType.site) {
    mulQuat(f.quat1, 0, xquat, 4 * site_bodyid[obj1], site_quat, 4 * obj1)
    mulQuat(f.quat2, 0, xquat, 4 * site_bodyid[obj2], site_quat, 4 * obj2)
  } else {
    mulQuat(f.quat1, 0, xquat, 4 * obj1, eq_data, 11 * id + 6)
    copy4(f.quat2, 0, xquat, 4 * obj2)
  }
}

/** out = a site, or the point of a body whose local coordinates are at eq_data[at]. */
function equalityPoint(out: Float64Array, m: Model, d: Data, id: number, object: number, at: number): void {
  if (m.eq_objtype[id] === ObjType.site) {
    copy3(out, 0, d.site_xpos, 3 * object)
    return
  }
  rotate(out, 0, d.xmat, 9 * object, m.eq_data, at)
  for (let k = 0; k < 3; k++) out[k] += d.xpos[3 * object + k]
}

/** (point1, point2) → separation. Where the points coincide its direction is the x axis of the world. */
export function pointSeparation({ point1, point2, separation }: EqualityFrames): void {
  const x = point1[0] - point2[0]
  const y = point1[1] - point2[1]
  const z = point1[2] - point2[2]
  const distance = Math.sqrt(x * x + y * y + z * z)
  const apart = distance >= MINVAL
  separation[0] = apart ? x / distance : 1
  separation[1] = apart ? y / distance : 0
  separation[2] = apart ? z / distance : 0
  separation[DISTANCE] = distance
}

/** (quat1, quat2) → rotationRate. */
export function weldRotationRate(f: EqualityFrames, m: Model, id: number): void {
  const { quat1, quat2, inverse2, product, rotationRate } = f
  const half = 0.5 * m.eq_data[11 * id + 10]
  conjugate(inverse2, 0, quat2, 0)
  for (let k = 0; k < 3; k++) {
    // q̄₂·(0, e_k)·q₁ for the axis e_k
    product.fill(0)
    product[1 + k] = 1
    mulQuat(product, 0, inverse2, 0, product, 0)
    mulQuat(product, 0, product, 0, quat1, 0)
    rotationRate[k] = half * product[1]
    rotationRate[3 + k] = half * product[2]
    rotationRate[6 + k] = half * product[3]
  }
}
