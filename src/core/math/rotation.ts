import { MINVAL } from './constants.ts'
import { atan2, sinCosInPlace } from './functions.ts'
import { axisAngleToQuat, mulQuat, normalize4, quatToMat, set4 } from './quat.ts'
import { cross, normalize3, set3 } from './vec3.ts'

/** Quaternions from other descriptions of a rotation. All vectors start at the beginning of their arrays. */

/**
 * The shortest rotation that takes +z to the direction of a vector; a half turn about x where that is not unique.
 * MuJoCo: mju_quatZ2Vec.
 */
export function quatFromZ(out: Float64Array, direction: Float64Array): void {
  set4(out, 0, 1, 0, 0, 0)
  const { 0: x, 1: y, 2: z } = direction
  const length = Math.sqrt(x * x + y * y + z * z)
  if (length < MINVAL) return
  const k = 1 / length
  set3(unit, 0, x * k, y * k, z * k)
  cross(axis, 0, UP, 0, unit, 0)
  const sine = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1])
  if (sine < MINVAL) {
    if (z < 0) set4(out, 0, 0, 1, 0, 0)
    return
  }
  normalize3(axis, 0)
  axisAngleToQuat(out, 0, axis, 0, atan2(sine, unit[2]))
}

/**
 * Three successive rotations, about moving axes (lower-case letters of `sequence`) or fixed axes (upper case). Angles
 * are in radians.
 * MuJoCo: mju_euler2Quat.
 */
export function quatFromEuler(out: Float64Array, angles: ArrayLike<number>, sequence: string): void {
  if (!/^[xyzXYZ]{3}$/.test(sequence))
    throw new RangeError(`'${sequence}' is not a sequence of axes: expected three letters out of x, y, z, X, Y, Z`)
  set4(out, 0, 1, 0, 0, 0)
  for (let k = 0; k < 3; k++) {
    const letter = sequence[k]
    const lower = letter.toLowerCase()
    arc[0] = 0.5 * angles[k]
    sinCosInPlace(arc)
    set4(turn, 0, arc[1], 0, 0, 0)
    turn['xyz'.indexOf(lower) + 1] = arc[0]
    if (letter === lower) mulQuat(out, 0, out, 0, turn, 0)
    else mulQuat(out, 0, turn, 0, out, 0)
  }
}

/**
 * Rate of a quaternion that turns with the angular velocity v, given in the frame outside: ½ (0, v)·q.
 * MuJoCo: mju_derivQuat.
 */
export function quatRate(out: Float64Array, q: Float64Array, v: Float64Array): void {
  set4(turn, 0, 0, 0.5 * v[0], 0.5 * v[1], 0.5 * v[2])
  mulQuat(out, 0, turn, 0, q, 0)
}

const MAX_TURNS = 500
const CONVERGED = 1e-9

/**
 * The rotation that is nearest to any 3×3 matrix, from a first guess in `quat`: the guess is turned about Σ r × a of
 * its columns r and those of the matrix a, until they agree. Returns the number of turns.
 * MuJoCo: mju_mat2Rot.
 */
export function nearestRotation(quat: Float64Array, matrix: Float64Array): number {
  for (let count = 0; count < MAX_TURNS; count++) {
    quatToMat(rotation, 0, quat, 0)
    total.fill(0)
    let overlap = 0
    for (let col = 0; col < 3; col++) {
      for (let k = 0; k < 3; k++) {
        columns[k] = rotation[3 * k + col]
        columns[3 + k] = matrix[3 * k + col]
        overlap += columns[k] * columns[3 + k]
      }
      cross(axis, 0, columns, 0, columns, 3)
      for (let k = 0; k < 3; k++) total[k] += axis[k]
    }
    const s = 1 / (Math.abs(overlap) + MINVAL)
    const angle = s * Math.sqrt(total[0] * total[0] + total[1] * total[1] + total[2] * total[2])
    if (angle < CONVERGED) return count
    normalize3(total, 0)
    axisAngleToQuat(turn, 0, total, 0, angle)
    mulQuat(quat, 0, turn, 0, quat, 0)
    normalize4(quat, 0)
  }
  return MAX_TURNS
}

const UP = Float64Array.of(0, 0, 1)
const unit = new Float64Array(3)
const axis = new Float64Array(3)
const arc = new Float64Array(2)
const turn = new Float64Array(4)
const rotation = new Float64Array(9)
const columns = new Float64Array(6)
const total = new Float64Array(3)
