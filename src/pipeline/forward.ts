import type { Data } from '../core/data/data.ts'
import { pauseTimer, startTimer, stopTimer } from '../core/data/timer.ts'
import { warn } from '../core/data/warning.ts'
import { DisableBit, EnableBit, Stage, Timer, Warning } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { refuseUnknown, solvesInMetric } from '../core/model/option.ts'
import { actuation } from '../physics/actuation/actuation.ts'
import { addActuatorInertia } from '../physics/actuation/actuatorLoad.ts'
import { actuatorVelocity, transmission } from '../physics/actuation/transmission.ts'
import { collision, collisionOfWoken } from '../physics/collision/collision.ts'
import { findIslands } from '../physics/constraint/findIslands.ts'
import { rescaleRows } from '../physics/constraint/implicitRegularization.ts'
import { makeConstraint } from '../physics/constraint/makeConstraint.ts'
import { referenceConstraint } from '../physics/constraint/referenceAcceleration.ts'
import { massMatrix } from '../physics/dynamics/crba.ts'
import { energyPos, energyVel } from '../physics/dynamics/energy.ts'
import { factorM, solveAwake } from '../physics/dynamics/ldl.ts'
import { passive } from '../physics/dynamics/passiveForces.ts'
import { rne } from '../physics/dynamics/rne.ts'
import { implicitMetric, smoothInMetric, turnAtEnd } from '../physics/implicit/implicitInertia.ts'
import { camlight } from '../physics/kinematics/camlight.ts'
import { comPos } from '../physics/kinematics/comPos.ts'
import { comVel } from '../physics/kinematics/comVel.ts'
import { accumulateAppliedWrenches } from '../physics/kinematics/jacobian.ts'
import { kinematics } from '../physics/kinematics/kinematics.ts'
import { sensorAcc, sensorPos, sensorVel } from '../physics/sensor/sensors.ts'
import { sleepEnabled } from '../physics/sleep/sleepEnabled.ts'
import { wakeByContact, wakeByEquality, wakeByTendon, wakeByUser } from '../physics/sleep/wake.ts'
import { solveConstraints } from '../physics/solver/solve.ts'
import { addTendonBias, addTendonInertia, tendon, tendonVelocity } from '../physics/tendon/tendonPath.ts'

/** Forward dynamics: (time, qpos, qvel, act, inputs) → qacc and everything on the way to it. */
export function forward(m: Model, d: Data): void {
  forwardSkip(m, d, Stage.none)
}

/**
 * The same, reusing what is already there: `Stage.pos` keeps positions, `Stage.vel` positions and velocities.
 * @param withSensors whether sensors are computed
 */
export function forwardSkip(m: Model, d: Data, skip: Stage, withSensors = true): void {
  checkOptions(m, d)
  evaluate(m, d, skip, withSensors)
}

/** The stages themselves. */
export function evaluate(m: Model, d: Data, skip: Stage, withSensors: boolean): void {
  startTimer(d, Timer.forward)
  evaluateMotion(m, d, skip, withSensors)
  if ((m.opt.disableflags & DisableBit.actuation) === 0) d.callbacks.control?.(m, d)
  actuation(m, d)
  forwardAcceleration(m, d)
  if (withSensors) sensorAcc(m, d)
  stopTimer(d, Timer.forward)
}

/** The stages of position and velocity, with energies where options or sensors ask for them and zeros where they do not. */
export function evaluateMotion(m: Model, d: Data, skip: Stage, withSensors: boolean): void {
  const withEnergy = (m.opt.enableflags & EnableBit.energy) !== 0
  if (skip < Stage.pos) {
    forwardPosition(m, d)
    if (withSensors) sensorPos(m, d)
    if (!d.flg_energypos) {
      if (withEnergy) energyPos(m, d)
      else d.energy[0] = d.energy[1] = 0
    }
  }
  if (skip < Stage.vel) {
    forwardVelocity(m, d)
    if (withSensors) sensorVel(m, d)
    if (withEnergy) energyVel(m, d)
  }
}

/** Everything that depends on positions only. */
export function forwardPosition(m: Model, d: Data): void {
  startTimer(d, Timer.position)
  d.flg_energypos = false

  startTimer(d, Timer.pos_kinematics)
  wakeByUser(m, d)
  kinematics(m, d)
  comPos(m, d)
  camlight(m, d)
  tendon(m, d)
  if (wakeByTendon(m, d)) comPos(m, d)
  stopTimer(d, Timer.pos_kinematics)

  startTimer(d, Timer.pos_inertia)
  massMatrix(m, d)
  addActuatorInertia(m, d)
  addTendonInertia(m, d)
  factorM(m, d)
  stopTimer(d, Timer.pos_inertia)

  collision(m, d)
  if (wakeByContact(m, d)) {
    comPos(m, d)
    collisionOfWoken(m, d)
  }
  if (wakeByEquality(m, d)) comPos(m, d)

  startTimer(d, Timer.pos_make)
  makeConstraint(m, d)
  stopTimer(d, Timer.pos_make)

  startTimer(d, Timer.pos_project)
  findIslands(m, d)
  stopTimer(d, Timer.pos_project)

  startTimer(d, Timer.pos_kinematics)
  transmission(m, d)
  pauseTimer(d, Timer.pos_kinematics)

  stopTimer(d, Timer.position)
}

/** Everything that depends on positions and velocities. */
export function forwardVelocity(m: Model, d: Data): void {
  startTimer(d, Timer.velocity)
  d.flg_subtreevel = false
  tendonVelocity(m, d)
  actuatorVelocity(m, d)
  comVel(m, d)
  passive(m, d)
  referenceConstraint(m, d)
  rne(m, d, false, d.qfrc_bias)
  addTendonBias(m, d, d.qfrc_bias)
  stopTimer(d, Timer.velocity)
}

/** Acceleration: the smooth one, then that under constraints. */
export function forwardAcceleration(m: Model, d: Data): void {
  d.flg_rnepost = false
  smoothAcceleration(m, d)
  startTimer(d, Timer.constraint)
  const implicit = solvesInMetric(m)
  if (implicit && d.nefc > 0) rescaleRows(m, d)
  solveConstraints(m, d)
  if (implicit) turnAtEnd(m, d)
  stopTimer(d, Timer.constraint)
}

/** qfrc_smooth = passive − bias + applied + actuator + Σ Jᵀ xfrc, qacc_smooth = M⁻¹ qfrc_smooth. */
export function smoothAcceleration(m: Model, d: Data): void {
  const { qfrc_smooth, qfrc_passive, qfrc_bias, qfrc_applied, qfrc_actuator, qacc_smooth, nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++)
      qfrc_smooth[i] = qfrc_passive[i] - qfrc_bias[i] + qfrc_applied[i] + qfrc_actuator[i]
  accumulateAppliedWrenches(m, d, qfrc_smooth)
  if (solvesInMetric(m)) {
    implicitMetric(m, d)
    smoothInMetric(m, d)
    return
  }
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) qacc_smooth[i] = qfrc_smooth[i]
  solveAwake(m, d, d.qLD, d.qLDiagInv, qacc_smooth)
}

/**
 * Options may change between steps. Numbers that mean nothing are refused; sleep that the integrator cannot give is counted as a
 * warning.
 */
export function checkOptions(m: Model, d: Data): void {
  refuseUnknown(m.opt)
  if ((m.opt.enableflags & EnableBit.sleep) !== 0 && !sleepEnabled(m)) warn(d, Warning.sleepless, 0)
}
