import { MINVAL } from '../../core/math/constants.ts'
import { atan2InPlace, sinCosInPlace } from '../../core/math/functions.ts'
import { copy3, cross, normalize3, rotate, set3 } from '../../core/math/vec3.ts'

/**
 * Wraps a tendon segment around a sphere, or around an infinite cylinder along its z axis. Both are planar problems:
 * in the plane of the two points and the center for a sphere, in the xy plane for a cylinder. The tendon leaves the
 * first point straight, touches a circle, follows it, and continues straight to the second point. A side site selects
 * the side of the circle. If the site is inside the geom, the tendon instead touches the circle from the inside at
 * one point. See https://mujoco.readthedocs.io/en/stable/XMLreference.html#tendon-spatial.
 */

/** The end points and the side site in the geom's frame, and the axes of the plane. */
const p0 = new Float64Array(3)
const p1 = new Float64Array(3)
const side = new Float64Array(3)
const axis0 = new Float64Array(3)
const axis1 = new Float64Array(3)
const normal = new Float64Array(3)
/** In the plane: the end points, and the direction of the side site on the circle. */
const e0 = new Float64Array(2)
const e1 = new Float64Array(2)
const toward = new Float64Array(2)
/** Tangent points on the circle, first and last, for each of two ways around. */
const touch = new Float64Array(8)
const good = new Float64Array(2)
const angle = new Float64Array(2)
/** Radius of the circle. V8: boxed otherwise. */
const circle = new Float64Array(1)

/**
 * Wraps a segment from a[i] to b[j] around a geom at pos[3g] with the axes mat[9g], in the world frame. Writes the
 * length of the curved part to out[0], and its first and last point to out[1..4) and out[4..7). A negative length
 * means that the segment is straight.
 *
 * @param sites position of the side site, at sites[s]; s < 0: none
 */
export function wrapAround(
  out: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  pos: Float64Array,
  mat: Float64Array,
  g: number,
  radius: Float64Array,
  r: number,
  sphere: boolean,
  sites: Float64Array,
  s: number,
): void {
  const R = radius[r]
  circle[0] = R
  out[0] = -1
  // to the geom's frame, then to the plane
  toLocal(p0, a, i, pos, mat, g)
  toLocal(p1, b, j, pos, mat, g)
  if (isOrigin(p0) || isOrigin(p1)) return
  if (s >= 0) toLocal(side, sites, s, pos, mat, g)
  if (sphere && missesSphere(s >= 0)) return
  if (sphere) setPlane()
  project(e0, p0, sphere)
  project(e1, p1, sphere)

  // the point of the circle in the direction of the side site
  const sided = s >= 0
  let inside = false
  if (sided) {
    project(toward, side, sphere)
    const x = toward[0]
    const y = toward[1]
    const length = Math.sqrt(x * x + y * y)
    toward[0] = length < MINVAL ? R : R * (x * (1 / length))
    toward[1] = length < MINVAL ? 0 : R * (y * (1 / length))
    inside = Math.sqrt(side[0] * side[0] + side[1] * side[1] + side[2] * side[2]) < R
  }
  if (inside) touchInside(out)
  else wrapOutside(out, sided)
  if (out[0] < 0) return

  // back to 3D; along a cylinder the curve is a helix
  if (sphere) {
    for (let k = 0; k < 2; k++) {
      const x = touch[2 * k]
      const y = touch[2 * k + 1]
      const o = 1 + 3 * k
      out[o] = axis0[0] * x + axis1[0] * y
      out[o + 1] = axis0[1] * x + axis1[1] * y
      out[o + 2] = axis0[2] * x + axis1[2] * y
    }
  } else {
    out[1] = touch[0]
    out[2] = touch[1]
    out[4] = touch[2]
    out[5] = touch[3]
    setHelix(out)
  }
  // to the world frame
  for (let o = 1; o < 7; o += 3) {
    rotate(out, o, mat, 9 * g, out, o)
    out[o] += pos[3 * g]
    out[o + 1] += pos[3 * g + 1]
    out[o + 2] += pos[3 * g + 2]
  }
}

/** Relative margin for decisions that rounding must not change. */
const CLEAR = 1e-9

