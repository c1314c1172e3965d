import { MINVAL } from '../../../core/math/constants.ts'
import { triangleNormal } from '../../../core/math/triangle.ts'
import { rotate } from '../../../core/math/vec3.ts'
import type { ConvexShape } from './convexShape.ts'
import { addFaces, clearPolytope, joinFaces, LINK, polytope } from './epaPolytope.ts'
import { copyPoint, points, supportDifference, WALK } from './minkowski.ts'
import { barycentric } from './simplex.ts'

/** The first polytope of EPA around the origin, built on the simplex that GJK ended with. */

/** A face whose squared distance to the origin is below this passes through it. */
const ON_FACE = 1e-30

/** sin 120°, as many digits as the reference has. */
const SIN_120 = 0.86602540378
const COS_120 = -0.5

// corners of the faces of each kind of first polytope
const TETRAHEDRON = joinFaces([0, 1, 2, 0, 3, 1, 0, 2, 3, 3, 2, 1])
const ON_TRIANGLE = joinFaces([4, 0, 1, 4, 2, 0, 4, 1, 2, 3, 1, 0, 3, 0, 2, 3, 2, 1])
const AROUND_SEGMENT = joinFaces([0, 2, 3, 0, 4, 2, 0, 3, 4, 1, 3, 2, 1, 2, 4, 1, 4, 3])

/** Registers of this file. */
class SeedRegisters {
  /** Up to three support directions. */
  readonly direction: Float64Array = new Float64Array(9)
  /** A rotation matrix. */
  readonly rotation: Float64Array = new Float64Array(9)
  readonly weight: Float64Array = new Float64Array(3)
}

const registers = new SeedRegisters()
const v = points.difference

/**
 * Builds `polytope` around the origin, from a simplex of `size` points. Returns false where that fails: then the shapes
 * touch but do not overlap.
 */
export function seedPolytope(size: number, shape1: ConvexShape, shape2: ConvexShape): boolean {
  if (size === 4) return seedFromTetrahedron(shape1, shape2)
  if (size === 3) return seedFromTriangle(shape1, shape2)
  return seedFromSegment(shape1, shape2)
}

function seedFromTetrahedron(shape1: ConvexShape, shape2: ConvexShape): boolean {
  clearPolytope(4)
  const onFace = addFaces(TETRAHEDRON, 4, ON_FACE)
  if (onFace >= 0) return seedFromFace(onFace, shape1, shape2)
  return sameSide(0, 3, 6, 9) && sameSide(3, 6, 9, 0) && sameSide(6, 9, 0, 3) && sameSide(9, 0, 3, 6)
}

/** Starts again from a face that passes through the origin. */
function seedFromFace(face: number, shape1: ConvexShape, shape2: ConvexShape): boolean {
  for (let k = 0; k < 3; k++) copyPoint(WALK + k, polytope.link[LINK * face + k])
  for (let k = 0; k < 3; k++) copyPoint(k, WALK + k)
  return seedFromTriangle(shape1, shape2)
}

/** Two tetrahedra on the triangle of the first three points, with apexes on its two sides. */
function seedFromTriangle(shape1: ConvexShape, shape2: ConvexShape): boolean {
  const { direction } = registers
  clearPolytope(3)
  triangleNormal(direction, 0, v, 0, 3, 6)
  const nx = direction[0]
  const ny = direction[1]
  const nz = direction[2]
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (length < MINVAL) return false
  direction[0] = nx / length
  direction[1] = ny / length
  direction[2] = nz / length
  for (let k = 0; k < 3; k++) direction[3 + k] = -direction[k]
  supportDifference(3, shape1, shape2, direction, 3)
  supportDifference(4, shape1, shape2, direction, 0)
  if (isInTriangle(9) || isInTriangle(12)) return false

  return addFaces(ON_TRIANGLE, 5, ON_FACE) < 0
}

/** Three tetrahedra around the segment of the first two points, with corners in three directions across it. */
function seedFromSegment(shape1: ConvexShape, shape2: ConvexShape): boolean {
  clearPolytope(2)
  directionsAcross()
  for (let k = 0; k < 3; k++) supportDifference(2 + k, shape1, shape2, registers.direction, 3 * k)
  const onFace = addFaces(AROUND_SEGMENT, 5, ON_FACE)
  if (onFace >= 0) return seedFromFace(onFace, shape1, shape2)
  return passesThrough()
}

/** Three unit vectors across the segment of the first two points, 120° apart, to `registers.direction`. */
function directionsAcross(): void {
  const { direction: dir, rotation: turn } = registers
  let x = v[3] - v[0]
  let y = v[4] - v[1]
  let z = v[5] - v[2]

  // across the segment d and the axis e that is farthest from it: e × d
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
  const rest = 1 - COS_120
  turn[0] = COS_120 + x * x * rest
  turn[1] = x * y * rest - z * SIN_120
  turn[2] = x * z * rest + y * SIN_120
  turn[3] = y * x * rest + z * SIN_120
  turn[4] = COS_120 + y * y * rest
  turn[5] = y * z * rest - x * SIN_120
  turn[6] = z * x * rest - y * SIN_120
  turn[7] = z * y * rest + x * SIN_120
  turn[8] = COS_120 + z * z * rest
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
  const { direction: n } = registers
  triangleNormal(n, 0, v, i, j, k)
  const nx = n[0]
  const ny = n[1]
  const nz = n[2]
  const point = nx * (v[l] - v[i]) + ny * (v[l + 1] - v[i + 1]) + nz * (v[l + 2] - v[i + 2])
  const origin = -(nx * v[i] + ny * v[i + 1] + nz * v[i + 2])
  return (point > 0 && origin > 0) || (point < 0 && origin < 0)
}

/** Whether the point at offset i lies in the triangle of the first three, to rounding. */
function isInTriangle(i: number): boolean {
  const { weight } = registers
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
