import type { Data } from '../core/data/data.ts'
import { Integrator, Stage } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { eulerAcceleration } from '../physics/integrate/euler.ts'
import { implicitAcceleration } from '../physics/integrate/implicit.ts'
import { endByKernel, implicitfastStage } from './acceleratedStages.ts'
import { advance, endStep } from './advance.ts'

/**
 * End of a step for integrators with one forward pass: the acceleration of the step, then `advance`. For Runge–Kutta
 * see `rungeKutta.ts`.
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
  advance(m, d, implicitfastStage(m, d, reuse))
}

/**
 * Advances with the model's integrator, or with Euler if it is Runge–Kutta. Keeps factors that depend only on results
 * that `skip` keeps. As in MuJoCo, Euler's factor counts as dependent on positions only, although damping depends on
 * velocities.
 */
export function integrate(m: Model, d: Data, skip: Stage): void {
  if (skip === Stage.none && endByKernel(m, d)) {
    endStep(m, d)
    return
  }
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
      // the forward pass is already implicit in springs and dampers: v⁺ = v + h·qacc
      advance(m, d, d.qacc)
      break
    default:
      integrator satisfies never
      throw new StepError(`there is no integrator ${integrator}; see Integrator for those that there are`)
  }
}
