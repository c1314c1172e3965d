import { difference, MOST_POINTS } from './differencePoints.ts'
import { projectOrigin } from './simplex.ts'

/**
 * A convex polytope around the origin, made of points of the difference body of two shapes, that grows outward. Faces
 * are triangles; side k of a face leads from its corner k to the next, and has one neighbour. There is one polytope at a
 * time, in arrays that have room for the largest.
 */

/** Marks of faces that are no candidates for the closest one: too far to be it, and removed. */
const PASSED_OVER = -1
const DELETED = -2

/** Most faces that were ever made, deleted ones included. */
export const MOST_FACES: number = 6 * MOST_POINTS

const v = difference
const corners = new Int32Array(3 * MOST_FACES)
const neighbours = new Int32Array(3 * MOST_FACES)
const projections = new Float64Array(3 * MOST_FACES)
const squares = new Float64Array(MOST_FACES)
const candidates = new Int32Array(MOST_FACES)
const candidateSquares = new Float64Array(MOST_FACES)
const inside = new Float64Array(3)
/** Place of each face among the candidates, or one of the marks above. */
const place = new Int32Array(MOST_FACES)

/** Corners of each face: points. */
export const corner: Int32Array = corners
/** What lies across the sides of each face: 4 × the face there + the number of the side among its own. */
export const neighbour: Int32Array = neighbours
/** Projection of the origin on the plane of each face, turned outward. */
export const projection: Float64Array = projections
/** Square of its length. */
export const square: Float64Array = squares
/** Faces that may be the closest to the origin. */
export const candidate: Int32Array = candidates
/** Their `square`, in the same order. */
export const candidateSquare: Float64Array = candidateSquares
/** A point inside: the mean of the first corners. */
export const centre: Float64Array = inside

/** How much there is of the polytope. */
export class PolytopeCounts {
  points = 0
  faces = 0
  candidates = 0
}
const count = new PolytopeCounts()
export const counts: PolytopeCounts = count

/**
 * Adds the face with corners i, j, k and the neighbours across its sides ij, jk, ki (see `neighbour`), as no candidate yet;
 * `square` and `projection` have what it measures. A face without area has the square 0.
 */
export function addFace(i: number, j: number, k: number, across1: number, across2: number, across3: number): void {
  const face = count.faces++
  const f = 3 * face
  corners[f] = i
  corners[f + 1] = j
  corners[f + 2] = k
  neighbours[f] = across1
  neighbours[f + 1] = across2
  neighbours[f + 2] = across3
  place[face] = PASSED_OVER
  if (!projectOrigin(projections, f, 3 * k, 3 * j, 3 * i)) {
    squares[face] = 0
    return
  }
  const x = projections[f]
  const y = projections[f + 1]
  const z = projections[f + 2]
  squares[face] = x * x + y * y + z * z
  const c = 3 * i
  if (x * (v[c] - inside[0]) + y * (v[c + 1] - inside[1]) + z * (v[c + 2] - inside[2]) < 0) {
    projections[f] = -x
    projections[f + 1] = -y
    projections[f + 2] = -z
  }
}

/** Makes a face a candidate for the closest one. */
export function addCandidate(face: number): void {
  const i = count.candidates++
  place[face] = i
  candidates[i] = face
  candidateSquares[i] = squares[face]
}

/** Removes a face; the last candidate takes its place among the candidates. */
export function deleteFace(face: number): void {
  const hole = place[face]
  if (hole >= 0) {
    const i = --count.candidates
    const last = candidates[i]
    candidates[hole] = last
    candidateSquares[hole] = candidateSquares[i]
    place[last] = hole
  }
  place[face] = DELETED
}

/** Whether a face has been removed. */
export function isDeleted(face: number): boolean {
  return place[face] === DELETED
}
