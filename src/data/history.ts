import { GainType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import type { Data } from './data.ts'

/**
 * Buffers of past controls and sensor values, one after the other in `history`. Each holds a number of its own, the
 * place of the newest sample, n times, and n rows of values.
 */

/** As if everything had been at rest at the n time steps before the start, or at the times when a sensor was due. */
export function resetHistory(m: Model, d: Data): void {
  const h = m.opt.timestep
  for (let i = 0; i < m.nactuator; i++) {
    const n = m.actuator_history[2 * i]
    if (n <= 0) continue
    const start = m.actuator_historyadr[i]
    d.history[start + 1] = n - 1
    for (let j = 0; j < n; j++) d.history[start + 2 + j] = (j - n) * h
    if (takesQuaternion(m, i)) for (let j = 0; j < n; j++) d.history[start + 2 + n + 4 * j] = 1
  }
  for (let i = 0; i < m.nsensor; i++) {
    const n = m.sensor_history[2 * i]
    if (n <= 0) continue
    const start = m.sensor_historyadr[i]
    const period = m.sensor_interval[2 * i]
    const phase = m.sensor_interval[2 * i + 1]
    // the last time when the sensor was due
    const last = period > 0 ? (phase !== 0 ? phase : -period) : -h
    d.history[start] = last
    d.history[start + 1] = n - 1
    for (let j = 0; j < n; j++) {
      const time = period > 0 ? Math.ceil((last - (n - 1 - j) * period) / h) * h : (j - n) * h
      d.history[start + 2 + j] = time
    }
  }
}

/** A rotation that is commanded by a quaternion starts from no rotation. */
export function resetControls(m: Model, d: Data): void {
  for (let i = 0; i < m.nactuator; i++) if (takesQuaternion(m, i)) d.ctrl[m.actuator_ctrladr[i]] = 1
}

function takesQuaternion(m: Model, actuator: number): boolean {
  return m.actuator_gaintype[actuator] === GainType.so3 && m.actuator_ctrlnum[actuator] === 4
}
