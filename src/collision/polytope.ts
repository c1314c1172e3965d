import { MINVAL, rotate } from '../math/vec3.ts'
import { copyPoint, DifferencePoints, supportDifference } from './differencePoints.ts'
import type { GjkResult } from './gjk.ts'
import type { Shape } from './shape.ts'
import { barycentric, determinant, projectOrigin } from './simplex.ts'

/** Marks of faces that are no candidates for the closest one: too far to be it, and removed. */
const PASSED_OVER = -1
const DELETED = -2

/** A face that passes within this of the origin, squared, holds it. */
const ON_FACE = 1e-30

/** sin 120° */
const SINE = 0.86602540378

/**
 * A convex polytope around the origin, made of points of the difference body of two shapes, that grows outward. Faces
 * are triangles; side k of a face leads from its corner k to the next, and has one neighbour.
 */
export class Polytope {
  readonly points: DifferencePoints = new DifferencePoints(64)
  pointCount = 0
  faceCount = 0
  /** Corners of each face: points. */
  corner: Int32Array = new Int32Array(0)
  /** Faces across the sides of each face. */
  neighbour: Int32Array = new Int32Array(0)
  /** Projection of the origin on the plane of each face, turned outward. */
  projection: Float64Array = new Float64Array(0)
  /** Square of its length. */
  square: Float64Array = new Float64Array(0)
  /** Place of each face among the candidates, or one of the marks above. */
  place: Int32Array = new Int32Array(0)
  /** Faces that may be the closest to the origin. */
  candidate: Int32Array = new Int32Array(0)
  candidateCount = 0
  /** A point inside: the mean of the first corners. */
  readonly centre: Float64Array = new Float64Array(3)

  /** Makes room. */
  reserve(points: number, faces: number): void {
    this.points.reserve(points)
    if (faces <= this.square.length) return
    this.corner = new Int32Array(3 * faces)
    this.neighbour = new Int32Array(3 * faces)
    this.projection = new Float64Array(3 * faces)
    this.square = new Float64Array(faces)
    this.place = new Int32Array(faces)
    this.candidate = new Int32Array(faces)
  }
}

/**
 * Adds the face with corners i, j, k and the neighbours across its sides ij, jk, ki, as no candidate yet; `square` and
 * `projection` have what it measures. A face without area has the square 0.
 */
export function addFace(
  polytope: Polytope,
  i: number,
  j: number,
  k: number,
  across1: number,
  across2: number,
  across3: number,
): void {
  const { corner, neighbour, projection, centre } = polytope
  const { v } = polytope.points
  const face = polytope.faceCount++
  const f = 3 * face
  corner[f] = i
  corner[f + 1] = j
  corner[f + 2] = k
  neighbour[f] = across1
  neighbour[f + 1] = across2
  neighbour[f + 2] = across3
  polytope.place[face] = PASSED_OVER
  if (!projectOrigin(projection, f, v, 3 * k, 3 * j, 3 * i)) {
    polytope.square[face] = 0
    return
  }
  const x = projection[f]
  const y = projection[f + 1]
  const z = projection[f + 2]
  polytope.square[face] = x * x + y * y + z * z
  const c = 3 * i
  if (x * (v[c] - centre[0]) + y * (v[c + 1] - centre[1]) + z * (v[c + 2] - centre[2]) < 0) {
    projection[f] = -x
    projection[f + 1] = -y
    projection[f + 2] = -z
  }
}

/** Makes a face a candidate for the closest one. */
export function addCandidate(polytope: Polytope, face: number): void {
  polytope.place[face] = polytope.candidateCount
  polytope.candidate[polytope.candidateCount++] = face
}

/** Removes a face; the last candidate takes its place among the candidates. */
export function deleteFace(polytope: Polytope, face: number): void {
  const { place, candidate } = polytope
  const hole = place[face]
  if (hole >= 0) {
    const last = candidate[--polytope.candidateCount]
    candidate[hole] = last
    place[last] = hole
  }
  place[face] = DELETED
}

/** Whether a face has been removed. */
export function isDeleted(polytope: Polytope, face: number): boolean {
  return polytope.place[face] === DELETED
}

/**
 * Blows the last simplex of the search up to a polytope around the origin. False where that fails: then the shapes touch
 * but do not overlap.
 */
export function startPolytope(polytope: Polytope, gjk: GjkResult, shape1: Shape, shape2: Shape): boolean {
  const { size } = gjk
  for (let i = 0; i < size; i++) copyPoint(polytope.points, i, gjk.points, i)
  const started =
    size === 4
      ? startFromTetrahedron(polytope, shape1, shape2)
      : size === 3
        ? startFromTriangle(polytope, shape1, shape2)
        : startFromSegment(polytope, shape1, shape2)
  if (!started) return false
  for (let face = 0; face < polytope.faceCount; face++) addCandidate(polytope, face)
  return true
}

