import { orientation } from './exactOrientation.ts'
import type { Surface } from './quickhull.ts'

/**
 * Proof that a surface is the convex hull of points. It is closed, in one piece, and a sphere by Euler's formula. A
 * point in the middle sees every face from behind, and a ray from there to a corner passes no other part of the surface:
 * so it goes around the middle once. Every edge bends outward or not at all: so it is convex. A point is inside if it is
 * not in front of the face through which a ray from the middle to it leaves.
 */

/** Directions are told apart by the squares, this many in a row, of the sides of a cube. */
const PARTS = 32

/**
 * @param points whole numbers, multiples of 4, up to 2⁵⁰
 * @param partial whether points may be outside
 * @returns what is wrong with the surface, in words; undefined for a convex hull
 */
export function hullDefect(points: Float64Array, hull: Surface, partial = false): string | undefined {
  const { corner, neighbor } = hull
  const count = points.length / 3
  const isVertex = new Uint8Array(count)
  let vertices = 0
  for (const v of corner) {
    if (isVertex[v] === 0) vertices++
    isVertex[v] = 1
  }
  if (corner.length < 12 || corner.length / 3 !== 2 * vertices - 4) return "it contradicts Euler's formula"
  for (let i = 0; i < corner.length; i++) if (twin(hull, i) < 0) return 'it is not closed'

  // the middle is the point after the last one
  const x = new Float64Array(points.length + 3)
  x.set(points)
  if (!addMiddle(x, hull)) return 'it has no volume'
  for (let f = 0; f < corner.length; f += 3)
    if (orientation(x, corner[f], corner[f + 1], corner[f + 2], count) >= 0) return 'a face is turned inside out'
  for (let i = 0; i < corner.length; i++) {
    const f = i - (i % 3)
    const side = twin(hull, i)
    // an edge is seen from both of its faces, and bends for both alike
    if (side < i) continue
    const opposite = corner[side - (side % 3) + ((side + 2) % 3)]
    if (orientation(x, corner[f], corner[f + 1], corner[f + 2], opposite) > 0) return 'an edge is bent inward'
  }
  if (!isConnected(neighbor)) return 'it has several pieces'
  for (let f = 0; f < corner.length / 3; f++)
    if (isToward(x, hull, count, corner[0], f) && !isCornerOf(corner, f, corner[0])) return 'it covers itself'
  if (partial) return undefined

  // a search starts at the face found last in about the same direction, else at the one before
  const known = new Int32Array(6 * PARTS * PARTS).fill(-1)
  let face = 0
  for (let p = 0; p < count; p++) {
    if (isVertex[p] === 1) continue
    const place = roughDirection(x, count, p)
    face = faceToward(x, hull, count, p, known[place] < 0 ? face : known[place])
    if (face < 0 || orientation(x, corner[3 * face], corner[3 * face + 1], corner[3 * face + 2], p) > 0)
      return `vertex ${p} is outside`
    known[place] = face
  }
  return undefined
}

/** The same side seen from the face across, where i is a corner and its side leads to the next one; -1: there is none. */
function twin({ corner, neighbor }: Surface, i: number): number {
  const f = neighbor[i]
  const a = corner[i]
  const b = corner[i % 3 === 2 ? i - 2 : i + 1]
  for (let k = 0; k < 3; k++)
    if (corner[3 * f + k] === b && corner[3 * f + ((k + 1) % 3)] === a && neighbor[3 * f + k] === (i - (i % 3)) / 3)
      return 3 * f + k
  return -1
}

/** Writes the mean of a face's corners and of a vertex behind it after the points; false: there is none behind it. */
function addMiddle(x: Float64Array, { corner }: Surface): boolean {
  const last = x.length - 3
  const [a, b, c] = corner
  for (const d of corner) {
    if (orientation(x, a, b, c, d) >= 0) continue
    for (let k = 0; k < 3; k++) x[last + k] = (x[3 * a + k] + x[3 * b + k] + x[3 * c + k] + x[3 * d + k]) / 4
    return true
  }
  return false
}

function isConnected(neighbor: Int32Array): boolean {
  const seen = new Uint8Array(neighbor.length / 3)
  const reached = [0]
  seen[0] = 1
  for (let i = 0; i < reached.length; i++)
    for (let k = 0; k < 3; k++) {
      const other = neighbor[3 * reached[i] + k]
      if (seen[other] === 1) continue
      seen[other] = 1
      reached.push(other)
    }
  return reached.length === seen.length
}

/** Whether a ray from the middle to a point passes a face. */
function isToward(x: Float64Array, { corner }: Surface, middle: number, p: number, f: number): boolean {
  for (let k = 0; k < 3; k++)
    if (orientation(x, middle, corner[3 * f + k], corner[3 * f + ((k + 1) % 3)], p) < 0) return false
  return true
}

function isCornerOf(corner: Int32Array, f: number, p: number): boolean {
  return corner[3 * f] === p || corner[3 * f + 1] === p || corner[3 * f + 2] === p
}

/** The square of a cube around the middle that a ray from there to a point leaves through. */
function roughDirection(x: Float64Array, middle: number, p: number): number {
  const d0 = x[3 * p] - x[3 * middle]
  const d1 = x[3 * p + 1] - x[3 * middle + 1]
  const d2 = x[3 * p + 2] - x[3 * middle + 2]
  const size0 = Math.abs(d0)
  const size1 = Math.abs(d1)
  const size2 = Math.abs(d2)
  const most = Math.max(size0, size1, size2)
  if (most === 0) return 0
  if (size0 === most) return squareOf(d0 > 0 ? 0 : 1, d1 / most, d2 / most)
  if (size1 === most) return squareOf(d1 > 0 ? 2 : 3, d0 / most, d2 / most)
  return squareOf(d2 > 0 ? 4 : 5, d0 / most, d1 / most)
}

/** Number of a square, from its side of the cube and a point of it, from -1 to 1. */
function squareOf(side: number, u: number, v: number): number {
  const row = Math.min(PARTS - 1, Math.floor(0.5 * PARTS * (u + 1)))
  const column = Math.min(PARTS - 1, Math.floor(0.5 * PARTS * (v + 1)))
  return (side * PARTS + row) * PARTS + column
}

/**
 * The face that a ray from the middle to a point leaves through: from face to face, each time across a side that
 * separates the face from the ray. -1: none was found.
 */
function faceToward(x: Float64Array, { corner, neighbor }: Surface, middle: number, p: number, from: number): number {
  let face = from
  let came = -1
  for (let step = 0; step <= corner.length; step++) {
    let next = -1
    for (let k = 0; k < 3 && next < 0; k++) {
      const beyond = neighbor[3 * face + k]
      if (beyond === came) continue
      const b = corner[3 * face + ((k + 1) % 3)]
      if (orientation(x, middle, corner[3 * face + k], b, p) < 0) next = beyond
    }
    if (next < 0) return face
    came = face
    face = next
  }
  return -1
}
