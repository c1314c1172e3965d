import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { factorLU, solveLU } from '../dynamics/lu.ts'
import { velocityDerivative } from '../implicit/velocityDerivative.ts'

/**
 * Acceleration of a step that is implicit in velocity: v⁺ = v + h·a with (M − h·D) a = qfrc_smooth + qfrc_constraint.
 * D is the full velocity derivative of the smooth forces, which is not symmetric. Constraint forces are those of the
 * current velocity.
 * @param reuse keep the factor of M − h·D of the last step
 */
export function implicitAcceleration(m: Model, d: Data, reuse: boolean): Float64Array {
  const { qLU, qfrc_smooth, qfrc_constraint, nspan, span_dof } = d
  const { integrate_acceleration: acceleration } = d.scratch
  if (!reuse) {
    velocityDerivative(m, d)
    implicitInertia(m, d, qLU)
    factorLU(m, d, qLU)
  }
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) acceleration[i] = qfrc_smooth[i] + qfrc_constraint[i]
  solveLU(m, d, qLU, acceleration)
  return acceleration
}

/** out = M − h·D. */
function implicitInertia(m: Model, d: Data, out: Float64Array): void {
  const { nv, nD, mapM2D, D_rowadr } = m
  const { qDeriv, M, nspan, span_dof } = d
  const h = m.opt.timestep
  for (let s = 0; s < 2 * nspan; s += 2) {
    if (span_dof[s] === span_dof[s + 1]) continue
    const end = span_dof[s + 1] < nv ? D_rowadr[span_dof[s + 1]] : nD
    for (let e = D_rowadr[span_dof[s]]; e < end; e++) {
      const entry = mapM2D[e]
      out[e] = (entry < 0 ? 0 : M[entry]) - h * qDeriv[e]
    }
  }
}

/** out = (M − h·D) x. */
export function mulImplicit(m: Model, d: Data, out: Float64Array, x: Float64Array): void {
  const { nv, D_rowadr, D_rownnz, D_colind } = m
  velocityDerivative(m, d)
  implicitInertia(m, d, d.qLU)
  for (let i = 0; i < nv; i++) {
    let sum = 0
    const end = D_rowadr[i] + D_rownnz[i]
    for (let e = D_rowadr[i]; e < end; e++) sum += d.qLU[e] * x[D_colind[e]]
    out[i] = sum
  }
}
