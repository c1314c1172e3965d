import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { balls, touchBalls } from './spherePairs.ts'

/** Input of `touchBalls`. */
const two = balls

/** Parallel capsules touch at two places at most. */
const MAX_PARALLEL = 2

/**
 * Two capsules: balls at the points c1 + x a and c2 + y b of their axes that are closest to each other, where a and b
 * are the half axes and x, y are between -1 and 1. With d = c1 - c2, the squared distance is least where
 *
 *     [ A  B ] [x]   [u]     A = a·a   B = -a·b   C = b·b
 *     [ B  C ] [y] = [v]     u = -a·d  v = b·d
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
  const c1x = geom_xpos[p1]
  const c1y = geom_xpos[p1 + 1]
  const c1z = geom_xpos[p1 + 2]
  const c2x = geom_xpos[p2]
  const c2y = geom_xpos[p2 + 1]
  const c2z = geom_xpos[p2 + 2]
  const ax = geom_xmat[r1 + 2] * half1
  const ay = geom_xmat[r1 + 5] * half1
  const az = geom_xmat[r1 + 8] * half1
  const bx = geom_xmat[r2 + 2] * half2
  const by = geom_xmat[r2 + 5] * half2
  const bz = geom_xmat[r2 + 8] * half2
  const dx = c1x - c2x
  const dy = c1y - c2y
  const dz = c1z - c2z
  const A = ax * ax + ay * ay + az * az
  const B = -(ax * bx + ay * by + az * bz)
  const C = bx * bx + by * by + bz * bz
  const u = -(ax * dx + ay * dy + az * dz)
  const v = bx * dx + by * dy + bz * dz
  const determinant = A * C - B * B

  two[3] = geom_size[p1]
  two[7] = geom_size[p2]

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
    two[0] = c1x + ax * x
    two[1] = c1y + ay * x
    two[2] = c1z + az * x
    two[4] = c2x + bx * y
    two[5] = c2y + by * y
    two[6] = c2z + bz * y
    touchBalls(contacts, geom_xmat, r1, r2)
    return
  }

  // ends of the first against the axis of the second, then the other way round; an axis of no length is one point
  const most = contacts.count + MAX_PARALLEL
  for (let end = 1; end >= -1; end -= 2) {
    const y = C > 0 ? Math.max(-1, Math.min(1, (v - end * B) / C)) : 0
    two[0] = c1x + ax * end
    two[1] = c1y + ay * end
    two[2] = c1z + az * end
    two[4] = c2x + bx * y
    two[5] = c2y + by * y
    two[6] = c2z + bz * y
    touchBalls(contacts, geom_xmat, r1, r2)
  }
  for (let end = 1; end >= -1 && contacts.count < most; end -= 2) {
    const x = A > 0 ? Math.max(-1, Math.min(1, (u - end * B) / A)) : 0
    two[0] = c1x + ax * x
    two[1] = c1y + ay * x
    two[2] = c1z + az * x
    two[4] = c2x + bx * end
    two[5] = c2y + by * end
    two[6] = c2z + bz * end
    touchBalls(contacts, geom_xmat, r1, r2)
  }
}
