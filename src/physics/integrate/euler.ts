import type { Data } from '../../core/data/data.ts'
import { DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { dampingSlopes, isDamped } from '../dynamics/dampingSlopes.ts'
import { copyAwakeRows, factorAwake, solveAwake } from '../dynamics/ldl.ts'

/**
 * Acceleration of a semi-implicit Euler step, v⁺ = v + h·a, q⁺ = q ⊕ h·v⁺. Joint damping is implicit: (M + h·B) a =
 * qfrc_smooth + qfrc_constraint, with B the slope of the damping forces at the current velocity. Without damping a =
 * qacc. See https://mujoco.readthedocs.io/en/stable/computation/index.html.
 * @param reuse keep the factor of M + h·B of the last step
 */
export function eulerAcceleration(m: Model, d: Data, reuse: boolean): Float64Array {
  if (m.opt.disableflags & (DisableBit.eulerdamp | DisableBit.damper) || !isDamped(m, d)) return d.qacc
  if (reuse) solveDamped(d)
  else if (d.kernels.now(m, d).dampedSolve?.(d.kernels.address) !== 0) dampedAcceleration(m, d)
  return d.scratch.integrate_acceleration
}

/** (M, qvel, forces) → qH, qHDiagInv, and the acceleration in the scratch memory. */
export function dampedAcceleration(m: Model, d: Data): void {
  dampingSlopes(m, d, d.scratch.integrate_slope)
  dampedInertia(m, d, d.qH)
  factorAwake(d, d.implicitFactor)
  solveDamped(d)
}

/** The acceleration, with the factor of M + h·B. */
function solveDamped(d: Data): void {
  const { implicitFactor, qfrc_smooth, qfrc_constraint, nspan, span_dof } = d
  const { integrate_acceleration: acceleration } = d.scratch
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) acceleration[i] = qfrc_smooth[i] + qfrc_constraint[i]
  solveAwake(d, implicitFactor, acceleration)
}

/** H = M + h·B. */
function dampedInertia(m: Model, d: Data, H: Float64Array): void {
  const { M_rowadr, M_rownnz } = m
  const { nspan, span_dof } = d
  const { integrate_slope: slope } = d.scratch
  const h = m.opt.timestep
  copyAwakeRows(m, d, H, d.M)
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) H[M_rowadr[i] + M_rownnz[i] - 1] += h * slope[i]
}
