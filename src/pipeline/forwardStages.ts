import type { Data } from '../core/data/data.ts'
import { pauseTimer, startTimer, stopTimer } from '../core/data/timer.ts'
import { DisableBit, EnableBit, Stage, Timer } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { addActuatorInertia } from '../physics/actuation/actuatorLoad.ts'
import { collision, collisionOfWoken } from '../physics/collision/collision.ts'
import { findIslands } from '../physics/constraint/findIslands.ts'
import { scaleRegularization } from '../physics/constraint/implicitRegularization.ts'
import { makeConstraint } from '../physics/constraint/makeConstraint.ts'
import { referenceConstraint } from '../physics/constraint/referenceAcceleration.ts'
import { massMatrix } from '../physics/dynamics/crba.ts'
import { energyPos, energyVel } from '../physics/dynamics/energy.ts'
import { factorM, solveAwake } from '../physics/dynamics/ldl.ts'
import { rne } from '../physics/dynamics/rne.ts'
import {
  implicitGyroscopic,
  implicitSmoothAcceleration,
  updateEffectiveInertia,
} from '../physics/implicit/implicitInertia.ts'
import { camlight } from '../physics/kinematics/camlight.ts'
import { comPos } from '../physics/kinematics/comPos.ts'
import { comVel } from '../physics/kinematics/comVel.ts'
import { accumulateAppliedWrenches } from '../physics/kinematics/jacobian.ts'
import { kinematics } from '../physics/kinematics/kinematics.ts'
import { wakeByContact, wakeByEquality, wakeByTendon, wakeByUser } from '../physics/sleep/wake.ts'
import { solveConstraints } from '../physics/solver/solve.ts'
import { addTendonBias, addTendonInertia, tendon } from '../physics/tendon/tendonPath.ts'
import {
  actuationStage,
  forwardByKernel,
  passiveStage,
  sensorAccStage,
  sensorPosStage,
  sensorVelStage,
  smoothByKernel,
  transmissionStage,
  transmissionVelocityStage,
} from './acceleratedStages.ts'

/** All stages of forward dynamics. */
export function forwardStages(m: Model, d: Data, skip: Stage, withSensors: boolean): void {
  if (skip === Stage.none && forwardAtOnce(m, d, withSensors)) return
  forwardInParts(m, d, skip, withSensors)
}

/** The same by one kernel. Returns whether it has run: not for states that the checks of a step would reset. */
export function forwardAtOnce(m: Model, d: Data, withSensors: boolean): boolean {
  if (!forwardByKernel(m, d)) return false
  d.kernels.unstored?.noteWritten()
  d.flg_energypos = d.flg_subtreevel = d.flg_rnepost = false
  senseMotion(m, d, withSensors)
  if (withSensors) sensorAccStage(m, d)
  return true
}

/** All stages of forward dynamics, one or several at a time. */
export function forwardInParts(m: Model, d: Data, skip: Stage, withSensors: boolean): void {
  d.kernels.unstored?.noteWritten()
  if (skip === Stage.none && smoothByKernel(m, d)) {
    d.flg_energypos = d.flg_subtreevel = d.flg_rnepost = false
    constrainedStages(m, d, withSensors)
    return
  }
  startTimer(d, Timer.forward)
  motionStages(m, d, skip, withSensors)
  if ((m.opt.disableflags & DisableBit.actuation) === 0) d.callbacks.control?.(m, d)
  actuationStage(m, d)
  forwardAcceleration(m, d)
  if (withSensors) sensorAccStage(m, d)
  stopTimer(d, Timer.forward)
}

/** The rest of forward dynamics where smooth dynamics is done: contacts, rows, the solver, and sensors. */
function constrainedStages(m: Model, d: Data, withSensors: boolean): void {
  collision(m, d)
  makeConstraint(m, d)
  findIslands(m, d)
  if (d.ncon > 0 && attract(d)) {
    // forces of contacts are passive
    forwardVelocity(m, d)
    actuationStage(m, d)
    smoothAcceleration(m, d)
  } else {
    updateEffectiveInertia(m, d)
    referenceConstraint(m, d)
  }
  // a solver that refuses the state leaves all that motion has told
  senseMotion(m, d, withSensors)
  solveConstraints(m, d)
  if (withSensors) sensorAccStage(m, d)
}

/** Sensors of positions and velocities, and energies, after stages without them. */
function senseMotion(m: Model, d: Data, withSensors: boolean): void {
  const withEnergy = (m.opt.enableflags & EnableBit.energy) !== 0
  if (withSensors) sensorPosStage(m, d)
  if (!d.flg_energypos) {
    if (withEnergy) energyPos(m, d)
    else d.energy[0] = d.energy[1] = 0
  }
  if (withSensors) sensorVelStage(m, d)
  if (withEnergy) energyVel(m, d)
}

/** Whether some contact pulls its geoms at each other. */
function attract({ ncon, contact_adhesion }: Data): boolean {
  for (let i = 0; i < ncon; i++) if (contact_adhesion[i] !== 0) return true
  return false
}

/**
 * Position and velocity stages, shared by forward and inverse dynamics. Computes energies if options or sensors
 * request them; otherwise sets them to zero.
 */
