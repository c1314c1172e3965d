import type { Data } from '../data/data.ts'
import { factorInPlace, solveInPlace } from '../dynamics/ldl.ts'
import { DisableBit } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { advance } from './advance.ts'

/**
 * Semi-implicit Euler: v⁺ = v + h·a, q⁺ = q ⊕ h·v⁺. Joint damping is taken at the end of the step:
 * (M + h·B) a = qfrc_smooth + qfrc_constraint, with B the slope of the damping forces at the present velocity.
 */
export function euler(m: Model, d: Data): void {
  const { nv } = m
  const { qH, qHDiagInv, scratch_nv: acceleration, qfrc_smooth, qfrc_constraint } = d

  if (!implicitDamping(m)) {
    advance(m, d, d.qacc, d.qvel, 0)
    return
  }
  qH.set(d.M)
  addDamping(m, d, qH)
  factorInPlace(m, d, qH, qHDiagInv)
  for (let i = 0; i < nv; i++) acceleration[i] = qfrc_smooth[i] + qfrc_constraint[i]
  solveInPlace(m, qH, qHDiagInv, acceleration)
  advance(m, d, acceleration, d.qvel, 0)
}

/** Whether there is damping that Euler treats implicitly. */
function implicitDamping(m: Model): boolean {
  if (m.opt.disableflags & (DisableBit.eulerdamp | DisableBit.damper)) return false
  const { nv, dof_damping, dof_dampingpoly } = m
  for (let i = 0; i < nv; i++)
    if (dof_damping[i] > 0 || dof_dampingpoly[2 * i] !== 0 || dof_dampingpoly[2 * i + 1] !== 0) return true
  return false
}

/** Adds h·B to the diagonal: the damping force is v(k + p₁|v| + p₂v²), its slope k + 2p₁|v| + 3p₂v². */
function addDamping(m: Model, d: Data, H: Float64Array): void {
  const { nv, dof_damping, dof_dampingpoly, M_rowadr, M_rownnz } = m
  const h = m.opt.timestep
  const { qvel } = d
  for (let i = 0; i < nv; i++) {
    const speed = Math.abs(qvel[i])
    const slope = dof_damping[i] + speed * (2 * dof_dampingpoly[2 * i] + speed * 3 * dof_dampingpoly[2 * i + 1])
    H[M_rowadr[i] + M_rownnz[i] - 1] += h * slope
  }
}
