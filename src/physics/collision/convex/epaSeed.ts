import { MINVAL, rotate } from '../../../core/math/vec3.ts'
import type { Shape } from './convexShape.ts'
import { addFaces, clearPolytope, faceLink, joinFaces } from './epaPolytope.ts'
import { found } from './gjk.ts'
import { copyPoint, difference, supportDifference, WALKER } from './minkowski.ts'
import { barycentric } from './simplex.ts'

/** The first polytope around the origin, blown up from the simplex with which the search for the distance ended. */

/** A face that passes within this of the origin, squared, holds it. */
const ON_FACE = 1e-30

/** sin 120° */
const SINE = 0.86602540378

// corners of the faces of each kind of first polytope
const TETRAHEDRON = joinFaces([0, 1, 2, 0, 3, 1, 0, 2, 3, 3, 2, 1])
const ON_TRIANGLE = joinFaces([4, 0, 1, 4, 2, 0, 4, 1, 2, 3, 1, 0, 3, 0, 2, 3, 2, 1])
const AROUND_SEGMENT = joinFaces([0, 2, 3, 0, 4, 2, 0, 3, 4, 1, 3, 2, 1, 2, 4, 1, 4, 3])

const v = difference
const dir = new Float64Array(9)
const turn = new Float64Array(9)
const weight = new Float64Array(3)

/**
 * Blows the last simplex of the search up to a polytope around the origin. False where that fails: then the shapes touch
 * but do not overlap.
 */
export function startPolytope(shape1: Shape, shape2: Shape): boolean {
  const { size } = found
  return size === 4
    ? startFromTetrahedron(shape1, shape2)
    : size === 3
      ? startFromTriangle(shape1, shape2)
      : startFromSegment(shape1, shape2)
}

function startFromTetrahedron(shape1: Shape, shape2: Shape): boolean {
  clearPolytope(4)
  const onFace = addFaces(TETRAHEDRON, 4, ON_FACE)
  if (onFace >= 0) return startFromFace(onFace, shape1, shape2)
  return sameSide(0, 3, 6, 9) && sameSide(3, 6, 9, 0) && sameSide(6, 9, 0, 3) && sameSide(9, 0, 3, 6)
}

/** Starts again from a face that holds the origin. */
function startFromFace(face: number, shape1: Shape, shape2: Shape): boolean {
  const i = faceLink[8 * face]
  const j = faceLink[8 * face + 1]
  const k = faceLink[8 * face + 2]
  copyPoint(WALKER, i)
  copyPoint(WALKER + 1, j)
  copyPoint(WALKER + 2, k)
  copyPoint(0, WALKER)
  copyPoint(1, WALKER + 1)
  copyPoint(2, WALKER + 2)
  return startFromTriangle(shape1, shape2)
}

/** Two tetrahedra on the triangle of the first three points, with tips on its two sides. */
function startFromTriangle(shape1: Shape, shape2: Shape): boolean {
  clearPolytope(3)
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
  supportDifference(3, shape1, shape2, dir, 3)
  supportDifference(4, shape1, shape2, dir, 0)
  if (isInTriangle(9) || isInTriangle(12)) return false

  return addFaces(ON_TRIANGLE, 5, ON_FACE) < 0
}

/** Three tetrahedra around the segment of the first two points, with corners in three directions across it. */
function startFromSegment(shape1: Shape, shape2: Shape): boolean {
  clearPolytope(2)
  directionsAcross()
  supportDifference(2, shape1, shape2, dir, 0)
  supportDifference(3, shape1, shape2, dir, 3)
  supportDifference(4, shape1, shape2, dir, 6)
  const onFace = addFaces(AROUND_SEGMENT, 5, ON_FACE)
  if (onFace >= 0) return startFromFace(onFace, shape1, shape2)
  return passesThrough()
}

/** Three unit vectors across the segment of the first two points, 120° apart, to `dir`. */
function directionsAcross(): void {
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

/** Whether the origin and the point at `l` lie on the same side of the plane through the points at i, j, k. */
function sameSide(i: number, j: number, k: number, l: number): boolean {
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
function isInTriangle(i: number): boolean {
  barycentric(weight, v, i, 0, 3, 6)
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
function passesThrough(): boolean {
  // volumes spanned by the direction of the line and the sides of the triangle, seen from the first point
  const x = v[3] - v[0]
  const y = v[4] - v[1]
  const z = v[5] - v[2]
  let positive = true
  let negative = true
  for (let side = 0; side < 3; side++) {
    const i = 6 + 3 * side
    const j = side === 2 ? 6 : i + 3
    const x1 = v[i] - v[0]
    const y1 = v[i + 1] - v[1]
    const z1 = v[i + 2] - v[2]
    const x2 = v[j] - v[0]
    const y2 = v[j + 1] - v[1]
    const z2 = v[j + 2] - v[2]
    const volume = x * (y1 * z2 - z1 * y2) + y * (z1 * x2 - x1 * z2) + z * (x1 * y2 - y1 * x2)
    if (volume < 0) positive = false
    if (volume > 0) negative = false
  }
  return positive || negative
}
