import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import { type ContactBuffer, commitContact } from '../contact/contactBuffer.ts'

/**
 * A sphere (first geom) against a sphere, a capsule, a cylinder, a box. The closest point of the other shape is found,
 * and the contact is on the line from the center of the sphere to it. Contacts of capsules are made of `ballBall` and
 * `ballBox` too. NaN touches nothing.
 */

/** A ball: its center, then its radius. */
export const BALL = 4
export const RADIUS = 3

/** Register: the two balls of `ballBall`; `ballBox` takes the first. */
export const balls: Float64Array = new Float64Array(2 * BALL)

/** Makes the ball at an offset of `balls` from a position and a size. */
export function setBall(ball: number, xpos: Float64Array, size: Float64Array, i: number): void {
  balls[ball] = xpos[i]
  balls[ball + 1] = xpos[i + 1]
  balls[ball + 2] = xpos[i + 2]
  balls[ball + RADIUS] = size[i]
}

/**
 * Appends the contact of the two balls in `balls`, if they are closer than the margin. The direction of two balls with
 * one center is that across the z axes of both geoms (matrices at `r1` and `r2`), and x where those are parallel.
 */
export function ballBall(contacts: ContactBuffer, xmat: Float64Array, r1: number, r2: number): void {
  const x = balls[0]
  const y = balls[1]
  const z = balls[2]
  const radius1 = balls[RADIUS]
  const radius2 = balls[BALL + RADIUS]
  let nx = balls[BALL] - x
  let ny = balls[BALL + 1] - y
  let nz = balls[BALL + 2] - z
  const squared = nx * nx + ny * ny + nz * nz
  const reach = contacts.margin[0] + radius1 + radius2
  if (!(squared <= reach * reach)) return

  const distance = Math.sqrt(squared)
  let length = distance
  if (distance < MINVAL) {
    const ax = xmat[r1 + 2]
    const ay = xmat[r1 + 5]
    const az = xmat[r1 + 8]
    const bx = xmat[r2 + 2]
    const by = xmat[r2 + 5]
    const bz = xmat[r2 + 8]
    nx = ay * bz - az * by
    ny = az * bx - ax * bz
    nz = ax * by - ay * bx
    length = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (length < MINVAL) {
      nx = 1
      ny = 0
      nz = 0
      length = 1
    }
  }
  const inverse = 1 / length
  nx *= inverse
  ny *= inverse
  nz *= inverse
  const gap = distance - radius1 - radius2
  const offset = radius1 + 0.5 * gap
  const { dist, pos, normal } = contacts
  const at = contacts.count
  dist[at] = gap
  pos[3 * at] = x + nx * offset
  pos[3 * at + 1] = y + ny * offset
  pos[3 * at + 2] = z + nz * offset
  normal[3 * at] = nx
  normal[3 * at + 1] = ny
  normal[3 * at + 2] = nz
  commitContact(contacts)
}

/** One contact, between the centers. */
export function sphereSphere(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  setBall(0, d.geom_xpos, m.geom_size, 3 * g1)
  setBall(BALL, d.geom_xpos, m.geom_size, 3 * g2)
  ballBall(contacts, d.geom_xmat, 9 * g1, 9 * g2)
}

/** One contact, with the ball at the point of the capsule's axis that is closest to the sphere. */
export function sphereCapsule(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const b = 3 * g2
  const r = 9 * g2
  const half = geom_size[b + 1]
  const zx = geom_xmat[r + 2]
  const zy = geom_xmat[r + 5]
  const zz = geom_xmat[r + 8]
  setBall(0, geom_xpos, geom_size, 3 * g1)
  const along = zx * (balls[0] - geom_xpos[b]) + zy * (balls[1] - geom_xpos[b + 1]) + zz * (balls[2] - geom_xpos[b + 2])
  const t = Math.max(-half, Math.min(half, along))
  balls[BALL] = zx * t + geom_xpos[b]
  balls[BALL + 1] = zy * t + geom_xpos[b + 1]
  balls[BALL + 2] = zz * t + geom_xpos[b + 2]
  balls[BALL + RADIUS] = geom_size[b]
  ballBall(contacts, geom_xmat, 9 * g1, r)
}

