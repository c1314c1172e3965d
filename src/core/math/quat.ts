import { MINVAL } from './constants.ts'
import { atan2InPlace, sinCosInPlace } from './functions.ts'

/**
 * Unit quaternions (w, x, y, z) at an offset in a larger array. A quaternion maps local coordinates to those of
 * the parent; the product p·q applies q first.
 */

export function set4(out: Float64Array, o: number, w: number, x: number, y: number, z: number): void {
  out[o] = w
  out[o + 1] = x
  out[o + 2] = y
  out[o + 3] = z
}

export function copy4(out: Float64Array, o: number, q: Float64Array, i: number): void {
  out[o] = q[i]
  out[o + 1] = q[i + 1]
  out[o + 2] = q[i + 2]
  out[o + 3] = q[i + 3]
}

/** out = p·q; the output may be one of the inputs. MuJoCo: mju_mulQuat, mju_mulQuatAxis. */
export function mulQuat(out: Float64Array, o: number, p: Float64Array, i: number, q: Float64Array, j: number): void {
  const pw = p[i]
  const px = p[i + 1]
  const py = p[i + 2]
  const pz = p[i + 3]
  const qw = q[j]
  const qx = q[j + 1]
  const qy = q[j + 2]
  const qz = q[j + 3]
  out[o] = pw * qw - px * qx - py * qy - pz * qz
  out[o + 1] = pw * qx + px * qw + py * qz - pz * qy
  out[o + 2] = pw * qy - px * qz + py * qw + pz * qx
  out[o + 3] = pw * qz + px * qy - py * qx + pz * qw
}

/** The inverse rotation. MuJoCo: mju_negQuat. */
export function conjugate(out: Float64Array, o: number, q: Float64Array, i: number): void {
  out[o] = q[i]
  out[o + 1] = -q[i + 1]
  out[o + 2] = -q[i + 2]
  out[o + 3] = -q[i + 3]
}

/**
 * Normalizes a quaternion in place. A zero quaternion becomes the identity. A quaternion of unit length, up to
 * rounding, keeps its bits.
 * MuJoCo: mju_normalize4.
 */
export function normalize4(q: Float64Array, i: number): void {
  const w = q[i]
  const x = q[i + 1]
  const y = q[i + 2]
  const z = q[i + 3]
  const length = Math.sqrt(w * w + x * x + y * y + z * z)
  if (length < MINVAL) {
    set4(q, i, 1, 0, 0, 0)
  } else if (Math.abs(length - 1) > MINVAL) {
    const s = 1 / length
    q[i] = w * s
    q[i + 1] = x * s
    q[i + 2] = y * s
    q[i + 3] = z * s
  }
}

/** Rotation by an angle (rad) about a unit axis. MuJoCo: mju_axisAngle2Quat. */
export function axisAngleToQuat(out: Float64Array, o: number, axis: Float64Array, i: number, angle: number): void {
  if (angle === 0) {
    set4(out, o, 1, 0, 0, 0)
    return
  }
  arc[0] = 0.5 * angle
  sinCosInPlace(arc)
  const s = arc[0]
  out[o] = arc[1]
  out[o + 1] = axis[i] * s
  out[o + 2] = axis[i + 1] * s
  out[o + 3] = axis[i + 2] * s
}

/** out = q v q⁻¹; the output may be the input vector. MuJoCo: mju_rotVecQuat. */
export function rotateByQuat(
  out: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
): void {
  const w = q[i]
  const x = q[i + 1]
  const y = q[i + 2]
  const z = q[i + 3]
  const vx = v[j]
  const vy = v[j + 1]
  const vz = v[j + 2]
  // t = w v + u × v, with u = (x, y, z); the result is v + 2 u × t
  const tx = w * vx + y * vz - z * vy
  const ty = w * vy + z * vx - x * vz
  const tz = w * vz + x * vy - y * vx
  out[o] = vx + 2 * (y * tz - z * ty)
  out[o + 1] = vy + 2 * (z * tx - x * tz)
  out[o + 2] = vz + 2 * (x * ty - y * tx)
}

