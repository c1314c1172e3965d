import type { Data } from '../core/data/data.ts'
import { Stage } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { integrateJoints } from '../physics/integrate/integratePos.ts'
import { recordSensors } from '../physics/sensor/sensorHistory.ts'
import { advance } from './advance.ts'
import { forwardStages } from './forwardStages.ts'

/** Time of the second, third and fourth stage as a fraction of the step. */
const NODE = [0.5, 0.5, 1] as const
/** Weights of the four slopes. */
const WEIGHT = [1 / 6, 1 / 3, 1 / 3, 1 / 6] as const

const duration = new Float64Array(1) // V8: boxed otherwise

/**
 * Classical fourth-order Runge–Kutta. `forward` has already run at the start of the step. Each later stage moves the
 * initial state along the slope of the previous stage and runs forward dynamics there.
 * MuJoCo: mj_RungeKutta.
 */
export function rk4(m: Model, d: Data): void {
  const { nq, nv, na } = m
  const h = m.opt.timestep
  const { qpos, qvel, qacc, act, act_dot } = d
  const { rk4_qpos: qpos0, rk4_qvel: velocity, rk4_qacc: acceleration, rk4_act: act0, rk4_act_dot: rate } = d.scratch
  const start = d.time

  // now, because later stages overwrite the quantities that sensors read
  recordSensors(m, d)

  // velocities, accelerations and activation rates, one row per stage; row 0 of `velocity` is the initial one
  // loops instead of `set`, whose calls cost more than the numbers of a small model
  for (let i = 0; i < nq; i++) qpos0[i] = qpos[i]
  for (let k = 0; k < na; k++) {
    act0[k] = act[k]
    rate[k] = act_dot[k]
  }
  for (let i = 0; i < nv; i++) {
    velocity[i] = qvel[i]
    acceleration[i] = qacc[i]
  }
  for (let stage = 1; stage < 4; stage++) {
    const step = h * NODE[stage - 1]
    const before = (stage - 1) * nv
    const now = stage * nv
    for (let i = 0; i < nq; i++) qpos[i] = qpos0[i]
    duration[0] = step
    integrateJoints(m, qpos, velocity, before, duration)
    for (let i = 0; i < nv; i++) qvel[i] = velocity[now + i] = velocity[i] + step * acceleration[before + i]
    for (let k = 0; k < na; k++) act[k] = act0[k] + step * rate[(stage - 1) * na + k]
    d.time = start + step
    try {
      forwardStages(m, d, Stage.none, false)
    } catch (error) {
      // a stage that fails restores the state at the start of the step
      qpos.set(qpos0)
      act.set(act0)
      for (let i = 0; i < nv; i++) qvel[i] = velocity[i]
      d.time = start
      throw error
    }
    for (let i = 0; i < nv; i++) acceleration[now + i] = qacc[i]
    for (let k = 0; k < na; k++) rate[stage * na + k] = act_dot[k]
  }

  // back to the start, then one step along the weighted mean slope
  for (let i = 0; i < nq; i++) qpos[i] = qpos0[i]
  for (let k = 0; k < na; k++) {
    act[k] = act0[k]
    let sum = 0
    for (let stage = 0; stage < 4; stage++) sum += WEIGHT[stage] * rate[stage * na + k]
    rate[k] = sum
  }
  d.time = start
  for (let i = 0; i < nv; i++) {
    qvel[i] = velocity[i]
    let v = 0
    let a = 0
    for (let stage = 0; stage < 4; stage++) {
      v += WEIGHT[stage] * velocity[stage * nv + i]
      a += WEIGHT[stage] * acceleration[stage * nv + i]
    }
    velocity[nv + i] = v
    acceleration[i] = a
  }
  advance(m, d, acceleration, velocity, nv, rate, true)
}
