import { MINVAL } from '../../../core/math/constants.ts'
import { points } from './minkowski.ts'

/**
 * The point of a simplex (segment, triangle, tetrahedron) that is closest to the origin, as barycentric weights λ ≥ 0
 * of its corners. Signed volumes decide: λ of a corner is the volume of the simplex with that corner replaced by the
 * projection of the origin, over the volume of the simplex. Where signs differ, the origin is beyond the side opposite
 * to that corner, and the search goes on there.
 *
 * M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm for faster and more reliable distance queries
 * between convex objects", ACM Transactions on Graphics 36 (2017), https://doi.org/10.1145/3083724.
 *
 * Corners are `points` of the Minkowski difference, given by where their three numbers start; the newest is the last.
 */

const v = points.difference

/** Registers: weights of corners. */
export class Simplex {
  /** Weights of the corners, after `closestOnSimplex`. */
  readonly weight: Float64Array = new Float64Array(4)
  /** Weights of a side (two corners), or of a face (three corners), on trial. */
  readonly side: Float64Array = new Float64Array(2)
  readonly face: Float64Array = new Float64Array(3)
  /** Projection of the origin on the plane of a triangle. */
  readonly projection: Float64Array = new Float64Array(3)
}

/** The simplex of the query that runs. */
export const simplex: Simplex = new Simplex()

/** Offsets of the corners of the face opposite to each corner of a tetrahedron. */
const FACES = Uint8Array.of(3, 6, 9, 0, 6, 9, 0, 3, 9, 0, 3, 6)

/** Weights of the first `count` points for the point closest to the origin, to `simplex.weight`. */
export function closestOnSimplex(count: number): void {
  const { weight, side, face } = simplex
  weight[3] = 0
  if (count === 4) {
    closestOnTetrahedron()
  } else if (count === 3) {
    closestOnTriangle(0, 3, 6)
    weight[0] = face[0]
    weight[1] = face[1]
    weight[2] = face[2]
  } else if (count === 2) {
    closestOnSegment(0, 3)
    weight[0] = side[0]
    weight[1] = side[1]
    weight[2] = 0
  } else {
    weight[0] = 1
    weight[1] = 0
    weight[2] = 0
  }
}

/**
 * Weights of the corners at offsets i, j, to `simplex.side`. A point that is not strictly between them is taken for the
 * newer, j.
 */
function closestOnSegment(i: number, j: number): void {
  const { side } = simplex
  const x1 = v[i]
  const y1 = v[i + 1]
  const z1 = v[i + 2]
  const x2 = v[j]
  const y2 = v[j + 1]
  const z2 = v[j + 2]
  const dx = x2 - x1
  const dy = y2 - y1
  const dz = z2 - z1
  // projection of the origin on the line: s₂ − (s₂·d / d·d) d
  const t = -((x2 * dx + y2 * dy + z2 * dz) / (dx * dx + dy * dy + dz * dz))

  // measured along the axis on which the segment is longest, the later one when equal
  const mx = x1 - x2
  const my = y1 - y2
  const mz = z1 - z2
  let extent = mx
  let start = x1
  let end = x2
  let at = x2 + t * dx
  if (Math.abs(my) >= Math.abs(extent)) {
    extent = my
    start = y1
    end = y2
    at = y2 + t * dy
  }
  if (Math.abs(mz) >= Math.abs(extent)) {
    extent = mz
    start = z1
    end = z2
    at = z2 + t * dz
  }
  const c1 = at - end
  const c2 = start - at
  const inside = extent > 0 ? c1 > 0 && c2 > 0 : c1 < 0 && c2 < 0
  side[0] = inside ? c1 / extent : 0
  side[1] = inside ? c2 / extent : 1
}

/**
 * Weights of the corners at offsets i, j, k, to `simplex.face`: those of the projection of the origin where it lies
 * inside, else of the closest point of the sides opposite to the corners whose weights are not positive.
 */
