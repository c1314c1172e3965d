import type { Callbacks } from '../core/data/callbacks.ts'
import type { Data } from '../core/data/data.ts'
import { startTimer, stopTimer } from '../core/data/timer.ts'
import { DisableBit, EnableBit, Integrator, Timer } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { usesImplicitInertia } from '../core/model/option.ts'
import { perModel } from '../core/model/perModel.ts'
import { advanceActivations } from '../physics/actuation/activation.ts'
import { actuation } from '../physics/actuation/actuation.ts'
import { actuatorVelocity, momentsVary, transmission } from '../physics/actuation/transmission.ts'
import { canCollideByKernel } from '../physics/collision/collision.ts'
import { leaveForLater } from '../physics/constraint/contactRows.ts'
import { findIslands } from '../physics/constraint/findIslands.ts'
import { canMakeRowsByKernel, noteActiveEqualities } from '../physics/constraint/makeConstraint.ts'
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
import { sensorAcc, sensorPos, sensorVel } from '../physics/sensor/sensors.ts'
import { usesKernelSolver } from '../physics/solver/solve.ts'
import { solverSpace } from '../physics/solver/solverSpace.ts'
import { tendonVelocity } from '../physics/tendon/tendonPath.ts'

/**
 * Stages that run as kernels only in part, or only under some options. Each does what the stage of its name does, by
 * the kernel where that may run.
 */

const NOT_SMOOTH = DisableBit.actuation | DisableBit.clampctrl | DisableBit.spring | DisableBit.damper
const NOT_CONSTRAINED = DisableBit.constraint | DisableBit.island
const NOT_AT_END = DisableBit.actuation | DisableBit.damper | DisableBit.eulerdamp

/** Whether nothing is to be done between the stages of smooth dynamics, under the present options and callbacks. */
function isSmoothUsual(m: Model, d: Data): boolean {
  const { disableflags, disableactuator, density, viscosity } = m.opt
  if ((disableflags & NOT_SMOOTH) !== 0 || disableactuator !== 0 || density !== 0 || viscosity !== 0) return false
  if (usesImplicitInertia(m) || hasSome(d.callbacks) || hasTendonInertia(m)) return false
  return m.nactuator === 0 || hasAllMoments(m, d)
}

/**
 * All stages up to the acceleration without constraints that contacts have no part in, by one kernel. Returns whether it
 * has run.
 */
export function smoothByKernel(m: Model, d: Data): boolean {
  const { kernels } = d
  const { smooth } = kernels.now(m, d)
  if (smooth === undefined || !isSmoothUsual(m, d)) return false
  const { smoothAttempts } = kernels
  return smoothAttempts.isDue() && smoothAttempts.note(smooth(kernels.address) === 0)
}

/** Forward dynamics by one kernel, without sensors and energies. Returns whether it has run. */
export function forwardByKernel(m: Model, d: Data): boolean {
  const { kernels } = d
  const { forward } = kernels.now(m, d)
  if (forward === undefined || !isSmoothUsual(m, d)) return false
  if ((m.opt.disableflags & NOT_CONSTRAINED) !== 0 || !canMakeRowsByKernel(m) || !canCollideByKernel(m, d)) return false
  const space = solverSpace(d)
  if (space.pool !== undefined || !usesKernelSolver(m) || d.sleepChanged !== 0) return false
  const { forwardAttempts, left, address } = kernels
  if (!forwardAttempts.isDue()) return false
  left?.start(m)
  noteActiveEqualities(m, d)
  d.jacobianDue = undefined
  if (!forwardAttempts.note(forward(address) === 0)) return false
  if (d.ncon > 0) leaveForLater(d)
  if (m.ntree === 1) findIslands(m, d)
  updateEffectiveInertia(m, d)
  space.solved = kernels.solved
  return true
}

/**
 * The end of a step, by one kernel: acceleration of the integrator, positions, velocities and activations. Returns
 * whether it has run.
 */
export function endByKernel(m: Model, d: Data): boolean {
  const { opt, nhistory } = m
  const { kernels } = d
  const { endByQacc, endImplicitly } = kernels.now(m, d)
  if (endByQacc === undefined && endImplicitly === undefined) return false
  if ((opt.disableflags & NOT_AT_END) !== 0 || opt.disableactuator !== 0 || nhistory > 0) return false
  if ((opt.enableflags & EnableBit.sleep) !== 0 || opt.density !== 0 || opt.viscosity !== 0) return false
  if (d.callbacks.time !== undefined || !(m.nactuator === 0 || hasAllMoments(m, d))) return false
  if (opt.integrator === Integrator.implicitfast) return endImplicitly?.(kernels.address) === 0
  if (opt.integrator !== Integrator.Euler) return false
  return (isDamped(m, d) ? endImplicitly : endByQacc)?.(kernels.address) === 0
}

