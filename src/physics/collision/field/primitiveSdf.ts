import { GeomType } from '../../../core/model/enums.ts'

/**
 * Signed distances of the primitive shapes, in their own frames, and their gradients.
 *
 * Spheres, capsules, cylinders and boxes from outside have the exact distance. That of an ellipsoid with half axes s is
 * k (k − 1) / l with k = |x / s| and l = |x / s²|, exact at the surface and to first order near it; its gradient is
 * normalized. Inside of a box, where a = |x| − s is negative, the gradient f is along s / −a, and the distance is that
 * to the surface along f.
 */

/** out[0] = distance of p. */
export function primitiveDistance(out: Float64Array, type: number, size: Float64Array, p: Float64Array): void {
  const x = p[0]
  const y = p[1]
  const z = p[2]
  const s0 = size[0]
  const s1 = size[1]
  switch (type) {
    case GeomType.plane:
      out[0] = z
      return
    case GeomType.sphere:
      out[0] = Math.sqrt(x * x + y * y + z * z) - s0
      return
    case GeomType.capsule: {
      const h = z > s1 ? z - s1 : z < -s1 ? z + s1 : 0
      out[0] = Math.sqrt(x * x + y * y + h * h) - s0
      return
    }
    case GeomType.cylinder: {
      const radial = Math.sqrt(x * x + y * y) - s0
      const axial = Math.abs(z) - s1
      if (radial > 0 && axial > 0) out[0] = Math.sqrt(radial * radial + axial * axial)
      else out[0] = Math.max(radial, axial)
      return
    }
    case GeomType.ellipsoid: {
      measureEllipsoid(size, p)
      const k = ellipsoid[K]
      const l = ellipsoid[L]
      out[0] = (k * (k - 1)) / l
      return
    }
    default:
      boxDistance(out, size, x, y, z)
  }
}

/** Register: x / s², then k and l, of a point and an ellipsoid. */
const ellipsoid = new Float64Array(5)
const K = 3
const L = 4

function measureEllipsoid(size: Float64Array, p: Float64Array): void {
  let kk = 0
  let ll = 0
  for (let i = 0; i < 3; i++) {
    const a = p[i] / size[i]
    const b = a / size[i]
    ellipsoid[i] = b
    kk += a * a
    ll += b * b
  }
  ellipsoid[K] = Math.sqrt(kk)
  ellipsoid[L] = Math.sqrt(ll)
}

function boxDistance(out: Float64Array, size: Float64Array, x: number, y: number, z: number): void {
  const ax = Math.abs(x) - size[0]
  const ay = Math.abs(y) - size[1]
  const az = Math.abs(z) - size[2]
  if (ax < 0 && ay < 0 && az < 0) {
    const fx = -size[0] / ax
    const fy = -size[1] / ay
    const fz = -size[2] / az
    const length = Math.sqrt(fx * fx + fy * fy + fz * fz)
    let least = -ax / (fx / length)
    const alongY = -ay / (fy / length)
    const alongZ = -az / (fz / length)
    if (alongY < least) least = alongY
    if (alongZ < least) least = alongZ
    out[0] = -least
    return
  }
  const ox = Math.max(ax, 0)
  const oy = Math.max(ay, 0)
  const oz = Math.max(az, 0)
  out[0] = Math.sqrt(ox * ox + oy * oy + oz * oz)
}

/** g = gradient of the distance at p. */
export function primitiveGradient(g: Float64Array, type: number, size: Float64Array, p: Float64Array): void {
  const x = p[0]
  const y = p[1]
  const z = p[2]
  const s0 = size[0]
  const s1 = size[1]
  switch (type) {
    case GeomType.plane:
      g[0] = 0
      g[1] = 0
      g[2] = 1
      return
    case GeomType.sphere: {
      const length = Math.sqrt(x * x + y * y + z * z)
      g[0] = x / length
      g[1] = y / length
      g[2] = z / length
      return
    }
    case GeomType.capsule: {
      const h = z > s1 ? z - s1 : z < -s1 ? z + s1 : 0
      const length = Math.sqrt(x * x + y * y + h * h)
      g[0] = x / length
      g[1] = y / length
      g[2] = h / length
      return
    }
    case GeomType.cylinder: {
      const r = Math.sqrt(x * x + y * y)
      const radial = r - s0
      const axial = Math.abs(z) - s1
      const up = z > 0 ? 1 : -1
      let across = radial > axial ? 1 : 0
      let along = radial > axial ? 0 : 1
      if (radial > 0 && axial > 0) {
        const length = Math.sqrt(radial * radial + axial * axial)
        across = radial / length
        along = axial / length
      }
      g[0] = across === 0 ? 0 : (across * x) / r
      g[1] = across === 0 ? 0 : (across * y) / r
      g[2] = along * up
      return
    }
    case GeomType.ellipsoid: {
      measureEllipsoid(size, p)
      const s2 = size[2]
      const bx = ellipsoid[0]
      const by = ellipsoid[1]
      const bz = ellipsoid[2]
      const k = ellipsoid[K]
      const l = ellipsoid[L]
      // ∇k = b / k, ∇l = (b / s²) / l
      const byK = (2 * k - 1) / (l * k)
      const byL = (k * (k - 1)) / (l * l * l)
      const gx = byK * bx - (byL * bx) / (s0 * s0)
      const gy = byK * by - (byL * by) / (s1 * s1)
      const gz = byK * bz - (byL * bz) / (s2 * s2)
      const length = Math.sqrt(gx * gx + gy * gy + gz * gz)
      g[0] = gx / length
      g[1] = gy / length
      g[2] = gz / length
      return
    }
    default:
      boxGradient(g, size, x, y, z)
  }
}

function boxGradient(g: Float64Array, size: Float64Array, x: number, y: number, z: number): void {
  const ax = Math.abs(x) - size[0]
  const ay = Math.abs(y) - size[1]
  const az = Math.abs(z) - size[2]
  let fx = Math.max(ax, 0)
  let fy = Math.max(ay, 0)
  let fz = Math.max(az, 0)
  if (ax < 0 && ay < 0 && az < 0) {
    fx = -size[0] / ax
    fy = -size[1] / ay
    fz = -size[2] / az
  }
  const length = Math.sqrt(fx * fx + fy * fy + fz * fz)
  g[0] = (x > 0 ? fx : -fx) / length
  g[1] = (y > 0 ? fy : -fy) / length
  g[2] = (z > 0 ? fz : -fz) / length
}
