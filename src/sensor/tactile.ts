import type { Data } from '../data/data.ts'
import type { Model } from '../model/model.ts'
export function tactile(m: Model, _d: Data, sensor: number, out: Float64Array, at: number): void {
  out.fill(0, at, at + m.sensor_dim[sensor])
}
