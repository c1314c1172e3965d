import type { Data } from '../../../core/data/data.ts'
import { MINVAL } from '../../../core/math/constants.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { ballBox, balls, RADIUS } from './spherePairs.ts'

/**
 * A capsule (first geom) against a box: a ball at the point of the capsule's segment that is closest to the box, and a
 * second ball farther along the segment where it stays over the same feature, so that a capsule can lie on a box.
 *
 * In the frame of the box the segment is p + t g, −1 ≤ t ≤ 1. The closest point is either an end that faces the inside
 * or a side of the box, or it is where the segment passes one of the twelve edges. A corner of the box is a number of
 * three bits, bit k set where coordinate k is positive.
 */

// numbers that the functions below hand to each other, in `number`
/** Half the length of the segment, |g|. */
const HALF = 0
/** The squared distance to beat. */
const BEST = 1
/** Where the closest point is on the segment, −1 … 1. */
const CLOSEST = 2
/** Where the closest point is on the edge of the box, −1 … 1. */
const ON_EDGE = 3
/** The way along the segment from the closest to the second point. */
const STRIDE = 4
/** Where the second point is on the segment. */
const FURTHER = 5

/** Gaps smaller than this, m, may be rounding. */
const SLACK = 1e-9

/** Squared cosine above which a segment over a corner follows the edge, and does not cross a side. */
const ALONG_EDGE = 0.5

/** What the closest point belongs to: nothing was found, an end of the segment, a corner or an edge of the box. */
const NOTHING = 0
const END = 1
const CORNER = 2
const EDGE = 3

/** Registers of this file; vectors are in the frame of the box. */
class CapsuleBoxRegisters {
  /** Center, unit direction and half axis of the segment. */
  readonly p: Float64Array = new Float64Array(3)
  readonly z: Float64Array = new Float64Array(3)
  readonly g: Float64Array = new Float64Array(3)
  /** Half sizes of the box. */
  readonly s: Float64Array = new Float64Array(3)
  /** `HALF` to `FURTHER`. */
  readonly number: Float64Array = new Float64Array(6)
  feature = NOTHING
  /** For an end of the segment: the axis of the side of the box that it faces; -1: it is inside the box. */
  side = -1
  /** For an edge: its axis. */
  edgeAxis = 0
  /** For a corner: which; for an edge: the corner at its lower end. */
  corner = 0
}

const registers = new CapsuleBoxRegisters()
const { p, z, g, s, number } = registers

/** Up to two contacts, the first one where the segment is closest to the box. */
export function capsuleBox(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const { geom_size } = m
  const c1 = 3 * g1
  const c2 = 3 * g2
  const r1 = 9 * g1
  const r2 = 9 * g2
  const radius = geom_size[c1]
  const half = geom_size[c1 + 1]
  const zx = geom_xmat[r1 + 2]
  const zy = geom_xmat[r1 + 5]
  const zz = geom_xmat[r1 + 8]
  const dx = geom_xpos[c1] - geom_xpos[c2]
  const dy = geom_xpos[c1 + 1] - geom_xpos[c2 + 1]
  const dz = geom_xpos[c1 + 2] - geom_xpos[c2 + 2]
  for (let k = 0; k < 3; k++) {
    const bx = geom_xmat[r2 + k]
    const by = geom_xmat[r2 + k + 3]
    const bz = geom_xmat[r2 + k + 6]
    p[k] = bx * dx + by * dy + bz * dz
    z[k] = bx * zx + by * zy + bz * zz
    g[k] = z[k] * half
    s[k] = geom_size[c2 + k]
    // apart along an axis of the box; without extent along it, the box does not hold back a ball
    if (s[k] > 0 && Math.abs(p[k]) > s[k] + Math.abs(g[k]) + radius + contacts.margin[0] + SLACK) return
  }
  number[HALF] = half

  // a length, although squared distances are compared with it, as in the reference: where the radius is many units, a
  // shallow box is not found
  number[BEST] = contacts.margin[0] + 2 * (radius + half + s[0] + s[1] + s[2])
  registers.feature = NOTHING
  tryEnds()
  tryEdges()
  if (registers.feature === NOTHING) return

  balls[RADIUS] = radius
  collideAt(CLOSEST, m, d, g2, contacts)
  const further =
    registers.feature === END ? strideFromEnd() : registers.feature === CORNER ? strideFromCorner() : strideFromEdge()
  if (!further) return
  number[FURTHER] = number[CLOSEST] + number[STRIDE]
  collideAt(FURTHER, m, d, g2, contacts)
}