function closestOnTriangle(i: number, j: number, k: number): void {
  const { side, face, projection } = simplex
  if (!projectOrigin(projection, 0, i, j, k)) {
    closestOnSegment(i, j)
    face[0] = side[0]
    face[1] = side[1]
    face[2] = 0
    return
  }
  if (barycentric(face, projection, 0, i, j, k)) return

  const fails0 = !(face[0] > 0)
  const fails1 = !(face[1] > 0)
  const fails2 = !(face[2] > 0)
  let least = Infinity
  for (let corner = 0; corner < 3; corner++) {
    if (!(corner === 0 ? fails0 : corner === 1 ? fails1 : fails2)) continue
    const a = corner === 0 ? j : i
    const b = corner === 2 ? j : k
    closestOnSegment(a, b)
    const x = side[0] * v[a] + side[1] * v[b]
    const y = side[0] * v[a + 1] + side[1] * v[b + 1]
    const z = side[0] * v[a + 2] + side[1] * v[b + 2]
    const square = x * x + y * y + z * z
    if (corner > 0 && !(square < least)) continue
    least = square
    face[0] = corner === 0 ? 0 : side[0]
    face[1] = corner === 1 ? 0 : side[corner === 0 ? 0 : 1]
    face[2] = corner === 2 ? 0 : side[1]
  }
}

/** Weights of the four corners, to `simplex.weight`. */
function closestOnTetrahedron(): void {
  const { weight, face } = simplex
  // cofactors: determinants of the corners with the origin in place of one of them
  const x1 = v[0]
  const y1 = v[1]
  const z1 = v[2]
  const x2 = v[3]
  const y2 = v[4]
  const z2 = v[5]
  const x3 = v[6]
  const y3 = v[7]
  const z3 = v[8]
  const x4 = v[9]
  const y4 = v[10]
  const z4 = v[11]
  // s₃ × s₄ is in the first two, s₂ × s₄ in the third, s₂ × s₃ in the fourth
  const x34 = y3 * z4 - z3 * y4
  const y34 = z3 * x4 - x3 * z4
  const z34 = x3 * y4 - y3 * x4
  const c1 = -(x2 * x34 + y2 * y34 + z2 * z34)
  const c2 = x1 * x34 + y1 * y34 + z1 * z34
  const c3 = -(x1 * (y2 * z4 - z2 * y4) + y1 * (z2 * x4 - x2 * z4) + z1 * (x2 * y4 - y2 * x4))
  const c4 = x1 * (y2 * z3 - z2 * y3) + y1 * (z2 * x3 - x2 * z3) + z1 * (x2 * y3 - y2 * x3)
  const total = c1 + c2 + c3 + c4
  const positive = total > 0
  const negative = total < 0
  const inside0 = (positive && c1 > 0) || (negative && c1 < 0)
  const inside1 = (positive && c2 > 0) || (negative && c2 < 0)
  const inside2 = (positive && c3 > 0) || (negative && c3 < 0)
  const inside3 = (positive && c4 > 0) || (negative && c4 < 0)
  if (inside0 && inside1 && inside2 && inside3) {
    weight[0] = c1 / total
    weight[1] = c2 / total
    weight[2] = c3 / total
    weight[3] = c4 / total
    return
  }

  // the closest point of the faces that the origin is beyond
  let least = Infinity
  for (let corner = 0; corner < 4; corner++) {
    if (corner === 0 ? inside0 : corner === 1 ? inside1 : corner === 2 ? inside2 : inside3) continue
    const i = FACES[3 * corner]
    const j = FACES[3 * corner + 1]
    const k = FACES[3 * corner + 2]
    closestOnTriangle(i, j, k)
    const x = face[0] * v[i] + face[1] * v[j] + face[2] * v[k]
    const y = face[0] * v[i + 1] + face[1] * v[j + 1] + face[2] * v[k + 1]
    const z = face[0] * v[i + 2] + face[1] * v[j + 2] + face[2] * v[k + 2]
    const square = x * x + y * y + z * z
    if (corner > 0 && !(square < least)) continue
    least = square
    for (let c = 0; c < 3; c++) weight[c < corner ? c : c + 1] = face[c]
    weight[corner] = 0
  }
}

/**
 * Projects the origin on the plane through the points at offsets a, b, c, to out[o..o+3): n (n·s)/(n·n). The normal is
 * taken at the first corner at which it is well off zero. Returns false for points in a line.
 */
