import type { SdfShape } from '../../core/model/sdfShape.ts'
import { withDistance } from './withDistance.ts'

/** A ring around z: `radius1` from its center to the middle of the tube, `radius2` of the tube. */
export const torus: SdfShape = withDistance({
  attributes: { radius1: 0.35, radius2: 0.15 },

  check([ring, tube]) {
    return ring > tube && tube > 0 ? undefined : 'a torus needs radius1 > radius2 > 0'
  },

  bounds([ring, tube]) {
    const r = ring + tube
    return [-r, -r, -tube, r, r, tube]
  },

  distanceTo(out, p, a) {
    const across = Math.sqrt(p[0] * p[0] + p[1] * p[1]) - a[0]
    out[0] = Math.sqrt(across * across + p[2] * p[2]) - a[1]
  },

  gradient(out, p, a) {
    const r = Math.sqrt(p[0] * p[0] + p[1] * p[1])
    const across = r - a[0]
    const length = Math.sqrt(across * across + p[2] * p[2])
    // on the axis every direction across is as good as another
    out[0] = (across * (r > 0 ? p[0] / r : 1)) / length
    out[1] = r > 0 ? (across * (p[1] / r)) / length : 0
    out[2] = p[2] / length
  },
})