export function motionStages(m: Model, d: Data, skip: Stage, withSensors: boolean): void {
  d.kernels.unstored?.noteWritten()
  const withEnergy = (m.opt.enableflags & EnableBit.energy) !== 0
  if (skip < Stage.pos) {
    forwardPosition(m, d)
    if (withSensors) sensorPosStage(m, d)
    if (!d.flg_energypos) {
      if (withEnergy) energyPos(m, d)
      else d.energy[0] = d.energy[1] = 0
    }
  }
  if (skip < Stage.vel) {
    forwardVelocity(m, d)
    if (withSensors) sensorVelStage(m, d)
    if (withEnergy) energyVel(m, d)
  }
}

/**
 * Everything that depends on positions only.
 * MuJoCo: mj_fwdPosition, mj_invPosition.
 */
export function forwardPosition(m: Model, d: Data): void {
  startTimer(d, Timer.position)
  d.flg_energypos = false
  startTimer(d, Timer.pos_kinematics)
  poses(m, d)
  stopTimer(d, Timer.pos_kinematics)
  startTimer(d, Timer.pos_inertia)
  inertia(m, d)
  stopTimer(d, Timer.pos_inertia)
  contacts(m, d)
  startTimer(d, Timer.pos_make)
  makeConstraint(m, d)
  stopTimer(d, Timer.pos_make)
  startTimer(d, Timer.pos_project)
  findIslands(m, d)
  stopTimer(d, Timer.pos_project)
  startTimer(d, Timer.pos_kinematics)
  transmissionStage(m, d)
  pauseTimer(d, Timer.pos_kinematics)
  stopTimer(d, Timer.position)
}

/**
 * (qpos, mocap) → poses of bodies, geoms, sites, cameras, lights and tendons; axes about the centers of mass of
 * trees.
 */
function poses(m: Model, d: Data): void {
  wakeByUser(m, d)
  const { address } = d.kernels
  const kernels = d.kernels.now(m, d)
  if (kernels.kinematics?.(address) !== 0) kinematics(m, d)
  if (kernels.comPos?.(address) !== 0) comPos(m, d)
  if (kernels.camlight?.(address) !== 0) camlight(m, d)
  if (kernels.tendons?.(address) !== 0) tendon(m, d)
  // a woken tree takes part with its axes about the current center of mass
  if (wakeByTendon(m, d)) comPos(m, d)
}

/** Poses → joint-space inertia M, including actuators and tendons, and its factor. */
function inertia(m: Model, d: Data): void {
  const { address } = d.kernels
  const kernels = d.kernels.now(m, d)
  if (kernels.massMatrix?.(address) !== 0) {
    massMatrix(m, d)
    addActuatorInertia(m, d)
    addTendonInertia(m, d)
  }
  if (kernels.factorM?.(address) !== 0) factorM(m, d)
}

/** Poses → contacts, including those of trees that contacts wake. Collision has its own timer. */
function contacts(m: Model, d: Data): void {
  collision(m, d)
  if (wakeByContact(m, d)) {
    comPos(m, d)
    collisionOfWoken(m, d)
  }
  if (wakeByEquality(m, d)) comPos(m, d)
}

/**
 * Everything that depends on positions and velocities.
 * MuJoCo: mj_fwdVelocity, mj_invVelocity.
 */
export function forwardVelocity(m: Model, d: Data): void {
  startTimer(d, Timer.velocity)
  const { address } = d.kernels
  const kernels = d.kernels.now(m, d)
  d.flg_subtreevel = false
  transmissionVelocityStage(m, d)
  if (kernels.comVel?.(address) !== 0) comVel(m, d)
  passiveStage(m, d)
  referenceConstraint(m, d)
  if (kernels.bias?.(address) !== 0) rne(m, d, d.qfrc_bias, false)
  addTendonBias(m, d, d.qfrc_bias)
  stopTimer(d, Timer.velocity)
}

/**
 * Acceleration: the smooth one, then the one under constraints.
 * MuJoCo: mj_fwdAcceleration, mj_fwdConstraint.
 */
export function forwardAcceleration(m: Model, d: Data): void {
  d.flg_rnepost = false
  smoothAcceleration(m, d)
  startTimer(d, Timer.constraint)
  const { implicit } = d.effectiveInertia
  if (implicit && d.nefc > 0) scaleRegularization(m, d)
  solveConstraints(m, d)
  if (implicit) implicitGyroscopic(m, d)
  stopTimer(d, Timer.constraint)
}

/**
 * qfrc_smooth = passive − bias + applied + actuator + Σ Jᵀ xfrc, effectiveInertia H, qacc_smooth = H⁻¹ qfrc_smooth.
 * MuJoCo: mj_fwdAcceleration.
 */
export function smoothAcceleration(m: Model, d: Data): void {
  const { qfrc_smooth, qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator, qacc_smooth, nspan, span_dof } = d
  if (d.kernels.now(m, d).smoothSolve?.(d.kernels.address) === 0) {
    updateEffectiveInertia(m, d)
    return
  }
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++)
      qfrc_smooth[i] = qfrc_passive[i] - qfrc_bias[i] + qfrc_applied[i] + qfrc_actuator[i]
  accumulateAppliedWrenches(m, d, qfrc_smooth)
  updateEffectiveInertia(m, d)
  if (d.effectiveInertia.implicit) {
    implicitSmoothAcceleration(m, d)
    return
  }
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) qacc_smooth[i] = qfrc_smooth[i]
  solveAwake(d, d.inertiaFactor, qacc_smooth)
}
