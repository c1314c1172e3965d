import { MINVAL } from '../../core/math/constants.ts'
import { GeomType } from '../../core/model/enums.ts'
import { HIT_SIZE, localRay, NORMAL, normalToWorld, toLocal, X } from './localRay.ts'

/**
 * Where a ray meets a primitive shape. Spheres, capsules, ellipsoids, cylinders and boxes are surfaces: a ray that
 * starts inside meets them from within. A plane is met from above only, within its rectangle where it has one.
 */

const { point, vector, p, v, hit } = localRay

/** Registers of this file: coefficients and roots of a quadratic. */
class QuadraticRegisters {
  /** q₀ x² + 2 q₁ x + q₂ */
  readonly q: Float64Array = new Float64Array(3)
  /** Ascending. */
  readonly root: Float64Array = new Float64Array(2)
}

const registers = new QuadraticRegisters()
const { q, root } = registers

/**
 * The first point of `localRay` on a shape, to its `hit`.
 * @param type `GeomType` of a primitive
 * @param i which of the shapes whose poses and sizes are in the arrays
 */
export function rayPrimitive(
  type: number,
  xpos: Float64Array,
  xmat: Float64Array,
  size: Float64Array,
  i: number,
): void {
  const s = 3 * i
  hit[X] = -1
  if (type === GeomType.sphere || type === GeomType.capsule || type === GeomType.cylinder) {
    // the sphere itself, or the one around the shape
    const dx = point[0] - xpos[s]
    const dy = point[1] - xpos[s + 1]
    const dz = point[2] - xpos[s + 2]
    const h = size[s + 1]
    let bound = size[s]
    if (type === GeomType.capsule) bound += h
    const square = type === GeomType.cylinder ? bound * bound + h * h : bound * bound
    q[0] = vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]
    q[1] = vector[0] * dx + vector[1] * dy + vector[2] * dz
    q[2] = dx * dx + dy * dy + dz * dz - square
    const found = solve()
    if (found < 0) return
    if (type === GeomType.sphere) {
      const x = root[found]
      hit[X] = x
      hit[NORMAL] = dx + x * vector[0]
      hit[NORMAL + 1] = dy + x * vector[1]
      hit[NORMAL + 2] = dz + x * vector[2]
      normalize()
      return
    }
  }
  toLocal(xpos, xmat, i)
  switch (type) {
    case GeomType.plane:
      rayPlane(size, s)
      break
    case GeomType.capsule:
      rayCapsule(size, s)
      break
    case GeomType.ellipsoid:
      rayEllipsoid(size, s)
      break
    case GeomType.cylinder:
      rayCylinder(size, s)
      break
    case GeomType.box:
      rayBox(hit, p, size, s)
      break
  }
  if (hit[X] >= 0) normalToWorld(xmat, i)
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

function normalize(): void {
  const length = Math.sqrt(
    hit[NORMAL] * hit[NORMAL] + hit[NORMAL + 1] * hit[NORMAL + 1] + hit[NORMAL + 2] * hit[NORMAL + 2],
  )
  if (length < MINVAL) {
    hit[NORMAL] = 1
    hit[NORMAL + 1] = 0
    hit[NORMAL + 2] = 0
    return
  }
  hit[NORMAL] /= length
  hit[NORMAL + 1] /= length
  hit[NORMAL + 2] /= length
}

/** From above only; sizes of 0 are infinite. */
function rayPlane(size: Float64Array, s: number): void {
  if (v[2] > -MINVAL) return
  const x = -p[2] / v[2]
  if (!(x >= 0)) return
  if (size[s] > 0 && Math.abs(p[0] + x * v[0]) > size[s]) return
  if (size[s + 1] > 0 && Math.abs(p[1] + x * v[1]) > size[s + 1]) return
  hit[X] = x
  setAxisNormal(hit, 2, 1)
}

