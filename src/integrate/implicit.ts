import type { Data } from '../data/data.ts'
import { velocityDerivative } from '../derivative/velocityDerivative.ts'
import { factorLU, solveLU } from '../dynamics/lu.ts'
import type { Model } from '../model/model.ts'
import { advance } from './advance.ts'

/**
 * Implicit in velocity: v⁺ = v + h·a with (M − h·D) a = qfrc_smooth + qfrc_constraint, D all of the velocity derivative of
 * the smooth forces, which is not symmetric. Constraint forces are those of the present velocity.
 * @param reuse whether the factor of M − h·D is that of the last step
 */
export function implicit(m: Model, d: Data, reuse = false): void {
  const { nv } = m
  const { qLU, scratch_nv: acceleration, qfrc_smooth, qfrc_constraint } = d
  if (!reuse) {
    velocityDerivative(m, d)
    implicitInertia(m, d, qLU)
    factorLU(m, d, qLU)
  }
  for (let i = 0; i < nv; i++) acceleration[i] = qfrc_smooth[i] + qfrc_constraint[i]
  solveLU(m, qLU, acceleration)
  advance(m, d, acceleration, d.qvel, 0)
}

/** out = M − h·D. */
function implicitInertia(m: Model, d: Data, out: Float64Array): void {
  const { nD, mapM2D } = m
  const { qDeriv, M } = d
  const h = m.opt.timestep
  for (let e = 0; e < nD; e++) {
    const entry = mapM2D[e]
    out[e] = (entry < 0 ? 0 : M[entry]) - h * qDeriv[e]
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
