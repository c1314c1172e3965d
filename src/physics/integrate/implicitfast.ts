import type { Data } from '../../core/data/data.ts'
import { mulSymmetric } from '../../core/math/sparseSymmetric.ts'
import type { Model } from '../../core/model/model.ts'
import { factorAwake, solveAwake } from '../dynamics/ldl.ts'
import { addActuatorDerivative } from '../implicit/actuatorDerivative.ts'
import { FluidPart } from '../implicit/fluidDerivative.ts'
import { isFreeBody, mulFreeBodies, solveFreeBodies, withFreeBias } from '../implicit/gyroscopic.ts'
import { addPassiveDerivative, clearAwakeRows } from '../implicit/velocityDerivative.ts'

/**
 * Acceleration of a step that is implicit in velocity, without the derivative of bias forces: (M − h·D) a =
 * qfrc_smooth + qfrc_constraint. D is symmetrized, so the matrix factors like M. Free bodies keep the derivative of
 * bias forces and all of D.
 * @param reuse keep the factor of M − h·D of the last step
 */
export function implicitfastAcceleration(m: Model, d: Data, reuse: boolean): Float64Array {
  solveFast(m, d, reuse)
  turnFreeBodies(m, d, reuse)
  return d.scratch.integrate_acceleration
}

/** The accelerations of free bodies: (qDeriv, implicitfast_force) → qLU, and what `solveFast` has left out. */
export function turnFreeBodies(m: Model, d: Data, reuse: boolean): void {
  const { integrate_acceleration: acceleration, implicitfast_force: force } = d.scratch
  if (!reuse) withFreeBias(m, d, d.qDeriv, d.qLU)
  solveFreeBodies(m, d, d.qLU, force, acceleration)
}

/** `implicitfastAcceleration` without D of free bodies: (M, forces) → qDeriv, qH, and the acceleration. */
export function solveFast(m: Model, d: Data, reuse: boolean): void {
  const { implicitFactor, qfrc_smooth, qfrc_constraint, nspan, span_dof } = d
  const { integrate_acceleration: acceleration, implicitfast_force: force } = d.scratch
  if (!reuse) {
    fastInertia(m, d, d.qH)
    factorAwake(d, implicitFactor)
  }
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) {
      force[i] = qfrc_smooth[i] + qfrc_constraint[i]
      acceleration[i] = force[i]
    }
  }
  solveAwake(d, implicitFactor, acceleration)
}

/** H = M − h·D in the rows of M; M for free bodies. Leaves D in qDeriv. */
function fastInertia(m: Model, d: Data, H: Float64Array): void {
  const { nv, nC, mapD2M, M_rowadr, M_rownnz } = m
  const { qDeriv, M, nspan, span_dof, span_tree } = d
  const h = m.opt.timestep
  clearAwakeRows(m, d, qDeriv)
  addActuatorDerivative(m, d, qDeriv)
  addPassiveDerivative(m, d, qDeriv, FluidPart.symmetric)
  for (let s = 0; s < 2 * nspan; s += 2) {
    if (span_dof[s] === span_dof[s + 1]) continue
    const rowsEnd = span_dof[s + 1] < nv ? M_rowadr[span_dof[s + 1]] : nC
    for (let e = M_rowadr[span_dof[s]]; e < rowsEnd; e++) H[e] = M[e] - h * qDeriv[mapD2M[e]]
    for (let t = span_tree[s]; t < span_tree[s + 1]; t++) {
      if (!isFreeBody(m, t)) continue
      const dof = m.tree_dofadr[t]
      const end = M_rowadr[dof + 5] + M_rownnz[dof + 5]
      for (let e = M_rowadr[dof]; e < end; e++) H[e] = M[e]
    }
  }
}

/** out = (M − h·D) x. */
export function mulImplicitfast(m: Model, d: Data, out: Float64Array, x: Float64Array): void {
  fastInertia(m, d, d.qH)
  withFreeBias(m, d, d.qDeriv, d.qLU)
  mulSymmetric(d.implicitFactor, out, x, 0, m.nv)
  mulFreeBodies(m, d, d.qLU, out, x)
}
