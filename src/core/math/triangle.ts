/** Triangles whose corners are at offsets a, b, c in an array of coordinates. */

/** out = (b − a) × (c − a): the normal, as long as twice the area; points to where the corners go counterclockwise. */
export function triangleNormal(out: Float64Array, o: number, x: Float64Array, a: number, b: number, c: number): void {
  const ux = x[b] - x[a]
  const uy = x[b + 1] - x[a + 1]
  const uz = x[b + 2] - x[a + 2]
  const vx = x[c] - x[a]
  const vy = x[c + 1] - x[a + 1]
  const vz = x[c + 2] - x[a + 2]
  out[o] = uy * vz - uz * vy
  out[o + 1] = uz * vx - ux * vz
  out[o + 2] = ux * vy - uy * vx
}

/** Squared area, times 4, of a degenerate triangle; below it the division overflows. */
const TINY = 1e-150

/**
 * The center of the circle through the corners of a triangle, seen from the corner c: with u = a − c, v = b − c and
 * n = u × v, out = (|u|² v − |v|² u) × n / 2|n|². Its length is the radius. Returns false for a
 * degenerate triangle.
 */
export function circumcenter(out: Float64Array, o: number, x: Float64Array, a: number, b: number, c: number): boolean {
  const ux = x[a] - x[c]
  const uy = x[a + 1] - x[c + 1]
  const uz = x[a + 2] - x[c + 2]
  const vx = x[b] - x[c]
  const vy = x[b + 1] - x[c + 1]
  const vz = x[b + 2] - x[c + 2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  const uu = ux * ux + uy * uy + uz * uz
  const vv = vx * vx + vy * vy + vz * vz
  const nn = nx * nx + ny * ny + nz * nz
  if (!(nn > TINY)) return false
  const wx = uu * vx - vv * ux
  const wy = uu * vy - vv * uy
  const wz = uu * vz - vv * uz
  out[o] = (wy * nz - wz * ny) / (2 * nn)
  out[o + 1] = (wz * nx - wx * nz) / (2 * nn)
  out[o + 2] = (wx * ny - wy * nx) / (2 * nn)
  return true
}
