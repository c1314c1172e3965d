import { triangleNormal } from '../../../core/math/triangle.ts'

/**
 * Unit normal n and offset d of the plane through three points, counter-clockwise from outside.
 * @returns how rounding of n·x − d grows with the shape of the triangle: 1 + |u||v| / |u × v|
 */
export function planeThrough(out: Float64Array, o: number, x: Float64Array, a: number, b: number, c: number): number {
  triangleNormal(out, o, x, 3 * a, 3 * b, 3 * c)
  const square = out[o] * out[o] + out[o + 1] * out[o + 1] + out[o + 2] * out[o + 2]
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0
  out[o] *= scale
  out[o + 1] *= scale
  out[o + 2] *= scale
  out[o + 3] = out[o] * x[3 * a] + out[o + 1] * x[3 * a + 1] + out[o + 2] * x[3 * a + 2]
  return square > 0 ? 1 + Math.sqrt(squaredDistance(x, a, b) * squaredDistance(x, a, c)) * scale : Infinity
}

function squaredDistance(x: Float64Array, a: number, b: number): number {
  const dx = x[3 * b] - x[3 * a]
  const dy = x[3 * b + 1] - x[3 * a + 1]
  const dz = x[3 * b + 2] - x[3 * a + 2]
  return dx * dx + dy * dy + dz * dz
}
