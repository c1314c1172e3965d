import { orientation } from './exactOrientation.ts'
import { planeThrough } from './hullPlane.ts'

/** The tetrahedron that quickhull starts from, or why a set of points has no hull with a volume. */

/** Why a set of points has no hull with a volume. */
export type FlatPoints = 'colocated' | 'collinear' | 'coplanar'

/** An outermost point along an axis is good enough for the start if it spans this part of what it could at best. */
const WIDE = 0.2

/**
 * Four points that span a large volume: the outermost two along x, then one that spans a large area with them, then one
 * that spans a large volume with these three, which is the last and behind their triangle. Taken from the outermost
 * points along the axes where these are good enough.
 * @param thinnest extent up to which points count as one point, one line or one plane
 */
export function startSimplex(x: Float64Array, thinnest: number): readonly number[] | FlatPoints {
  const extremes: number[] = []
  const widths: number[] = []
  for (let axis = 0; axis < 3; axis++) {
    const [least, most] = extremesAlong(x, axis)
    extremes.push(least, most)
    widths.push(x[3 * most + axis] - x[3 * least + axis])
  }
  const width = Math.max(...widths)
  if (!(width > thinnest)) return 'colocated'
  const axis = widths[0] >= WIDE * width ? 0 : widths.indexOf(width)
  const [a, b] = extremes.slice(2 * axis)

  const c = farthest(x, extremes, WIDE * width * width, (p) => crossLength(x, a, b, p))
  if (!(crossLength(x, a, b, c) > thinnest * width)) return 'collinear'
  const plane = new Float64Array(4)
  planeThrough(plane, 0, x, c, b, a)
  const height = (p: number): number =>
    plane[0] * (x[3 * p] - x[3 * a]) +
    plane[1] * (x[3 * p + 1] - x[3 * a + 1]) +
    plane[2] * (x[3 * p + 2] - x[3 * a + 2])
  const d = farthest(x, extremes, WIDE * width, (p) => Math.abs(height(p)))
  const side = Math.abs(height(d)) > thinnest ? orientation(x, c, b, a, d) : 0
  if (side === 0) return 'coplanar'
  return side < 0 ? [c, b, a, d] : [b, c, a, d]
}

/** First of the points with the least and of those with the greatest coordinate. */
function extremesAlong(x: Float64Array, axis: number): readonly [number, number] {
  let least = 0
  let most = 0
  for (let p = 1; p < x.length / 3; p++) {
    if (x[3 * p + axis] < x[3 * least + axis]) least = p
    if (x[3 * p + axis] > x[3 * most + axis]) most = p
  }
  return [least, most]
}

/** The candidate with the greatest measure if that is enough, else the point with the greatest measure of all. */
function farthest(
  x: Float64Array,
  candidates: readonly number[],
  enough: number,
  measure: (p: number) => number,
): number {
  let best = candidates[0]
  for (const p of candidates) if (measure(p) > measure(best)) best = p
  if (measure(best) >= enough) return best
  let most = measure(best)
  for (let p = 0; p < x.length / 3; p++) {
    const value = measure(p)
    if (value > most) {
      most = value
      best = p
    }
  }
  return best
}

/** |(b − a) × (p − a)| */
function crossLength(x: Float64Array, a: number, b: number, p: number): number {
  const ux = x[3 * b] - x[3 * a]
  const uy = x[3 * b + 1] - x[3 * a + 1]
  const uz = x[3 * b + 2] - x[3 * a + 2]
  const vx = x[3 * p] - x[3 * a]
  const vy = x[3 * p + 1] - x[3 * a + 1]
  const vz = x[3 * p + 2] - x[3 * a + 2]
  const nx = uy * vz - uz * vy
  const ny = uz * vx - ux * vz
  const nz = ux * vy - uy * vx
  return Math.sqrt(nx * nx + ny * ny + nz * nz)
}
