import { mulMat3 } from './mat3.ts'
import { mulQuat, quatToMat } from './quat.ts'

/** Eigendecomposition of a symmetric 3×3 matrix: A = R(quat) diag(values) R(quat)ᵀ, largest value first. */
export interface Eigen3 {
  readonly values: Float64Array
  readonly quat: Float64Array
}

/** Tolerances for zero entries and for equal entries, relative to the largest entry of the matrix. */
export interface EigenTolerance {
  readonly offDiagonal: number
  readonly order: number
}

const MAX_ROTATIONS = 500
const TIGHT: EigenTolerance = { offDiagonal: 4e-15, order: 1e-12 }
/** Cosine and sine of half a quarter turn, to fifteen digits: enough to count as a unit quaternion. */
const QUARTER = 707106781186548e-15
/** A quaternion whose length differs from 1 by no more than this keeps its bits. */
const UNIT_TOLERANCE = 1e-14

/**
 * Principal values and axes of a symmetric matrix (xx, yy, zz, xy, xz, yz), by Jacobi rotations that are gathered
 * in a quaternion. The axes are unique only up to sign and to the order of equal values; this order of rotations
 * makes the same choice as MuJoCo.
 * MuJoCo: mju_eig3.
 */
export function symmetricEigen(a: ArrayLike<number>, tolerance: EigenTolerance = TIGHT): Eigen3 {
  const A = Float64Array.of(a[0], a[3], a[4], a[3], a[1], a[5], a[4], a[5], a[2])
  let scale = 0
  for (const x of A) scale = Math.max(scale, Math.abs(x))
  const quat = Float64Array.of(1, 0, 0, 0)
  const turn = new Float64Array(4)
  const D = new Float64Array(9)

  for (let rotation = 0; rotation < MAX_ROTATIONS; rotation++) {
    conjugateBy(D, A, quat)
    const [row, col] = pivot(D)
    const off = D[3 * row + col]
    if (!(Math.abs(off) > tolerance.offDiagonal * scale)) break

    // the rotation by φ in the plane (row, col) that makes D[row, col] zero; t = tan φ is the smaller root, and
    // h = tan φ/2, both free of cancellation
    const tau = (D[4 * col] - D[4 * row]) / (2 * off)
    const sign = tau >= 0 ? 1 : -1
    const t = 1 / (Math.abs(tau) + Math.sqrt(1 + tau * tau))
    const h = t / (1 + Math.sqrt(1 + t * t))
    const axis = 3 - row - col

    turn.fill(0)
    turn[0] = 1 / Math.sqrt(1 + h * h)
    turn[axis + 1] = (axis === 1 ? sign : -sign) * h * turn[0]
    mulQuat(quat, 0, quat, 0, turn, 0)
    normalize(quat)
  }

  conjugateBy(D, A, quat)
  const values = Float64Array.of(D[0], D[4], D[8])
  for (const j of [0, 1, 0]) {
    if (!(values[j] + tolerance.order * scale < values[j + 1])) continue
    const larger = values[j + 1]
    values[j + 1] = values[j]
    values[j] = larger
    // a quarter turn about the third axis swaps the other two
    turn.fill(0)
    turn[0] = QUARTER
    turn[((j + 2) % 3) + 1] = QUARTER
    mulQuat(quat, 0, quat, 0, turn, 0)
    normalize(quat)
  }
  return { values, quat }
}

function normalize(q: Float64Array): void {
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
  if (Math.abs(length - 1) > UNIT_TOLERANCE) for (let i = 0; i < 4; i++) q[i] /= length
}

/** D = (Rᵀ A) R */
function conjugateBy(D: Float64Array, A: Float64Array, quat: Float64Array): void {
  const R = new Float64Array(9)
  const RA = new Float64Array(9)
  quatToMat(R, 0, quat, 0)
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) RA[3 * i + j] = R[i] * A[j] + R[3 + i] * A[3 + j] + R[6 + i] * A[6 + j]
  mulMat3(D, 0, RA, 0, R, 0)
}

/** The off-diagonal entry of largest magnitude; of equal ones the last. */
function pivot(D: Float64Array): readonly [number, number] {
  const xy = Math.abs(D[1])
  const xz = Math.abs(D[2])
  const yz = Math.abs(D[5])
  if (xy > xz && xy > yz) return [0, 1]
  return xz > yz ? [0, 2] : [1, 2]
}
