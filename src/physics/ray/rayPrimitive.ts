import { MINVAL } from '../../core/math/constants.ts'
import { GeomType } from '../../core/model/enums.ts'

/**
 * Where a ray meets a primitive shape. A ray is all points p + x v with x ≥ 0; x is the answer, in units of |v|. Spheres,
 * capsules, ellipsoids, cylinders and boxes are surfaces: a ray that starts inside meets them from within. A plane is
 * met from above only, within its rectangle where it has one.
 *
 * What comes back is x, or -1 for a miss, and the outward normal of the surface there.
 */

/** out[RAY_X] = x or -1; the three numbers after it = outward unit normal, world frame, where there is a hit. */
export const RAY_X = 0
export const RAY_OUT = 4

// the ray in the frame of the shape, the squared radius of a round one, coefficients and roots of a quadratic
const p = new Float64Array(3)
const v = new Float64Array(3)
const q = new Float64Array(3)
const root = new Float64Array(2)

/**
 * The first point of a ray on a shape.
 * @param out x and normal, see `RAY_X`
 * @param type `GeomType` of a primitive
 * @param pos, mat, size of the shape, each at an offset
 * @param pnt, vec the ray
 */
export function rayShape(
  out: Float64Array,
  type: number,
  pos: Float64Array,
  i: number,
  mat: Float64Array,
  r: number,
  size: Float64Array,
  s: number,
  pnt: Float64Array,
  vec: Float64Array,
): void {
  out[RAY_X] = -1
  const dx = pnt[0] - pos[i]
  const dy = pnt[1] - pos[i + 1]
  const dz = pnt[2] - pos[i + 2]
  if (type === GeomType.sphere || type === GeomType.capsule || type === GeomType.cylinder) {
    const h = size[s + 1]
    let bound = size[s]
    if (type === GeomType.capsule) bound += h
    const square = type === GeomType.cylinder ? bound * bound + h * h : bound * bound
    // the sphere itself, or the one around the shape
    q[0] = vec[0] * vec[0] + vec[1] * vec[1] + vec[2] * vec[2]
    q[1] = vec[0] * dx + vec[1] * dy + vec[2] * dz
    q[2] = dx * dx + dy * dy + dz * dz - square
    const found = solve()
    if (found < 0) return
    if (type === GeomType.sphere) {
      const x = root[found]
      out[RAY_X] = x
      out[1] = dx + x * vec[0]
      out[2] = dy + x * vec[1]
      out[3] = dz + x * vec[2]
      normalize(out)
      return
    }
  }
  p[0] = mat[r] * dx + mat[r + 3] * dy + mat[r + 6] * dz
  p[1] = mat[r + 1] * dx + mat[r + 4] * dy + mat[r + 7] * dz
  p[2] = mat[r + 2] * dx + mat[r + 5] * dy + mat[r + 8] * dz
  v[0] = mat[r] * vec[0] + mat[r + 3] * vec[1] + mat[r + 6] * vec[2]
  v[1] = mat[r + 1] * vec[0] + mat[r + 4] * vec[1] + mat[r + 7] * vec[2]
  v[2] = mat[r + 2] * vec[0] + mat[r + 5] * vec[1] + mat[r + 8] * vec[2]
  switch (type) {
    case GeomType.plane:
      rayPlane(out, size, s)
      break
    case GeomType.capsule:
      rayCapsule(out, size, s)
      break
    case GeomType.ellipsoid:
      rayEllipsoid(out, size, s)
      break
    case GeomType.cylinder:
      rayCylinder(out, size, s)
      break
    case GeomType.box:
      rayBox(out, p, v, size, s)
      break
  }
  if (out[RAY_X] >= 0) turnNormal(out, mat, r)
}

/** Brings the normal from the frame of the shape into the world. */
export function turnNormal(out: Float64Array, mat: Float64Array, r: number): void {
  const x = out[1]
  const y = out[2]
  const z = out[3]
  out[1] = mat[r] * x + mat[r + 1] * y + mat[r + 2] * z
  out[2] = mat[r + 3] * x + mat[r + 4] * y + mat[r + 5] * z
  out[3] = mat[r + 6] * x + mat[r + 7] * y + mat[r + 8] * z
}

/**
 * Roots of q₀ x² + 2 q₁ x + q₂ into `root`, ascending.
 * @returns which of them is the smallest that is not negative; -1: none is, or there are no roots
 */
function solve(): number {
  const a = q[0]
  const b = q[1]
  const det = b * b - a * q[2]
  root[0] = -1
  root[1] = -1
  if (det < 0 || a < MINVAL) return -1
  const w = Math.sqrt(det)
  root[0] = (-b - w) / a
  root[1] = (-b + w) / a
  if (root[0] >= 0) return 0
  return root[1] >= 0 ? 1 : -1
}

function normalize(out: Float64Array): void {
  const length = Math.sqrt(out[1] * out[1] + out[2] * out[2] + out[3] * out[3])
  if (length < MINVAL) {
    out[1] = 1
    out[2] = 0
    out[3] = 0
    return
  }
  out[1] /= length
  out[2] /= length
  out[3] /= length
}

