import { SensorDataType, SensorType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

const REAL: number = SensorDataType.real
const POSITIVE: number = SensorDataType.positive
const CONTACT: number = SensorType.contact
const FROMTO: number = SensorType.fromto

/**
 * Clamps the values of a sensor to its cutoff: signed values on both sides, nonnegative ones above. Directions,
 * quaternions, contacts and the points of distances are not clamped; their cutoff is a search range.
 */
export function cutOff(m: Model, sensor: number, out: Float64Array, at: number): void {
  const cutoff = m.sensor_cutoff[sensor]
  if (!(cutoff > 0)) return
  const type = m.sensor_type[sensor]
  if (type === CONTACT || type === FROMTO) return
  const datatype = m.sensor_datatype[sensor]
  const end = at + m.sensor_dim[sensor]
  if (datatype === REAL) {
    for (let i = at; i < end; i++) {
      if (out[i] > cutoff) out[i] = cutoff
      else if (out[i] < -cutoff) out[i] = -cutoff
    }
  } else if (datatype === POSITIVE) {
    for (let i = at; i < end; i++) if (out[i] > cutoff) out[i] = cutoff
  }
}
