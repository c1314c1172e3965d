import type { Data, Model } from '../../../../src/index.ts'
import type { Marks } from '../marks.ts'

/** Centres of mass of whole trees. */
export function drawCentres(m: Model, d: Data, marks: Marks): void {
  const { rgba, scale } = m.vis
  for (let body = 1; body < m.nbody; body++)
    if (m.body_rootid[body] === body && m.body_subtreemass[body] > 0)
      marks.sphere(d.subtree_com, scale.com * m.stat.meansize, rgba.com, 3 * body)
}

/** Boxes, or ellipsoids, of even density with the mass and inertia of each body. */
export function drawInertias(m: Model, d: Data, marks: Marks): void {
  const { rgba, global } = m.vis
  const asEllipsoid = global.ellipsoidinertia === 1
  // m (b² + c²)/3 about a for the half sizes of a box, /5 for those of an ellipsoid
  const factor = asEllipsoid ? 5 : 3
  for (let body = 1; body < m.nbody; body++) {
    const mass = m.body_mass[body]
    if (!(mass > 0)) continue
    const [a, b, c] = m.body_inertia.subarray(3 * body, 3 * body + 3)
    const half = [b + c - a, a + c - b, a + b - c].map((x) => Math.sqrt((factor / 2) * Math.max(0, x / mass)))
    marks.solid(asEllipsoid ? 'sphere' : 'box', d.xipos, d.ximat, half, rgba.inertia, 3 * body, 9 * body)
  }
}
