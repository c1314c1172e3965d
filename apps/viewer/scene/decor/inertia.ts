import type { Data, Model } from '../../../../src/index.ts'
import { type DecorBatches, DecorShape } from '../decorBatches.ts'

const half = new Float64Array(3)

/** Density of water, kg/m³: that of inertia boxes scaled by mass. */
const WATER = 1000

/** Centers of mass of kinematic trees. */
export function drawCenters(m: Model, d: Data, batches: DecorBatches): void {
  const { rgba, scale } = m.vis
  for (let body = 1; body < m.nbody; body++)
    if (m.body_rootid[body] === body) batches.sphere(d.subtree_com, 3 * body, scale.com * m.stat.meansize, rgba.com)
}

/**
 * Equivalent inertia boxes, or ellipsoids: bodies of uniform density with the same mass and inertia. With `isScaled`
 * they have the density of water.
 */
export function drawInertias(m: Model, d: Data, batches: DecorBatches, isScaled: boolean): void {
  const { rgba, global } = m.vis
  const asEllipsoid = global.ellipsoidinertia === 1
  // m (b² + c²)/3 about a for the half sizes of a box, /5 for those of an ellipsoid
  const factor = asEllipsoid ? 5 : 3
  const volumeOfUnit = asEllipsoid ? (4 / 3) * Math.PI : 8
  for (let body = 1; body < m.nbody; body++) {
    const mass = m.body_mass[body]
    if (!(mass > 0)) continue
    const a = m.body_inertia[3 * body]
    const b = m.body_inertia[3 * body + 1]
    const c = m.body_inertia[3 * body + 2]
    half[0] = Math.sqrt((factor * Math.max(0, b + c - a)) / (2 * mass))
    half[1] = Math.sqrt((factor * Math.max(0, a + c - b)) / (2 * mass))
    half[2] = Math.sqrt((factor * Math.max(0, a + b - c)) / (2 * mass))
    const volume = volumeOfUnit * half[0] * half[1] * half[2]
    if (isScaled && volume > 0) {
      const scale = Math.cbrt(mass / (WATER * volume))
      for (let k = 0; k < 3; k++) half[k] *= scale
    }
    const kind = asEllipsoid ? DecorShape.sphere : DecorShape.box
    batches.solid(kind, d.xipos, 3 * body, d.ximat, 9 * body, half, rgba.inertia)
  }
}
