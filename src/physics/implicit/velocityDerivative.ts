import type { Data } from '../../core/data/data.ts'
import { DisableBit } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { addActuatorDerivative } from './actuatorDerivative.ts'
import { subtractBiasDerivative } from './biasDerivative.ts'
import { addDamperDerivative } from './damperDerivative.ts'
import { addFluidDerivative, FluidPart } from './fluidDerivative.ts'

/**
 * Velocity derivative of smooth forces: qDeriv = ∂(qfrc_actuator + qfrc_passive − qfrc_bias)/∂qvel, analytic, after a
 * forward pass. Rows hold the ancestors and descendants of a dof. Coupling across branches, as by a tendon, is left
 * out. Rows of sleeping dofs keep their values.
 */
export function velocityDerivative(m: Model, d: Data): void {
  const { qDeriv } = d
  clearAwakeRows(m, d, qDeriv)
  addActuatorDerivative(m, d, qDeriv)
  addPassiveDerivative(m, d, qDeriv, FluidPart.all)
  subtractBiasDerivative(m, d, qDeriv)
}

/** Clears the rows of awake dofs in a matrix with the pattern D. */
export function clearAwakeRows(m: Model, d: Data, D: Float64Array): void {
  const { nv, nD, D_rowadr } = m
  const { nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_dof[s + 1]
    if (span_dof[s] < end) D.fill(0, D_rowadr[span_dof[s]], end < nv ? D_rowadr[end] : nD)
  }
}

/** D += ∂qfrc_passive/∂qvel; `part` applies to the fluid. */
export function addPassiveDerivative(m: Model, d: Data, D: Float64Array, part: FluidPart): void {
  const { disableflags, density, viscosity } = m.opt
  const dampers = (disableflags & DisableBit.damper) === 0
  if (!dampers && disableflags & DisableBit.spring) return
  if (dampers) addDamperDerivative(m, d, D)
  if (density > 0 || viscosity > 0) addFluidDerivative(m, d, D, part)
}
