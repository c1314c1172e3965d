import { MINVAL } from '../../../core/math/constants.ts'
import { POINT_CAPACITY, points } from './minkowski.ts'
import { projectOrigin } from './simplex.ts'

/**
 * The convex polytope of `epa.ts`: it contains the origin, has its vertices on the surface of a Minkowski difference,
 * and grows outward. Faces are triangles; side k of a face leads from its corner k to the next, and has one neighbor.
 */

/** Room for faces, deleted ones included: more than six for each point. */
const FACE_CAPACITY = 8192

/** Numbers of a face in `plane`: the projection of the origin on its plane, turned outward, then its square. */
export const PLANE = 4
export const SQUARE = 3
/**
 * Integers of a face in `link`: its three corners, what lies across its three sides, its place among the candidates.
 */
export const LINK = 8
const ACROSS = 3
const PLACE = 6

/** In place of a face that is no candidate for the closest one: too far away, or deleted. */
const PASSED_OVER = -1
const DELETED = -2

/** Masks that leave indices as they are, and tell V8 that no sum of them overflows. */
const POINT_MASK: number = POINT_CAPACITY - 1
const FACE_MASK: number = FACE_CAPACITY - 1

/** `EpaPolytope.bound`: least and greatest square of new faces that may become the closest one. */
export const LOWER = 0
export const UPPER = 1

/** A side: the face that it belongs to, and its number there, 0 to 2. */
function sideOf(face: number, side: number): number {
  return 4 * face + side
}

/** Registers: the faces of the polytope. Its points are the first of `points`. */
export class EpaPolytope {
  readonly plane: Float64Array = new Float64Array(PLANE * FACE_CAPACITY)
  readonly link: Int32Array = new Int32Array(LINK * FACE_CAPACITY)
  pointCount = 0
  /** Faces that were made, deleted ones included. */
  faceCount = 0
  readonly bound: Float64Array = new Float64Array(2)

  /** Faces that may be the closest to the origin, and their squares. */
  readonly candidate: Int32Array = new Int32Array(FACE_CAPACITY)
  readonly candidateSquare: Float64Array = new Float64Array(FACE_CAPACITY)
  candidateCount = 0

  /** A point inside: the mean of the first corners. */
  readonly center: Float64Array = new Float64Array(3)
  /** Sides through which a walk over the polytope still has to enter faces. */
  readonly open: Int32Array = new Int32Array(3 * FACE_CAPACITY)
  /** The horizon of a point: the sides, of faces that it does not see, that border on faces that it sees. */
  readonly horizon: Int32Array = new Int32Array(3 * FACE_CAPACITY)
}

/** The polytope of the query that runs. */
export const polytope: EpaPolytope = new EpaPolytope()
const v = points.difference

/**
 * Topology of a first polytope, from the corners of its faces: for each face its three corners, then what lies across
 * its three sides.
 */
export function joinFaces(corners: readonly number[]): Int32Array {
  const count = corners.length / 3
  const joined = new Int32Array(6 * count)
  const corner = (face: number, k: number) => corners[3 * face + (k % 3)]
  for (let face = 0; face < count; face++)
    for (let k = 0; k < 3; k++) {
      joined[6 * face + k] = corner(face, k)
      for (let other = 0; other < count; other++)
        for (let side = 0; side < 3; side++)
          if (corner(other, side) === corner(face, k + 1) && corner(other, side + 1) === corner(face, k))
            joined[6 * face + 3 + k] = sideOf(other, side)
    }
  return joined
}

/** Empties the polytope but for its first points, of which it takes the mean. */
export function clearPolytope(count: number): void {
  polytope.pointCount = count
  polytope.faceCount = 0
  polytope.candidateCount = 0
  for (let k = 0; k < 3; k++) {
    let sum = 0
    for (let i = 0; i < count; i++) sum += v[3 * i + k]
    polytope.center[k] = sum / count
  }
}

/**
 * Adds the faces of a first polytope with `count` points, as candidates. Returns the first face whose square is below
 * `near`: it passes through the origin or has no area; -1: none.
 */
export function addFaces(joined: Int32Array, count: number, near: number): number {
  const { plane, link } = polytope
  polytope.pointCount = count
  let worst = -1
  for (let i = 0; i < joined.length; i += 6) {
    const face = polytope.faceCount++
    for (let k = 0; k < 6; k++) link[LINK * face + k] = joined[i + k]
    measureFace(face)
    if (worst < 0 && plane[PLANE * face + SQUARE] < near) worst = face
    addCandidate(face)
  }
  return worst
}

/** Measures a face whose corners are known; one without area gets the square 0. */
function measureFace(face: number): void {
  const { plane, link, center } = polytope
  const l = LINK * face
  const p = PLANE * face
  const c = 3 * link[l]
  if (!projectOrigin(plane, p, 3 * link[l + 2], 3 * link[l + 1], c)) {
    plane[p + SQUARE] = 0
    return
  }
  const x = plane[p]
  const y = plane[p + 1]
  const z = plane[p + 2]
  plane[p + SQUARE] = x * x + y * y + z * z
  if (x * (v[c] - center[0]) + y * (v[c + 1] - center[1]) + z * (v[c + 2] - center[2]) < 0) {
    plane[p] = -x
    plane[p + 1] = -y
    plane[p + 2] = -z
  }
}

/** Makes a face a candidate for the closest one. */
function addCandidate(face: number): void {
  const i = polytope.candidateCount++
  polytope.link[LINK * face + PLACE] = i
  polytope.candidate[i] = face
  polytope.candidateSquare[i] = polytope.plane[PLANE * face + SQUARE]
}

