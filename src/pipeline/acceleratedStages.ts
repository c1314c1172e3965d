import type { Data } from '../core/data/data.ts'
import type { StageKernel } from '../core/data/stageKernels.ts'
import { startTimer, stopTimer } from '../core/data/timer.ts'
import { Integrator, Stage, Timer } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { perModel } from '../core/model/perModel.ts'
import { advanceActivations } from '../physics/actuation/activation.ts'
import { actuation } from '../physics/actuation/actuation.ts'
import { actuatorVelocity, momentsVary, transmission } from '../physics/actuation/transmission.ts'
import { leaveForLater } from '../physics/constraint/contactRows.ts'
import { noteActiveEqualities } from '../physics/constraint/makeConstraint.ts'
import { isDamped } from '../physics/dynamics/dampingSlopes.ts'
import { otherPassiveForces, passive } from '../physics/dynamics/passiveForces.ts'
import { updateEffectiveInertia } from '../physics/implicit/implicitInertia.ts'
import { implicitfastAcceleration, turnFreeBodies } from '../physics/integrate/implicitfast.ts'
import { moveState } from '../physics/integrate/moveState.ts'
import {
  NEED_BODY_FORCES,
  NEED_SUBTREE_VELOCITY,
  needBodyForces,
  needSubtreeVelocity,
} from '../physics/sensor/sensorPrerequisites.ts'
import { markedSensors, sensorAcc, sensorPos, sensorVel } from '../physics/sensor/sensors.ts'
import { reportCap } from '../physics/solver/solve.ts'
import { solverSpace } from '../physics/solver/solverSpace.ts'
import { tendonVelocity } from '../physics/tendon/tendonPath.ts'

/**
 * Stages that run as kernels only in part, or only in some states. Each does what the stage of its name does, by the
 * kernel where there is one and it may run.
 */

/**
 * All stages up to the acceleration without constraints that contacts have no part in, by one kernel. Returns whether it
 * has run.
 */
export function smoothByKernel(m: Model, d: Data): boolean {
  const { kernels } = d
  const { smooth } = kernels.now(m, d)
  if (smooth === undefined || !hasAllMoments(m, d)) return false
  const { smoothAttempts } = kernels
  return smoothAttempts.isDue() && smoothAttempts.note(smooth(kernels.address) === 0)
}

/** Forward dynamics by one kernel, without sensors and energies. Returns whether it has run. */
export function forwardByKernel(m: Model, d: Data): boolean {
  return runForward(m, d, d.kernels.now(m, d).forward)
}

/**
 * Forward dynamics and sensors by one kernel, for a step whose end has one, too. What a lean step does not store is NaN
 * then. Returns whether it has run.
 */
export function leanByKernel(m: Model, d: Data): boolean {
  const { kernels } = d
  const { lean, endByQacc, endImplicitly } = kernels.now(m, d)
  if (lean === undefined || (endByQacc ?? endImplicitly) === undefined || !runForward(m, d, lean)) return false
  d.flg_energypos = d.flg_subtreevel = d.flg_rnepost = false
  d.energy[0] = d.energy[1] = 0
  kernels.unstored?.forget()
  return true
}

function runForward(m: Model, d: Data, forward: StageKernel | undefined): boolean {
  if (forward === undefined || d.sleepChanged !== 0 || !hasAllMoments(m, d)) return false
  const space = solverSpace(d)
  if (space.pool !== undefined) return false
  const { kernels } = d
  const { forwardAttempts, left, address } = kernels
  if (!forwardAttempts.isDue()) return false
  left?.start(m)
  noteActiveEqualities(m, d)
  d.jacobianDue = undefined
  if (!forwardAttempts.note(forward(address) === 0)) return false
  if (d.ncon > 0) leaveForLater(d)
  updateEffectiveInertia(m, d)
  space.solved = kernels.solved
  reportCap(m, d)
  return true
}

/**
 * The end of a step, by one kernel: acceleration of the integrator, positions, velocities and activations. Returns
 * whether it has run.
 */
export function endByKernel(m: Model, d: Data): boolean {
  const { kernels } = d
  const { endByQacc, endImplicitly } = kernels.now(m, d)
  if (endByQacc === undefined && endImplicitly === undefined) return false
  const { integrator } = m.opt
  if (integrator !== Integrator.Euler && integrator !== Integrator.implicitfast) return false
  if (m.nhistory > 0 || !hasAllMoments(m, d)) return false
  const byQacc = integrator === Integrator.Euler && !isDamped(m, d)
  return (byQacc ? endByQacc : endImplicitly)?.(kernels.address) === 0
}

/** `transmission`. Kernels leave the columns of `actuator_moment` as a stage in TypeScript has written them. */
export function transmissionStage(m: Model, d: Data): void {
  const { kernels } = d
  const kernel = kernels.now(m, d).transmission
  if (kernel !== undefined && hasAllMoments(m, d) && kernel(kernels.address) === 0) return
  transmission(m, d)
  if (kernel !== undefined) kernels.momentColumns = true
}

