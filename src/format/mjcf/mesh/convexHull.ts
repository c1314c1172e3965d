import { orientation } from './exactOrientation.ts'
import { hullDefect } from './hullDefect.ts'
import { quickhull, type Surface } from './quickhull.ts'
import { type FlatPoints, startSimplex } from './startSimplex.ts'

/**
 * The convex hull of points with as few vertices as possible. Coordinates are first rounded to multiples of a power of
 * two, 2⁻⁴⁷ to 2⁻⁴⁶ of the largest one. From there on everything is exact: the hull of the rounded points holds all of
 * them, and all its vertices are corners. Numbers in single precision change only where they are below 2⁻²² of the
 * largest one. The reference does not tell points apart either that are this close to a plane: a coordinate that is
 * almost zero, such as the sine of π, counts as zero.
 */

/** Rounded coordinates are multiples of this, so that the mean of four points is a whole number. */
const STEP = 4
/** Largest rounded coordinate. */
const RANGE = 2 ** 47 * STEP

/** What is wrong with a hull: the points are flat, or a defect of the surface in words. */
export type HullProblem = FlatPoints | { readonly defect: string }

/**
 * @param maxVertices where to stop: points may then be outside
 * @returns corners of triangles, as indices of points, counter-clockwise from outside; or what is wrong
 */
export function convexHull(points: Float64Array, maxVertices = Number.POSITIVE_INFINITY): Int32Array | HullProblem {
  const rounded = roundedPoints(points)
  const start = startSimplex(rounded, STEP / 2)
  if (typeof start === 'string') return start
  const limit = maxVertices >= points.length / 3 ? Number.POSITIVE_INFINITY : maxVertices
  const first = quickhull(rounded, start, limit)
  const hull = withCornersOnly(rounded, first)
  const defect = hullDefect(rounded, hull, Number.isFinite(limit))
  return defect === undefined ? hull.corner : { defect }
}

/** Points as whole numbers around the origin. */
function roundedPoints(points: Float64Array): Float64Array {
  const middle: number[] = []
  let size = 0
  for (let axis = 0; axis < 3; axis++) {
    let least = points[axis]
    let most = points[axis]
    for (let i = axis; i < points.length; i += 3) {
      if (points[i] < least) least = points[i]
      if (points[i] > most) most = points[i]
    }
    size = Math.max(size, Math.abs(least), Math.abs(most))
    middle.push(0.5 * least + 0.5 * most)
  }
  // a power of two rounds nothing
  let scale = 1
  while (size * scale > RANGE) scale /= 2
  while (size > 0 && size * scale <= RANGE / 2) scale *= 2
  const rounded = (x: number): number => STEP * Math.round((x * scale) / STEP)
  const out = new Float64Array(points.length)
  for (let i = 0; i < out.length; i++) out[i] = rounded(points[i]) - rounded(middle[i % 3])
  return out
}

/** The hull without vertices in the middle of faces and edges. */
function withCornersOnly(x: Float64Array, hull: Surface): Surface {
  const corners = properCorners(x, hull)
  if (corners === undefined) return hull
  const own = new Float64Array(3 * corners.length)
  for (let i = 0; i < corners.length; i++) for (let k = 0; k < 3; k++) own[3 * i + k] = x[3 * corners[i] + k]
  const start = startSimplex(own, 0)
  if (typeof start === 'string') return hull
  const { corner, neighbor } = quickhull(own, start)
  return { corner: corner.map((c) => corners[c]), neighbor }
}

/** Vertices at which at least three edges bend; undefined when these are all vertices. */
function properCorners(x: Float64Array, { corner, neighbor }: Surface): Int32Array | undefined {
  const bends = new Int32Array(x.length / 3).fill(-1)
  for (let i = 0; i < corner.length; i++) {
    const a = corner[i]
    if (bends[a] < 0) bends[a] = 0
    const f = i - (i % 3)
    const other = neighbor[i]
    // each edge once
    if (3 * other < f) continue
    const b = corner[f + ((i + 1) % 3)]
    const opposite = farCorner(corner, other, a, b)
    if (orientation(x, corner[f], corner[f + 1], corner[f + 2], opposite) === 0) continue
    bends[a]++
    bends[b] = Math.max(bends[b], 0) + 1
  }
  let vertices = 0
  const proper: number[] = []
  for (let p = 0; p < bends.length; p++) {
    if (bends[p] >= 0) vertices++
    if (bends[p] >= 3) proper.push(p)
  }
  return proper.length === vertices ? undefined : Int32Array.from(proper)
}

/** The corner of a face that is neither a nor b. */
function farCorner(corner: Int32Array, f: number, a: number, b: number): number {
  for (let k = 0; k < 2; k++) if (corner[3 * f + k] !== a && corner[3 * f + k] !== b) return corner[3 * f + k]
  return corner[3 * f + 2]
}
