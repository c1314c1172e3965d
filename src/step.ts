import { actuation } from './actuation/actuation.ts'
import { checkAcc, checkPos, checkVel } from './check.ts'
import type { Data } from './data/data.ts'
import { pauseTimer, startTimer, stopTimer } from './data/timer.ts'
import { evaluateMotion, forward, forwardAcceleration, noteUnsimulated } from './forward.ts'
import { compareFwdInv } from './fwdinv.ts'
import { euler } from './integrate/euler.ts'
import { rk4 } from './integrate/rk4.ts'
import { EnableBit, Integrator, Stage, Timer } from './model/enums.ts'
import { StepError } from './model/errors.ts'
import type { Model } from './model/model.ts'
import { sensorAcc } from './sensor/sensors.ts'

/** Advances the simulation by one time step. */
export function step(m: Model, d: Data): void {
  startTimer(d, Timer.step)
  checkPos(m, d)
  checkVel(m, d)
  forward(m, d)
  checkAcc(m, d)
  if (m.opt.enableflags & EnableBit.fwdinv) compareFwdInv(m, d)
  switch (m.opt.integrator) {
    case Integrator.Euler:
      startTimer(d, Timer.advance)
      euler(m, d)
      stopTimer(d, Timer.advance)
      break
    case Integrator.RK4:
      rk4(m, d)
      break
    default:
      refuseIntegrator(m)
  }
  stopTimer(d, Timer.step)
}

/** First half of a step: everything up to where controls and forces may be set from the new positions and velocities. */
export function step1(m: Model, d: Data): void {
  startTimer(d, Timer.step)
  checkPos(m, d)
  checkVel(m, d)
  noteUnsimulated(m, d)
  evaluateMotion(m, d, Stage.none, true)
  d.callbacks.control?.(m, d)
  stopTimer(d, Timer.step)
}

/** Second half of a step. Runge–Kutta needs whole steps, so models that ask for it are advanced by Euler here. */
export function step2(m: Model, d: Data): void {
  startTimer(d, Timer.step)
  actuation(m, d)
  forwardAcceleration(m, d)
  sensorAcc(m, d)
  checkAcc(m, d)
  if (m.opt.enableflags & EnableBit.fwdinv) compareFwdInv(m, d)
  startTimer(d, Timer.advance)
  if (m.opt.integrator === Integrator.Euler || m.opt.integrator === Integrator.RK4) euler(m, d)
  else refuseIntegrator(m)
  stopTimer(d, Timer.advance)
  pauseTimer(d, Timer.step)
}

function refuseIntegrator(m: Model): never {
  const { integrator } = m.opt
  const name = Object.entries(Integrator).find(([, value]) => value === integrator)?.[0] ?? integrator
  throw new StepError(`integrator '${name}' is not supported yet; set opt.integrator to Euler or RK4`)
}
