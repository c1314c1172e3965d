import type { Data } from '../../../core/data/data.ts'
import type { ContactBuffer } from '../contact/contactBuffer.ts'
import { AFTER, boxPair, NEXT } from './boxPair.ts'

/**
 * The face of a box against the face of another box that is most turned toward it: the second is cut at the four sides
 * of the first, and each corner that remains below the first, or within the margin above it, is a contact.
 */

/** Corners are one if their squared distance is below this fraction of the face's squared half diagonal. */
export const SAME_CORNER = 1e-14

/** Most corners that a face of four has after it has been cut at the four sides of another. */
const MAX_CORNERS = 8
/** Offset of the second of two polygons, one before and one after a cut. */
const OTHER = 3 * MAX_CORNERS

/** Registers of this file. */
class FaceRegisters {
  /** Two polygons: for each corner two coordinates in the plane of the face, and the height above it. */
  readonly polygon: Float64Array = new Float64Array(2 * OTHER)
  /** Half sizes of the face in its plane. */
  readonly outline: Float64Array = new Float64Array(2)
  /** A point in the frame of the box that owns the face. */
  readonly local: Float64Array = new Float64Array(3)
}

const registers = new FaceRegisters()
const { polygon, outline, local } = registers

/**
 * Appends the contacts with a face of `boxPair`: 0 to 2 along axis k of box 1, 3 to 5 of box 2. Its owner is that box.
 * Component c of axis i of the other box, in the frame of the owner, is at c · row + i · column of M: by columns for
 * one box, by rows for the other.
 */
