import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { addRotorDamping } from '../actuation/actuatorLoad.ts'

/**
 * Polynomial springs and dampers of tendons. A spring is slack while the length is between the two values of
 * `tendon_lengthspring`.
 */

/** Adds the forces of springs: (ten_length, ten_J) → qfrc_spring. */
export function tendonSprings(m: Model, d: Data): void {
  for (let t = 0; t < m.ntendon; t++) {
    if (d.tendon_awake[t] === 0) continue
    force[0] = 0
    tendonPassiveForce(m, d, t, true, false, force)
    if (force[0] !== 0) addTendonForce(m, d, t, d.qfrc_spring)
  }
}

/** Adds the forces of dampers: (ten_velocity, ten_J) → qfrc_damper. */
export function tendonDampers(m: Model, d: Data): void {
  for (let t = 0; t < m.ntendon; t++) {
    if (d.tendon_awake[t] === 0) continue
    force[0] = 0
    tendonPassiveForce(m, d, t, false, true, force)
    if (force[0] !== 0) addTendonForce(m, d, t, d.qfrc_damper)
  }
}

/** Force along a tendon, N; positive pushes its ends apart. */
const force = new Float64Array(1) // V8: boxed otherwise
/** Damping coefficients of one tendon, including actuators. */
const damping = new Float64Array(3)

/** Adds the force of a tendon's spring, of its damper, or of both to out[0]. */
export function tendonPassiveForce(
  m: Model,
  d: Data,
  t: number,
  spring: boolean,
  damper: boolean,
  out: Float64Array,
): void {
  const { tendon_stiffness, tendon_stiffnesspoly, tendon_lengthspring } = m
  const { tendon_damping, tendon_dampingpoly, tendon_actuatorid } = m
  if (spring) {
    const length = d.ten_length[t]
    const low = tendon_lengthspring[2 * t]
    const high = tendon_lengthspring[2 * t + 1]
    const x = length > high ? length - high : length < low ? length - low : 0
    out[0] -= x * (tendon_stiffness[t] + x * (tendon_stiffnesspoly[2 * t] + x * tendon_stiffnesspoly[2 * t + 1]))
  }
  if (damper) {
    const v = d.ten_velocity[t]
    const speed = Math.abs(v)
    damping[0] = tendon_damping[t]
    damping[1] = tendon_dampingpoly[2 * t]
    damping[2] = tendon_dampingpoly[2 * t + 1]
    if (tendon_actuatorid[t] !== -1) addRotorDamping(m, true, t, damping)
    out[0] -= v * (damping[0] + speed * (damping[1] + speed * damping[2]))
  }
}

/** Writes the slope of a tendon's damping by velocity to out[0]: c + 2c₁|v| + 3c₂v², including actuators. */
export function tendonDampingSlope(m: Model, d: Data, t: number, out: Float64Array): void {
  const { tendon_damping, tendon_dampingpoly, tendon_actuatorid } = m
  const speed = Math.abs(d.ten_velocity[t])
  damping[0] = tendon_damping[t]
  damping[1] = tendon_dampingpoly[2 * t]
  damping[2] = tendon_dampingpoly[2 * t + 1]
  if (tendon_actuatorid[t] !== -1) addRotorDamping(m, true, t, damping)
  out[0] = damping[0] + speed * (2 * damping[1] + speed * 3 * damping[2])
}

/** Writes the slope of a tendon's spring by length to out[0]: k + 2p₁x + 3p₂x²; 0 while slack. */
export function tendonStiffness(m: Model, d: Data, t: number, out: Float64Array): void {
  const { tendon_stiffness, tendon_stiffnesspoly, tendon_lengthspring } = m
  const length = d.ten_length[t]
  const low = tendon_lengthspring[2 * t]
  const high = tendon_lengthspring[2 * t + 1]
  const x = length > high ? length - high : length < low ? length - low : 0
  out[0] =
    x === 0 ? 0 : tendon_stiffness[t] + x * (2 * tendon_stiffnesspoly[2 * t] + x * 3 * tendon_stiffnesspoly[2 * t + 1])
}

/** out += Jᵀ · force, for awake dofs. */
function addTendonForce(m: Model, d: Data, t: number, out: Float64Array): void {
  const { ten_J_rowadr, ten_J_rownnz, ten_J_colind, dof_treeid } = m
  const { ten_J, tree_awake } = d
  const f = force[0]
  const start = ten_J_rowadr[t]
  const end = start + ten_J_rownnz[t]
  for (let k = start; k < end; k++) {
    const dof = ten_J_colind[k]
    if (tree_awake[dof_treeid[dof]] === 1) out[dof] += ten_J[k] * f
  }
}

/** Adds the energy of springs to energy[0]: ½k x² + p₁x³/3 + p₂x⁴/4. */
export function addTendonSpringEnergy(m: Model, d: Data): void {
  const { ntendon, tendon_stiffness, tendon_stiffnesspoly, tendon_lengthspring } = m
  const { ten_length, energy } = d
  for (let t = 0; t < ntendon; t++) {
    const k = tendon_stiffness[t] / 2
    const p1 = tendon_stiffnesspoly[2 * t] / 3
    const p2 = tendon_stiffnesspoly[2 * t + 1] / 4
    const length = ten_length[t]
    const low = tendon_lengthspring[2 * t]
    const high = tendon_lengthspring[2 * t + 1]
    const x = length > high ? length - high : length < low ? length - low : 0
    energy[0] += x * x * (k + x * (p1 + x * p2))
  }
}