/** One contact: with the side, a cap or the edge of a cap; from inside, with the closer one of side and caps. */
export function sphereCylinder(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const b = 3 * g2
  const r = 9 * g2
  const radius = geom_size[b]
  const half = geom_size[b + 1]
  const ax = geom_xmat[r + 2]
  const ay = geom_xmat[r + 5]
  const az = geom_xmat[r + 8]
  setBall(0, geom_xpos, geom_size, 3 * g1)
  const vx = balls[0] - geom_xpos[b]
  const vy = balls[1] - geom_xpos[b + 1]
  const vz = balls[2] - geom_xpos[b + 2]

  // in cylindrical coordinates: along the axis, and away from it
  const along = ax * vx + ay * vy + az * vz
  const px = vx - ax * along
  const py = vy - ay * along
  const pz = vz - az * along
  const squared = px * px + py * py + pz * pz
  let side = Math.abs(along) < half
  let cap = squared < radius * radius
  if (side && cap) {
    if (half - Math.abs(along) < radius - Math.sqrt(squared)) side = false
    else cap = false
  }

  if (cap) {
    ballCap(contacts, d, m, g2, along > 0)
    return
  }
  // the side is a ball at the height of the sphere, the edge of a cap one without radius
  if (side) {
    balls[BALL] = geom_xpos[b] + ax * along
    balls[BALL + 1] = geom_xpos[b + 1] + ay * along
    balls[BALL + 2] = geom_xpos[b + 2] + az * along
    balls[BALL + RADIUS] = radius
  } else {
    const away = Math.sqrt(squared)
    const axial = away < MINVAL
    const scale = axial ? radius : radius / away
    const height = along > 0 ? half : -half
    balls[BALL] = geom_xpos[b] + ((axial ? 1 : px) * scale + ax * height)
    balls[BALL + 1] = geom_xpos[b + 1] + ((axial ? 0 : py) * scale + ay * height)
    balls[BALL + 2] = geom_xpos[b + 2] + ((axial ? 0 : pz) * scale + az * height)
    balls[BALL + RADIUS] = 0
  }
  ballBall(contacts, geom_xmat, 9 * g1, r)
}

/** Appends the contact of the first ball with the top or the bottom cap of a cylinder, taken as an infinite plane. */
function ballCap(contacts: ContactBuffer, d: Data, m: Model, cylinder: number, top: boolean): void {
  const { geom_xpos, geom_xmat } = d
  const b = 3 * cylinder
  const r = 9 * cylinder
  const sign = top ? 1 : -1
  const half = m.geom_size[b + 1]
  const radius = balls[RADIUS]
  const x = balls[0]
  const y = balls[1]
  const z = balls[2]

  // outward normal, and the height of the center above the cap
  const nx = sign * geom_xmat[r + 2]
  const ny = sign * geom_xmat[r + 5]
  const nz = sign * geom_xmat[r + 8]
  const px = geom_xpos[b] + nx * half
  const py = geom_xpos[b + 1] + ny * half
  const pz = geom_xpos[b + 2] + nz * half
  const height = (x - px) * nx + (y - py) * ny + (z - pz) * nz
  if (!(height <= contacts.margin[0] + radius)) return

  const depth = height - radius
  const offset = -0.5 * depth - radius
  const { dist, pos, normal } = contacts
  const at = contacts.count
  dist[at] = depth
  pos[3 * at] = x + nx * offset
  pos[3 * at + 1] = y + ny * offset
  pos[3 * at + 2] = z + nz * offset
  normal[3 * at] = -nx
  normal[3 * at + 1] = -ny
  normal[3 * at + 2] = -nz
  commitContact(contacts)
}