/**
 * Whether the straight segment from p0 to p1 is clear of the sphere, and on the side of an outside side site. Most
 * segments are, and need no plane. False also where rounding may decide; the planar test then decides.
 */
function missesSphere(sided: boolean): boolean {
  const x = p0[0]
  const y = p0[1]
  const z = p0[2]
  const dx = p1[0] - x
  const dy = p1[1] - y
  const dz = p1[2] - z
  const share = Math.min(1, Math.max(0, -(dx * x + dy * y + dz * z) / (dx * dx + dy * dy + dz * dz)))
  const nx = x + share * dx
  const ny = y + share * dy
  const nz = z + share * dz
  const square = nx * nx + ny * ny + nz * nz
  const limit = circle[0] * circle[0] * (1 + CLEAR)
  if (!(square > limit)) return false
  if (!sided) return true
  const sx = side[0]
  const sy = side[1]
  const sz = side[2]
  const squareS = sx * sx + sy * sy + sz * sz
  return squareS > limit && nx * sx + ny * sy + nz * sz > CLEAR * Math.sqrt(square * squareS)
}

function isOrigin(p: Float64Array): boolean {
  return Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) < MINVAL
}

/** Projects a point of the geom's frame into the plane; for a cylinder, the xy plane. */
function project(out: Float64Array, p: Float64Array, sphere: boolean): void {
  if (!sphere) {
    out[0] = p[0]
    out[1] = p[1]
    return
  }
  out[0] = p[0] * axis0[0] + p[1] * axis0[1] + p[2] * axis0[2]
  out[1] = p[0] * axis1[0] + p[1] * axis1[1] + p[2] * axis1[2]
}

/** Transforms a world point to the frame of a geom. */
function toLocal(out: Float64Array, a: Float64Array, i: number, pos: Float64Array, mat: Float64Array, g: number): void {
  const x = a[i] - pos[3 * g]
  const y = a[i + 1] - pos[3 * g + 1]
  const z = a[i + 2] - pos[3 * g + 2]
  const r = 9 * g
  out[0] = mat[r] * x + mat[r + 3] * y + mat[r + 6] * z
  out[1] = mat[r + 1] * x + mat[r + 4] * y + mat[r + 7] * z
  out[2] = mat[r + 2] * x + mat[r + 5] * y + mat[r + 8] * z
}

/** Axes of the plane through the center and both points; the first points to p0. */
function setPlane(): void {
  copy3(axis0, 0, p0, 0)
  normalize3(axis0, 0)
  cross(normal, 0, p0, 0, p1, 0)
  if (isOrigin(normal)) {
    // the points are collinear with the center: choose a plane away from the largest component of the axis
    const x = Math.abs(axis0[0])
    const y = Math.abs(axis0[1])
    const z = Math.abs(axis0[2])
    const greatest = x >= y && x >= z ? 0 : y >= z ? 1 : 2
    set3(normal, 0, 1, 1, 1)
    normal[greatest] = 0
    cross(normal, 0, axis0, 0, normal, 0)
  }
  normalize3(normal, 0)
  cross(axis1, 0, normal, 0, axis0, 0)
  normalize3(axis1, 0)
}

/**
 * Wraps from e0 around the circle to e1. Writes the length to out[0] (negative: straight), the tangent points to
 * `touch`.
 */