function rayCapsule(size: Float64Array, s: number): void {
  const h = size[s + 1]
  const square = size[s] * size[s]
  rayTube(size, s)
  // half spheres: both roots, where they are beyond the end of the tube
  for (let side = 1; side >= -1; side -= 2) {
    const z = p[2] - side * h
    q[0] = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    q[1] = v[0] * p[0] + v[1] * p[1] + v[2] * z
    q[2] = p[0] * p[0] + p[1] * p[1] + z * z - square
    solve()
    for (let k = 0; k < 2; k++) {
      const x = root[k]
      if (side * (p[2] + x * v[2]) < h || !(x >= 0) || (hit[X] >= 0 && hit[X] <= x)) continue
      hit[X] = x
      hit[NORMAL] = p[0] + x * v[0]
      hit[NORMAL + 1] = p[1] + x * v[1]
      hit[NORMAL + 2] = z + x * v[2]
    }
  }
  if (hit[X] >= 0) normalize()
}

/** The round side of a cylinder or capsule; the normal is not of unit length. */
function rayTube(size: Float64Array, s: number): void {
  q[0] = v[0] * v[0] + v[1] * v[1]
  q[1] = v[0] * p[0] + v[1] * p[1]
  q[2] = p[0] * p[0] + p[1] * p[1] - size[s] * size[s]
  const found = solve()
  if (found < 0) return
  const x = root[found]
  if (Math.abs(p[2] + x * v[2]) > size[s + 1] || (hit[X] >= 0 && hit[X] <= x)) return
  hit[X] = x
  hit[NORMAL] = p[0] + x * v[0]
  hit[NORMAL + 1] = p[1] + x * v[1]
  hit[NORMAL + 2] = 0
}

function rayCylinder(size: Float64Array, s: number): void {
  const h = size[s + 1]
  const square = size[s] * size[s]
  if (Math.abs(v[2]) > MINVAL) {
    for (let side = -1; side <= 1; side += 2) {
      const x = (side * h - p[2]) / v[2]
      const a = p[0] + x * v[0]
      const b = p[1] + x * v[1]
      if (a * a + b * b > square || !(x >= 0) || (hit[X] >= 0 && hit[X] <= x)) continue
      hit[X] = x
      setAxisNormal(hit, 2, side)
    }
  }
  rayTube(size, s)
  if (hit[X] >= 0) normalize()
}

function rayEllipsoid(size: Float64Array, s: number): void {
  const a = 1 / (size[s] * size[s])
  const b = 1 / (size[s + 1] * size[s + 1])
  const c = 1 / (size[s + 2] * size[s + 2])
  q[0] = a * v[0] * v[0] + b * v[1] * v[1] + c * v[2] * v[2]
  q[1] = a * v[0] * p[0] + b * v[1] * p[1] + c * v[2] * p[2]
  q[2] = a * p[0] * p[0] + b * p[1] * p[1] + c * p[2] * p[2] - 1
  const found = solve()
  if (found < 0) return
  const x = root[found]
  hit[X] = x
  hit[NORMAL] = a * (p[0] + x * v[0])
  hit[NORMAL + 1] = b * (p[1] + x * v[1])
  hit[NORMAL + 2] = c * (p[2] + x * v[2])
  normalize()
}

/** The nearest of the six faces of a box, in its frame, for the ray p + x v with v of `localRay`. */
export function rayBox(out: Float64Array, start: Float64Array, size: Float64Array, s: number): void {
  out[X] = -1
  for (let axis = 0; axis < 3; axis++) {
    if (Math.abs(v[axis]) <= MINVAL) continue
    const j = axis === 0 ? 1 : 0
    const k = axis === 2 ? 1 : 2
    for (let side = -1; side <= 1; side += 2) {
      const x = (side * size[s + axis] - start[axis]) / v[axis]
      if (!(x >= 0) || (out[X] >= 0 && out[X] <= x)) continue
      if (Math.abs(start[j] + x * v[j]) > size[s + j] || Math.abs(start[k] + x * v[k]) > size[s + k]) continue
      out[X] = x
      setAxisNormal(out, axis, side)
    }
  }
}

/** Makes the normal of a hit an axis of the frame of the shape, or its opposite. */
export function setAxisNormal(out: Float64Array, axis: number, sign: number): void {
  out[NORMAL] = 0
  out[NORMAL + 1] = 0
  out[NORMAL + 2] = 0
  out[NORMAL + axis] = sign
}

/** Whether the ray meets a box in the frame of `localRay`, given by its half sizes. */
export function meetsBox(size: Float64Array, s: number): boolean {
  rayBox(boxHit, p, size, s)
  return boxHit[X] >= 0
}

/** Register: the hit of a bounding box. */
const boxHit = new Float64Array(HIT_SIZE)