/** `tendonVelocity` and `actuatorVelocity`. */
export function transmissionVelocityStage(m: Model, d: Data): void {
  const { kernels } = d
  if (hasAllMoments(m, d) && kernels.now(m, d).transmissionVelocity?.(kernels.address) === 0) return
  tendonVelocity(m, d)
  actuatorVelocity(m, d)
}

/** `passive`. */
export function passiveStage(m: Model, d: Data): void {
  const { address } = d.kernels
  const kernels = d.kernels.now(m, d)
  // one of them at most may run
  if (kernels.passive?.(address) === 0 || kernels.passiveInMedium?.(address) === 0) otherPassiveForces(m, d)
  else passive(m, d)
}

/** `actuation`. */
export function actuationStage(m: Model, d: Data): void {
  startTimer(d, Timer.actuation)
  if (hasAllMoments(m, d) && d.kernels.now(m, d).actuation?.(d.kernels.address) === 0) {
    stopTimer(d, Timer.actuation)
    return
  }
  actuation(m, d)
}

/** `sensorPos`. */
export function sensorPosStage(m: Model, d: Data): void {
  if (m.nsensor > 0 && d.kernels.now(m, d).sensorPos?.(d.kernels.address) === 0) senseRest(m, d, Stage.pos)
  else sensorPos(m, d)
}

/** `sensorVel`. */
export function sensorVelStage(m: Model, d: Data): void {
  const kernel = m.nsensor > 0 ? d.kernels.now(m, d).sensorVel : undefined
  if (kernel !== undefined) {
    if (needsOf.of(m).subtreeVelocity) needSubtreeVelocity(m, d)
    if (kernel(d.kernels.address) === 0) {
      senseRest(m, d, Stage.vel)
      return
    }
  }
  sensorVel(m, d)
}

/** `sensorAcc`. */
export function sensorAccStage(m: Model, d: Data): void {
  const kernel = m.nsensor > 0 ? d.kernels.now(m, d).sensorAcc : undefined
  if (kernel !== undefined) {
    if (needsOf.of(m).bodyForces) needBodyForces(m, d)
    if (kernel(d.kernels.address) === 0) {
      senseRest(m, d, Stage.acc)
      return
    }
  }
  sensorAcc(m, d)
}

/** The sensors of a stage that kernels leave. */
function senseRest(m: Model, d: Data, stage: Stage): void {
  const { leftSensors } = d.kernels
  if (leftSensors !== undefined) markedSensors(m, d, stage, leftSensors)
}

/** Quantities that sensors of a model need and no stage computes. */
const needsOf = perModel(({ sensor_type }) => ({
  subtreeVelocity: sensor_type.some((type) => NEED_SUBTREE_VELOCITY.has(type)),
  bodyForces: sensor_type.some((type) => NEED_BODY_FORCES.has(type)),
}))

/** `advanceActivations`. */
export function activationsStage(m: Model, d: Data, rate: Float64Array): void {
  if (rate === d.act_dot && d.kernels.now(m, d).activations?.(d.kernels.address) === 0) return
  advanceActivations(m, d, rate)
}

/** `moveState`. Kernels know two accelerations, and move with the new velocity. */
export function moveStage(m: Model, d: Data, acceleration: Float64Array, velocity: Float64Array, at: number): void {
  const kernels = d.kernels.now(m, d)
  const { address } = d.kernels
  if (velocity === d.qvel) {
    if (acceleration === d.qacc) {
      if (kernels.moveByQacc?.(address) === 0) return
    } else if (acceleration === d.scratch.integrate_acceleration && kernels.moveImplicitly?.(address) === 0) return
  }
  moveState(m, d, acceleration, velocity, at)
}

/** `implicitfastAcceleration`. */
export function implicitfastStage(m: Model, d: Data, reuse: boolean): Float64Array {
  if (!reuse && hasAllMoments(m, d) && d.kernels.now(m, d).implicitfast?.(d.kernels.address) === 0) {
    turnFreeBodies(m, d, false)
    return d.scratch.integrate_acceleration
  }
  return implicitfastAcceleration(m, d, reuse)
}

/**
 * Whether the rows of `actuator_moment` are those of kernels: none is empty because a tree sleeps, or kernels write them.
 * So they are where there are no actuators.
 */
function hasAllMoments(m: Model, d: Data): boolean {
  if (m.nactuator === 0) return true
  const last = m.nout - 1
  const areThere = d.kernels.momentColumns && d.moment_rowadr[last] + d.moment_rownnz[last] === m.nJmom
  return areThere || varyingMoments.of(m)
}

const varyingMoments = perModel(momentsVary)