/**
 * Appends the contact of the first ball with a box. With q the center in the frame of the box and k the point of the
 * box that is closest to q, the ball touches at k; where the center is inside, the closest face decides.
 */
export function ballBox(m: Model, d: Data, box: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const b = 3 * box
  const r = 9 * box
  const radius = balls[RADIUS]
  const sx = geom_size[b]
  const sy = geom_size[b + 1]
  const sz = geom_size[b + 2]
  const xx = geom_xmat[r]
  const xy = geom_xmat[r + 3]
  const xz = geom_xmat[r + 6]
  const yx = geom_xmat[r + 1]
  const yy = geom_xmat[r + 4]
  const yz = geom_xmat[r + 7]
  const zx = geom_xmat[r + 2]
  const zy = geom_xmat[r + 5]
  const zz = geom_xmat[r + 8]
  const vx = balls[0] - geom_xpos[b]
  const vy = balls[1] - geom_xpos[b + 1]
  const vz = balls[2] - geom_xpos[b + 2]
  const qx = xx * vx + xy * vy + xz * vz
  const qy = yx * vx + yy * vy + yz * vz
  const qz = zx * vx + zy * vy + zz * vz

  // a box without extent along an axis does not hold back the point along it
  let kx = qx
  let ky = qy
  let kz = qz
  if (sx > 0) kx = Math.max(-sx, Math.min(sx, qx))
  if (sy > 0) ky = Math.max(-sy, Math.min(sy, qy))
  if (sz > 0) kz = Math.max(-sz, Math.min(sz, qz))
  let nx = kx - qx
  let ny = ky - qy
  let nz = kz - qz
  const apart = Math.sqrt(nx * nx + ny * ny + nz * nz)
  if (!(apart - radius <= contacts.margin[0])) return

  let gap = 0
  let px = 0
  let py = 0
  let pz = 0
  if (apart > MINVAL) {
    const inverse = 1 / apart
    nx *= inverse
    ny *= inverse
    nz *= inverse
    px = 0.5 * (kx + (qx + nx * radius))
    py = 0.5 * (ky + (qy + ny * radius))
    pz = 0.5 * (kz + (qz + nz * radius))
    gap = apart - radius
  } else {
    // the closest face: −x, +x, −y, +y, −z, +z, the first of equals; the ball is pushed back through it
    let depth = 2 * (sx + sy + sz)
    let face = -1
    for (let k = 0; k < 6; k++) {
      const size = k < 2 ? sx : k < 4 ? sy : sz
      const q = k < 2 ? qx : k < 4 ? qy : qz
      const way = Math.abs(((k & 1) === 0 ? -size : size) - q)
      if (way < depth) {
        depth = way
        face = k
      }
    }
    const inward = (face & 1) === 0 ? 1 : -1
    nx = face >> 1 === 0 ? inward : 0
    ny = face >> 1 === 1 ? inward : 0
    nz = face >> 1 === 2 ? inward : 0
    // a box without any extent has no face
    if (face < 0) return
    const offset = 0.5 * (radius - depth)
    px = qx + nx * offset
    py = qy + ny * offset
    pz = qz + nz * offset
    gap = -depth - radius
  }

  const { dist, pos, normal } = contacts
  const at = contacts.count
  dist[at] = gap
  pos[3 * at] = xx * px + yx * py + zx * pz + geom_xpos[b]
  pos[3 * at + 1] = xy * px + yy * py + zy * pz + geom_xpos[b + 1]
  pos[3 * at + 2] = xz * px + yz * py + zz * pz + geom_xpos[b + 2]
  normal[3 * at] = xx * nx + yx * ny + zx * nz
  normal[3 * at + 1] = xy * nx + yy * ny + zy * nz
  normal[3 * at + 2] = xz * nx + yz * ny + zz * nz
  commitContact(contacts)
}

/** One contact, with the closest point of the box; from inside, with its closest face. */
export function sphereBox(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  setBall(0, d.geom_xpos, m.geom_size, 3 * g1)
  ballBox(m, d, g2, contacts)
}
