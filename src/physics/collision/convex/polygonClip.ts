import { MINVAL } from '../../../core/math/constants.ts'
import { grow } from '../../../core/memory/grow.ts'

/**
 * Polygons in space: clipping one by the sides of another, and choosing the four corners that span most of one.
 *
 * I. E. Sutherland, G. W. Hodgman, "Reentrant polygon clipping", Communications of the ACM 17 (1974),
 * https://doi.org/10.1145/360767.360802.
 */

/** A polygon; its room only grows, so that clipping allocates nothing once it has met its largest one. */
export class Polygon {
  count = 0
  /** Three numbers a corner. */
  point: Float64Array = new Float64Array(3 * 32)

  /** Makes room for `count` points. */
  reserve(count: number): void {
    this.point = grow(this.point, 3 * count)
  }
}

/** The polygon that a cut writes to; it changes places with the subject. */
const spare = new Polygon()

/**
 * Cuts off what is outside of the prism above `face`, along its normal (Sutherland–Hodgman): one plane
 * through each side of the face. The corners of the face are in clockwise order seen from outside. A subject of two
 * points is an edge, passed there and back.
 */
export function clip(subject: Polygon, face: Polygon, normal: Float64Array): void {
  const corners = face.count
  const f = face.point
  let point = subject.point
  let count = subject.count
  for (let i = 0; i < corners && count > 0; i++) {
    const a = 3 * i
    const b = i + 1 < corners ? a + 3 : 0
    const ax = f[a]
    const ay = f[a + 1]
    const az = f[a + 2]
    // the plane goes through (corner + n); that this difference is not quite n again decides which of two corners that
    // coincide up to rounding is kept
    const nx = ax + normal[0] - ax
    const ny = ay + normal[1] - ay
    const nz = az + normal[2] - az
    const ex = f[b] - ax
    const ey = f[b + 1] - ay
    const ez = f[b + 2] - az

    // inward normal of the plane through this side: (next corner − corner) × n
    let qx = ey * nz - ez * ny
    let qy = ez * nx - ex * nz
    let qz = ex * ny - ey * nx
    const length = Math.sqrt(qx * qx + qy * qy + qz * qz)
    const scale = length < MINVAL ? 0 : 1 / length
    qx = length < MINVAL ? 1 : qx * scale
    qy *= scale
    qz *= scale
    const offset = qx * ax + qy * ay + qz * az

    // walk along the sides from point 0 to 1, 1 to 2, …
    spare.reserve(2 * count)
    const out = spare.point
    let n = 0
    let px = point[0]
    let py = point[1]
    let pz = point[2]
    let wasInside = (px - ax) * qx + (py - ay) * qy + (pz - az) * qz > -MINVAL
    for (let side = 1; side <= count; side++) {
      const k = side < count ? 3 * side : 0
      const x = point[k]
      const y = point[k + 1]
      const z = point[k + 2]
      const isInside = (x - ax) * qx + (y - ay) * qy + (z - az) * qz > -MINVAL
      if (isInside !== wasInside) {
        const dx = x - px
        const dy = y - py
        const dz = z - pz
        const t = (offset - (qx * px + qy * py + qz * pz)) / (qx * dx + qy * dy + qz * dz)
        if (t >= 0 && t <= 1) {
          out[n] = px + t * dx
          out[n + 1] = py + t * dy
          out[n + 2] = pz + t * dz
          n += 3
        }
      }
      if (isInside) {
        out[n] = x
        out[n + 1] = y
        out[n + 2] = z
        n += 3
      }
      px = x
      py = y
      pz = z
      wasInside = isInside
    }
    spare.point = point
    subject.point = out
    point = out
    count = n / 3
  }
  subject.count = count
}

/** Drops the points in front of a plane through a point: keeps those with (x − through) · n ≤ 0. */
export function keepBehind(subject: Polygon, through: Float64Array, normal: Float64Array): void {
  const { count, point } = subject
  const x = through[0]
  const y = through[1]
  const z = through[2]
  let n = 0
  for (let k = 0; k < 3 * count; k += 3) {
    const height = (point[k] - x) * normal[0] + (point[k + 1] - y) * normal[1] + (point[k + 2] - z) * normal[2]
    if (!(height <= 0)) continue
    point[n] = point[k]
    point[n + 1] = point[k + 1]
    point[n + 2] = point[k + 2]
    n += 3
  }
  subject.count = n / 3
}

/** The two points of a polygon that are farthest apart, in `corner`; the first such pair. */
export function farthestPair(point: Float64Array, count: number, corner: Int32Array): void {
  let most = -1
  for (let i = 0; i < count - 1; i++)
    for (let j = i + 1; j < count; j++) {
      const x = point[3 * i] - point[3 * j]
      const y = point[3 * i + 1] - point[3 * j + 1]
      const z = point[3 * i + 2] - point[3 * j + 2]
      const square = x * x + y * y + z * z
      if (square <= most) continue
      most = square
      corner[0] = i
      corner[1] = j
    }
}

/** Areas: of the quadrilateral that was measured last, and the largest so far. */
const area = new Float64Array(2)
const LAST = 0
const LARGEST = 1

/** Area of the quadrilateral with the corners a, b, c, d: |AC × BD| / 2. */
function measure(point: Float64Array, a: number, b: number, c: number, d: number): void {
  const ux = point[3 * c] - point[3 * a]
  const uy = point[3 * c + 1] - point[3 * a + 1]
  const uz = point[3 * c + 2] - point[3 * a + 2]
  const vx = point[3 * d] - point[3 * b]
  const vy = point[3 * d + 1] - point[3 * b + 1]
  const vz = point[3 * d + 2] - point[3 * b + 2]
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  area[LAST] = 0.5 * Math.sqrt(x * x + y * y + z * z)
}

/** Whether the quadrilateral is larger than the largest so far, which it then is. */
function isLarger(point: Float64Array, a: number, b: number, c: number, d: number): boolean {
  measure(point, a, b, c, d)
  if (!(area[LAST] > area[LARGEST])) return false
  area[LARGEST] = area[LAST]
  return true
}

/**
 * Four corners of a polygon of more than four that span a large part of it, in order: a hill climb that advances the
 * last three corners as long as the area grows, from each first corner on, or from the first point alone.
 * @param anchored whether the first point must stay among the four
 */
export function largeQuadrilateral(point: Float64Array, count: number, corner: Int32Array, anchored: boolean): void {
  let b = 1
  let c = 2
  let d = 3
  measure(point, 0, b, c, d)
  area[LARGEST] = area[LAST]
  for (let k = 0; k < 4; k++) corner[k] = k
  const last = anchored ? 1 : count
  for (let a = 0; a < last; a++) {
    let grew = false
    for (let next = after(d, count); isLarger(point, a, b, c, next); next = after(d, count)) {
      grew = true
      d = next
      for (next = after(c, count); isLarger(point, a, b, next, d); next = after(c, count)) c = next
      for (next = after(b, count); isLarger(point, a, next, c, d); next = after(b, count)) b = next
    }
    if (grew) {
      corner[0] = a
      corner[1] = b
      corner[2] = c
      corner[3] = d
    }
    // corners that the next first one has caught up with move on; where b met c by itself they stay together
    if (b !== a) continue
    b = after(b, count)
    if (c !== b) continue
    c = after(c, count)
    if (d === c) d = after(d, count)
  }
}

function after(i: number, count: number): number {
  return i + 1 < count ? i + 1 : 0
}