/** Empties the polytope but for its first points, of which it takes the mean. */
function clear(polytope: Polytope, count: number): void {
  const { centre } = polytope
  const { v } = polytope.points
  polytope.pointCount = count
  polytope.faceCount = 0
  polytope.candidateCount = 0
  for (let k = 0; k < 3; k++) {
    centre[k] = 0
    for (let i = 0; i < count; i++) centre[k] += v[3 * i + k]
    centre[k] /= count
  }
}

function startFromTetrahedron(polytope: Polytope, shape1: Shape, shape2: Shape): boolean {
  const { v } = polytope.points
  clear(polytope, 4)
  addFace(polytope, 0, 1, 2, 1, 3, 2)
  addFace(polytope, 0, 3, 1, 2, 3, 0)
  addFace(polytope, 0, 2, 3, 0, 3, 1)
  addFace(polytope, 3, 2, 1, 2, 0, 1)
  for (let face = 0; face < 4; face++) {
    if (polytope.square[face] < ON_FACE) return startFromFace(polytope, face, shape1, shape2)
  }
  return sameSide(v, 0, 3, 6, 9) && sameSide(v, 3, 6, 9, 0) && sameSide(v, 6, 9, 0, 3) && sameSide(v, 9, 0, 3, 6)
}

/** Starts again from a face that holds the origin. */
function startFromFace(polytope: Polytope, face: number, shape1: Shape, shape2: Shape): boolean {
  const { points, corner } = polytope
  const i = corner[3 * face]
  const j = corner[3 * face + 1]
  const k = corner[3 * face + 2]
  copyPoint(chosen, 0, points, i)
  copyPoint(chosen, 1, points, j)
  copyPoint(chosen, 2, points, k)
  copyPoint(points, 0, chosen, 0)
  copyPoint(points, 1, chosen, 1)
  copyPoint(points, 2, chosen, 2)
  return startFromTriangle(polytope, shape1, shape2)
}

const chosen = new DifferencePoints(3)
const dir = new Float64Array(9)
const weight = new Float64Array(3)

/** Two tetrahedra on the triangle of the first three points, with tips on its two sides. */
function startFromTriangle(polytope: Polytope, shape1: Shape, shape2: Shape): boolean {
  const { points } = polytope
  const { v } = points
  clear(polytope, 3)
  const x1 = v[3] - v[0]
  const y1 = v[4] - v[1]
  const z1 = v[5] - v[2]
  const x2 = v[6] - v[0]
  const y2 = v[7] - v[1]
  const z2 = v[8] - v[2]
  const nx = y1 * z2 - z1 * y2
  const ny = z1 * x2 - x1 * z2
  const nz = x1 * y2 - y1 * x2
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (length < MINVAL) return false
  dir[0] = nx / length
  dir[1] = ny / length
  dir[2] = nz / length
  dir[3] = -dir[0]
  dir[4] = -dir[1]
  dir[5] = -dir[2]
  supportDifference(points, 3, shape1, shape2, dir, 3)
  supportDifference(points, 4, shape1, shape2, dir, 0)
  polytope.pointCount = 5
  if (isInTriangle(v, 9) || isInTriangle(v, 12)) return false

  addFace(polytope, 4, 0, 1, 1, 3, 2)
  addFace(polytope, 4, 2, 0, 2, 4, 0)
  addFace(polytope, 4, 1, 2, 0, 5, 1)
  addFace(polytope, 3, 1, 0, 5, 0, 4)
  addFace(polytope, 3, 0, 2, 3, 1, 5)
  addFace(polytope, 3, 2, 1, 4, 2, 3)
  for (let face = 0; face < 6; face++) if (polytope.square[face] < ON_FACE) return false
  return true
}

/** Three tetrahedra around the segment of the first two points, with corners in three directions across it. */
function startFromSegment(polytope: Polytope, shape1: Shape, shape2: Shape): boolean {
  const { points } = polytope
  const { v } = points
  clear(polytope, 2)
  directionsAcross(v)
  supportDifference(points, 2, shape1, shape2, dir, 0)
  supportDifference(points, 3, shape1, shape2, dir, 3)
  supportDifference(points, 4, shape1, shape2, dir, 6)
  polytope.pointCount = 5

  addFace(polytope, 0, 2, 3, 1, 3, 2)
  addFace(polytope, 0, 4, 2, 2, 4, 0)
  addFace(polytope, 0, 3, 4, 0, 5, 1)
  addFace(polytope, 1, 3, 2, 5, 0, 4)
  addFace(polytope, 1, 2, 4, 3, 1, 5)
  addFace(polytope, 1, 4, 3, 4, 2, 3)
  for (let face = 0; face < 6; face++) {
    if (polytope.square[face] < ON_FACE) return startFromFace(polytope, face, shape1, shape2)
  }
  return passesThrough(v)
}

