import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { dampingSlopes } from '../dynamics/dampingSlopes.ts'
import { tendonDampingSlope } from '../tendon/tendonSpring.ts'
import { addOuterProduct, factor, mirror } from './outerProduct.ts'

/** Velocity derivative of the dampers of joints and tendons: D += ∂qfrc_damper/∂qvel. D must be symmetric. */
export function addDamperDerivative(m: Model, d: Data, D: Float64Array): void {
  const { D_rowadr, D_diag, ntendon, ten_J_rowadr, ten_J_rownnz, ten_J_colind } = m
  const { damper_slope: slope } = d.scratch
  const { ten_J, tendon_awake, nspan, span_dof } = d
  dampingSlopes(m, d, slope)
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) D[D_rowadr[i] + D_diag[i]] -= slope[i]
  let tied = false
  for (let t = 0; t < ntendon; t++) {
    if (tendon_awake[t] === 0) continue
    tendonDampingSlope(m, d, t, factor)
    if (factor[0] === 0) continue
    factor[0] = -factor[0]
    const start = ten_J_rowadr[t]
    addOuterProduct(m, D, ten_J, ten_J_colind, start, start + ten_J_rownnz[t])
    tied = true
  }
  if (tied) mirror(m, D)
}