/** The candidate closest to the origin, the first of equals; -1: none has a finite distance. */
export function closestFace(): number {
  const { candidateSquare, candidateCount } = polytope
  let least = Infinity
  let closest = -1
  for (let i = 0; i < candidateCount; i++) {
    const square = candidateSquare[i]
    if (square < least) {
      least = square
      closest = i
    }
  }
  return closest < 0 ? -1 : polytope.candidate[closest]
}

/**
 * Deletes the face and all faces around it that point w sees, and writes the horizon in the order of a walk around:
 * each face is entered by a side, and left by the next and by the one after. Returns the number of sides of the
 * horizon.
 */
export function findHorizon(face: number, w: number): number {
  const { plane, link, open, horizon } = polytope
  const c = 3 * (w & POINT_MASK)
  const x = v[c]
  const y = v[c + 1]
  const z = v[c + 2]
  let count = 0
  deleteFace(face)
  const first = LINK * (face & FACE_MASK) + ACROSS
  open[0] = link[first + 2]
  open[1] = link[first + 1]
  open[2] = link[first]
  for (let top = 2; top >= 0; top--) {
    const entry = open[top]
    const face = (entry >> 2) & FACE_MASK
    const l = LINK * face
    if (link[l + PLACE] === DELETED) continue
    const p = PLANE * face
    const above = plane[p] * x + plane[p + 1] * y + plane[p + 2] * z
    if (!(above - plane[p + SQUARE] > MINVAL)) {
      horizon[count++] = entry
      continue
    }
    deleteFace(face)
    const side = entry & 3
    const after = side === 2 ? 0 : side + 1
    open[top++] = link[l + ACROSS + (after === 2 ? 0 : after + 1)]
    open[top++] = link[l + ACROSS + after]
  }
  return count
}

/** Deletes a face; the last candidate takes its place among the candidates. */
function deleteFace(face: number): void {
  const { link, candidate, candidateSquare } = polytope
  const l = LINK * (face & FACE_MASK) + PLACE
  const hole = link[l]
  if (hole >= 0) {
    const i = --polytope.candidateCount
    const last = candidate[i] & FACE_MASK
    candidate[hole] = last
    candidateSquare[hole] = candidateSquare[i]
    link[LINK * last + PLACE] = hole
  }
  link[l] = DELETED
}

/**
 * Joins point w to each of the `count` sides of the horizon. New faces whose square is within `bound` become
 * candidates. Returns false where one has no area.
 */
export function addFan(w: number, count: number): boolean {
  const { plane, link, candidate, candidateSquare, horizon, center, bound } = polytope
  const lower = bound[LOWER]
  const upper = bound[UPPER]
  const c = 3 * (w & POINT_MASK)
  const cx = v[c]
  const cy = v[c + 1]
  const cz = v[c + 2]
  const outX = cx - center[0]
  const outY = cy - center[1]
  const outZ = cz - center[2]
  const first = polytope.faceCount
  const last = first + count - 1
  polytope.faceCount = first + count
  let listed = polytope.candidateCount
  for (let i = 0; i < count; i++) {
    // the new face (w, corner2, corner1) lies against a side of the face beyond, from corner1 to corner2
    const entry = horizon[i]
    const beyond = LINK * ((entry >> 2) & FACE_MASK)
    const side = entry & 3
    const corner1 = link[beyond + side] & POINT_MASK
    const corner2 = link[beyond + (side === 2 ? 0 : side + 1)] & POINT_MASK
    const added = (first + i) & FACE_MASK
    link[beyond + ACROSS + side] = sideOf(added, 1)
    // across its sides: the last side of the face before, the face beyond, the first side of the next face
    const l = LINK * added
    link[l] = w
    link[l + 1] = corner2
    link[l + 2] = corner1
    link[l + ACROSS] = sideOf(i === 0 ? last : added - 1, 2)
    link[l + ACROSS + 1] = entry
    link[l + ACROSS + 2] = sideOf(added === last ? first : added + 1, 0)

    // as `measureFace`, for a face that is well off the origin and not a sliver: n (n·b)/(n·n)
    const p = PLANE * added
    const a = 3 * corner1
    const b = 3 * corner2
    const bx = v[b]
    const by = v[b + 1]
    const bz = v[b + 2]
    const abx = bx - v[a]
    const aby = by - v[a + 1]
    const abz = bz - v[a + 2]
    const bcx = cx - bx
    const bcy = cy - by
    const bcz = cz - bz
    const nx = bcy * abz - bcz * aby
    const ny = bcz * abx - bcx * abz
    const nz = bcx * aby - bcy * abx
    const offset = nx * bx + ny * by + nz * bz
    const normal = nx * nx + ny * ny + nz * nz
    let square = 0
    if (offset === 0 || !(normal > MINVAL)) {
      measureFace(added)
      square = plane[p + SQUARE]
    } else {
      const scale = offset / normal
      const x = nx * scale
      const y = ny * scale
      const z = nz * scale
      square = x * x + y * y + z * z
      const isInward = x * outX + y * outY + z * outZ < 0
      plane[p] = isInward ? -x : x
      plane[p + 1] = isInward ? -y : y
      plane[p + 2] = isInward ? -z : z
      plane[p + SQUARE] = square
    }
    if (square === 0) return false
    if (square >= lower && square <= upper) {
      link[l + PLACE] = listed
      candidate[listed] = added
      candidateSquare[listed++] = square
    } else link[l + PLACE] = PASSED_OVER
  }
  polytope.candidateCount = listed
  return true
}
