import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { BALL, ballBall, balls, RADIUS } from './spherePairs.ts'

/** Gaps smaller than this fraction of the distance of the centers may be rounding. */
const CLEAR = 1e-9
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
  const r1 = 9 * g1
  const r2 = 9 * g2
  const half1 = geom_size[p1 + 1]
  const half2 = geom_size[p2 + 1]
  // half axes and d, written out: V8 does not unroll short loops. Sums start at 0, so that none is −0
  const ax = geom_xmat[r1 + 2] * half1
  const ay = geom_xmat[r1 + 5] * half1
  const az = geom_xmat[r1 + 8] * half1
  const bx = geom_xmat[r2 + 2] * half2
  const by = geom_xmat[r2 + 5] * half2
  const bz = geom_xmat[r2 + 8] * half2
  const dx = geom_xpos[p1] - geom_xpos[p2]
  const dy = geom_xpos[p1 + 1] - geom_xpos[p2 + 1]
  const dz = geom_xpos[p1 + 2] - geom_xpos[p2 + 2]
  const A = ax * ax + ay * ay + az * az
  const B = -(0 + ax * bx + ay * by + az * bz)
  const C = bx * bx + by * by + bz * bz
  const u = -(0 + ax * dx + ay * dy + az * dz)
  const v = 0 + bx * dx + by * dy + bz * dz
  // apart along the line between the centers: |d|² − |u| − |v| > |d| (radii + margin), squared on both sides
  const squared = dx * dx + dy * dy + dz * dz
  const gap = squared * (1 - CLEAR) - Math.abs(u) - Math.abs(v)
  const reach = geom_size[p1] + geom_size[p2] + contacts.margin[0]
  if (gap > 0 && gap * gap > reach * reach * squared) return
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
  const p1 = 3 * g1
  const p2 = 3 * g2
  const r1 = 9 * g1
  const r2 = 9 * g2
  const half1 = geom_size[p1 + 1]
  const half2 = geom_size[p2 + 1]
  balls[0] = geom_xpos[p1] + geom_xmat[r1 + 2] * half1 * x
  balls[1] = geom_xpos[p1 + 1] + geom_xmat[r1 + 5] * half1 * x
  balls[2] = geom_xpos[p1 + 2] + geom_xmat[r1 + 8] * half1 * x
  balls[RADIUS] = geom_size[p1]
  balls[BALL] = geom_xpos[p2] + geom_xmat[r2 + 2] * half2 * y
  balls[BALL + 1] = geom_xpos[p2 + 1] + geom_xmat[r2 + 5] * half2 * y
  balls[BALL + 2] = geom_xpos[p2 + 2] + geom_xmat[r2 + 8] * half2 * y
  balls[BALL + RADIUS] = geom_size[p2]
  ballBall(contacts, geom_xmat, r1, r2)
}
