import { type Data, type Model, ObjType, SensorType } from '../../../../src/index.ts'
import type { DecorBatches } from '../decorBatches.ts'

const end = new Float64Array(3)

/** Rays of rangefinders on sites, along z, as long as the measured distance. */
export function drawRangefinders(m: Model, d: Data, batches: DecorBatches): void {
  const width = 0.02 * m.stat.meansize
  for (let sensor = 0; sensor < m.nsensor; sensor++) {
    if (m.sensor_type[sensor] !== SensorType.rangefinder || m.sensor_objtype[sensor] !== ObjType.site) continue
    if (m.sensor_dim[sensor] !== 1) continue
    const distance = d.sensordata[m.sensor_adr[sensor]]
    if (!(distance >= 0)) continue
    const site = m.sensor_objid[sensor]
    for (let k = 0; k < 3; k++) end[k] = d.site_xpos[3 * site + k] + distance * d.site_xmat[9 * site + 3 * k + 2]
    batches.rod(d.site_xpos, 3 * site, end, 0, width, m.vis.rgba.rangefinder)
  }
}