export function projectOrigin(out: Float64Array, o: number, a: number, b: number, c: number): boolean {
  const ax = v[a]
  const ay = v[a + 1]
  const az = v[a + 2]
  const bx = v[b]
  const by = v[b + 1]
  const bz = v[b + 2]
  const cx = v[c]
  const cy = v[c + 1]
  const cz = v[c + 2]
  // sides a→b, b→c
  const abx = bx - ax
  const aby = by - ay
  const abz = bz - az
  const bcx = cx - bx
  const bcy = cy - by
  const bcz = cz - bz
  let nx = bcy * abz - bcz * aby
  let ny = bcz * abx - bcx * abz
  let nz = bcx * aby - bcy * abx
  let offset = nx * bx + ny * by + nz * bz
  let normal = nx * nx + ny * ny + nz * nz
  if (normal === 0) return false
  if (offset === 0 || normal <= MINVAL) {
    const acx = cx - ax
    const acy = cy - ay
    const acz = cz - az
    nx = aby * acz - abz * acy
    ny = abz * acx - abx * acz
    nz = abx * acy - aby * acx
    offset = nx * ax + ny * ay + nz * az
    normal = nx * nx + ny * ny + nz * nz
    if (normal === 0) return false
    if (offset === 0 || normal <= MINVAL) {
      nx = acy * bcz - acz * bcy
      ny = acz * bcx - acx * bcz
      nz = acx * bcy - acy * bcx
      offset = nx * cx + ny * cy + nz * cz
      normal = nx * nx + ny * ny + nz * nz
      if (normal === 0) return false
    }
  }
  const scale = offset / normal
  out[o] = nx * scale
  out[o + 1] = ny * scale
  out[o + 2] = nz * scale
  return true
}

/**
 * Barycentric coordinates, to `out`, of a point of the plane through the points at offsets i, j, k: signed areas,
 * projected along the axis along which the triangle is largest. Returns whether the point lies inside, that is whether
 * all are positive.
 */
export function barycentric(
  out: Float64Array,
  point: Float64Array,
  o: number,
  i: number,
  j: number,
  k: number,
): boolean {
  const x1 = v[i]
  const y1 = v[i + 1]
  const z1 = v[i + 2]
  const x2 = v[j]
  const y2 = v[j + 1]
  const z2 = v[j + 2]
  const x3 = v[k]
  const y3 = v[k + 1]
  const z3 = v[k + 2]
  // twice the area seen along x, y, z
  const mx = y2 * z3 - z2 * y3 - y1 * z3 + z1 * y3 + y1 * z2 - z1 * y2
  const my = x2 * z3 - z2 * x3 - x1 * z3 + z1 * x3 + x1 * z2 - z1 * x2
  const mz = x2 * y3 - y2 * x3 - x1 * y3 + y1 * x3 + x1 * y2 - y1 * x2
  const ax = Math.abs(mx)
  const ay = Math.abs(my)
  const az = Math.abs(mz)

  // the two coordinates (s, t) that are kept, of the corners and of the point
  let total = mz
  let s1 = x1
  let t1 = y1
  let s2 = x2
  let t2 = y2
  let s3 = x3
  let t3 = y3
  let s = point[o]
  let t = point[o + 1]
  if (ax >= ay && ax >= az) {
    total = mx
    s1 = y1
    t1 = z1
    s2 = y2
    t2 = z2
    s3 = y3
    t3 = z3
    s = point[o + 1]
    t = point[o + 2]
  } else if (ay >= az) {
    total = my
    t1 = z1
    t2 = z2
    t3 = z3
    t = point[o + 2]
  }
  const c1 = s * t2 + t * s3 + s2 * t3 - s * t3 - t * s2 - s3 * t2
  const c2 = s * t3 + t * s1 + s3 * t1 - s * t1 - t * s3 - s1 * t3
  const c3 = s * t1 + t * s2 + s1 * t2 - s * t2 - t * s1 - s2 * t1
  out[0] = c1 / total
  out[1] = c2 / total
  out[2] = c3 / total
  return total > 0 ? c1 > 0 && c2 > 0 && c3 > 0 : total < 0 && c1 < 0 && c2 < 0 && c3 < 0
}
