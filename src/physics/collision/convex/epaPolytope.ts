import { MINVAL } from '../../../core/math/vec3.ts'
import { difference } from './minkowski.ts'
import { projectOrigin } from './simplex.ts'

/**
 * A convex polytope around the origin, made of points of the difference body of two shapes, that grows outward. Faces
 * are triangles; side k of a face leads from its corner k to the next, and has one neighbour. There is one polytope at a
 * time, in arrays that have room for the largest.
 */

/** Room for faces, deleted ones included: more than six for each point. */
const MOST_FACES = 8192

/** Numbers of a face in `plane`: the projection of the origin on its plane, turned outward, and the square of its length. */
const PLANE = 4
const SQUARE = 3
/** Numbers of a face in `link`: its corners, then what lies across its sides, then its place among the candidates. */
const LINK = 8
const ACROSS = 3
const PLACE = 6

/** Marks in the place of faces that are no candidates for the closest one: too far to be it, and removed. */
const PASSED_OVER = -1
const DELETED = -2

// engines treat a constant of the module itself as one, and an export as something that may change
const v = difference
/** Masks that leave points and faces as they are, and tell engines how small they are: no sum of indices overflows. */
const POINT = 1023
const FACE = 8191
const eps = MINVAL
const plane = new Float64Array(PLANE * MOST_FACES)
const link = new Int32Array(LINK * MOST_FACES)
/** Faces that may be the closest to the origin, and their squares. */
const candidate = new Int32Array(MOST_FACES)
const candidateSquare = new Float64Array(MOST_FACES)
/** A point inside: the mean of the first corners. */
const centre = new Float64Array(3)
/** Sides by which a walk over the polytope still has to enter faces, as they stand in `link`. */
const open = new Int32Array(3 * MOST_FACES)
/** The rim of what a point sees of the polytope: sides of the faces beyond it, as they stand in `link`. */
const rim = new Int32Array(3 * MOST_FACES)
let points = 0
let faces = 0
let candidates = 0

/** Projections of the origin on the faces, and their squares: four numbers a face. */
export const facePlane: Float64Array = plane
/** Corners of each face, points: the first three of eight numbers a face. */
export const faceLink: Int32Array = link

/** Number of points. */
export function pointCount(): number {
  return points
}

/** Number of faces that were made. */
export function faceCount(): number {
  return faces
}

/** Says that there is one more point. */
export function addPoint(): void {
  points++
}

/**
 * How the faces of a first polytope hang together: for each its three corners, then for each side 4 × the face across + the
 * number of the side among that face's own.
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
            joined[6 * face + 3 + k] = 4 * other + side
    }
  return joined
}

/** Empties the polytope but for its first points, of which it takes the mean. */
export function clearPolytope(count: number): void {
  points = count
  faces = 0
  candidates = 0
  for (let k = 0; k < 3; k++) {
    let sum = 0
    for (let i = 0; i < count; i++) sum += v[3 * i + k]
    centre[k] = sum / count
  }
}

/**
 * Adds the faces of a first polytope with `count` points, as candidates. The number of the first face that passes within the
 * root of `near` of the origin or has no area, -1: none.
 */
export function addFaces(joined: Int32Array, count: number, near: number): number {
  points = count
  let worst = -1
  for (let i = 0; i < joined.length; i += 6) {
    const l = LINK * faces
    for (let k = 0; k < 6; k++) link[l + k] = joined[i + k]
    measureFace(faces)
    if (worst < 0 && plane[PLANE * faces + SQUARE] < near) worst = faces
    addCandidate(faces++)
  }
  return worst
}

/** Measures a face whose corners are known; one without area gets the square 0. */
function measureFace(face: number): void {
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
  if (x * (v[c] - centre[0]) + y * (v[c + 1] - centre[1]) + z * (v[c + 2] - centre[2]) < 0) {
    plane[p] = -x
    plane[p + 1] = -y
    plane[p + 2] = -z
  }
}

