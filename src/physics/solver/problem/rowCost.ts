import { MINVAL } from '../../../core/math/constants.ts'
import { ConstraintState, ConstraintType } from '../../../core/model/enums.ts'
import { COST, type Problem } from './primalProblem.ts'

/**
 * Cost, force and state of every row, from x = J a − aref (`jar`). With D = 1/R:
 *
 *   equality          ½ D x²
 *   friction loss φ   ½ D x² while |x| < R φ, beyond that the straight line of slope φ
 *   limit, contact    ½ D x² for x < 0, nothing for x ≥ 0
 *   elliptic contact  by zone of its cone, see below
 *
 * The force is the negative slope. For an elliptic contact with the friction coefficients φ and the regularized
 * coefficient μ, let N = μ x₀ and U_j = φ_j x_j, T = |U|. It is
 *
 *   separated  where N ≥ μ T:     no force
 *   sticking   where μ N + T ≤ 0: every row is quadratic
 *   sliding    in between:        ½ Dm (N − μ T)², Dm = D₀ / (μ² (1 + μ²))
 *
 * and the three pieces join with value and slope.
 */
export function updateRows(p: Problem): void {
  const { nefc, type, D, jar, force, state, register } = p
  const bilateral = p.ne + p.nf
  updateBilateral(p)
  let sum = register[COST]
  for (let i = bilateral; i < nefc; i++) {
    if (type[i] === ConstraintType.contactElliptic) {
      register[COST] = 0
      updateCone(p, i)
      sum += register[COST]
      i += p.contact_dim[p.id[i]] - 1
      continue
    }
    const x = jar[i]
    if (x >= 0) {
      force[i] = 0
      state[i] = ConstraintState.satisfied
    } else {
      const f = -D[i] * x
      force[i] = f
      state[i] = ConstraintState.quadratic
      sum -= 0.5 * f * x
    }
  }
  register[COST] = sum
}

/** Equality and friction loss; sets the cost to that of these rows. */
function updateBilateral(p: Problem): void {
  const { ne, nf, D, R, frictionloss, jar, force, state, register } = p
  let sum = 0
  for (let i = 0; i < ne; i++) {
    const x = jar[i]
    const f = -D[i] * x
    force[i] = f
    state[i] = ConstraintState.quadratic
    sum -= 0.5 * f * x
  }
  for (let i = ne; i < ne + nf; i++) {
    const x = jar[i]
    const loss = frictionloss[i]
    const knee = R[i] * loss
    if (x <= -knee) {
      force[i] = loss
      state[i] = ConstraintState.linearNeg
      sum -= loss * (0.5 * knee + x)
    } else if (x >= knee) {
      force[i] = -loss
      state[i] = ConstraintState.linearPos
      sum -= loss * (0.5 * knee - x)
    } else {
      const f = -D[i] * x
      force[i] = f
      state[i] = ConstraintState.quadratic
      sum -= 0.5 * f * x
    }
  }
  register[COST] = sum
}

/** The elliptic contact whose first row is i; adds its cost. */
function updateCone(p: Problem, i: number): void {
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
