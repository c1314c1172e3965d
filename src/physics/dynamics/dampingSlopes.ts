import { areDamped } from '../../core/data/awakeSets.ts'
import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { addActuatorDampingSlopes } from '../actuation/actuatorLoad.ts'

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/** Whether any dof is damped. Counts joints on which actuators add inertia or damping. */
export function isDamped(m: Model, d: Data): boolean {
  const { nspan, span_dof, span_jnt } = d
  if (d.sleepDamped) return true
  for (let s = 0; s < 2 * nspan; s += 2)
    if (areDamped(m, span_jnt[s], span_jnt[s + 1], span_dof[s], span_dof[s + 1])) return true
  return false
}

/** Slope of the damping force of each dof: the force is v(k + p₁|v| + p₂v²), its slope k + 2p₁|v| + 3p₂v². */
export function dampingSlopes(m: Model, d: Data, out: Float64Array): void {
  const { dof_damping, dof_dampingpoly } = m
  const { qvel, nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let i = span_dof[s]; i < span_dof[s + 1]; i++) {
      const speed = Math.abs(qvel[i])
      const p = (2 * i) & INDEX
      out[i] = dof_damping[i] + speed * (2 * dof_dampingpoly[p] + speed * 3 * dof_dampingpoly[p + 1])
    }
  }
  addActuatorDampingSlopes(m, d, out)
}
