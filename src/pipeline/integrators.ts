import type { Data } from '../core/data/data.ts'
import { Integrator, Stage } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { eulerAcceleration } from '../physics/integrate/euler.ts'
import { implicitAcceleration } from '../physics/integrate/implicit.ts'
import { implicitfastAcceleration } from '../physics/integrate/implicitfast.ts'
import { advance } from './advance.ts'

/**
 * The end of a step for integrators that need one forward pass: the acceleration of the step, then `advance`.
 * Runge–Kutta, which needs four, has a file of its own.
 */

/**
 * Semi-implicit Euler; see `eulerAcceleration`.
 * MuJoCo: mj_Euler.
 * @param reuse keep the factor of the damped inertia of the last step
 */
export function euler(m: Model, d: Data, reuse = false): void {
  advance(m, d, eulerAcceleration(m, d, reuse))
}

/**
 * Implicit in velocity; see `implicitAcceleration`.
 * MuJoCo: mj_implicit.
 * @param reuse keep the factor of the last step
 */
export function implicit(m: Model, d: Data, reuse = false): void {
  advance(m, d, implicitAcceleration(m, d, reuse))
}

/**
 * Implicit in velocity with a symmetric derivative; see `implicitfastAcceleration`.
 * MuJoCo: mj_implicit, with the integrator implicitfast.
 * @param reuse keep the factor of the last step
 */
export function implicitfast(m: Model, d: Data, reuse = false): void {
  advance(m, d, implicitfastAcceleration(m, d, reuse))
}

/**
 * Advances by the integrator of the model, by Euler where that is Runge–Kutta. Factors that depend only on what `skip`
 * keeps are those of the last step: Euler's depends on positions (and, through its damping, on velocities, which the
 * reference overlooks), the others on velocities.
 */
export function integrate(m: Model, d: Data, skip: Stage): void {
  const { integrator } = m.opt
  switch (integrator) {
    case Integrator.Euler:
    case Integrator.RK4:
      euler(m, d, skip >= Stage.pos)
      break
    case Integrator.implicit:
      implicit(m, d, skip >= Stage.vel)
      break
    case Integrator.implicitfast:
      implicitfast(m, d, skip >= Stage.vel)
      break
    case Integrator.discrete:
    case Integrator.ImplicitSpringDamper:
    case Integrator.ImplicitEuler:
      // the forward pass has treated springs and dampers implicitly: v⁺ = v + h·qacc
      advance(m, d, d.qacc)
      break
    default:
      integrator satisfies never
      throw new StepError(`there is no integrator ${integrator}; see Integrator for those that there are`)
  }
}
