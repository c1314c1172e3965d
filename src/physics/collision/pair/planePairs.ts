import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import { type ContactBuffer, commitContact } from '../contact/contactBuffer.ts'

/**
 * A plane (first geom) against primitive shapes. The plane is the xy plane of its geom, its normal n the z axis, and
 * everything below it is solid. A point x of the other surface is n·(x − p) above the plane; the contact is halfway
 * between the point and the plane, and its normal is n. NaN touches nothing.
 */

/** Half the side of the equilateral triangle that is inscribed in a circle of radius 1. */
const HALF_TRIANGLE_SIDE = Math.sqrt(3) / 2

/** Register: a point of the other surface, then its height above the plane. */
const point = new Float64Array(4)
const HEIGHT = 3

/** Appends the contact at `point` with the plane whose matrix is at `r` in `mat`. */
function appendPoint(contacts: ContactBuffer, mat: Float64Array, r: number): void {
  const nx = mat[r + 2]
  const ny = mat[r + 5]
  const nz = mat[r + 8]
  const half = -0.5 * point[HEIGHT]
  const { dist, pos, normal } = contacts
  const at = contacts.count
  dist[at] = point[HEIGHT]
  pos[3 * at] = point[0] + nx * half
  pos[3 * at + 1] = point[1] + ny * half
  pos[3 * at + 2] = point[2] + nz * half
  normal[3 * at] = nx
  normal[3 * at + 1] = ny
  normal[3 * at + 2] = nz
  commitContact(contacts)
}

/** Register: a ball, center and radius. */
const ball = new Float64Array(4)

/** Appends the contact of `ball` with plane g, if they are closer than the margin. */
function planeBall(d: Data, g: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const p = 3 * g
  const r = 9 * g
  const nx = geom_xmat[r + 2]
  const ny = geom_xmat[r + 5]
  const nz = geom_xmat[r + 8]
  const radius = ball[3]
  const cx = ball[0]
  const cy = ball[1]
  const cz = ball[2]
  const height = (cx - geom_xpos[p]) * nx + (cy - geom_xpos[p + 1]) * ny + (cz - geom_xpos[p + 2]) * nz
  if (!(height <= contacts.margin[0] + radius)) return
  const depth = height - radius
  const offset = -0.5 * depth - radius
  const { dist, pos, normal } = contacts
  const at = contacts.count
  dist[at] = depth
  pos[3 * at] = cx + nx * offset
  pos[3 * at + 1] = cy + ny * offset
  pos[3 * at + 2] = cz + nz * offset
  normal[3 * at] = nx
  normal[3 * at + 1] = ny
  normal[3 * at + 2] = nz
  commitContact(contacts)
}

/** One contact, below the center of the sphere. */
export function planeSphere(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const c = 3 * g2
  for (let k = 0; k < 3; k++) ball[k] = d.geom_xpos[c + k]
  ball[3] = m.geom_size[c]
  planeBall(d, g1, contacts)
}

/** The balls at the two ends: first the one in the direction of the axis. The first tangent is along the axis. */
export function planeCapsule(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const c = 3 * g2
  const r = 9 * g2
  const half = m.geom_size[c + 1]
  const first = contacts.count
  ball[3] = m.geom_size[c]
  for (let sign = 1; sign >= -1; sign -= 2) {
    ball[0] = geom_xpos[c] + sign * half * geom_xmat[r + 2]
    ball[1] = geom_xpos[c + 1] + sign * half * geom_xmat[r + 5]
    ball[2] = geom_xpos[c + 2] + sign * half * geom_xmat[r + 8]
    planeBall(d, g1, contacts)
  }

  const { tangent, count } = contacts
  for (let i = first; i < count; i++) {
    tangent[3 * i] = geom_xmat[r + 2]
    tangent[3 * i + 1] = geom_xmat[r + 5]
    tangent[3 * i + 2] = geom_xmat[r + 8]
  }
}

