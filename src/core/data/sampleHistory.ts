import { checkId } from '../model/argumentChecks.ts'
import { GainType, InterpolationType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import type { Data } from './data.ts'

/**
 * Buffers of past controls and sensor values in `history`, actuators first. Each holds a user value, the index of the
 * newest sample, n times, and n rows of values. Samples form a ring buffer in order of their times: after the newest
 * comes the oldest.
 */

/** Times that differ by less are equal. */
const SAME_TIME = 1e-15

const LINEAR: number = InterpolationType.linear
const CUBIC: number = InterpolationType.cubic

/** Index of a sample, counted from the oldest, in the ring buffer. */
function placeOf(history: Float64Array, adr: number, n: number, sample: number): number {
  return ((history[adr + 1] | 0) + 1 + sample) % n
}

/** First sample, counted from the oldest, that is not before a time; n if there is none. */
function firstFrom(history: Float64Array, adr: number, n: number, time: Float64Array): number {
  let low = 0
  let high = n
  while (low < high) {
    const middle = (low + high) >> 1
    if (history[adr + 2 + placeOf(history, adr, n, middle)] < time[0]) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Writes the values of a buffer at the time time[0] to out[at…], with zero-order hold, linear, or cubic
 * interpolation. The slope of a cubic at a sample is that between its neighbors, and zero at both ends. Outside of
 * the buffer the oldest or newest value holds.
 *
 * @param adr start of the buffer
 * @param n number of its samples
 * @param width number of values of a sample
 * @param interpolation `InterpolationType`
 */
export function readHistory(
  history: Float64Array,
  adr: number,
  n: number,
  width: number,
  interpolation: number,
  time: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const times = adr + 2
  const values = times + n
  const t = time[0]
  const next = firstFrom(history, adr, n, time)
  const oldest = placeOf(history, adr, n, 0)
  if (t <= history[times + oldest] + SAME_TIME) {
    copyValues(out, at, history, values + oldest * width, width)
    return
  }
  if (next === n) {
    copyValues(out, at, history, values + placeOf(history, adr, n, n - 1) * width, width)
    return
  }
  const b = placeOf(history, adr, n, next)
  const t1 = history[times + b]
  if (t1 - t <= SAME_TIME) {
    copyValues(out, at, history, values + b * width, width)
    return
  }
  const a = placeOf(history, adr, n, next - 1)
  const t0 = history[times + a]
  if (interpolation !== LINEAR && interpolation !== CUBIC) {
    copyValues(out, at, history, values + a * width, width)
    return
  }
  const span = t1 - t0
  const x = (t - t0) / span
  if (interpolation === LINEAR) {
    for (let k = 0; k < width; k++) {
      const y0 = history[values + a * width + k]
      const y1 = history[values + b * width + k]
      out[at + k] = y0 + x * (y1 - y0)
    }
    return
  }
  const before = next > 1 ? placeOf(history, adr, n, next - 2) : -1
  const after = next < n - 1 ? placeOf(history, adr, n, next + 1) : -1
  for (let k = 0; k < width; k++) {
    const y0 = history[values + a * width + k]
    const y1 = history[values + b * width + k]
    // slopes, times the length of the piece
    let m0 = 0
    let m1 = 0
    if (before >= 0) m0 = (span * (y1 - history[values + before * width + k])) / (t1 - history[times + before])
    if (after >= 0) m1 = (span * (history[values + after * width + k] - y0)) / (history[times + after] - t0)
    const xx = x * x
    const xxx = xx * x
    out[at + k] = (2 * xxx - 3 * xx + 1) * y0 + (xxx - 2 * xx + x) * m0 + (3 * xx - 2 * xxx) * y1 + (xxx - xx) * m1
  }
}

/**
 * Inserts values[at…] into a buffer with the time stamp time[0]. Replaces a sample of the same time. Otherwise drops
 * the oldest one, and shifts those older than the new one.
 */
export function insertHistory(
  history: Float64Array,
  adr: number,
  n: number,
  width: number,
  time: Float64Array,
  values: Float64Array,
  at: number,
): void {
  const times = adr + 2
  const rows = times + n
  const t = time[0]
  const newest = placeOf(history, adr, n, n - 1)
  if (t > history[times + newest] + SAME_TIME) {
    const oldest = placeOf(history, adr, n, 0)
    history[adr + 1] = oldest
    history[times + oldest] = t
    copyValues(history, rows + oldest * width, values, at, width)
    return
  }
  const next = firstFrom(history, adr, n, time)
  let place = placeOf(history, adr, n, next < n ? next : n - 1)
  const older = next > 0 ? placeOf(history, adr, n, next - 1) : -1
  if (older >= 0 && t - history[times + older] <= SAME_TIME) place = older
  else if (next < n && history[times + place] - t > SAME_TIME) {
    // the new one comes right before `next`, and becomes the oldest where all are newer
    const last = next > 0 ? next - 1 : 0
    for (let sample = 0; sample < last; sample++) {
      const to = placeOf(history, adr, n, sample)
      const from = placeOf(history, adr, n, sample + 1)
      history[times + to] = history[times + from]
      copyValues(history, rows + to * width, history, rows + from * width, width)
    }
    place = placeOf(history, adr, n, last)
    history[times + place] = t
  }
  copyValues(history, rows + place * width, values, at, width)
}

function copyValues(out: Float64Array, at: number, values: Float64Array, from: number, width: number): void {
  for (let k = 0; k < width; k++) out[at + k] = values[from + k]
}

const now = new Float64Array(1) // V8: boxed otherwise

/** Records the current controls, before clamping, of actuators with a history. */
export function recordControls(m: Model, d: Data): void {
  const { nactuator, actuator_history, actuator_historyadr, actuator_ctrlnum, actuator_ctrladr } = m
  if (m.nhistory === 0) return
  now[0] = d.time
  for (let i = 0; i < nactuator; i++) {
    const n = actuator_history[2 * i]
    if (n <= 0) continue
    insertHistory(d.history, actuator_historyadr[i], n, actuator_ctrlnum[i], now, d.ctrl, actuator_ctrladr[i])
  }
}

/**
 * The controls of an actuator at a time (s), from its history if it keeps one, less its delay; otherwise the present
 * ones.
 * MuJoCo: mj_readCtrl.
 *
 * @param out takes one number for each control of the actuator
 * @param interpolation `InterpolationType`; that of the actuator by default
 */
export function readCtrl(
  m: Model,
  d: Data,
  out: Float64Array,
  actuator: number,
  time: number,
  interpolation?: number,
): void {
  checkId(actuator, m.nactuator, 'actuator')
  const samples = m.actuator_history.subarray(2 * actuator, 2 * actuator + 2)
  const present = d.ctrl.subarray(
    m.actuator_ctrladr[actuator],
    m.actuator_ctrladr[actuator] + m.actuator_ctrlnum[actuator],
  )
  checkLength(out, present.length, 'controls')
  readSamples(
    d,
    out,
    m.actuator_historyadr[actuator],
    samples,
    present,
    time - m.actuator_delay[actuator],
    interpolation,
  )
}

/**
 * The values of a sensor at a time (s), from its history if it keeps one, less its delay; otherwise the present ones.
 * MuJoCo: mj_readSensor.
 *
 * @param out takes one number for each value of the sensor
 * @param interpolation `InterpolationType`; that of the sensor by default
 */
export function readSensor(
  m: Model,
  d: Data,
  out: Float64Array,
  sensor: number,
  time: number,
  interpolation?: number,
): void {
  checkId(sensor, m.nsensor, 'sensor')
  const samples = m.sensor_history.subarray(2 * sensor, 2 * sensor + 2)
  const present = d.sensordata.subarray(m.sensor_adr[sensor], m.sensor_adr[sensor] + m.sensor_dim[sensor])
  checkLength(out, present.length, 'values')
  readSamples(d, out, m.sensor_historyadr[sensor], samples, present, time - m.sensor_delay[sensor], interpolation)
}

/** out = the samples at a time, or what is there at present where none are kept. */
function readSamples(
  d: Data,
  out: Float64Array,
  adr: number,
  [n, usual]: Int32Array,
  present: Float64Array,
  time: number,
  interpolation = usual,
): void {
  if (n <= 0) out.set(present)
  else readHistory(d.history, adr, n, present.length, interpolation, Float64Array.of(time), out, 0)
}

/**
 * Fills the history of an actuator's controls.
 * MuJoCo: mj_initCtrlHistory.
 *
 * @param times of the samples, s, ascending; by default those that are there
 * @param values a row of controls for each sample
 */
export function initCtrlHistory(
  m: Model,
  d: Data,
  actuator: number,
  times: ArrayLike<number> | undefined,
  values: ArrayLike<number>,
): void {
  checkId(actuator, m.nactuator, 'actuator')
  const n = m.actuator_history[2 * actuator]
  fillBuffer(d, m.actuator_historyadr[actuator], n, m.actuator_ctrlnum[actuator], times, values)
}

/**
 * Fills the history of a sensor.
 * MuJoCo: mj_initSensorHistory.
 *
 * @param times of the samples, s, ascending; by default those that are there
 * @param values a row of values for each sample
 * @param phase when the sensor was last due, s
 */
export function initSensorHistory(
  m: Model,
  d: Data,
  sensor: number,
  times: ArrayLike<number> | undefined,
  values: ArrayLike<number>,
  phase: number,
): void {
  checkId(sensor, m.nsensor, 'sensor')
  const adr = m.sensor_historyadr[sensor]
  fillBuffer(d, adr, m.sensor_history[2 * sensor], m.sensor_dim[sensor], times, values)
  d.history[adr] = phase
}

function fillBuffer(
  d: Data,
  adr: number,
  n: number,
  width: number,
  times: ArrayLike<number> | undefined,
  values: ArrayLike<number>,
): void {
  if (n <= 0) throw new RangeError('no history: set a positive nsample')
  checkLength(values, n * width, 'values')
  if (times) {
    checkLength(times, n, 'times')
    for (let j = 1; j < n; j++)
      if (!(times[j] > times[j - 1])) throw new RangeError(`times must ascend; time ${j} is not after the one before`)
    d.history.set(times, adr + 2)
    d.history[adr + 1] = n - 1
  }
  d.history.set(values, adr + 2 + n)
}

function checkLength(array: ArrayLike<number>, length: number, what: string): void {
  if (array.length !== length) throw new RangeError(`there are ${length} ${what}, not ${array.length}`)
}

/**
 * Fills buffers as if everything had been at rest at the n time steps before the start, or at earlier sample times.
 */
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

/** Quaternion controls start from the identity. */
export function resetControls(m: Model, d: Data): void {
  for (let i = 0; i < m.nactuator; i++) if (takesQuaternion(m, i)) d.ctrl[m.actuator_ctrladr[i]] = 1
}

function takesQuaternion(m: Model, actuator: number): boolean {
  return m.actuator_gaintype[actuator] === GainType.so3 && m.actuator_ctrlnum[actuator] === 4
}