/** The rotation as a row-major matrix. MuJoCo: mju_quat2Mat. */
export function quatToMat(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const w = q[i]
  const x = q[i + 1]
  const y = q[i + 2]
  const z = q[i + 3]
  const ww = w * w
  const xx = x * x
  const yy = y * y
  const zz = z * z
  out[o] = ww + xx - yy - zz
  out[o + 1] = 2 * (x * y - w * z)
  out[o + 2] = 2 * (x * z + w * y)
  out[o + 3] = 2 * (x * y + w * z)
  out[o + 4] = ww - xx + yy - zz
  out[o + 5] = 2 * (y * z - w * x)
  out[o + 6] = 2 * (x * z - w * y)
  out[o + 7] = 2 * (y * z + w * x)
  out[o + 8] = ww - xx - yy + zz
}

/**
 * The quaternion of a row-major rotation matrix, normalized.
 * MuJoCo: mju_mat2Quat.
 */
export function matToQuat(out: Float64Array, o: number, R: Float64Array, r: number): void {
  rotationToQuat(out, o, R, r)
  normalize4(out, o)
}

/** The quaternion of a row-major rotation matrix, found from its largest component. */
export function rotationToQuat(out: Float64Array, o: number, R: Float64Array, r: number): void {
  const xx = R[r]
  const yy = R[r + 4]
  const zz = R[r + 8]
  const xy = 0.25 * (R[r + 1] + R[r + 3])
  const xz = 0.25 * (R[r + 2] + R[r + 6])
  const yz = 0.25 * (R[r + 5] + R[r + 7])
  const wx = 0.25 * (R[r + 7] - R[r + 5])
  const wy = 0.25 * (R[r + 2] - R[r + 6])
  const wz = 0.25 * (R[r + 3] - R[r + 1])
  if (xx + yy + zz > 0) {
    const w = 0.5 * Math.sqrt(1 + xx + yy + zz)
    set4(out, o, w, wx / w, wy / w, wz / w)
  } else if (xx > yy && xx > zz) {
    const x = 0.5 * Math.sqrt(1 + xx - yy - zz)
    set4(out, o, wx / x, x, xy / x, xz / x)
  } else if (yy > zz) {
    const y = 0.5 * Math.sqrt(1 - xx + yy - zz)
    set4(out, o, wy / y, xy / y, y, yz / y)
  } else {
    const z = 0.5 * Math.sqrt(1 - xx - yy + zz)
    set4(out, o, wz / z, xz / z, yz / z, z)
  }
}

/** The rotation vector (axis times angle, the angle within ±π) of a quaternion. MuJoCo: mju_quat2Vel. */
export function quatToVel(out: Float64Array, o: number, q: Float64Array, i: number): void {
  const s = Math.sqrt(q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3])
  arc[0] = s
  arc[1] = q[i]
  atan2InPlace(arc)
  let angle = 2 * arc[0]
  if (angle > Math.PI) angle -= 2 * Math.PI
  if (s < MINVAL) {
    // no rotation, so no axis
    out[o] = angle
    out[o + 1] = 0
    out[o + 2] = 0
    return
  }
  const k = 1 / s
  out[o] = q[i + 1] * k * angle
  out[o + 1] = q[i + 2] * k * angle
  out[o + 2] = q[i + 3] * k * angle
}

/** The rotation vector r, in the frame of q, for which q·exp(r) = p. MuJoCo: mju_subQuat. */
export function subQuat(out: Float64Array, o: number, p: Float64Array, i: number, q: Float64Array, j: number): void {
  conjugate(difference, 0, q, j)
  mulQuat(difference, 0, difference, 0, p, i)
  quatToVel(out, o, difference, 0)
}

/**
 * Rotates a quaternion in place by an angular velocity v (local frame, rad/s) over the time duration[0] (s).
 * MuJoCo: mju_quatIntegrate.
 */
export function integrateQuat(q: Float64Array, i: number, v: Float64Array, j: number, duration: Float64Array): void {
  const speed = Math.sqrt(v[j] * v[j] + v[j + 1] * v[j + 1] + v[j + 2] * v[j + 2])
  arc[0] = 0.5 * (duration[0] * speed)
  sinCosInPlace(arc)
  const s = arc[0]
  turn[0] = arc[1]
  if (speed < MINVAL) {
    // as if about x
    turn[1] = s
    turn[2] = 0
    turn[3] = 0
  } else {
    const k = 1 / speed
    turn[1] = v[j] * k * s
    turn[2] = v[j + 1] * k * s
    turn[3] = v[j + 2] * k * s
  }
  normalize4(q, i)
  mulQuat(q, i, q, i, turn, 0)
}

const difference = new Float64Array(4)
const turn = new Float64Array(4)
const arc = new Float64Array(2)
