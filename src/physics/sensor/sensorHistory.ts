import type { Data } from '../../core/data/data.ts'
import { insertHistory, readHistory } from '../../core/data/sampleHistory.ts'
import { grow } from '../../core/memory/grow.ts'
import type { Model } from '../../core/model/model.ts'
import { cutOff } from './sensorCutoff.ts'
import { evaluateSensor } from './sensorTable.ts'

/**
 * Delayed and sampled sensors. A delay returns an earlier value. An interval holds the value until the next sample is
 * due. Both need a buffer of `nsample` samples. Its user slot holds the time when the sensor was last due (see
 * `core/data/sampleHistory.ts`).
 */

const time = new Float64Array(1) // V8: boxed otherwise
/** Values of one sensor; grows to the largest so far. */
const sample = { values: new Float64Array(64) }

/** Whether the value of a sensor comes from its buffer. */
export function isPastOrHeld(m: Model, d: Data, sensor: number): boolean {
  if (m.sensor_history[2 * sensor] <= 0) return false
  return m.sensor_delay[sensor] > 0 || (m.sensor_interval[2 * sensor] > 0 && !isDue(m, d, sensor))
}

/** Whether the interval of a sensor has passed since it was last due. */
function isDue(m: Model, d: Data, sensor: number): boolean {
  return d.history[m.sensor_historyadr[sensor]] + m.sensor_interval[2 * sensor] <= d.time
}

/** sensordata = the delayed sample. */
export function fromHistory(m: Model, d: Data, sensor: number): void {
  time[0] = d.time - m.sensor_delay[sensor]
  readHistory(
    d.history,
    m.sensor_historyadr[sensor],
    m.sensor_history[2 * sensor],
    m.sensor_dim[sensor],
    m.sensor_history[2 * sensor + 1],
    time,
    d.sensordata,
    m.sensor_adr[sensor],
  )
}

/** Writes current sensor values into their buffers, at the end of a step, before time advances. */
export function recordSensors(m: Model, d: Data): void {
  const { nsensor, sensor_history, sensor_historyadr, sensor_interval, sensor_delay, sensor_dim, sensor_adr } = m
  if (m.nhistory === 0) return
  const { history, sensordata } = d
  for (let i = 0; i < nsensor; i++) {
    const n = sensor_history[2 * i]
    if (n <= 0) continue
    const adr = sensor_historyadr[i]
    const period = sensor_interval[2 * i]
    if (period > 0) {
      if (!isDue(m, d, i)) continue
      history[adr] += period
    }
    time[0] = d.time
    if (sensor_delay[i] > 0) {
      // sensordata is delayed: evaluate now
      const values = (sample.values = grow(sample.values, sensor_dim[i]))
      evaluateSensor(m, d, i, values, 0)
      cutOff(m, i, values, 0)
      insertHistory(history, adr, n, sensor_dim[i], time, values, 0)
    } else {
      insertHistory(history, adr, n, sensor_dim[i], time, sensordata, sensor_adr[i])
    }
  }
}