/** Appends the contact of the ball at the point of the segment whose coordinate is `number[which]`. */
function collideAt(which: number, m: Model, d: Data, box: number, contacts: ContactBuffer): void {
  const { geom_xpos, geom_xmat } = d
  const r = 9 * box
  const t = number[which]
  const px = p[0] + g[0] * t
  const py = p[1] + g[1] * t
  const pz = p[2] + g[2] * t
  balls[0] = geom_xmat[r] * px + geom_xmat[r + 1] * py + geom_xmat[r + 2] * pz + geom_xpos[3 * box]
  balls[1] = geom_xmat[r + 3] * px + geom_xmat[r + 4] * py + geom_xmat[r + 5] * pz + geom_xpos[3 * box + 1]
  balls[2] = geom_xmat[r + 6] * px + geom_xmat[r + 7] * py + geom_xmat[r + 8] * pz + geom_xpos[3 * box + 2]
  ballBox(m, d, box, contacts)
}

/** The ends of the segment, lower first, where they are inside of the box or over one of its sides. */
function tryEnds(): void {
  for (let end = -1; end <= 1; end += 2) {
    let outside = 0
    let axis = -1
    let squared = 0
    for (let k = 0; k < 3; k++) {
      const x = p[k] + end * g[k]
      if (x >= -s[k] && x <= s[k]) continue
      const excess = x < 0 ? x + s[k] : x - s[k]
      squared += excess * excess
      outside++
      axis = k
    }
    if (outside > 1 || !(squared < number[BEST])) continue
    number[BEST] = squared
    number[CLOSEST] = end
    registers.feature = END
    registers.side = axis
  }
}

/**
 * The segment against each edge. An edge along axis j with its middle at E is E + x s_j e_j; the points x on it and y
 * on the segment that are closest to each other solve
 *
 *     [ A  B ] [x]   [u]     A = s_j²              B = -s_j g_j      C = g·g
 *     [ B  C ] [y] = [v]     u = -s_j (E - p)_j    v = g·(E - p)
 */
function tryEdges(): void {
  const C = number[HALF] * number[HALF]
  const inverseC = 1 / C
  let best = number[BEST]
  for (let j = 0; j < 3; j++) {
    const k = j === 0 ? 1 : 0
    const l = j === 2 ? 1 : 2
    const sj = s[j]
    const gj = g[j]
    const A = sj * sj
    const B = -sj * gj
    const determinant = A * C - B * B
    if (Math.abs(determinant) < MINVAL) continue
    const inverse = 1 / determinant
    const inverseA = 1 / A
    const gk = g[k]
    const gl = g[l]
    const fromJ = -p[j]
    const alongJ = gj * fromJ
    const u = -sj * fromJ
    const Bu = B * u
    const Cu = C * u
    for (let which = 0; which < 4; which++) {
      const fromK = (which & 1 ? s[k] : -s[k]) - p[k]
      const fromL = (which & 2 ? s[l] : -s[l]) - p[l]
      // summed in the order of the axes
      const v = j === 2 ? gk * fromK + gl * fromL + alongJ : alongJ + gk * fromK + gl * fromL
      let x = (Cu - B * v) * inverse
      let y = (A * v - Bu) * inverse
      // -1 at the lower end of the edge, 1 at the upper, 0 in between; a point that was once at an end and then moves
      // inward, because the segment ends, still counts as being there
      let end = 0
      if (x > 1) {
        x = 1
        y = (v - B) * inverseC
        end = 1
      } else if (x < -1) {
        x = -1
        y = (v + B) * inverseC
        end = -1
      }
      if (y > 1 || y < -1) {
        if (y > 1) {
          y = 1
          x = (u - B) * inverseA
        } else {
          y = -1
          x = (u + B) * inverseA
        }
        if (x > 1) {
          x = 1
          end = 1
        } else if (x < -1) {
          x = -1
          end = -1
        }
      }
      const wayJ = fromJ - y * gj + sj * x
      const wayK = fromK - y * gk
      const wayL = fromL - y * gl
      const squared = j === 2 ? wayK * wayK + wayL * wayL + wayJ * wayJ : wayJ * wayJ + wayK * wayK + wayL * wayL
      if (!(squared < best - MINVAL)) continue
      best = squared
      number[CLOSEST] = y
      number[ON_EDGE] = x
      registers.feature = end === 0 ? EDGE : CORNER
      registers.edgeAxis = j
      registers.corner = (which & 1 ? 1 << k : 0) | (which & 2 ? 1 << l : 0) | (end === 1 ? 1 << j : 0)
    }
  }
  number[BEST] = best
}

