import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { BALL, ballBall, balls, RADIUS } from './spherePairs.ts'

/** Parallel capsules touch at two points at most. */
const MAX_PARALLEL = 2

/**
 * Two capsules: balls at the points c₁ + x a and c₂ + y b of their axes that are closest to each other, where a and b
 * are the half axes and x, y are between −1 and 1. With d = c₁ − c₂, the squared distance is least where
 *
 *     [ A  B ] [x]   [u]     A = a·a    B = −a·b   C = b·b
 *     [ B  C ] [y] = [v]     u = −a·d   v = b·d
 *
 * Parallel axes have no such point, or many: then the ends are tried against the other axis, up to two contacts.
 */
export function capsuleCapsule(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const p1 = 3 * g1
  const p2 = 3 * g2
  const half1 = geom_size[p1 + 1]
  const half2 = geom_size[p2 + 1]
  let A = 0
  let B = 0
  let C = 0
  let u = 0
  let v = 0
  for (let k = 0; k < 3; k++) {
    const a = geom_xmat[9 * g1 + 3 * k + 2] * half1
    const b = geom_xmat[9 * g2 + 3 * k + 2] * half2
    const apart = geom_xpos[p1 + k] - geom_xpos[p2 + k]
    A += a * a
    B += a * b
    C += b * b
    u += a * apart
    v += b * apart
  }
  B = -B
  u = -u
  const determinant = A * C - B * B

  if (Math.abs(determinant) >= MINVAL) {
    let x = (C * u - B * v) / determinant
    let y = (A * v - B * u) / determinant
    if (x > 1) {
      x = 1
      y = (v - B) / C
    } else if (x < -1) {
      x = -1
      y = (v + B) / C
    }
    if (y > 1) {
      y = 1
      x = Math.max(-1, Math.min(1, (u - B) / A))
    } else if (y < -1) {
      y = -1
      x = Math.max(-1, Math.min(1, (u + B) / A))
    }
    place[0] = x
    place[1] = y
    collideAt(m, d, g1, g2, contacts)
    return
  }

  // ends of the first against the axis of the second, then the other way round; an axis of no length is one point
  const most = contacts.count + MAX_PARALLEL
  for (let end = 1; end >= -1; end -= 2) {
    place[0] = end
    place[1] = C > 0 ? Math.max(-1, Math.min(1, (v - end * B) / C)) : 0
    collideAt(m, d, g1, g2, contacts)
  }
  for (let end = 1; end >= -1 && contacts.count < most; end -= 2) {
    place[0] = A > 0 ? Math.max(-1, Math.min(1, (u - end * B) / A)) : 0
    place[1] = end
    collideAt(m, d, g1, g2, contacts)
  }
}

/** Register: places on both axes, −1 to 1. */
const place = new Float64Array(2)

/** Appends the contact of the balls at `place` on both axes. */
function collideAt(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const x = place[0]
  const y = place[1]
  const half1 = geom_size[3 * g1 + 1]
  const half2 = geom_size[3 * g2 + 1]
  for (let k = 0; k < 3; k++) {
    balls[k] = geom_xpos[3 * g1 + k] + geom_xmat[9 * g1 + 3 * k + 2] * half1 * x
    balls[BALL + k] = geom_xpos[3 * g2 + k] + geom_xmat[9 * g2 + 3 * k + 2] * half2 * y
  }
  balls[RADIUS] = geom_size[3 * g1]
  balls[BALL + RADIUS] = geom_size[3 * g2]
  ballBall(contacts, geom_xmat, 9 * g1, 9 * g2)
}
