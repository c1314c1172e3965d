/**
 * Four corners of a convex polygon that span most of it, chosen by geometry alone: the same four wherever the polygon
 * starts. From the corner that is farthest in a given direction one finds two that are far apart, then the farthest ones
 * on both sides of that diagonal; then each corner moves as long as the area grows.
 */

/** A corner must be better by this factor, so that rounding does not choose between corners that are equally good. */
const BETTER: number = 1 + 1e-9
/** Moves of corners; more are not needed, as each makes the area larger. */
const MOST_MOVES = 32
/** In place of a corner that must stay where it is. */
const NONE = -1

/**
 * Finds the corners, in the order of the polygon.
 * @param point three numbers a corner of the polygon
 * @param count corners of the polygon, more than four
 * @param direction any direction that does not depend on the order of the corners
 * @param corner the four corners found
 */
export function spreadCorners(point: Float64Array, count: number, direction: Float64Array, corner: Int32Array): void {
  // two corners that are about as far apart as any
  const opposite = farthestFrom(point, count, farthestAlong(point, count, direction))
  const first = farthestFrom(point, count, opposite)
  corner[0] = first
  corner[2] = opposite
  corner[1] = farthestFromLine(point, count, first, opposite)
  corner[3] = farthestFromLine(point, count, opposite, first)
  climb(point, count, corner, NONE)
}

/** The corner that is farthest from another; the first one, in the order of the polygon from there, of equals. */
function farthestFrom(point: Float64Array, count: number, from: number): number {
  const ax = point[3 * from]
  const ay = point[3 * from + 1]
  const az = point[3 * from + 2]
  let best = from
  let most = 0
  for (let i = wrap(from + 1, count); i !== from; i = wrap(i + 1, count)) {
    const x = point[3 * i] - ax
    const y = point[3 * i + 1] - ay
    const z = point[3 * i + 2] - az
    const far = x * x + y * y + z * z
    if (far <= most * BETTER) continue
    most = far
    best = i
  }
  return best
}

/** Moves the corners, except for one, to where they span most. */
export function spreadAround(point: Float64Array, count: number, fixed: number, corner: Int32Array): void {
  climb(point, count, corner, fixed)
}

/** The corner that is farthest in a direction. */
function farthestAlong(point: Float64Array, count: number, direction: Float64Array): number {
  let best = 0
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < count; i++) {
    const along = point[3 * i] * direction[0] + point[3 * i + 1] * direction[1] + point[3 * i + 2] * direction[2]
    if (along <= most) continue
    most = along
    best = i
  }
  return best
}

/** The corner between two others, in the order of the polygon, that is farthest from the line through them. */
function farthestFromLine(point: Float64Array, count: number, from: number, to: number): number {
  const ax = point[3 * from]
  const ay = point[3 * from + 1]
  const az = point[3 * from + 2]
  const ux = point[3 * to] - ax
  const uy = point[3 * to + 1] - ay
  const uz = point[3 * to + 2] - az
  let best = from
  let most = 0
  for (let i = wrap(from + 1, count); i !== to; i = wrap(i + 1, count)) {
    const vx = point[3 * i] - ax
    const vy = point[3 * i + 1] - ay
    const vz = point[3 * i + 2] - az
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    const far = x * x + y * y + z * z
    if (far <= most * BETTER) continue
    most = far
    best = i
  }
  return best
}

/**
 * Moves each corner in turn to the one between its neighbors that is farthest from their diagonal, as long as that makes
 * the quadrilateral larger.
 */
function climb(point: Float64Array, count: number, corner: Int32Array, fixed: number): void {
  measure(point, corner)
  let largest = square[0]
  for (let move = 0, still = 0; move < MOST_MOVES && still < 4; move++, still++) {
    const k = move & 3
    if (k === fixed) continue
    const before = corner[k]
    corner[k] = farthestFromLine(point, count, corner[(k + 3) & 3], corner[(k + 1) & 3])
    measure(point, corner)
    if (square[0] > largest * BETTER) {
      largest = square[0]
      still = -1
    } else corner[k] = before
  }
}

/** Register: the square of twice the area of a quadrilateral. V8: boxed otherwise. */
const square = new Float64Array(1)

/** Measures the quadrilateral: |AC × BD|². */
function measure(point: Float64Array, corner: Int32Array): void {
  const a = 3 * corner[0]
  const b = 3 * corner[1]
  const c = 3 * corner[2]
  const d = 3 * corner[3]
  const ux = point[c] - point[a]
  const uy = point[c + 1] - point[a + 1]
  const uz = point[c + 2] - point[a + 2]
  const vx = point[d] - point[b]
  const vy = point[d + 1] - point[b + 1]
  const vz = point[d + 2] - point[b + 2]
  const x = uy * vz - uz * vy
  const y = uz * vx - ux * vz
  const z = ux * vy - uy * vx
  square[0] = x * x + y * y + z * z
}

function wrap(i: number, count: number): number {
  return i < count ? i : i - count
}
