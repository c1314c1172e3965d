import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'

/**
 * A sphere (first geom) against a sphere, a capsule, a cylinder, a box. The closest point of the other shape is found,
 * and the contact lies on the line from the center of the sphere to it. `touchBalls` and `touchBallBox` are also what
 * capsules are made of. What is not a number touches nothing.
 */

// Exported under a second name: engines treat what is not exported as the constant that it is.
const two = new Float64Array(8)
const one = new Float64Array(4)

/** The input of `touchBalls`: center and radius of the first ball, center and radius of the second. */
export const balls: Float64Array = two
/** The input of `touchBallBox`: center (world frame) and radius of the ball. */
export const ball: Float64Array = one

/**
 * Appends the contact of the two balls in `balls`, if they are closer than the margin. The direction of two balls with
 * one center is that across the z axes of both geoms (matrices at `r1` and `r2`), and x where those are parallel.
 */
export function touchBalls(contacts: ContactBuffer, xmat: Float64Array, r1: number, r2: number): void {
  const x = two[0]
  const y = two[1]
  const z = two[2]
  const radius1 = two[3]
  const radius2 = two[7]
  let nx = two[4] - x
  let ny = two[5] - y
  let nz = two[6] - z
  const squared = nx * nx + ny * ny + nz * nz
  const reach = contacts.margin[0] + radius1 + radius2
  if (!(squared <= reach * reach)) return

  const apart = Math.sqrt(squared)
  if (apart < MINVAL) {
    const ax = xmat[r1 + 2]
    const ay = xmat[r1 + 5]
    const az = xmat[r1 + 8]
    const bx = xmat[r2 + 2]
    const by = xmat[r2 + 5]
    const bz = xmat[r2 + 8]
    nx = ay * bz - az * by
    ny = az * bx - ax * bz
    nz = ax * by - ay * bx
    const across = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (across < MINVAL) {
      nx = 1
      ny = 0
      nz = 0
    } else {
      const inverse = 1 / across
      nx *= inverse
      ny *= inverse
      nz *= inverse
    }
  } else {
    const inverse = 1 / apart
    nx *= inverse
    ny *= inverse
    nz *= inverse
  }

  const { dist, pos, normal, tangent } = contacts
  const i = contacts.count
  const o = 3 * i
  const gap = apart - radius1 - radius2
  const offset = radius1 + 0.5 * gap
  dist[i] = gap
  pos[o] = x + nx * offset
  pos[o + 1] = y + ny * offset
  pos[o + 2] = z + nz * offset
  normal[o] = nx
  normal[o + 1] = ny
  normal[o + 2] = nz
  tangent[o] = 0
  tangent[o + 1] = 0
  tangent[o + 2] = 0
  contacts.count = i + 1
}

/** One contact, between the centers. */
export function sphereSphere(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos } = d
  const a = 3 * g1
  const b = 3 * g2
  two[0] = geom_xpos[a]
  two[1] = geom_xpos[a + 1]
  two[2] = geom_xpos[a + 2]
  two[3] = m.geom_size[a]
  two[4] = geom_xpos[b]
  two[5] = geom_xpos[b + 1]
  two[6] = geom_xpos[b + 2]
  two[7] = m.geom_size[b]
  touchBalls(contacts, d.geom_xmat, 9 * g1, 9 * g2)
}

/** One contact, with the ball at the point of the capsule's axis that is closest to the sphere. */
export function sphereCapsule(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const a = 3 * g1
  const b = 3 * g2
  const r = 9 * g2
  const half = geom_size[b + 1]
  const zx = geom_xmat[r + 2]
  const zy = geom_xmat[r + 5]
  const zz = geom_xmat[r + 8]
  const x = geom_xpos[a]
  const y = geom_xpos[a + 1]
  const z = geom_xpos[a + 2]
  const along = zx * (x - geom_xpos[b]) + zy * (y - geom_xpos[b + 1]) + zz * (z - geom_xpos[b + 2])
  const t = Math.max(-half, Math.min(half, along))
  two[0] = x
  two[1] = y
  two[2] = z
  two[3] = geom_size[a]
  two[4] = zx * t + geom_xpos[b]
  two[5] = zy * t + geom_xpos[b + 1]
  two[6] = zz * t + geom_xpos[b + 2]
  two[7] = geom_size[b]
  touchBalls(contacts, geom_xmat, 9 * g1, r)
}

/** One contact: with the side, a cap or the rim of the cylinder; from inside, with the closer one of side and caps. */
export function sphereCylinder(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const a = 3 * g1
  const b = 3 * g2
  const r = 9 * g2
  const radius = geom_size[b]
  const half = geom_size[b + 1]
  const ax = geom_xmat[r + 2]
  const ay = geom_xmat[r + 5]
  const az = geom_xmat[r + 8]
  const x = geom_xpos[a]
  const y = geom_xpos[a + 1]
  const z = geom_xpos[a + 2]
  const vx = x - geom_xpos[b]
  const vy = y - geom_xpos[b + 1]
  const vz = z - geom_xpos[b + 2]

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
    touchCap(contacts, d, m, g1, g2, along > 0)
    return
  }
  two[0] = x
  two[1] = y
  two[2] = z
  two[3] = geom_size[a]
  if (side) {
    two[4] = geom_xpos[b] + ax * along
    two[5] = geom_xpos[b + 1] + ay * along
    two[6] = geom_xpos[b + 2] + az * along
    two[7] = radius
  } else {
    const away = Math.sqrt(squared)
    const axial = away < MINVAL
    const scale = axial ? radius : radius / away
    const height = along > 0 ? half : -half
    two[4] = geom_xpos[b] + ((axial ? 1 : px) * scale + ax * height)
    two[5] = geom_xpos[b + 1] + ((axial ? 0 : py) * scale + ay * height)
    two[6] = geom_xpos[b + 2] + ((axial ? 0 : pz) * scale + az * height)
    two[7] = 0
  }
  touchBalls(contacts, geom_xmat, 9 * g1, r)
}

