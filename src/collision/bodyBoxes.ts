import type { Data } from '../data/data.ts'
import { DisableBit, EnableBit, GeomType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import type { CollisionPlan } from './plan.ts'

/** Boxes are larger by this, m, so that rounding never separates what touches. */
const SLACK = 1e-9
/** Geoms of a body that are looked at one by one; with more, the box that was made when the model was compiled serves. */
const FEW_GEOMS = 4

/**
 * Boxes of bodies in the world frame, a row for each of `plan.bodies`: lower corner, upper corner. A box holds the geoms of a
 * body, each grown by its margin and gap.
 */
export function bodyBoxes(m: Model, d: Data, plan: CollisionPlan, out: Float64Array): void {
  const { bodies, geoms, geomStart, volumes, isBounded } = plan
  const { geom_type, geom_rbound, geom_aabb, geom_margin, geom_gap } = m
  const { geom_xpos, geom_xmat } = d
  const override = (m.opt.enableflags & EnableBit.override) !== 0
  const trees = (m.opt.disableflags & DisableBit.midphase) === 0
  const overrideMargin = 0.5 * m.opt.o_margin
  const count = bodies.length

  for (let row = 0; row < count; row++) {
    const body = bodies[row]
    const start = geomStart[body]
    const end = geomStart[body + 1]
    let lowX = Infinity
    let lowY = Infinity
    let lowZ = Infinity
    let highX = -Infinity
    let highY = -Infinity
    let highZ = -Infinity
    if (isBounded[body] === 0) {
      lowX = lowY = lowZ = -Infinity
      highX = highY = highZ = Infinity
    } else if (trees && end - start > FEW_GEOMS && volumes[body] >= 0) {
      const { bvh_aabb } = m
      const { xipos, ximat } = d
      const box = 6 * volumes[body]
      const R = 9 * body
      const cx = bvh_aabb[box]
      const cy = bvh_aabb[box + 1]
      const cz = bvh_aabb[box + 2]
      const hx = bvh_aabb[box + 3]
      const hy = bvh_aabb[box + 4]
      const hz = bvh_aabb[box + 5]
      const x = xipos[3 * body] + ximat[R] * cx + ximat[R + 1] * cy + ximat[R + 2] * cz
      const y = xipos[3 * body + 1] + ximat[R + 3] * cx + ximat[R + 4] * cy + ximat[R + 5] * cz
      const z = xipos[3 * body + 2] + ximat[R + 6] * cx + ximat[R + 7] * cy + ximat[R + 8] * cz
      const margin = SLACK + m.body_margin[body] + (override ? overrideMargin : 0)
      const ex = margin + Math.abs(ximat[R]) * hx + Math.abs(ximat[R + 1]) * hy + Math.abs(ximat[R + 2]) * hz
      const ey = margin + Math.abs(ximat[R + 3]) * hx + Math.abs(ximat[R + 4]) * hy + Math.abs(ximat[R + 5]) * hz
      const ez = margin + Math.abs(ximat[R + 6]) * hx + Math.abs(ximat[R + 7]) * hy + Math.abs(ximat[R + 8]) * hz
      lowX = x - ex
      lowY = y - ey
      lowZ = z - ez
      highX = x + ex
      highY = y + ey
      highZ = z + ez
    } else {
      for (let k = start; k < end; k++) {
        const g = geoms[k]
        const margin = SLACK + geom_gap[g] + (override ? overrideMargin : geom_margin[g])
        const radius = geom_rbound[g]
        const px = geom_xpos[3 * g]
        const py = geom_xpos[3 * g + 1]
        const pz = geom_xpos[3 * g + 2]
        let x0 = px - radius
        let y0 = py - radius
        let z0 = pz - radius
        let x1 = px + radius
        let y1 = py + radius
        let z1 = pz + radius
        const type = geom_type[g]
        if (type !== GeomType.sphere || radius <= 0) {
          const a = 6 * g
          const R = 9 * g
          const hx = geom_aabb[a + 3]
          const hy = geom_aabb[a + 4]
          const hz = geom_aabb[a + 5]
          let x = px
          let y = py
          let z = pz
          let ex: number
          let ey: number
          let ez: number
          if (type === GeomType.capsule) {
            // a segment along the third axis, grown by the radius
            const half = hz - hx
            ex = hx + Math.abs(geom_xmat[R + 2]) * half
            ey = hx + Math.abs(geom_xmat[R + 5]) * half
            ez = hx + Math.abs(geom_xmat[R + 8]) * half
          } else {
            const r0 = geom_xmat[R]
            const r1 = geom_xmat[R + 1]
            const r2 = geom_xmat[R + 2]
            const r3 = geom_xmat[R + 3]
            const r4 = geom_xmat[R + 4]
            const r5 = geom_xmat[R + 5]
            const r6 = geom_xmat[R + 6]
            const r7 = geom_xmat[R + 7]
            const r8 = geom_xmat[R + 8]
            ex = Math.abs(r0) * hx + Math.abs(r1) * hy + Math.abs(r2) * hz
            ey = Math.abs(r3) * hx + Math.abs(r4) * hy + Math.abs(r5) * hz
            ez = Math.abs(r6) * hx + Math.abs(r7) * hy + Math.abs(r8) * hz
            const cx = geom_aabb[a]
            const cy = geom_aabb[a + 1]
            const cz = geom_aabb[a + 2]
            x += r0 * cx + r1 * cy + r2 * cz
            y += r3 * cx + r4 * cy + r5 * cz
            z += r6 * cx + r7 * cy + r8 * cz
          }
          // inside the bounding sphere, where there is one
          if (!(x - ex < x0 && radius > 0)) x0 = x - ex
          if (!(y - ey < y0 && radius > 0)) y0 = y - ey
          if (!(z - ez < z0 && radius > 0)) z0 = z - ez
          if (!(x + ex > x1 && radius > 0)) x1 = x + ex
          if (!(y + ey > y1 && radius > 0)) y1 = y + ey
          if (!(z + ez > z1 && radius > 0)) z1 = z + ez
        }
        if (x0 - margin < lowX) lowX = x0 - margin
        if (y0 - margin < lowY) lowY = y0 - margin
        if (z0 - margin < lowZ) lowZ = z0 - margin
        if (x1 + margin > highX) highX = x1 + margin
        if (y1 + margin > highY) highY = y1 + margin
        if (z1 + margin > highZ) highZ = z1 + margin
      }
    }
    const o = 6 * row
    out[o] = lowX
    out[o + 1] = lowY
    out[o + 2] = lowZ
    out[o + 3] = highX
    out[o + 4] = highY
    out[o + 5] = highZ
  }
}