export function collideFace(face: number, d: Data, g1: number, g2: number, contacts: ContactBuffer): void {
  const { M } = boxPair
  const isFirst = face < 3
  const k = isFirst ? face : face - 3
  const owner = isFirst ? g1 : g2
  const sense = isFirst ? 1 : -1
  const row = isFirst ? 3 : 1
  const o = isFirst ? boxPair.a : boxPair.b
  const h = isFirst ? boxPair.h1 : boxPair.h2
  const other = isFirst ? boxPair.h2 : boxPair.h1
  const x = NEXT[k]
  const y = AFTER[k]
  const up = o[k] >= 0 ? 1 : -1
  const column = 4 - row

  // the face of the other box that is most turned toward this one: its axis f, its middle, its half sides u and w
  let f = 0
  if (Math.abs(M[k * row + column]) > Math.abs(M[k * row])) f = 1
  if (Math.abs(M[k * row + 2 * column]) > Math.abs(M[k * row + f * column])) f = 2
  const hf = other[f]
  const hu = other[NEXT[f]]
  const hw = other[AFTER[f]]
  const fu = NEXT[f] * column
  const fw = AFTER[f] * column
  f *= column
  const toward = up * M[k * row + f] > 0 ? -hf : hf
  const cx = o[x] + M[x * row + f] * toward
  const cy = o[y] + M[y * row + f] * toward
  const cz = up * (o[k] + M[k * row + f] * toward) - h[k]
  const ux = M[x * row + fu] * hu
  const uy = M[y * row + fu] * hu
  const uz = up * (M[k * row + fu] * hu)
  const wx = M[x * row + fw] * hw
  const wy = M[y * row + fw] * hw
  const wz = up * (M[k * row + fw] * hw)
  polygon[0] = cx + ux + wx
  polygon[1] = cy + uy + wy
  polygon[2] = cz + uz + wz
  polygon[3] = cx - ux + wx
  polygon[4] = cy - uy + wy
  polygon[5] = cz - uz + wz
  polygon[6] = cx - ux - wx
  polygon[7] = cy - uy - wy
  polygon[8] = cz - uz - wz
  polygon[9] = cx + ux - wx
  polygon[10] = cy + uy - wy
  polygon[11] = cz + uz - wz

  // cut it at the four sides
  const hx = h[x]
  const hy = h[y]
  outline[0] = hx
  outline[1] = hy
  let at = 0
  let n = 4
  for (let side = 0; side < 4; side++) {
    const left = cut(at, n, side >> 1, side & 1 ? -1 : 1)
    if (left < 0) continue
    n = left
    at = OTHER - at
  }

  const { geom_xpos, geom_xmat } = d
  const { dist, pos, normal, tangent } = contacts
  const r = 9 * owner
  const c = 3 * owner
  const margin = contacts.margin[0]
  const near = SAME_CORNER * (hx * hx + hy * hy)
  const hk = h[k]
  const sign = sense * up
  const nx = sign * geom_xmat[r + k]
  const ny = sign * geom_xmat[r + 3 + k]
  const nz = sign * geom_xmat[r + 6 + k]
  const m0 = geom_xmat[r]
  const m1 = geom_xmat[r + 1]
  const m2 = geom_xmat[r + 2]
  const m3 = geom_xmat[r + 3]
  const m4 = geom_xmat[r + 4]
  const m5 = geom_xmat[r + 5]
  const m6 = geom_xmat[r + 6]
  const m7 = geom_xmat[r + 7]
  const m8 = geom_xmat[r + 8]
  const ox = geom_xpos[c]
  const oy = geom_xpos[c + 1]
  const oz = geom_xpos[c + 2]
  let count = contacts.count
  // a contact at each corner that is low enough, those that coincide once; what is kept moves to the front
  let kept = at
  for (let i = at; i < at + 3 * n; i += 3) {
    const height = polygon[i + 2]
    if (!(height <= margin)) continue
    const px = polygon[i]
    const py = polygon[i + 1]
    let same = false
    for (let q = at; q < kept; q += 3) {
      const ex = px - polygon[q]
      const ey = py - polygon[q + 1]
      if (ex * ex + ey * ey < near) same = true
    }
    if (same) continue
    polygon[kept] = px
    polygon[kept + 1] = py
    kept += 3

    local[x] = px
    local[y] = py
    local[k] = up * (hk + 0.5 * height)
    const lx = local[0]
    const ly = local[1]
    const lz = local[2]
    const t = 3 * count
    dist[count] = height
    pos[t] = ox + (m0 * lx + m1 * ly + m2 * lz)
    pos[t + 1] = oy + (m3 * lx + m4 * ly + m5 * lz)
    pos[t + 2] = oz + (m6 * lx + m7 * ly + m8 * lz)
    normal[t] = nx
    normal[t + 1] = ny
    normal[t + 2] = nz
    tangent[t] = 0
    tangent[t + 1] = 0
    tangent[t + 2] = 0
    count++
  }
  contacts.count = count
}

/**
 * Cuts off of the polygon with n corners at an offset what lies beyond one side of the outline, where
 * sign · coordinate > half size. The number of corners that are left, in the other polygon; -1: nothing to cut off.
 */
function cut(at: number, n: number, coordinate: number, sign: number): number {
  const limit = outline[coordinate]
  const end = at + 3 * n
  let outside = 0
  for (let i = at + coordinate; i < end; i += 3) if (sign * polygon[i] > limit) outside++
  if (outside === 0) return -1
  if (outside === n) return 0

  let out = OTHER - at
  let x = polygon[at]
  let y = polygon[at + 1]
  let z = polygon[at + 2]
  let d0 = sign * polygon[at + coordinate] - limit
  for (let i = at; i < end; i += 3) {
    const next = i + 3 < end ? i + 3 : at
    const nextX = polygon[next]
    const nextY = polygon[next + 1]
    const nextZ = polygon[next + 2]
    const d1 = sign * polygon[next + coordinate] - limit
    if (d0 <= 0) {
      polygon[out] = x
      polygon[out + 1] = y
      polygon[out + 2] = z
      out += 3
    }
    if (d0 * d1 < 0) {
      const t = d0 / (d0 - d1)
      polygon[out] = x + t * (nextX - x)
      polygon[out + 1] = y + t * (nextY - y)
      polygon[out + 2] = z + t * (nextZ - z)
      out += 3
    }
    x = nextX
    y = nextY
    z = nextZ
    d0 = d1
  }
  return (out - (OTHER - at)) / 3
}
