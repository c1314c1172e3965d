import type { Data } from '../../core/data/data.ts'
import { DisableBit, JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { addTendonSpringEnergy } from '../tendon/tendonSpring.ts'
import { springRotation } from './passiveForces.ts'

/** Potential energy of gravity and springs, J: (xipos, qpos, ten_length) → energy[0]. MuJoCo: mj_energyPos. */
export function energyPos(m: Model, d: Data): void {
  const { disableflags, gravity } = m.opt
  let energy = 0
  if ((disableflags & DisableBit.gravity) === 0) {
    const { body_mass } = m
    const { xipos } = d
    for (let b = 1; b < m.nbody; b++)
      energy -=
        body_mass[b] * (gravity[0] * xipos[3 * b] + gravity[1] * xipos[3 * b + 1] + gravity[2] * xipos[3 * b + 2])
  }
  d.energy[0] = energy
  if ((disableflags & DisableBit.spring) !== 0) return
  addSpringEnergy(m, d)
  addTendonSpringEnergy(m, d)
}

const rotation = new Float64Array(3)

/**
 * Adds Σ ½k x² + p₁x³/3 + p₂x⁴/4, with x the displacement of a scalar joint, or its length for ball and free joints.
 */
function addSpringEnergy(m: Model, d: Data): void {
  const { njnt, jnt_type, jnt_qposadr, jnt_stiffness, jnt_stiffnesspoly, qpos_spring } = m
  const { qpos, energy } = d
  for (let j = 0; j < njnt; j++) {
    const k = jnt_stiffness[j] / 2
    const p1 = jnt_stiffnesspoly[2 * j] / 3
    const p2 = jnt_stiffnesspoly[2 * j + 1] / 4
    if (k === 0 && p1 === 0 && p2 === 0) continue
    const type = jnt_type[j]
    let q = jnt_qposadr[j]
    let x = qpos[q] - qpos_spring[q]
    if (type === JointType.free) {
      const y = qpos[q + 1] - qpos_spring[q + 1]
      const z = qpos[q + 2] - qpos_spring[q + 2]
      x = Math.sqrt(x * x + y * y + z * z)
      energy[0] += x * x * (k + x * (p1 + x * p2))
      q += 3
    }
    if (type === JointType.free || type === JointType.ball) {
      springRotation(rotation, qpos, qpos_spring, q)
      x = Math.sqrt(rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2])
    }
    energy[0] += x * x * (k + x * (p1 + x * p2))
  }
}

/** Kinetic energy ½ qvelᵀ M qvel, J: (qvel, M) → energy[1]. MuJoCo: mj_energyVel. */
export function energyVel(m: Model, d: Data): void {
  const { nv, M_rowadr, M_rownnz, M_colind } = m
  const { M, qvel } = d
  let energy = 0
  for (let i = 0; i < nv; i++) {
    const diagonal = M_rowadr[i] + M_rownnz[i] - 1
    let sum = 0.5 * M[diagonal] * qvel[i]
    for (let k = M_rowadr[i]; k < diagonal; k++) sum += M[k] * qvel[M_colind[k]]
    energy += sum * qvel[i]
  }
  d.energy[1] = energy
}
