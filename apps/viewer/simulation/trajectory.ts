import {
  controlColumns,
  jointColumns,
  sensorColumns,
  TRAJECTORY_FORMATS,
} from '../../../src/format/print/trajectory.ts'
import { Data, energyPos, energyVel, forward, type Model } from '../../../src/index.ts'
import type { History } from './history.ts'

/**
 * A history as text: the columns of `kinetree sim`, then controls and sensors. The history stores integration states
 * only; energy and sensors are recomputed, in a separate `Data`.
 */
export class Trajectory {
  readonly mediaType: string
  readonly #m: Model
  readonly #history: History
  readonly #data: Data
  readonly #format: (typeof TRAJECTORY_FORMATS)['csv' | 'json']
  readonly #length: number
  #moment = -1

  constructor(m: Model, history: History, format: 'csv' | 'json') {
    this.#m = m
    this.#history = history
    this.#length = history.length
    this.#data = new Data(m)
    this.#format = TRAJECTORY_FORMATS[format]
    this.mediaType = this.#format.mediaType
  }

  /** The next piece of the text; undefined at the end. */
  next(): string | undefined {
    const { head, row, tail } = this.#format
    const moment = this.#moment++
    if (moment === -1) return head(this.#m, columnsOf(this.#m))
    if (moment === this.#length) return tail
    if (moment > this.#length) return undefined
    const d = this.#data
    this.#history.restore(d, moment)
    forward(this.#m, d)
    energyPos(this.#m, d)
    energyVel(this.#m, d)
    return row([d.time, ...d.qpos, ...d.qvel, ...d.energy, ...d.ctrl, ...d.sensordata], moment === 0)
  }
}

function columnsOf(m: Model): string[] {
  const energy = ['energy.potential', 'energy.kinetic']
  return [
    'time',
    ...jointColumns(m, 'qpos'),
    ...jointColumns(m, 'qvel'),
    ...energy,
    ...controlColumns(m),
    ...sensorColumns(m),
  ]
}