/** Makes a face a candidate for the closest one. */
function addCandidate(face: number): void {
  const i = candidates++
  link[LINK * face + PLACE] = i
  candidate[i] = face
  candidateSquare[i] = plane[PLANE * face + SQUARE]
}

/** The candidate closest to the origin, the first of equals; -1: none has a finite distance. */
export function closestFace(): number {
  const count = candidates
  let least = Infinity
  let closest = -1
  for (let i = 0; i < count; i++) {
    const square = candidateSquare[i]
    if (square < least) {
      least = square
      closest = i
    }
  }
  return closest < 0 ? -1 : candidate[closest]
}

/**
 * Deletes the face and all that point w sees around it, and notes the rim in the order of a walk around: each face is
 * entered by a side, and left by the next and by the one after. The number of sides of the rim.
 */
export function findRim(face: number, w: number): number {
  const c = 3 * (w & POINT)
  const x = v[c]
  const y = v[c + 1]
  const z = v[c + 2]
  let count = 0
  deleteFace(face)
  const first = LINK * (face & FACE) + ACROSS
  open[0] = link[first + 2]
  open[1] = link[first + 1]
  open[2] = link[first]
  for (let top = 2; top >= 0; top--) {
    const entry = open[top]
    const face = (entry >> 2) & FACE
    const l = LINK * face
    if (link[l + PLACE] === DELETED) continue
    const p = PLANE * face
    const above = plane[p] * x + plane[p + 1] * y + plane[p + 2] * z
    if (!(above - plane[p + SQUARE] > eps)) {
      rim[count++] = entry
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

/** Removes a face; the last candidate takes its place among the candidates. */
function deleteFace(face: number): void {
  const l = LINK * (face & FACE) + PLACE
  const hole = link[l]
  if (hole >= 0) {
    const i = --candidates
    const last = candidate[i] & FACE
    candidate[hole] = last
    candidateSquare[hole] = candidateSquare[i]
    link[LINK * last + PLACE] = hole
  }
  link[l] = DELETED
}

/**
 * Joins point w to each of the `count` sides of the rim. New faces whose square is within `range` become candidates.
 * False where one has no area.
 */
export function addFan(w: number, count: number, range: Float64Array): boolean {
  const least = range[0]
  const most = range[1]
  const c = 3 * (w & POINT)
  const cx = v[c]
  const cy = v[c + 1]
  const cz = v[c + 2]
  const outX = cx - centre[0]
  const outY = cy - centre[1]
  const outZ = cz - centre[2]
  const first = faces
  const last = first + count - 1
  faces = first + count
  let listed = candidates
  for (let i = 0; i < count; i++) {
    const entry = rim[i]
    const beyond = LINK * ((entry >> 2) & FACE)
    const side = entry & 3
    const corner1 = link[beyond + side] & POINT
    const corner2 = link[beyond + (side === 2 ? 0 : side + 1)] & POINT
    const added = (first + i) & FACE
    // sides of the new face: to the one before, whose last side it is; beyond; to the next, whose first side it is
    link[beyond + ACROSS + side] = 4 * added + 1
    const l = LINK * added
    link[l] = w
    link[l + 1] = corner2
    link[l + 2] = corner1
    link[l + ACROSS] = 4 * (i === 0 ? last : added - 1) + 2
    link[l + ACROSS + 1] = entry
    link[l + ACROSS + 2] = 4 * (added === last ? first : added + 1)

    // what `measureFace` does, for a face that is well off the origin and not a sliver: n (n·b)/(n·n)
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
    if (offset === 0 || !(normal > eps)) {
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
    if (square >= least && square <= most) {
      link[l + PLACE] = listed
      candidate[listed] = added
      candidateSquare[listed++] = square
    } else link[l + PLACE] = PASSED_OVER
  }
  candidates = listed
  return true
}
