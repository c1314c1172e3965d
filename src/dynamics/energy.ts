import type { Data } from '../data/data.ts'
import { norm3 } from '../math/vec3.ts'
import { DisableBit, JointType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { springRotation } from './passive.ts'

/** Potential energy of gravity and joint springs, J: (xipos, qpos) → energy[0]. */
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
  if ((disableflags & DisableBit.spring) === 0) energy += springEnergy(m, d)
  d.energy[0] = energy
}

const displacement = new Float64Array(3)

/** Σ ½k x² + p₁x³/3 + p₂x⁴/4, with x the displacement of a scalar joint or its length for ball and free joints. */
function springEnergy(m: Model, d: Data): number {
  const { njnt, jnt_type, jnt_qposadr, jnt_stiffness, jnt_stiffnesspoly, qpos_spring } = m
  const { qpos } = d
  let energy = 0
  for (let j = 0; j < njnt; j++) {
    const k = jnt_stiffness[j]
    const p1 = jnt_stiffnesspoly[2 * j]
    const p2 = jnt_stiffnesspoly[2 * j + 1]
    if (k === 0 && p1 === 0 && p2 === 0) continue
    const type = jnt_type[j]
    const q = jnt_qposadr[j]
    if (type === JointType.hinge || type === JointType.slide) {
      energy += springPotential(qpos[q] - qpos_spring[q], k, p1, p2)
      continue
    }
    if (type === JointType.free) {
      for (let i = 0; i < 3; i++) displacement[i] = qpos[q + i] - qpos_spring[q + i]
      energy += springPotential(norm3(displacement, 0), k, p1, p2)
    }
    springRotation(displacement, qpos, qpos_spring, type === JointType.free ? q + 3 : q)
    energy += springPotential(norm3(displacement, 0), k, p1, p2)
  }
  return energy
}

function springPotential(x: number, k: number, p1: number, p2: number): number {
  return x * x * (k / 2 + x * (p1 / 3 + (x * p2) / 4))
}

/** Kinetic energy ½ qvelᵀ M qvel, J: (qvel, M) → energy[1]. */
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