/** Three unit vectors across the segment of the first two points, 120° apart, to `dir`. */
function directionsAcross(v: Float64Array): void {
  let x = v[3] - v[0]
  let y = v[4] - v[1]
  let z = v[5] - v[2]

  // across the segment and the axis that is farthest from it: e × d
  const ax = Math.abs(x)
  const ay = Math.abs(y)
  const az = Math.abs(z)
  if (ax <= ay && ax <= az) {
    dir[0] = 0
    dir[1] = -z
    dir[2] = y
  } else if (ay <= az) {
    dir[0] = z
    dir[1] = 0
    dir[2] = -x
  } else {
    dir[0] = -y
    dir[1] = x
    dir[2] = 0
  }

  // the rotation by 120° about the unit vector u: cos + (1 − cos) u uᵀ + sin [u]×
  const length = Math.sqrt(x * x + y * y + z * z)
  x /= length
  y /= length
  z /= length
  const cosine = -0.5
  const rest = 1 - cosine
  turn[0] = cosine + x * x * rest
  turn[1] = x * y * rest - z * SINE
  turn[2] = x * z * rest + y * SINE
  turn[3] = y * x * rest + z * SINE
  turn[4] = cosine + y * y * rest
  turn[5] = y * z * rest - x * SINE
  turn[6] = z * x * rest - y * SINE
  turn[7] = z * y * rest + x * SINE
  turn[8] = cosine + z * z * rest
  rotate(dir, 3, turn, 0, dir, 0)
  rotate(dir, 6, turn, 0, dir, 3)
  for (let i = 0; i < 9; i += 3) {
    const length = Math.sqrt(dir[i] * dir[i] + dir[i + 1] * dir[i + 1] + dir[i + 2] * dir[i + 2])
    dir[i] /= length
    dir[i + 1] /= length
    dir[i + 2] /= length
  }
}

const turn = new Float64Array(9)

/** Whether the origin and the point at `l` lie on the same side of the plane through the points at i, j, k. */
function sameSide(v: Float64Array, i: number, j: number, k: number, l: number): boolean {
  const x1 = v[j] - v[i]
  const y1 = v[j + 1] - v[i + 1]
  const z1 = v[j + 2] - v[i + 2]
  const x2 = v[k] - v[i]
  const y2 = v[k + 1] - v[i + 1]
  const z2 = v[k + 2] - v[i + 2]
  const nx = y1 * z2 - z1 * y2
  const ny = z1 * x2 - x1 * z2
  const nz = x1 * y2 - y1 * x2
  const point = nx * (v[l] - v[i]) + ny * (v[l + 1] - v[i + 1]) + nz * (v[l + 2] - v[i + 2])
  const origin = -(nx * v[i] + ny * v[i + 1] + nz * v[i + 2])
  return (point > 0 && origin > 0) || (point < 0 && origin < 0)
}

/** Whether the point at offset i lies in the triangle of the first three, to rounding. */
function isInTriangle(v: Float64Array, i: number): boolean {
  barycentric(weight, v, i, v, 0, 3, 6)
  const w0 = weight[0]
  const w1 = weight[1]
  const w2 = weight[2]
  if (!(w0 >= 0 && w1 >= 0 && w2 >= 0)) return false
  const x = w0 * v[0] + w1 * v[3] + w2 * v[6] - v[i]
  const y = w0 * v[1] + w1 * v[4] + w2 * v[7] - v[i + 1]
  const z = w0 * v[2] + w1 * v[5] + w2 * v[8] - v[i + 2]
  return Math.sqrt(x * x + y * y + z * z) < MINVAL
}

/** Whether the line of the first two points passes through the triangle of the next three. */
function passesThrough(v: Float64Array): boolean {
  // seen from the first point: volumes spanned by the direction of the line and the sides of the triangle
  for (let k = 0; k < 3; k++) {
    relative[k] = v[3 + k] - v[k]
    relative[3 + k] = v[6 + k] - v[k]
    relative[6 + k] = v[9 + k] - v[k]
    relative[9 + k] = v[12 + k] - v[k]
  }
  const volume1 = determinant(relative, 0, 3, 6)
  const volume2 = determinant(relative, 0, 6, 9)
  const volume3 = determinant(relative, 0, 9, 3)
  return (volume1 >= 0 && volume2 >= 0 && volume3 >= 0) || (volume1 <= 0 && volume2 <= 0 && volume3 <= 0)
}

const relative = new Float64Array(12)