/** Whether there is a callback or a clock that would see what is between stages. */
function hasSome({ control, passive, sensor, activation, gain, bias, contactFilter, time }: Callbacks): boolean {
  return (control ?? passive ?? sensor ?? activation ?? gain ?? bias ?? contactFilter ?? time) !== undefined
}

function hasTendonInertia({ ntendon, tendon_armature }: Model): boolean {
  for (let t = 0; t < ntendon; t++) if (tendon_armature[t] !== 0) return true
  return false
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
  if (
    (m.opt.disableflags & DisableBit.actuation) === 0 &&
    hasAllMoments(m, d) &&
    kernels.now(m, d).transmissionVelocity?.(kernels.address) === 0
  )
    return
  tendonVelocity(m, d)
  actuatorVelocity(m, d)
}

/** `passive`. */
export function passiveStage(m: Model, d: Data): void {
  const { disableflags, density, viscosity } = m.opt
  const isUsual = (disableflags & (DisableBit.spring | DisableBit.damper)) === 0
  const { address } = d.kernels
  const kernels = d.kernels.now(m, d)
  const inMedium = density !== 0 || viscosity !== 0
  if (isUsual && (inMedium ? kernels.passiveInMedium?.(address) : kernels.passive?.(address)) === 0)
    otherPassiveForces(m, d)
  else passive(m, d)
}

/** `actuation`. */
export function actuationStage(m: Model, d: Data): void {
  const { disableflags, disableactuator } = m.opt
  const isUsual = (disableflags & (DisableBit.actuation | DisableBit.clampctrl)) === 0 && disableactuator === 0
  startTimer(d, Timer.actuation)
  if (isUsual && hasAllMoments(m, d) && d.kernels.now(m, d).actuation?.(d.kernels.address) === 0) {
    stopTimer(d, Timer.actuation)
    return
  }
  actuation(m, d)
}

/** `sensorPos`. */
export function sensorPosStage(m: Model, d: Data): void {
  if (hasSensors(m) && d.kernels.now(m, d).sensorPos?.(d.kernels.address) === 0) return
  sensorPos(m, d)
}

/** `sensorVel`. */
export function sensorVelStage(m: Model, d: Data): void {
  const kernel = hasSensors(m) ? d.kernels.now(m, d).sensorVel : undefined
  if (kernel !== undefined) {
    if (needsOf.of(m).subtreeVelocity) needSubtreeVelocity(m, d)
    if (kernel(d.kernels.address) === 0) return
  }
  sensorVel(m, d)
}

/** `sensorAcc`. */
export function sensorAccStage(m: Model, d: Data): void {
  const kernel = hasSensors(m) ? d.kernels.now(m, d).sensorAcc : undefined
  if (kernel !== undefined) {
    if (needsOf.of(m).bodyForces) needBodyForces(m, d)
    if (kernel(d.kernels.address) === 0) return
  }
  sensorAcc(m, d)
}

function hasSensors(m: Model): boolean {
  return m.nsensor > 0 && (m.opt.disableflags & DisableBit.sensor) === 0
}

/** Quantities that sensors of a model need and no stage computes. */
const needsOf = perModel(({ sensor_type }) => ({
  subtreeVelocity: sensor_type.some((type) => NEED_SUBTREE_VELOCITY.has(type)),
  bodyForces: sensor_type.some((type) => NEED_BODY_FORCES.has(type)),
}))

/** `advanceActivations`. */
export function activationsStage(m: Model, d: Data, rate: Float64Array): void {
  const isUsual = (m.opt.disableflags & DisableBit.actuation) === 0 && m.opt.disableactuator === 0
  if (isUsual && rate === d.act_dot && d.kernels.now(m, d).activations?.(d.kernels.address) === 0) return
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
  const { disableflags, disableactuator, density, viscosity } = m.opt
  const off = DisableBit.actuation | DisableBit.spring | DisableBit.damper
  const isUsual = !reuse && (disableflags & off) === 0 && disableactuator === 0 && density === 0 && viscosity === 0
  if (
    isUsual &&
    (m.nactuator === 0 || hasAllMoments(m, d)) &&
    d.kernels.now(m, d).implicitfast?.(d.kernels.address) === 0
  ) {
    turnFreeBodies(m, d, false)
    return d.scratch.integrate_acceleration
  }
  return implicitfastAcceleration(m, d, reuse)
}

/** Whether the rows of `actuator_moment` are those of kernels: none is empty because a tree sleeps, or kernels write them. */
function hasAllMoments(m: Model, d: Data): boolean {
  const last = m.nout - 1
  const areThere = d.kernels.momentColumns && d.moment_rowadr[last] + d.moment_rownnz[last] === m.nJmom
  return areThere || (m.nactuator > 0 && varyingMoments.of(m))
}

const varyingMoments = perModel(momentsVary)
