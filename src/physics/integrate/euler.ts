import type { Data } from '../../core/data/data.ts'
import { DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { advance } from '../../pipeline/advance.ts'
import { dampingSlopes, isDamped } from '../dynamics/dampingSlopes.ts'
import { copyAwakeRows, factorInPlace, solveAwake } from '../dynamics/ldl.ts'

/**
 * Semi-implicit Euler: v⁺ = v + h·a, q⁺ = q ⊕ h·v⁺. Joint damping is taken at the end of the step:
 * (M + h·B) a = qfrc_smooth + qfrc_constraint, with B the slope of the damping forces at the present velocity.
 * @param reuse whether the factor of M + h·B is that of the last step
 */
export function euler(m: Model, d: Data, reuse = false): void {
  const { qH, qHDiagInv, scratch_nv: acceleration, qfrc_smooth, qfrc_constraint, nspan, span_dof } = d

  if (m.opt.disableflags & (DisableBit.eulerdamp | DisableBit.damper) || !isDamped(m, d)) {
    advance(m, d, d.qacc, d.qvel, 0)
    return
  }
  if (!reuse) {
    dampedInertia(m, d, qH)
    factorInPlace(m, d, qH, qHDiagInv)
  }
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) acceleration[i] = qfrc_smooth[i] + qfrc_constraint[i]
  solveAwake(m, d, qH, qHDiagInv, acceleration)
  advance(m, d, acceleration, d.qvel, 0)
}

/** H = M + h·B. */
function dampedInertia(m: Model, d: Data, H: Float64Array): void {
  const { M_rowadr, M_rownnz } = m
  const { scratch_nv: slope, nspan, span_dof } = d
  const h = m.opt.timestep
  copyAwakeRows(m, d, H, d.M)
  dampingSlopes(m, d, slope)
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) H[M_rowadr[i] + M_rownnz[i] - 1] += h * slope[i]
}
