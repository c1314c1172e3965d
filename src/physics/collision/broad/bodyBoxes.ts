import type { Data } from '../../../core/data/data.ts'
import { DisableBit, EnableBit, GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import type { CollisionCache } from './collisionCache.ts'

/** Boxes are larger by this, m, so that rounding never separates what touches. */
export const SLACK = 1e-9
/** Up to so many geoms of a body are enclosed one by one; with more, the root of its compiled hierarchy serves. */
const FEW_GEOMS = 4

/**
 * Bounding boxes in the world frame: lower corner, upper corner. They are grown by margin and gap, and a little more,
 * so that two geoms whose boxes do not overlap have no contact.
 */

/** Boxes of the rows [first, last) of `cache.bodies`; those of bodies without bounds are infinite. */
export function bodyBoxes(
  m: Model,
  d: Data,
  cache: CollisionCache,
  out: Float64Array,
  first: number,
  last: number,
): void {
  const { bodies, geoms, geomStart, volumes, isBounded } = cache
  const useBvh = (m.opt.disableflags & DisableBit.midphase) === 0
  for (let row = first; row < last; row++) {
    const body = bodies[row]
    const start = geomStart[body]
    const end = geomStart[body + 1]
    const o = 6 * row
    if (isBounded[body] === 0) {
      out[o] = out[o + 1] = out[o + 2] = -Infinity
      out[o + 3] = out[o + 4] = out[o + 5] = Infinity
    } else if (end - start === 1) {
      geomBox(m, d, geoms[start], out, o)
    } else if (useBvh && end - start > FEW_GEOMS && volumes[body] >= 0) {
      volumeBox(m, d, body, volumes[body], out, o)
    } else {
      geomBox(m, d, geoms[start], out, o)
      for (let k = start + 1; k < end; k++) {
        geomBox(m, d, geoms[k], another, 0)
        for (let c = 0; c < 3; c++) {
          out[o + c] = Math.min(out[o + c], another[c])
          out[o + 3 + c] = Math.max(out[o + 3 + c], another[3 + c])
        }
      }
    }
  }
}

/** Register: the box of a further geom. */
const another = new Float64Array(6)

/** The box around the root of the bounding volume hierarchy of a body. */
function volumeBox(m: Model, d: Data, body: number, root: number, out: Float64Array, o: number): void {
  const { bvh_aabb } = m
  const { xipos, ximat } = d
  const a = 6 * root
  const spare = (m.opt.enableflags & EnableBit.override) !== 0 ? 0.5 * m.opt.o_margin : 0
  const margin = SLACK + m.body_margin[body] + spare
  for (let c = 0; c < 3; c++) {
    const R = 9 * body + 3 * c
    const r0 = ximat[R]
    const r1 = ximat[R + 1]
    const r2 = ximat[R + 2]
    const x = xipos[3 * body + c] + r0 * bvh_aabb[a] + r1 * bvh_aabb[a + 1] + r2 * bvh_aabb[a + 2]
    const half =
      margin + Math.abs(r0) * bvh_aabb[a + 3] + Math.abs(r1) * bvh_aabb[a + 4] + Math.abs(r2) * bvh_aabb[a + 5]
    out[o + c] = x - half
    out[o + 3 + c] = x + half
  }
}

/** The box around a geom: around its rotated `geom_aabb`, and inside its bounding sphere; infinite for planes. */
export function geomBox(m: Model, d: Data, g: number, out: Float64Array, o: number): void {
  const { geom_aabb } = m
  const { geom_xpos, geom_xmat } = d
  const type = m.geom_type[g]
  const radius = m.geom_rbound[g]
  const override = (m.opt.enableflags & EnableBit.override) !== 0
  const margin = SLACK + m.geom_gap[g] + (override ? 0.5 * m.opt.o_margin : m.geom_margin[g])
  const x = geom_xpos[3 * g]
  const y = geom_xpos[3 * g + 1]
  const z = geom_xpos[3 * g + 2]

  if (type === GeomType.plane) {
    out[o] = out[o + 1] = out[o + 2] = -Infinity
    out[o + 3] = out[o + 4] = out[o + 5] = Infinity
    return
  }
  const a = 6 * g
  if (type === GeomType.sphere) {
    const half = margin + (radius > 0 ? radius : geom_aabb[a + 3])
    out[o] = x - half
    out[o + 1] = y - half
    out[o + 2] = z - half
    out[o + 3] = x + half
    out[o + 4] = y + half
    out[o + 5] = z + half
    return
  }
  const R = 9 * g
  if (type === GeomType.capsule) {
    // a segment along the third axis, grown by the radius
    const around = margin + geom_aabb[a + 3]
    const length = geom_aabb[a + 5] - geom_aabb[a + 3]
    const ex = around + Math.abs(geom_xmat[R + 2]) * length
    const ey = around + Math.abs(geom_xmat[R + 5]) * length
    const ez = around + Math.abs(geom_xmat[R + 8]) * length
    out[o] = x - ex
    out[o + 1] = y - ey
    out[o + 2] = z - ez
    out[o + 3] = x + ex
    out[o + 4] = y + ey
    out[o + 5] = z + ez
    return
  }
  const hx = geom_aabb[a + 3]
  const hy = geom_aabb[a + 4]
  const hz = geom_aabb[a + 5]
  const r0 = geom_xmat[R]
  const r1 = geom_xmat[R + 1]
  const r2 = geom_xmat[R + 2]
  const r3 = geom_xmat[R + 3]
  const r4 = geom_xmat[R + 4]
  const r5 = geom_xmat[R + 5]
  const r6 = geom_xmat[R + 6]
  const r7 = geom_xmat[R + 7]
  const r8 = geom_xmat[R + 8]
  const ex = margin + Math.abs(r0) * hx + Math.abs(r1) * hy + Math.abs(r2) * hz
  const ey = margin + Math.abs(r3) * hx + Math.abs(r4) * hy + Math.abs(r5) * hz
  const ez = margin + Math.abs(r6) * hx + Math.abs(r7) * hy + Math.abs(r8) * hz
  const ax = geom_aabb[a]
  const ay = geom_aabb[a + 1]
  const az = geom_aabb[a + 2]
  const cx = x + (r0 * ax + r1 * ay + r2 * az)
  const cy = y + (r3 * ax + r4 * ay + r5 * az)
  const cz = z + (r6 * ax + r7 * ay + r8 * az)
  out[o] = cx - ex
  out[o + 1] = cy - ey
  out[o + 2] = cz - ez
  out[o + 3] = cx + ex
  out[o + 4] = cy + ey
  out[o + 5] = cz + ez
  // the corners of a box are on its sphere; other shapes may stay farther inside
  if (type === GeomType.box || radius <= 0) return
  const bound = margin + radius
  if (out[o] < x - bound) out[o] = x - bound
  if (out[o + 1] < y - bound) out[o + 1] = y - bound
  if (out[o + 2] < z - bound) out[o + 2] = z - bound
  if (out[o + 3] > x + bound) out[o + 3] = x + bound
  if (out[o + 4] > y + bound) out[o + 4] = y + bound
  if (out[o + 5] > z + bound) out[o + 5] = z + bound
}