/**
 * Up to four contacts: the deepest point of the edge of the lower cap, the point opposite to it on the upper cap, and
 * two more on the lower edge, which with the first form an equilateral triangle.
 */
export function planeCylinder(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const p = 3 * g1
  const r1 = 9 * g1
  const c = 3 * g2
  const r2 = 9 * g2
  const margin = contacts.margin[0]
  const radius = m.geom_size[c]
  const half = m.geom_size[c + 1]
  const nx = geom_xmat[r1 + 2]
  const ny = geom_xmat[r1 + 5]
  const nz = geom_xmat[r1 + 8]
  const cx = geom_xpos[c]
  const cy = geom_xpos[c + 1]
  const cz = geom_xpos[c + 2]

  // the axis, pointing down
  let ax = geom_xmat[r2 + 2]
  let ay = geom_xmat[r2 + 5]
  let az = geom_xmat[r2 + 8]
  let slope = nx * ax + ny * ay + nz * az
  if (slope > 0) {
    ax = -ax
    ay = -ay
    az = -az
    slope = -slope
  }
  const height = (cx - geom_xpos[p]) * nx + (cy - geom_xpos[p + 1]) * ny + (cz - geom_xpos[p + 2]) * nz

  // v: from the axis to the edge of the cap, downhill; any direction where the caps are parallel to the plane
  let vx = ax * slope - nx
  let vy = ay * slope - ny
  let vz = az * slope - nz
  const length = Math.sqrt(vx * vx + vy * vy + vz * vz)
  if (length < MINVAL) {
    vx = geom_xmat[r2] * radius
    vy = geom_xmat[r2 + 3] * radius
    vz = geom_xmat[r2 + 6] * radius
  } else {
    const scale = radius / length
    vx *= scale
    vy *= scale
    vz *= scale
  }
  ax *= half
  ay *= half
  az *= half
  slope *= half
  const drop = nx * vx + ny * vy + nz * vz

  const deepest = height + slope + drop
  if (!(deepest <= margin)) return
  point[0] = cx + vx + ax
  point[1] = cy + vy + ay
  point[2] = cz + vz + az
  point[HEIGHT] = deepest
  appendPoint(contacts, geom_xmat, r1)

  const opposite = height - slope + drop
  if (opposite <= margin) {
    point[0] = cx + vx - ax
    point[1] = cy + vy - ay
    point[2] = cz + vz - az
    point[HEIGHT] = opposite
    appendPoint(contacts, geom_xmat, r1)
  }

  const sides = height + slope - 0.5 * drop
  if (sides > margin) return
  // w: across, in the plane of the cap
  let wx = vy * az - vz * ay
  let wy = vz * ax - vx * az
  let wz = vx * ay - vy * ax
  const across = Math.sqrt(wx * wx + wy * wy + wz * wz)
  const scale = radius * HALF_TRIANGLE_SIDE
  if (across < MINVAL) {
    wx = scale
    wy = 0
    wz = 0
  } else {
    const inverse = 1 / across
    wx = wx * inverse * scale
    wy = wy * inverse * scale
    wz = wz * inverse * scale
  }
  point[0] = cx + wx + ax - 0.5 * vx
  point[1] = cy + wy + ay - 0.5 * vy
  point[2] = cz + wz + az - 0.5 * vz
  point[HEIGHT] = sides
  appendPoint(contacts, geom_xmat, r1)
  point[0] = cx - wx + ax - 0.5 * vx
  point[1] = cy - wy + ay - 0.5 * vy
  point[2] = cz - wz + az - 0.5 * vz
  appendPoint(contacts, geom_xmat, r1)
}

/** Most corners of a box that touch, as in the reference. */
const MAX_CORNERS = 4

/**
 * Corners that are below the plane and not above the center of the box: at most four, x running fastest, then y, then
 * z, each from minus to plus.
 */