function wrapOutside(out: Float64Array, sided: boolean): void {
  const R = circle[0]
  const square0 = e0[0] * e0[0] + e0[1] * e0[1]
  const square1 = e1[0] * e1[0] + e1[1] * e1[1]
  const squareR = R * R
  if (square0 < squareR || square1 < squareR || R < MINVAL) return
  const dx = e1[0] - e0[0]
  const dy = e1[1] - e0[1]
  const squareD = dx * dx + dy * dy
  if (squareD < MINVAL) return

  // closest point of the straight segment to the center
  const share = Math.min(1, Math.max(0, -(dx * e0[0] + dy * e0[1]) / squareD))
  const nx = e0[0] + share * dx
  const ny = e0[1] + share * dy
  if (nx * nx + ny * ny > squareR && (!sided || toward[0] * nx + toward[1] * ny >= 0)) return

  const root0 = Math.sqrt(square0 - squareR)
  const root1 = Math.sqrt(square1 - squareR)
  for (let way = 0; way < 2; way++) {
    const sign = way === 0 ? R : -R
    const t = 4 * way
    touch[t] = (e0[0] * squareR + sign * e0[1] * root0) / square0
    touch[t + 1] = (e0[1] * squareR - sign * e0[0] * root0) / square0
    touch[t + 2] = (e1[0] * squareR - sign * e1[1] * root1) / square1
    touch[t + 3] = (e1[1] * squareR + sign * e1[0] * root1) / square1
    const ux = touch[t]
    const uy = touch[t + 1]
    const wx = touch[t + 2]
    const wy = touch[t + 3]
    if (sided) {
      // prefer the way closest to the side site
      const sx = ux + wx
      const sy = uy + wy
      const length = Math.sqrt(sx * sx + sy * sy)
      good[way] = length < MINVAL ? toward[0] : sx * (1 / length) * toward[0] + sy * (1 / length) * toward[1]
    } else good[way] = -((ux - wx) * (ux - wx) + (uy - wy) * (uy - wy))
    if (straightPartsCross(t)) good[way] = CROSSING
  }

  const way = good[0] > good[1] ? 0 : 1
  if (good[way] === CROSSING) return
  const t = 4 * way
  const ux = touch[t]
  const uy = touch[t + 1]
  const wx = touch[t + 2]
  const wy = touch[t + 3]
  touch[0] = ux
  touch[1] = uy
  touch[2] = wx
  touch[3] = wy

  const scaleU = 1 / Math.sqrt(ux * ux + uy * uy)
  const scaleW = 1 / Math.sqrt(wx * wx + wy * wy)
  angle[0] = ux * scaleU * (wx * scaleW) + uy * scaleU * (wy * scaleW)
  arcCosine()
  const turn = uy * wx - ux * wy
  const long = angle[0] > TANGENT && ((turn > 0 && way === 1) || (turn < 0 && way === 0))
  out[0] = R * (long ? 2 * Math.PI - angle[0] : angle[0])
}

/**
 * Tangent points closer than this angle coincide up to rounding, which must not add a full turn. The straight parts
 * of a path that really makes almost a full turn intersect.
 */
const TANGENT = 1e-7

/** Marks a way whose straight parts intersect: it is invalid. */
const CROSSING = -10000

/** Whether the segments from e0 and e1 to their tangent points intersect. */
function straightPartsCross(t: number): boolean {
  const ax = touch[t] - e0[0]
  const ay = touch[t + 1] - e0[1]
  const bx = touch[t + 2] - e1[0]
  const by = touch[t + 3] - e1[1]
  const det = by * ax - bx * ay
  if (Math.abs(det) < MINVAL) return false
  const cx = e0[0] - e1[0]
  const cy = e0[1] - e1[1]
  const alongA = (bx * cy - by * cx) / det
  const alongB = (ax * cy - ay * cx) / det
  return alongA >= 0 && alongA <= 1 && alongB >= 0 && alongB <= 1
}

/** angle[0] ← acos(angle[0]). */
function arcCosine(): void {
  const cosine = Math.min(1, Math.max(-1, angle[0]))
  angle[0] = Math.sqrt((1 - cosine) * (1 + cosine))
  angle[1] = cosine
  atan2InPlace(angle)
}

/** angle[0] ← asin(angle[0]). */
function arcSine(): void {
  const sine = angle[0]
  angle[1] = Math.sqrt((1 - sine) * (1 + sine))
  atan2InPlace(angle)
}

const NEWTON_STEPS = 20
const NEWTON_TOLERANCE = 1e-6
/** Start of the search: just below the largest solution. */
const NEWTON_START = 1 - 1e-7

/**
 * Inside wrap: from e0 to e1, touching the circle from the inside where both straight parts make the same angle with
 * it. Writes 0 to out[0], or leaves it unchanged.
 */
