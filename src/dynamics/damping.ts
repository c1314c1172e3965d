import type { Data } from '../data/data.ts'
import type { Model } from '../model/model.ts'
import { addActuatorDampingSlopes } from './actuatorLoad.ts'

/** Whether any dof is damped; joints count that actuators lend inertia or damping to. */
export function isDamped(m: Model): boolean {
  const { nv, njnt, dof_damping, dof_dampingpoly, jnt_actuatorid } = m
  for (let j = 0; j < njnt; j++) if (jnt_actuatorid[j] !== -1) return true
  for (let i = 0; i < nv; i++)
    if (dof_damping[i] > 0 || dof_dampingpoly[2 * i] !== 0 || dof_dampingpoly[2 * i + 1] !== 0) return true
  return false
}

/** Slope of the damping force of each dof: the force is v(k + p₁|v| + p₂v²), its slope k + 2p₁|v| + 3p₂v². */
export function dampingSlopes(m: Model, d: Data, out: Float64Array): void {
  const { nv, dof_damping, dof_dampingpoly } = m
  const { qvel } = d
  for (let i = 0; i < nv; i++) {
    const speed = Math.abs(qvel[i])
    out[i] = dof_damping[i] + speed * (2 * dof_dampingpoly[2 * i] + speed * 3 * dof_dampingpoly[2 * i + 1])
  }
  addActuatorDampingSlopes(m, d, out)
}
