import type { SdfShape } from '../../core/model/sdfShape.ts'
import { withDistance } from './withDistance.ts'

/**
 * A bowl: the part of a sphere of `radius` that lies below z = `height`, as thick as `thickness` to both sides, with a
 * round rim. In the half plane (r, z) the sphere is a circle and the rim the point (√(R² − h²), h).
 */
export const bowl: SdfShape = withDistance({
  attributes: { height: 0.4, radius: 1, thickness: 0.02 },

  check([height, radius, thickness]) {
    const right = thickness > 0 && radius > thickness && Math.abs(height) < radius
    return right ? undefined : 'a bowl needs radius > thickness > 0 and |height| < radius'
  },

  bounds([height, radius, thickness]) {
    const r = (height >= 0 ? radius : Math.sqrt(radius * radius - height * height)) + thickness
    return [-r, -r, -radius - thickness, r, r, height + thickness]
  },

  detail([, , thickness]) {
    return 2 * thickness
  },

  distanceTo(out, p, a) {
    const z = p[2]
    const r = Math.sqrt(p[0] * p[0] + p[1] * p[1])
    const length = Math.sqrt(r * r + z * z)
    const height = a[0]
    const radius = a[1]
    // seen from the center, below the rim?
    if (z * radius < height * length) {
      out[0] = Math.abs(length - radius) - a[2]
      return
    }
    const dr = r - Math.sqrt(radius * radius - height * height)
    const dz = z - height
    out[0] = Math.sqrt(dr * dr + dz * dz) - a[2]
  },
})
