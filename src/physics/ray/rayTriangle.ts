import { MINVAL } from '../../core/math/constants.ts'
import { localRay, NORMAL, X } from './localRay.ts'

/**
 * A ray against triangles, from both sides. The triangle is projected on two vectors orthogonal to the ray, along which
 * the ray is the origin: it passes through the triangle if the barycentric coordinates of the origin are not negative.
 * Then x = (c − p)·n / v·n with n = (a − c) × (b − c). The same equations as those of T. Möller and B. Trumbore,
 * https://doi.org/10.1080/10867651.1997.10487468, in the order in which the reference solves them.
 */

/** Registers: a triangle, and what all triangles of a mesh share. */
class TriangleRegisters {
  /** Two unit vectors orthogonal to the ray and to each other. */
  readonly b: Float64Array = new Float64Array(6)
  /** Corners of the triangle, in the frame of `localRay`. */
  readonly corner: Float64Array = new Float64Array(9)
}

/** The triangle that is tested now. */
export const triangle: TriangleRegisters = new TriangleRegisters()
const { p, v, hit } = localRay
const { b, corner } = triangle

/** To be called when the ray is in the frame of the triangles. */
export function aimRay(): void {
  // (1, 1, 1), with the component along the largest of v such that it is orthogonal to v
  const x = Math.abs(v[0])
  const y = Math.abs(v[1])
  const z = Math.abs(v[2])
  b[0] = 1
  b[1] = 1
  b[2] = 1
  if (x >= y && x >= z) b[0] = -(v[1] + v[2]) / v[0]
  else if (y >= z) b[1] = -(v[0] + v[2]) / v[1]
  else b[2] = -(v[0] + v[1]) / v[2]
  unit(b, 0)
  b[3] = b[1] * v[2] - b[2] * v[1]
  b[4] = b[2] * v[0] - b[0] * v[2]
  b[5] = b[0] * v[1] - b[1] * v[0]
  unit(b, 3)
}

function unit(a: Float64Array, i: number): void {
  const length = Math.sqrt(a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2])
  a[i] /= length
  a[i + 1] /= length
  a[i + 2] /= length
}

/** Where the ray meets `triangle` nearer than the hit so far, replaces that. */
export function rayTriangle(): void {
  const px = p[0]
  const py = p[1]
  const pz = p[2]
  const ax = corner[0] - px
  const ay = corner[1] - py
  const az = corner[2] - pz
  const bx = corner[3] - px
  const by = corner[4] - py
  const bz = corner[5] - pz
  const cx = corner[6] - px
  const cy = corner[7] - py
  const cz = corner[8] - pz

  const a0 = ax * b[0] + ay * b[1] + az * b[2]
  const b0 = bx * b[0] + by * b[1] + bz * b[2]
  const c0 = cx * b[0] + cy * b[1] + cz * b[2]
  if ((a0 > 0 && b0 > 0 && c0 > 0) || (a0 < 0 && b0 < 0 && c0 < 0)) return
  const a1 = ax * b[3] + ay * b[4] + az * b[5]
  const b1 = bx * b[3] + by * b[4] + bz * b[5]
  const c1 = cx * b[3] + cy * b[4] + cz * b[5]
  if ((a1 > 0 && b1 > 0 && c1 > 0) || (a1 < 0 && b1 < 0 && c1 < 0)) return

  // s (a − c) + t (b − c) = −c
  const A00 = a0 - c0
  const A10 = a1 - c1
  const A01 = b0 - c0
  const A11 = b1 - c1
  const det = A00 * A11 - A10 * A01
  if (Math.abs(det) < MINVAL) return
  const s = (-A11 * c0 + A01 * c1) / det
  const t = (A10 * c0 - A00 * c1) / det
  if (s < 0 || t < 0 || s + t > 1) return

  const ux = corner[0] - corner[6]
  const uy = corner[1] - corner[7]
  const uz = corner[2] - corner[8]
  const wx = corner[3] - corner[6]
  const wy = corner[4] - corner[7]
  const wz = corner[5] - corner[8]
  const nx = uy * wz - uz * wy
  const ny = uz * wx - ux * wz
  const nz = ux * wy - uy * wx
  const along = v[0] * nx + v[1] * ny + v[2] * nz
  if (Math.abs(along) < MINVAL) return
  const x = (cx * nx + cy * ny + cz * nz) / along
  if (!(x >= 0) || (hit[X] >= 0 && hit[X] <= x)) return
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  hit[X] = x
  hit[NORMAL] = nx / length
  hit[NORMAL + 1] = ny / length
  hit[NORMAL + 2] = nz / length
}
