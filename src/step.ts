import { checkAcc, checkPos, checkVel } from './check.ts'
import type { Data } from './data/data.ts'
import { evaluateMotion, forward, forwardAcceleration, noteUnsimulated } from './forward.ts'
import { euler } from './integrate/euler.ts'
import { rk4 } from './integrate/rk4.ts'
import { Integrator, Stage } from './model/enums.ts'
import { StepError } from './model/errors.ts'
import type { Model } from './model/model.ts'

/** Advances the simulation by one time step. */
export function step(m: Model, d: Data): void {
  checkPos(m, d)
  checkVel(m, d)
  forward(m, d)
  checkAcc(m, d)
  switch (m.opt.integrator) {
    case Integrator.Euler:
      euler(m, d)
      break
    case Integrator.RK4:
      rk4(m, d)
      break
    default:
      refuseIntegrator(m)
  }
}

/** First half of a step: everything up to where controls and forces may be set from the new positions and velocities. */
export function step1(m: Model, d: Data): void {
  checkPos(m, d)
  checkVel(m, d)
  noteUnsimulated(m, d)
  evaluateMotion(m, d, Stage.none)
}

/** Second half of a step. Runge–Kutta needs whole steps, so models that ask for it are advanced by Euler here. */
export function step2(m: Model, d: Data): void {
  forwardAcceleration(m, d)
  checkAcc(m, d)
  if (m.opt.integrator === Integrator.Euler || m.opt.integrator === Integrator.RK4) euler(m, d)
  else refuseIntegrator(m)
}

function refuseIntegrator(m: Model): never {
  const { integrator } = m.opt
  const name = Object.entries(Integrator).find(([, value]) => value === integrator)?.[0] ?? integrator
  throw new StepError(`integrator '${name}' is not supported yet; set opt.integrator to Euler or RK4`)
}
