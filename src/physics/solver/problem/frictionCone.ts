import { MINVAL } from '../../../core/math/constants.ts'
import { ConstraintState } from '../../../core/model/enums.ts'
import { COST, type Problem } from './primalProblem.ts'

/**
 * The elliptic friction cone: cost of a contact as a function of x = J a − aref, with slope and Hessian. For the
 * friction coefficients φ and the regularized coefficient μ, let N = μ x₀ and U_j = φ_j x_j, T = |U|. The contact is
 *
 *   separated  where N ≥ μ T:     no force
 *   sticking   where μ N + T ≤ 0: every row is quadratic
 *   sliding    in between:        ½ Dm (N − μ T)², Dm = D₀ / (μ² (1 + μ²))
 *
 * and the three pieces join with value and slope.
 */

/** Cost, force and state of the elliptic contact whose first row is i; adds its cost. */
export function updateCone(p: Problem, i: number): void {
  const { D, jar, force, state, contact_friction, register } = p
  const contact = p.id[i]
  const dim = p.contact_dim[contact]
  const mu = p.contact_mu[contact]
  const N = mu * jar[i]
  let TT = 0
  for (let j = 1; j < dim; j++) {
    const u = jar[i + j] * contact_friction[5 * contact + j - 1]
    TT += u * u
  }
  const T = Math.sqrt(TT)

  if (N >= mu * T || (T <= 0 && N >= 0)) {
    for (let j = 0; j < dim; j++) {
      force[i + j] = 0
      state[i + j] = ConstraintState.satisfied
    }
  } else if (mu * N + T <= 0 || (T <= 0 && N < 0)) {
    let sum = 0
    for (let j = 0; j < dim; j++) {
      const x = jar[i + j]
      const f = -D[i + j] * x
      force[i + j] = f
      state[i + j] = ConstraintState.quadratic
      sum -= 0.5 * f * x
    }
    register[COST] += sum
  } else {
    const Dm = D[i] / Math.max(MINVAL, mu * mu * (1 + mu * mu))
    const e = N - mu * T
    const normal = -Dm * e * mu
    force[i] = normal
    state[i] = ConstraintState.cone
    for (let j = 1; j < dim; j++) {
      const friction = contact_friction[5 * contact + j - 1]
      force[i + j] = (-normal / T) * jar[i + j] * friction * friction
      state[i + j] = ConstraintState.cone
    }
    register[COST] += 0.5 * Dm * e * e
  }
}

/**
 * Second derivative of the cost of a sliding elliptic contact with respect to its x, dim × dim at the start of `out`:
 * with U_0 = N, entry (a, b) is Dm c_a c_b times 1 at (0, 0), −μ U_j / T at (0, j) and (j, 0), and
 * (μ N / T³) U_j U_k + δ_jk (μ² − μ N / T) elsewhere; c_0 = μ, c_j = φ_j.
 */
export function coneHessian(p: Problem, i: number, out: Float64Array): void {
  const { jar, contact_friction } = p
  const contact = p.id[i]
  const dim = p.contact_dim[contact]
  const mu = p.contact_mu[contact]
  const at = 5 * contact - 1
  const N = mu * jar[i]
  let TT = 0
  for (let j = 1; j < dim; j++) {
    const u = jar[i + j] * contact_friction[at + j]
    TT += u * u
  }
  const T = Math.sqrt(TT)
  const Dm = p.D[i] / Math.max(MINVAL, mu * mu * (1 + mu * mu))
  const diagonal = mu * mu - (mu * N) / T
  const outer = (mu * N) / (T * TT)
  out[0] = Dm * mu * mu
  for (let j = 1; j < dim; j++) {
    const fj = contact_friction[at + j]
    const uj = jar[i + j] * fj
    const mixed = Dm * mu * fj * ((-mu * uj) / T)
    out[j] = mixed
    out[dim * j] = mixed
    for (let k = 1; k < j; k++) {
      const fk = contact_friction[at + k]
      const value = Dm * fj * fk * outer * uj * (jar[i + k] * fk)
      out[dim * j + k] = value
      out[dim * k + j] = value
    }
    out[dim * j + j] = Dm * fj * fj * (outer * uj * uj + diagonal)
  }
}
