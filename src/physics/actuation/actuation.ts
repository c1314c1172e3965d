import type { Data } from '../../core/data/data.ts'
import { startTimer, stopTimer } from '../../core/data/timer.ts'
import { DisableBit, JointType, Timer } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { activationRates } from './activation.ts'
import { actuatorForces } from './actuatorForce.ts'
import { actuatorInputs } from './actuatorInput.ts'
import { limitForces } from './forceLimit.ts'

const SLIDE: number = JointType.slide

/**
 * Actuation: (ctrl, history, act, actuator_length, actuator_velocity, actuator_moment) → actuator_input, act_dot,
 * actuator_force, qfrc_actuator. Without actuators, or with actuation disabled, qfrc_actuator is zero and holds no
 * gravity compensation either. See https://mujoco.readthedocs.io/en/stable/computation/index.html.
 * MuJoCo: mj_fwdActuation.
 */
export function actuation(m: Model, d: Data): void {
  startTimer(d, Timer.actuation)
  if (m.nactuator === 0 || m.opt.disableflags & DisableBit.actuation) {
    if (m.nactuator > 0) d.actuator_force.fill(0)
    clearForces(d)
  } else actuationForces(m, d)
  stopTimer(d, Timer.actuation)
}

/** `actuation` where there is some. */
export function actuationForces(m: Model, d: Data): void {
  actuatorInputs(m, d)
  activationRates(m, d)
  actuatorForces(m, d)
  limitForces(m, d)
  applyForces(m, d)
  if (m.ngravcomp > 0) addGravityCompensation(m, d)
  limitJointForces(m, d)
}

/** qfrc_actuator = 0 for awake dofs. For sleeping dofs it has been zero since they fell asleep. */
function clearForces(d: Data): void {
  const { qfrc_actuator, nspan, span_dof } = d
  if (d.sleepChanged) {
    qfrc_actuator.fill(0)
    return
  }
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_dof[s + 1]
    for (let i = span_dof[s]; i < end; i++) qfrc_actuator[i] = 0
  }
}

/** qfrc_actuator = momentᵀ·actuator_force. */
function applyForces(m: Model, d: Data): void {
  const { nout } = m
  const { qfrc_actuator, actuator_force, actuator_moment, moment_rowadr, moment_rownnz, moment_colind } = d
  clearForces(d)
  for (let k = 0; k < nout; k++) {
    const force = actuator_force[k]
    if (force === 0) continue
    let j = moment_rowadr[k]
    const end = j + moment_rownnz[k]
    // rows are short: the loop test costs most
    for (; j + 3 < end; j += 4) {
      qfrc_actuator[moment_colind[j]] += actuator_moment[j] * force
      qfrc_actuator[moment_colind[j + 1]] += actuator_moment[j + 1] * force
      qfrc_actuator[moment_colind[j + 2]] += actuator_moment[j + 2] * force
      qfrc_actuator[moment_colind[j + 3]] += actuator_moment[j + 3] * force
    }
    for (; j < end; j++) qfrc_actuator[moment_colind[j]] += actuator_moment[j] * force
  }
}

/** Gravity compensation counts as actuation for joints with `jnt_actgravcomp`. */
function addGravityCompensation(m: Model, d: Data): void {
  const { dof_jntid, jnt_actgravcomp } = m
  const { gravity, disableflags } = m.opt
  const { qfrc_actuator, qfrc_gravcomp, nspan, span_dof } = d
  if (disableflags & DisableBit.gravity) return
  if (gravity[0] === 0 && gravity[1] === 0 && gravity[2] === 0) return
  for (let s = 0; s < 2 * nspan; s += 2)
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++)
      if (jnt_actgravcomp[dof_jntid[i]]) qfrc_actuator[i] += qfrc_gravcomp[i]
}

/** Clamps the total actuator force on a hinge or slide. */
function limitJointForces(m: Model, d: Data): void {
  const { jnt_actfrclimited, jnt_actfrcrange, jnt_dofadr, jnt_type } = m
  const { qfrc_actuator, nspan, span_jnt } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let j = span_jnt[s]; j < span_jnt[s + 1]; j++) {
      if (!jnt_actfrclimited[j] || jnt_type[j] < SLIDE) continue
      const i = jnt_dofadr[j]
      if (qfrc_actuator[i] < jnt_actfrcrange[2 * j]) qfrc_actuator[i] = jnt_actfrcrange[2 * j]
      else if (qfrc_actuator[i] > jnt_actfrcrange[2 * j + 1]) qfrc_actuator[i] = jnt_actfrcrange[2 * j + 1]
    }
  }
}