export function planeBox(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const p = 3 * g1
  const r1 = 9 * g1
  const c = 3 * g2
  const r2 = 9 * g2
  const margin = contacts.margin[0]
  const nx = geom_xmat[r1 + 2]
  const ny = geom_xmat[r1 + 5]
  const nz = geom_xmat[r1 + 8]
  const cx = geom_xpos[c]
  const cy = geom_xpos[c + 1]
  const cz = geom_xpos[c + 2]
  const height = (cx - geom_xpos[p]) * nx + (cy - geom_xpos[p + 1]) * ny + (cz - geom_xpos[p + 2]) * nz

  // half axes: a corner is the center ± each of them
  const sx = geom_size[c]
  const sy = geom_size[c + 1]
  const sz = geom_size[c + 2]
  const xx = geom_xmat[r2] * sx
  const xy = geom_xmat[r2 + 3] * sx
  const xz = geom_xmat[r2 + 6] * sx
  const yx = geom_xmat[r2 + 1] * sy
  const yy = geom_xmat[r2 + 4] * sy
  const yz = geom_xmat[r2 + 7] * sy
  const zx = geom_xmat[r2 + 2] * sz
  const zy = geom_xmat[r2 + 5] * sz
  const zz = geom_xmat[r2 + 8] * sz
  let found = 0
  for (let i = 0; i < 8 && found < MAX_CORNERS; i++) {
    const x = i & 1 ? 1 : -1
    const y = i & 2 ? 1 : -1
    const z = i & 4 ? 1 : -1
    const wx = xx * x + yx * y + zx * z
    const wy = xy * x + yy * y + zy * z
    const wz = xz * x + yz * y + zz * z
    const above = nx * wx + ny * wy + nz * wz
    if (!(height + above <= margin && above <= 0)) continue
    point[0] = cx + wx
    point[1] = cy + wy
    point[2] = cz + wz
    point[HEIGHT] = height + above
    appendPoint(contacts, geom_xmat, r1)
    found++
  }
}

/**
 * One contact, at the lowest point. Scaling space by the sizes s turns the unit sphere into the ellipsoid; its lowest
 * point is the image of u = (s ∘ l)/|s ∘ l|, where l is the direction −n in the frame of the ellipsoid.
 */
export function planeEllipsoid(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const p = 3 * g1
  const r1 = 9 * g1
  const c = 3 * g2
  const r2 = 9 * g2
  const nx = geom_xmat[r1 + 2]
  const ny = geom_xmat[r1 + 5]
  const nz = geom_xmat[r1 + 8]
  const sx = geom_size[c]
  const sy = geom_size[c + 1]
  const sz = geom_size[c + 2]

  let ux = -(geom_xmat[r2] * nx + geom_xmat[r2 + 3] * ny + geom_xmat[r2 + 6] * nz) * sx
  let uy = -(geom_xmat[r2 + 1] * nx + geom_xmat[r2 + 4] * ny + geom_xmat[r2 + 7] * nz) * sy
  let uz = -(geom_xmat[r2 + 2] * nx + geom_xmat[r2 + 5] * ny + geom_xmat[r2 + 8] * nz) * sz
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz)
  if (length < MINVAL) {
    ux = sx
    uy = 0
    uz = 0
  } else {
    const scale = 1 / length
    ux *= scale * sx
    uy *= scale * sy
    uz *= scale * sz
  }
  const x = geom_xmat[r2] * ux + geom_xmat[r2 + 1] * uy + geom_xmat[r2 + 2] * uz + geom_xpos[c]
  const y = geom_xmat[r2 + 3] * ux + geom_xmat[r2 + 4] * uy + geom_xmat[r2 + 5] * uz + geom_xpos[c + 1]
  const z = geom_xmat[r2 + 6] * ux + geom_xmat[r2 + 7] * uy + geom_xmat[r2 + 8] * uz + geom_xpos[c + 2]
  const height = (x - geom_xpos[p]) * nx + (y - geom_xpos[p + 1]) * ny + (z - geom_xpos[p + 2]) * nz
  if (!(height <= contacts.margin[0])) return
  point[0] = x
  point[1] = y
  point[2] = z
  point[HEIGHT] = height
  appendPoint(contacts, geom_xmat, r1)
}