function touchInside(out: Float64Array): void {
  const R = circle[0]
  const square0 = e0[0] * e0[0] + e0[1] * e0[1]
  const square1 = e1[0] * e1[0] + e1[1] * e1[1]
  const length0 = Math.sqrt(square0)
  const length1 = Math.sqrt(square1)
  if (length0 <= R || length1 <= R || R < MINVAL) return
  const dx = e1[0] - e0[0]
  const dy = e1[1] - e0[1]
  const squareD = dx * dx + dy * dy
  if (squareD > MINVAL) {
    // the straight segment already passes through the ring
    const share = -(dx * e0[0] + dy * e0[1]) / squareD
    const nx = e0[0] + share * dx
    const ny = e0[1] + share * dy
    if (share > 0 && share < 1 && Math.sqrt(nx * nx + ny * ny) <= R) return
  }

  // fallback if the search fails: the middle
  const mx = 0.5 * (e0[0] + e1[0])
  const my = 0.5 * (e0[1] + e1[1])
  const middle = Math.sqrt(mx * mx + my * my)
  let x = middle < MINVAL ? R : (R * mx) / middle
  let y = middle < MINVAL ? 0 : (R * my) / middle

  const A = R / length0
  const B = R / length1
  // squared lengths again: for nearly coincident points the angle depends on the last bit of its cosine
  const cosine = (length0 * length0 + length1 * length1 - squareD) / (2 * length0 * length1)
  if (cosine < -1 + MINVAL) return
  if (cosine <= 1 - MINVAL) {
    angle[0] = cosine
    arcCosine()
    newton[0] = A
    newton[1] = B
    newton[2] = angle[0]
    findEqualAngles()
    const z = newton[3]
    if (z >= 0) {
      // rotate from the end point that comes first counterclockwise
      const first = e0[0] * e1[1] - e0[1] * e1[0] > 0
      const end = first ? e0 : e1
      const length = first ? length0 : length1
      angle[0] = z
      arcSine()
      const whole = angle[0]
      angle[0] = (first ? A : B) * z
      arcSine()
      angle[0] = whole - angle[0]
      sinCosInPlace(angle)
      const s = angle[0]
      const c = angle[1]
      x = (R * (c * end[0] - s * end[1])) / length
      y = (R * (s * end[0] + c * end[1])) / length
    }
  }
  touch[0] = x
  touch[1] = y
  touch[2] = x
  touch[3] = y
  out[0] = 0
}

/** Registers of the search: A, B, G, and the solution z. */
const newton = new Float64Array(4)

/** Newton's method for asin(Az) + asin(Bz) − 2 asin(z) + G = 0, from above; z is -1 if it does not converge. */
function findEqualAngles(): void {
  const A = newton[0]
  const B = newton[1]
  let z = NEWTON_START
  newton[3] = -1
  for (let step = 0; step < NEWTON_STEPS; step++) {
    angle[0] = A * z
    arcSine()
    let f = newton[2] + angle[0]
    angle[0] = B * z
    arcSine()
    f += angle[0]
    angle[0] = z
    arcSine()
    f -= 2 * angle[0]
    if (step === 0 ? f > 0 : f > NEWTON_TOLERANCE) return
    if (Math.abs(f) <= NEWTON_TOLERANCE) {
      newton[3] = z
      return
    }
    const slope =
      A / Math.max(MINVAL, Math.sqrt(1 - z * z * A * A)) +
      B / Math.max(MINVAL, Math.sqrt(1 - z * z * B * B)) -
      2 / Math.max(MINVAL, Math.sqrt(1 - z * z))
    if (slope > -MINVAL) return
    const next = z - f / slope
    if (next > z) return
    z = next
  }
}

/** Heights of the tangent points on a cylinder, and the length of the helix between them. */
function setHelix(out: Float64Array): void {
  const ax = p0[0] - out[1]
  const ay = p0[1] - out[2]
  const bx = p1[0] - out[4]
  const by = p1[1] - out[5]
  const before = Math.sqrt(ax * ax + ay * ay)
  const after = Math.sqrt(bx * bx + by * by)
  const whole = before + out[0] + after
  const rise = p1[2] - p0[2]
  const z0 = p0[2] + (rise * before) / whole
  const z1 = p0[2] + (rise * (before + out[0])) / whole
  out[3] = z0
  out[6] = z1
  out[0] = Math.sqrt(out[0] * out[0] + (z1 - z0) * (z1 - z0))
}
