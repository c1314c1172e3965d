import type { Data, Model } from '../../../../src/index.ts'
import type { Marks } from '../marks.ts'

/** The box around each geom, in the frame of the geom. */
export function drawVolumes(m: Model, d: Data, marks: Marks): void {
  for (let geom = 0; geom < m.ngeom; geom++) {
    if (!(m.geom_rbound[geom] > 0)) continue
    const [x, y, z, a, b, c] = m.geom_aabb.subarray(6 * geom, 6 * geom + 6)
    const centre = [0, 1, 2].map((row) => {
      const R = 9 * geom + 3 * row
      return d.geom_xpos[3 * geom + row] + d.geom_xmat[R] * x + d.geom_xmat[R + 1] * y + d.geom_xmat[R + 2] * z
    })
    marks.solid('box', centre, d.geom_xmat, [a, b, c], m.vis.rgba.bv, 0, 9 * geom)
  }
}
