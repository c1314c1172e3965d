import { sinCosInPlace } from './functions.ts'
import { subQuat } from './quat.ts'

/**
 * Derivatives of differences and of steps of unit quaternions. A change of a quaternion q is a rotation vector δ in its
 * own frame, q·exp(δ); derivatives are row-major 3×3 matrices between such vectors. Outputs may be null.
 */

type Output = Float64Array | null

/** Below this half-angle the second-order term of `subQuatJacobians` is negligible. */
const TINY_HALF_ANGLE = 6e-8

/** Below this angle differences such as 1 − cos x are taken from their series. */
const SERIES = 1 / 32

/**
 * Derivatives of `subQuat(p, q)` by changes of p and of q. With the unit axis n and the half-angle t of the difference,
 * Dp = 1 + t [n]× + (1 − t / tan t) [n]×² and Dq = −Dpᵀ.
 * MuJoCo: mjd_subQuat.
 */
export function subQuatJacobians(Dp: Output, Dq: Output, p: Float64Array, i: number, q: Float64Array, j: number): void {
  subQuat(vector, 0, p, i, q, j)
  const angle = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2])
  const half = 0.5 * angle
  let second = 0
  if (half >= TINY_HALF_ANGLE) {
    arc[0] = half
    sinCosInPlace(arc)
    second = (1 - (half * arc[1]) / arc[0]) / (angle * angle)
  }
  const x = vector[0]
  const y = vector[1]
  const z = vector[2]
  // [r]×² = r rᵀ − |r|² 1
  const rr = x * x + y * y + z * z
  jacobian[0] = 1 + second * (x * x - rr)
  jacobian[1] = -0.5 * z + second * x * y
  jacobian[2] = 0.5 * y + second * x * z
  jacobian[3] = 0.5 * z + second * x * y
  jacobian[4] = 1 + second * (y * y - rr)
  jacobian[5] = -0.5 * x + second * y * z
  jacobian[6] = -0.5 * y + second * x * z
  jacobian[7] = 0.5 * x + second * y * z
  jacobian[8] = 1 + second * (z * z - rr)
  if (Dp) for (let k = 0; k < 9; k++) Dp[k] = jacobian[k]
  if (Dq)
    for (let row = 0; row < 3; row++) for (let col = 0; col < 3; col++) Dq[3 * row + col] = -jacobian[3 * col + row]
}

/**
 * Derivatives of a step of `integrateQuat` with the angular velocity v over the time h: of the change of the result by
 * a change of the quaternion (Dquat), by the rotation vector s = h·v (Ds), and by h (Dh, three numbers). With x = |s|,
 *
 *   Dquat = cos x 1 − (sin x / x) [s]× + ((1 − cos x) / x²) s sᵀ
 *   Ds = (sin x / x) 1 − ((1 − cos x) / x²) [s]× + ((x − sin x) / x³) s sᵀ,   Dh = Ds v
 *
 * MuJoCo: mjd_quatIntegrate.
 */
export function integrateQuatJacobians(
  Dquat: Output,
  Ds: Output,
  Dh: Output,
  v: Float64Array,
  j: number,
  h: number,
): void {
  const x = h * v[j]
  const y = h * v[j + 1]
  const z = h * v[j + 2]
  const xx = x * x + y * y + z * z
  const angle = Math.sqrt(xx)
  arc[0] = angle
  sinCosInPlace(arc)
  const cosine = arc[1]
  let a = 1 - (xx / 6) * (1 - (xx / 20) * (1 - (xx / 42) * (1 - xx / 72)))
  let b = 0.5 - (xx / 24) * (1 - (xx / 30) * (1 - xx / 56))
  let c = 1 / 6 - (xx / 120) * (1 - (xx / 42) * (1 - xx / 72))
  if (angle >= SERIES) {
    a = arc[0] / angle
    b = (1 - cosine) / xx
    c = (angle - arc[0]) / (xx * angle)
  }
  vector[0] = x
  vector[1] = y
  vector[2] = z
  if (Dquat) combine(Dquat, cosine, -a, b)
  combine(jacobian, a, -b, c)
  if (Ds) for (let k = 0; k < 9; k++) Ds[k] = jacobian[k]
  if (Dh)
    for (let k = 0; k < 3; k++)
      Dh[k] = jacobian[3 * k] * v[j] + jacobian[3 * k + 1] * v[j + 1] + jacobian[3 * k + 2] * v[j + 2]
}

/** out = a 1 + b [s]× + c s sᵀ, with s in `vector`. */
function combine(out: Float64Array, a: number, b: number, c: number): void {
  const x = vector[0]
  const y = vector[1]
  const z = vector[2]
  out[0] = a + c * x * x
  out[1] = c * x * y - b * z
  out[2] = c * x * z + b * y
  out[3] = c * x * y + b * z
  out[4] = a + c * y * y
  out[5] = c * y * z - b * x
  out[6] = c * x * z - b * y
  out[7] = c * y * z + b * x
  out[8] = a + c * z * z
}

const vector = new Float64Array(3)
const arc = new Float64Array(2)
const jacobian = new Float64Array(9)
