import { visitAll, visitAwake } from '../core/data/awakeSets.ts'
import type { Data } from '../core/data/data.ts'
import { startTimer, stopTimer } from '../core/data/timer.ts'
import { checkModelAndData } from '../core/model/argumentChecks.ts'
import { EnableBit, Integrator, Stage, Timer } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { usesImplicitInertia } from '../core/model/option.ts'
import { actuatorInputs } from '../physics/actuation/actuatorInput.ts'
import { scaleRegularization } from '../physics/constraint/implicitRegularization.ts'
import { mulM } from '../physics/dynamics/crba.ts'
import { solveM } from '../physics/dynamics/ldl.ts'
import { implicitForce, updateEffectiveInertia } from '../physics/implicit/implicitInertia.ts'
import { mulStepInertia } from '../physics/integrate/stepInertia.ts'
import { inverseConstraints } from '../physics/solver/inverseConstraints.ts'
import { sensorAccStage } from './acceleratedStages.ts'
import { motionStages } from './forwardStages.ts'
import { prepare } from './prepare.ts'

/**
 * Inverse dynamics: (qpos, qvel, qacc) → qfrc_inverse, the applied and actuator forces that would give qacc. With the
 * option `invdiscrete` qacc is the change of velocity over a step, (v⁺ − v)/h, which differs where a step treats forces
 * implicitly: with D their velocity derivative, (M − h·D) qacc takes the place of M qacc, and constraints see
 * M⁻¹ (M − h·D) qacc. The integrators `discrete` and `ImplicitEuler` know no other acceleration: with them it is always
 * H qacc + h·K·qvel, with the effective inertia H = M + h·D + h²·K.
 * MuJoCo: mj_inverse.
 */
export function inverse(m: Model, d: Data): void {
  inverseSkip(m, d, Stage.none)
}

/**
 * Inverse dynamics that reuses earlier results: `Stage.pos` keeps those of positions, `Stage.vel` those of positions
 * and velocities.
 * MuJoCo: mj_inverseSkip.
 * @param withSensors whether sensors are computed
 */
export function inverseSkip(m: Model, d: Data, skip: Stage, withSensors = true): void {
  checkModelAndData(m, d)
  const { enableflags, integrator } = m.opt
  if ((enableflags & EnableBit.invdiscrete) !== 0 && integrator === Integrator.RK4)
    throw new StepError('the integrator RK4 has no discrete inverse dynamics: disable invdiscrete')

  startTimer(d, Timer.inverse)
  prepare(m, d)
  try {
    inverseStages(m, d, skip, withSensors)
  } finally {
    d.kernels.finish()
  }
  stopTimer(d, Timer.inverse)
}

/** All stages of inverse dynamics. */
function inverseStages(m: Model, d: Data, skip: Stage, withSensors: boolean): void {
  const { nv } = m
  const { qacc, qfrc_inverse, qfrc_bias, qfrc_passive, qfrc_constraint } = d
  const discrete = (m.opt.enableflags & EnableBit.invdiscrete) !== 0
  motionStages(m, d, skip, withSensors)
  d.flg_rnepost = false
  if (usesImplicitInertia(m)) {
    actuatorInputs(m, d)
    // sleeping trees are at rest
    visitAll(m, d)
    updateEffectiveInertia(m, d)
    implicitForce(m, d, qfrc_inverse, qacc)
    visitAwake(m, d)
    if (d.nefc > 0) scaleRegularization(m, d)
    inverseConstraints(m, d, qacc)
    if (withSensors) sensorAccStage(m, d)
  } else if (discrete && mulStepInertia(m, d, qfrc_inverse, qacc)) {
    const { inverse_acceleration: continuous } = d.scratch
    continuous.set(qfrc_inverse)
    solveM(m, d, continuous)
    inverseConstraints(m, d, continuous)
    if (withSensors) {
      // sensors see the continuous acceleration
      exchange(qacc, continuous)
      sensorAccStage(m, d)
      exchange(qacc, continuous)
    }
  } else {
    mulM(m, d, qfrc_inverse, qacc)
    inverseConstraints(m, d, qacc)
    if (withSensors) sensorAccStage(m, d)
  }
  for (let i = 0; i < nv; i++) qfrc_inverse[i] += qfrc_bias[i] - qfrc_passive[i] - qfrc_constraint[i]
}

function exchange(a: Float64Array, b: Float64Array): void {
  for (let i = 0; i < a.length; i++) {
    const value = a[i]
    a[i] = b[i]
    b[i] = value
  }
}
