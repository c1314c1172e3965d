import type { Data } from '../../core/data/data.ts'
import { DisableBit, JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { addTendonSpringEnergy } from '../tendon/tendonSpring.ts'
import { EXTENSION_SIZE, extensionParts, STRETCH, springExtension } from './springExtension.ts'

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

const extension = new Float64Array(EXTENSION_SIZE)

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
    if (jnt_type[j] === JointType.hinge || jnt_type[j] === JointType.slide) {
      const x = qpos[jnt_qposadr[j]] - qpos_spring[jnt_qposadr[j]]
      energy[0] += x * x * (k + x * (p1 + x * p2))
      continue
    }
    const parts = extensionParts(m, j)
    for (let part = 0; part < parts; part++) {
      springExtension(extension, m, d, j, part)
      const r = extension[STRETCH]
      energy[0] += r * r * (k + r * (p1 + r * p2))
    }
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
