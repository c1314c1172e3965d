import { advanceActivations } from '../actuation/activation.ts'
import type { Data } from '../data/data.ts'
import { recordControls } from '../data/history.ts'
import type { Model } from '../model/model.ts'
import { recordSensors } from '../sensor/history.ts'
import { integrateJoints } from './position.ts'

const duration = new Float64Array(1)

/**
 * The end of every step: histories are written, activations move on, then v += h·acceleration, q ⊕= h·velocity, and time.
 * `velocity` may be `d.qvel` itself, in which case positions move with the new velocity; otherwise it is read at the
 * offset `at`.
 *
 * @param rate of activations
 */
export function advance(
  m: Model,
  d: Data,
  acceleration: Float64Array,
  velocity: Float64Array,
  at: number,
  rate: Float64Array = d.act_dot,
): void {
  const { nv } = m
  const { qvel } = d
  const h = m.opt.timestep
  recordControls(m, d)
  recordSensors(m, d)
  advanceActivations(m, d, rate)
  for (let i = 0; i < nv; i++) qvel[i] += h * acceleration[i]
  duration[0] = h
  integrateJoints(m, d.qpos, velocity, at, duration)
  d.time += h
  d.qacc_warmstart.set(d.qacc)
}
