import type { Data, Model } from '../../../../src/index.ts'
import type { Perturbation } from '../../simulation/commands.ts'
import { type DecorBatches, DecorShape } from '../decorBatches.ts'
import { pointOf } from './equality.ts'

const grabbed = new Float64Array(3)
const half = new Float64Array(3)
const rotation = new Float64Array(9)
const force = new Float64Array(3)

/**
 * The perturbation by the mouse: a line to the target of the force, or a box in the target orientation of the torque.
 */
export function drawPerturbation(m: Model, d: Data, batches: DecorBatches, perturbation: Perturbation): void {
  const { rgba, scale } = m.vis
  const size = m.stat.meansize
  const { body } = perturbation
  if (!(body > 0 && body < m.nbody)) return
  if (perturbation.kind === 'force') {
    pointOf(d, body, perturbation.grabbed, 0, grabbed)
    batches.sphere(grabbed, 0, scale.selectpoint * size, rgba.selectpoint)
    batches.capsule(grabbed, 0, perturbation.target, 0, scale.constraint * size, rgba.constraint)
    batches.sphere(perturbation.target, 0, scale.selectpoint * size, rgba.constraint)
    return
  }
  rotationOf(perturbation.quat)
  // the equivalent inertia box
  const mass = Math.max(1e-12, m.body_mass[body])
  for (let k = 0; k < 3; k++) {
    const I = m.body_inertia
    const other = I[3 * body + ((k + 1) % 3)] + I[3 * body + ((k + 2) % 3)] - I[3 * body + k]
    half[k] = Math.sqrt((1.5 * Math.max(0, other)) / mass)
  }
  batches.solid(DecorShape.wireBox, d.xipos, 3 * body, rotation, 0, half, rgba.selectpoint)
  batches.sphere(d.xipos, 3 * body, 0.5 * scale.selectpoint * size, rgba.selectpoint)
}

/** Applied forces (`xfrc_applied`) at the centers of mass, `vis.map.force / meanmass` meters per newton. */
export function drawAppliedForces(m: Model, d: Data, batches: DecorBatches): void {
  const { rgba, scale, map } = m.vis
  const meters = map.force / m.stat.meanmass
  for (let body = 1; body < m.nbody; body++) {
    for (let k = 0; k < 3; k++) force[k] = meters * d.xfrc_applied[6 * body + k]
    batches.arrow(d.xipos, 3 * body, force, 0, scale.forcewidth * m.stat.meansize, rgba.force)
  }
}

/** `rotation` ← the matrix of a quaternion. */
function rotationOf(q: readonly [number, number, number, number]): void {
  const [w, x, y, z] = q
  rotation[0] = w * w + x * x - y * y - z * z
  rotation[1] = 2 * (x * y - w * z)
  rotation[2] = 2 * (x * z + w * y)
  rotation[3] = 2 * (x * y + w * z)
  rotation[4] = w * w - x * x + y * y - z * z
  rotation[5] = 2 * (y * z - w * x)
  rotation[6] = 2 * (x * z - w * y)
  rotation[7] = 2 * (y * z + w * x)
  rotation[8] = w * w - x * x - y * y + z * z
}
