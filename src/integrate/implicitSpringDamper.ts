import type { Data } from '../data/data.ts'
import { addDiagonal, springsAndDampers } from '../derivative/jointStiffness.ts'
import { mulM } from '../dynamics/crba.ts'
import { factorInPlace, solveInPlace } from '../dynamics/ldl.ts'
import type { Model } from '../model/model.ts'
import { advance } from './advance.ts'

/**
 * Springs and dampers of joints as they will be at the end of the step:
 *
 *     (M + h·D + h²·K) v⁺ = M v + h·f − h·K (q − q₀)      with f all other forces
 *
 * or, for the acceleration a = (v⁺ − v)/h, (M + h·D + h²·K) a = qfrc_smooth + qfrc_constraint − h·K·v. K and D are
 * diagonal; for polynomial springs and dampers they are the slopes at the present state. Constraint forces are those of
 * the beginning of the step.
 */
export function implicitSpringDamper(m: Model, d: Data): void {
  const { nv } = m
  const { qH, qHDiagInv, qfrc_smooth, qfrc_constraint, scratch_nv: acceleration, scratch_force: pull } = d
  const { scratch_diagonal: diagonal } = d
  springsAndDampers(m, d, diagonal, pull)
  qH.set(d.M)
  addDiagonal(m, qH, diagonal)
  factorInPlace(m, d, qH, qHDiagInv)
  for (let i = 0; i < nv; i++) acceleration[i] = qfrc_smooth[i] + qfrc_constraint[i] - pull[i]
  solveInPlace(m, qH, qHDiagInv, acceleration)
  advance(m, d, acceleration, d.qvel, 0)
}

/** out = (M + h·D + h²·K) x + h·K·qvel. */
export function mulSpringDamper(m: Model, d: Data, out: Float64Array, x: Float64Array): void {
  const { scratch_diagonal: diagonal, scratch_force: pull } = d
  springsAndDampers(m, d, diagonal, pull)
  mulM(m, d, out, x)
  for (let i = 0; i < m.nv; i++) out[i] += diagonal[i] * x[i] + pull[i]
}
