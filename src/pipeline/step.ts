import { initialSleep } from '../core/data/awakeSets.ts'
import type { Data } from '../core/data/data.ts'
import { pauseTimer, startTimer, stopTimer } from '../core/data/timer.ts'
import { EnableBit, Integrator, Stage, Timer } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { actuation } from '../physics/actuation/actuation.ts'
import { euler } from '../physics/integrate/euler.ts'
import { implicit } from '../physics/integrate/implicit.ts'
import { implicitfast } from '../physics/integrate/implicitfast.ts'
import { sensorAcc } from '../physics/sensor/sensors.ts'
import { checkAcc, checkPos, checkVel } from './checkState.ts'
import { compareFwdInv } from './compareFwdInv.ts'
import { discrete } from './discrete.ts'
import { checkOptions, evaluateMotion, forwardAcceleration, forwardSkip } from './forward.ts'
import { sleepFromStart } from './initialSleep.ts'
import { rk4 } from './rungeKutta.ts'

initialSleep.start = sleepFromStart

/** Advances the simulation by one time step. */
export function step(m: Model, d: Data): void {
  stepSkip(m, d, Stage.none, true)
}

/**
 * The same, reusing what is already there: `Stage.pos` keeps positions, `Stage.vel` positions and velocities, and with them
 * the matrices that integrators factor.
 * @param withSensors whether sensors are computed
 */
export function stepSkip(m: Model, d: Data, skip: Stage, withSensors: boolean): void {
  startTimer(d, Timer.step)
  checkPos(m, d)
  checkVel(m, d)
  forwardSkip(m, d, skip, withSensors)
  checkAcc(m, d)
  if (m.opt.enableflags & EnableBit.fwdinv) compareFwdInv(m, d)
  if (m.opt.integrator === Integrator.RK4) {
    rk4(m, d)
  } else {
    startTimer(d, Timer.advance)
    integrate(m, d, skip)
    stopTimer(d, Timer.advance)
  }
  stopTimer(d, Timer.step)
}

/** First half of a step: everything up to where controls and forces may be set from the new positions and velocities. */
export function step1(m: Model, d: Data): void {
  startTimer(d, Timer.step)
  checkPos(m, d)
  checkVel(m, d)
  checkOptions(m, d)
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
  integrate(m, d, Stage.none)
  stopTimer(d, Timer.advance)
  pauseTimer(d, Timer.step)
}

/**
 * The end of a step of all integrators that need one forward pass only. What `skip` leaves untouched keeps the factor of
 * the step before: that of Euler follows from positions (and, by its damping, from velocities, which the reference
 * overlooks), those of the others from velocities.
 */
function integrate(m: Model, d: Data, skip: Stage): void {
  switch (m.opt.integrator) {
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
      discrete(m, d)
      break
    default:
      throw new StepError(`there is no integrator ${m.opt.integrator}; see Integrator for those that there are`)
  }
}
