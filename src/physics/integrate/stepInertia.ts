import { visitAll, visitAwake } from '../../core/data/awakeSets.ts'
import type { Data } from '../../core/data/data.ts'
import { DisableBit, Integrator } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { actuatorInputs } from '../actuation/actuatorInput.ts'
import { mulM } from '../dynamics/crba.ts'
import { dampingSlopes, isDamped } from '../dynamics/dampingSlopes.ts'
import { mulImplicit } from './implicit.ts'
import { mulImplicitfast } from './implicitfast.ts'

/**
 * out = (M − h·D) x: the force that changes velocities by h·x in a step, with D the part that the integrator treats
 * implicitly. Returns false, and leaves out unchanged, if there is none. Sleeping trees are at rest with zero
 * actuation.
 */
export function mulStepInertia(m: Model, d: Data, out: Float64Array, x: Float64Array): boolean {
  visitAll(m, d)
  const some = mulVisited(m, d, out, x)
  visitAwake(m, d)
  return some
}

function mulVisited(m: Model, d: Data, out: Float64Array, x: Float64Array): boolean {
  const { integrator } = m.opt
  switch (integrator) {
    case Integrator.Euler:
      // as in MuJoCo, also if dampers are disabled
      if (m.opt.disableflags & DisableBit.eulerdamp || !isDamped(m, d)) return false
      mulDamped(m, d, out, x)
      return true
    case Integrator.implicit:
      actuatorInputs(m, d)
      mulImplicit(m, d, out, x)
      return true
    case Integrator.implicitfast:
      actuatorInputs(m, d)
      mulImplicitfast(m, d, out, x)
      return true
    case Integrator.RK4:
    case Integrator.discrete:
    case Integrator.ImplicitSpringDamper:
    case Integrator.ImplicitEuler:
      return false
    default:
      integrator satisfies never
      return false
  }
}

/** out = (M + h·B) x, with B the damping of the dofs. */
function mulDamped(m: Model, d: Data, out: Float64Array, x: Float64Array): void {
  const { integrate_slope: slope } = d.scratch
  const h = m.opt.timestep
  mulM(m, d, out, x)
  dampingSlopes(m, d, slope)
  for (let i = 0; i < m.nv; i++) out[i] += h * slope[i] * x[i]
}