/** From above only; sizes of 0 are infinite. */
function rayPlane(out: Float64Array, size: Float64Array, s: number): void {
  if (v[2] > -MINVAL) return
  const x = -p[2] / v[2]
  if (!(x >= 0)) return
  if (size[s] > 0 && Math.abs(p[0] + x * v[0]) > size[s]) return
  if (size[s + 1] > 0 && Math.abs(p[1] + x * v[1]) > size[s + 1]) return
  out[RAY_X] = x
  out[1] = 0
  out[2] = 0
  out[3] = 1
}

function rayCapsule(out: Float64Array, size: Float64Array, s: number): void {
  const h = size[s + 1]
  const square = size[s] * size[s]
  rayTube(out, square, h)
  // half spheres: both roots, where they are beyond the end of the tube
  for (let side = 1; side >= -1; side -= 2) {
    const z = p[2] - side * h
    q[0] = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    q[1] = v[0] * p[0] + v[1] * p[1] + v[2] * z
    q[2] = p[0] * p[0] + p[1] * p[1] + z * z - square
    solve()
    for (let k = 0; k < 2; k++) {
      const x = root[k]
      if (!(x >= 0) || side * (p[2] + x * v[2]) < h) continue
      if (out[RAY_X] >= 0 && out[RAY_X] <= x) continue
      out[RAY_X] = x
      out[1] = p[0] + x * v[0]
      out[2] = p[1] + x * v[1]
      out[3] = z + x * v[2]
    }
  }
  if (out[RAY_X] >= 0) normalize(out)
}

/** The round side of a cylinder or capsule; the normal is not normalized. */
function rayTube(out: Float64Array, square: number, h: number): void {
  q[0] = v[0] * v[0] + v[1] * v[1]
  q[1] = v[0] * p[0] + v[1] * p[1]
  q[2] = p[0] * p[0] + p[1] * p[1] - square
  const found = solve()
  if (found < 0) return
  const x = root[found]
  if (Math.abs(p[2] + x * v[2]) > h) return
  if (out[RAY_X] >= 0 && out[RAY_X] <= x) return
  out[RAY_X] = x
  out[1] = p[0] + x * v[0]
  out[2] = p[1] + x * v[1]
  out[3] = 0
}

function rayCylinder(out: Float64Array, size: Float64Array, s: number): void {
  const h = size[s + 1]
  const square = size[s] * size[s]
  if (Math.abs(v[2]) > MINVAL) {
    for (let side = -1; side <= 1; side += 2) {
      const x = (side * h - p[2]) / v[2]
      if (!(x >= 0)) continue
      const a = p[0] + x * v[0]
      const b = p[1] + x * v[1]
      if (a * a + b * b > square) continue
      if (out[RAY_X] >= 0 && out[RAY_X] <= x) continue
      out[RAY_X] = x
      out[1] = 0
      out[2] = 0
      out[3] = side
    }
  }
  rayTube(out, square, h)
  if (out[RAY_X] >= 0) normalize(out)
}

function rayEllipsoid(out: Float64Array, size: Float64Array, s: number): void {
  const a = 1 / (size[s] * size[s])
  const b = 1 / (size[s + 1] * size[s + 1])
  const c = 1 / (size[s + 2] * size[s + 2])
  q[0] = a * v[0] * v[0] + b * v[1] * v[1] + c * v[2] * v[2]
  q[1] = a * v[0] * p[0] + b * v[1] * p[1] + c * v[2] * p[2]
  q[2] = a * p[0] * p[0] + b * p[1] * p[1] + c * p[2] * p[2] - 1
  const found = solve()
  if (found < 0) return
  const x = root[found]
  out[RAY_X] = x
  out[1] = a * (p[0] + x * v[0])
  out[2] = b * (p[1] + x * v[1])
  out[3] = c * (p[2] + x * v[2])
  normalize(out)
}

/** The nearest of the six faces, in the frame of the box. */
export function rayBox(out: Float64Array, lp: Float64Array, lv: Float64Array, size: Float64Array, s: number): void {
  out[RAY_X] = -1
  for (let axis = 0; axis < 3; axis++) {
    if (Math.abs(lv[axis]) <= MINVAL) continue
    const j = axis === 0 ? 1 : 0
    const k = axis === 2 ? 1 : 2
    for (let side = -1; side <= 1; side += 2) {
      const x = (side * size[s + axis] - lp[axis]) / lv[axis]
      if (!(x >= 0)) continue
      if (Math.abs(lp[j] + x * lv[j]) > size[s + j] || Math.abs(lp[k] + x * lv[k]) > size[s + k]) continue
      if (out[RAY_X] >= 0 && out[RAY_X] <= x) continue
      out[RAY_X] = x
      out[1] = 0
      out[2] = 0
      out[3] = 0
      out[1 + axis] = side
    }
  }
}
