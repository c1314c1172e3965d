import type { Data } from '../data/data.ts'
import { DisableBit } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { addActuatorDerivative } from './actuatorDerivative.ts'
import { subtractBiasDerivative } from './biasDerivative.ts'
import { addDamperDerivative } from './damperDerivative.ts'
import { addFluidDerivative, FluidPart } from './fluidDerivative.ts'

/**
 * Velocity derivative of the smooth forces: qDeriv = ∂(qfrc_actuator + qfrc_passive − qfrc_bias)/∂qvel, by formula, after
 * a forward pass. Its rows have the dofs that are on a chain with a dof; what couples others, a tendon across branches,
 * is left out.
 */
export function velocityDerivative(m: Model, d: Data): void {
  const { qDeriv } = d
  qDeriv.fill(0)
  addActuatorDerivative(m, d, qDeriv)
  addPassiveDerivative(m, d, qDeriv, FluidPart.all)
  subtractBiasDerivative(m, d, qDeriv)
}

/** D += ∂qfrc_passive/∂qvel; `part` is about the medium. */
export function addPassiveDerivative(m: Model, d: Data, D: Float64Array, part: FluidPart): void {
  const { disableflags, density, viscosity } = m.opt
  const dampers = (disableflags & DisableBit.damper) === 0
  if (!dampers && disableflags & DisableBit.spring) return
  if (dampers) addDamperDerivative(m, d, D)
  if (density > 0 || viscosity > 0) addFluidDerivative(m, d, D, part)
}
