/** Convex hulls by definition, in whole numbers of any size: slow, and right. */

export type ExactPoint = readonly [bigint, bigint, bigint]

/** Coordinates as the hull rounds them: to multiples of a power of two, 2⁻⁴⁷ of that above the largest one. */
export function exactPoints(points: Float64Array): ExactPoint[] {
  let size = 0
  for (const x of points) size = Math.max(size, Math.abs(x))
  const step = 2 ** (Math.ceil(Math.log2(size)) - 47)
  const whole = (x: number): bigint => BigInt(Math.round(x / step))
  return Array.from({ length: points.length / 3 }, (_, i) => [
    whole(points[3 * i]),
    whole(points[3 * i + 1]),
    whole(points[3 * i + 2]),
  ])
}

type Vector = readonly [bigint, bigint, bigint]
const minus = (p: ExactPoint, q: ExactPoint): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
const dot = (u: Vector, v: Vector): bigint => u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
const cross = (u: Vector, v: Vector): Vector => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
]
const isZero = (u: Vector): boolean => u[0] === 0n && u[1] === 0n && u[2] === 0n

/** Six times the volume of a tetrahedron, positive where p is in front of the triangle a, b, c. */
export function volume(a: ExactPoint, b: ExactPoint, c: ExactPoint, p: ExactPoint): bigint {
  return dot(cross(minus(b, a), minus(c, a)), minus(p, a))
}

/**
 * Whether a point is a corner of the convex hull of it and others: no segment, triangle or tetrahedron of the others
 * holds it (Carathéodory's theorem).
 */
export function isCorner(p: ExactPoint, others: readonly ExactPoint[]): boolean {
  const n = others.length
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      if (inSegment(p, others[i], others[j])) return false
      for (let k = 0; k < j; k++) {
        if (inTriangle(p, others[i], others[j], others[k])) return false
        for (let l = 0; l < k; l++) if (inTetrahedron(p, others[i], others[j], others[k], others[l])) return false
      }
    }
  return true
}

function inSegment(p: ExactPoint, a: ExactPoint, b: ExactPoint): boolean {
  const [u, v] = [minus(a, p), minus(b, p)]
  return isZero(cross(u, v)) && dot(u, v) <= 0n
}

function inTriangle(p: ExactPoint, a: ExactPoint, b: ExactPoint, c: ExactPoint): boolean {
  const normal = cross(minus(b, a), minus(c, a))
  if (isZero(normal) || dot(normal, minus(p, a)) !== 0n) return false
  const inside = (s: ExactPoint, t: ExactPoint): boolean => dot(cross(minus(t, s), minus(p, s)), normal) >= 0n
  return inside(a, b) && inside(b, c) && inside(c, a)
}

function inTetrahedron(p: ExactPoint, a: ExactPoint, b: ExactPoint, c: ExactPoint, d: ExactPoint): boolean {
  const whole = volume(a, b, c, d)
  if (whole === 0n) return false
  const same = (part: bigint): boolean => (whole > 0n ? part >= 0n : part <= 0n)
  return same(volume(p, b, c, d)) && same(volume(a, p, c, d)) && same(volume(a, b, p, d)) && same(volume(a, b, c, p))
}