/** The corner in whose direction the segment points. */
function heading(): number {
  return (g[0] > 0 ? 1 : 0) | (g[1] > 0 ? 2 : 0) | (g[2] > 0 ? 4 : 0)
}

/** From the end over a side: along the segment, as far as it stays over that side. */
function strideFromEnd(): boolean {
  const { side } = registers
  if (side < 0) return false
  const inward = -number[CLOSEST]
  let stride = 2
  for (let k = 0; k < 3; k++) {
    if (k === side) continue
    const start = p[k] - inward * g[k]
    const lower = ((-s[k] - start) / g[k]) * inward
    if (lower > 0 && lower < stride) stride = lower
    const upper = ((s[k] - start) / g[k]) * inward
    if (upper > 0 && upper < stride) stride = upper
  }
  number[STRIDE] = stride * inward
  return true
}

/** From a corner: along the edge that the segment follows, or over the side that it crosses. */
function strideFromCorner(): boolean {
  const turned = heading() ^ registers.corner
  if (turned === 0 || turned === 7) return false
  const t = number[CLOSEST]
  // one axis differs from the other two: the segment runs into the box along it, or away from it
  const single = (turned & (turned - 1)) === 0
  const direction = single ? 1 : -1
  const bit = single ? turned : 7 - turned
  const axis = bit >> 1
  let stride = 0
  if (z[axis] * z[axis] > ALONG_EDGE) {
    stride = 1 - direction * t
    const along = (2 * s[axis]) / Math.abs(g[axis])
    if (along < stride) stride = along
    number[STRIDE] = direction * stride
  } else {
    const k = axis === 0 ? 1 : 0
    const l = axis === 2 ? 1 : 2
    stride = 1 + direction * t
    const acrossK = (2 * s[k]) / Math.abs(g[k])
    const acrossL = (2 * s[l]) / Math.abs(g[l])
    if (acrossK < stride) stride = acrossK
    if (acrossL < stride) stride = acrossL
    number[STRIDE] = -direction * stride
  }
  return true
}

/** From the middle of an edge: over the side that the segment is more parallel to. */
function strideFromEdge(): boolean {
  const j = registers.edgeAxis
  const turned = (heading() ^ registers.corner) & ~(1 << j)
  if (turned === 0 || (turned & (turned - 1)) !== 0) return false
  // of the two axes across the edge, the one along which the segment runs farther
  let axis = (j + 2) % 3
  if (Math.abs(g[(j + 1) % 3]) > Math.abs(g[axis])) axis = (j + 1) % 3
  const forward = (turned & (1 << axis)) !== 0
  const t = number[CLOSEST]
  const x = number[ON_EDGE]
  const up = (heading() & (1 << j)) !== 0
  let stride = forward ? 1 - t : 1 + t
  const across = (2 * s[axis]) / Math.abs(g[axis])
  if (across < stride) stride = across
  // not a number where the segment is across the edge at its end: then nothing holds it back
  const along = (s[j] * (up === forward ? 1 - x : 1 + x)) / Math.abs(g[j])
  if (along < stride) stride = along
  number[STRIDE] = forward ? stride : -stride
  return true
}