/** Appends the contact of sphere `g1` with the top or the bottom cap of cylinder `g2`, taken as an infinite plane. */
function touchCap(contacts: ContactBuffer, d: Data, m: Model, g1: number, g2: number, top: boolean): void {
  const { geom_xpos, geom_xmat } = d
  const a = 3 * g1
  const b = 3 * g2
  const r = 9 * g2
  const sign = top ? 1 : -1
  const half = m.geom_size[b + 1]
  const radius = m.geom_size[a]
  const x = geom_xpos[a]
  const y = geom_xpos[a + 1]
  const z = geom_xpos[a + 2]

  // outwards, and the height of the center above the cap
  const nx = sign * geom_xmat[r + 2]
  const ny = sign * geom_xmat[r + 5]
  const nz = sign * geom_xmat[r + 8]
  const px = geom_xpos[b] + nx * half
  const py = geom_xpos[b + 1] + ny * half
  const pz = geom_xpos[b + 2] + nz * half
  const height = (x - px) * nx + (y - py) * ny + (z - pz) * nz
  if (!(height <= contacts.margin[0] + radius)) return

  const { dist, pos, normal, tangent } = contacts
  const i = contacts.count
  const o = 3 * i
  const depth = height - radius
  const offset = -0.5 * depth - radius
  dist[i] = depth
  pos[o] = x + nx * offset
  pos[o + 1] = y + ny * offset
  pos[o + 2] = z + nz * offset
  normal[o] = -nx
  normal[o + 1] = -ny
  normal[o + 2] = -nz
  tangent[o] = 0
  tangent[o + 1] = 0
  tangent[o + 2] = 0
  contacts.count = i + 1
}

/**
 * Appends the contact of `ball` with a box. With q the center in the frame of the box and k the point of the box that is
 * closest to q, the ball touches at k; where the center is inside, the closest face decides.
 */
export function touchBallBox(m: Model, d: Data, box: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const b = 3 * box
  const r = 9 * box
  const radius = one[3]
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
  const vx = one[0] - geom_xpos[b]
  const vy = one[1] - geom_xpos[b + 1]
  const vz = one[2] - geom_xpos[b + 2]
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
    let depth = 2 * (sx + sy + sz)
    nx = 0
    ny = 0
    nz = 0
    if (Math.abs(-sx - qx) < depth) {
      depth = Math.abs(-sx - qx)
      nx = 1
    }
    if (Math.abs(sx - qx) < depth) {
      depth = Math.abs(sx - qx)
      nx = -1
    }
    if (Math.abs(-sy - qy) < depth) {
      depth = Math.abs(-sy - qy)
      nx = 0
      ny = 1
    }
    if (Math.abs(sy - qy) < depth) {
      depth = Math.abs(sy - qy)
      nx = 0
      ny = -1
    }
    if (Math.abs(-sz - qz) < depth) {
      depth = Math.abs(-sz - qz)
      nx = 0
      ny = 0
      nz = 1
    }
    if (Math.abs(sz - qz) < depth) {
      depth = Math.abs(sz - qz)
      nx = 0
      ny = 0
      nz = -1
    }
    // a box without any extent is nowhere
    if (nx === 0 && ny === 0 && nz === 0) return
    const offset = 0.5 * (radius - depth)
    px = qx + nx * offset
    py = qy + ny * offset
    pz = qz + nz * offset
    gap = -depth - radius
  }

  const { dist, pos, normal, tangent } = contacts
  const i = contacts.count
  const o = 3 * i
  dist[i] = gap
  pos[o] = xx * px + yx * py + zx * pz + geom_xpos[b]
  pos[o + 1] = xy * px + yy * py + zy * pz + geom_xpos[b + 1]
  pos[o + 2] = xz * px + yz * py + zz * pz + geom_xpos[b + 2]
  normal[o] = xx * nx + yx * ny + zx * nz
  normal[o + 1] = xy * nx + yy * ny + zy * nz
  normal[o + 2] = xz * nx + yz * ny + zz * nz
  tangent[o] = 0
  tangent[o + 1] = 0
  tangent[o + 2] = 0
  contacts.count = i + 1
}

/** One contact, with the closest point of the box; from inside, with its closest face. */
export function sphereBox(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos } = d
  const a = 3 * g1
  one[0] = geom_xpos[a]
  one[1] = geom_xpos[a + 1]
  one[2] = geom_xpos[a + 2]
  one[3] = m.geom_size[a]
  touchBallBox(m, d, g2, contacts)
}
