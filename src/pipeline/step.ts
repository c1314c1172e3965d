import type { Data } from '../core/data/data.ts'
import { pauseTimer, startTimer, stopTimer } from '../core/data/timer.ts'
import { checkModelAndData } from '../core/model/argumentChecks.ts'
import { EnableBit, Integrator, Stage, Timer } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { actuationStage, endByKernel, leanByKernel, sensorAccStage } from './acceleratedStages.ts'
import { endStep } from './advance.ts'
import { checkAcc, checkPos, checkVel } from './checkState.ts'
import { compareFwdInv } from './compareFwdInv.ts'
import { forwardAcceleration, forwardAtOnce, forwardInParts, motionStages } from './forwardStages.ts'
import { integrate } from './integrators.ts'
import { prepare } from './prepare.ts'
import { rk4 } from './rungeKutta.ts'

/**
 * Advances the simulation by one time step. A state with invalid numbers is reset and counted as a warning. It stays
 * reset if its acceleration is invalid even then.
 * MuJoCo: mj_step.
 */
export function step(m: Model, d: Data): void {
  checkModelAndData(m, d)
  startTimer(d, Timer.step)
  prepare(m, d)
  try {
    if (!leanStep(m, d)) fullStep(m, d, Stage.none, true)
  } finally {
    d.kernels.finish()
  }
  stopTimer(d, Timer.step)
}

/** A step that stores no more than is asked for. Returns whether it was possible; otherwise the state has not moved. */
function leanStep(m: Model, d: Data): boolean {
  if (!leanByKernel(m, d) || !endByKernel(m, d)) return false
  endStep(m, d)
  return true
}

/**
 * Advances by one time step and reuses earlier results: `Stage.pos` keeps those of positions, `Stage.vel` those of
 * positions and velocities, and with them the matrices that integrators factor.
 * @param withSensors whether sensors are computed
 */
export function stepSkip(m: Model, d: Data, skip: Stage, withSensors: boolean): void {
  checkModelAndData(m, d)
  startTimer(d, Timer.step)
  prepare(m, d)
  try {
    fullStep(m, d, skip, withSensors)
  } finally {
    d.kernels.finish()
  }
  stopTimer(d, Timer.step)
}

function fullStep(m: Model, d: Data, skip: Stage, withSensors: boolean): void {
  if (!forwardChecked(m, d, skip, withSensors)) return
  if (m.opt.enableflags & EnableBit.fwdinv) compareFwdInv(m, d)
  if (m.opt.integrator === Integrator.RK4) rk4(m, d)
  else integrateTimed(m, d, skip)
}

/** Forward dynamics of a valid state. Returns whether the step can go on. */
function forwardChecked(m: Model, d: Data, skip: Stage, withSensors: boolean): boolean {
  if (skip === Stage.none && forwardAtOnce(m, d, withSensors)) return true
  checkPos(m, d)
  checkVel(m, d)
  forwardInParts(m, d, skip, withSensors)
  return checkAcc(m, d)
}

/**
 * First half of a step: everything up to where controls and forces may be set from the new positions and velocities.
 * MuJoCo: mj_step1.
 */
export function step1(m: Model, d: Data): void {
  checkModelAndData(m, d)
  startTimer(d, Timer.step)
  prepare(m, d)
  try {
    checkPos(m, d)
    checkVel(m, d)
    motionStages(m, d, Stage.none, true)
    d.callbacks.control?.(m, d)
  } finally {
    d.kernels.finish()
  }
  stopTimer(d, Timer.step)
}

/**
 * Second half of a step. Runge–Kutta needs whole steps, so models that ask for it are advanced by Euler here.
 * MuJoCo: mj_step2.
 */
export function step2(m: Model, d: Data): void {
  checkModelAndData(m, d)
  startTimer(d, Timer.step)
  d.kernels.prepare(m, d)
  try {
    actuationStage(m, d)
    forwardAcceleration(m, d)
    sensorAccStage(m, d)
    if (checkAcc(m, d)) {
      if (m.opt.enableflags & EnableBit.fwdinv) compareFwdInv(m, d)
      integrateTimed(m, d, Stage.none)
    }
  } finally {
    d.kernels.finish()
  }
  pauseTimer(d, Timer.step)
}

function integrateTimed(m: Model, d: Data, skip: Stage): void {
  startTimer(d, Timer.advance)
  integrate(m, d, skip)
  stopTimer(d, Timer.advance)
}
