import { MINVAL } from '../../../../core/math/constants.ts'
import { JOINT_NV, type JointType } from '../../../../core/model/enums.ts'
import type { Model } from '../../../../core/model/model.ts'
import type { Joint } from '../parts/parts.ts'

/**
 * Joints given a time constant τ and a damping ratio ζ get the stiffness w/(τζ)² and the damping 2w/τ, where w is the
 * inertia that they show at qpos0.
 */
export function setSpringDampers(m: Model, joints: readonly Joint[]): void {
  for (const { id, spec } of joints) {
    const [time, ratio] = spec.attributes.springdamper
    if (!(time > 0 && ratio > 0)) continue
    const first = m.jnt_dofadr[id]
    const count = JOINT_NV[m.jnt_type[id] as JointType]
    let inverse = 0
    for (let dof = first; dof < first + count; dof++) inverse += m.dof_invweight0[dof]
    const inertia = count / Math.max(MINVAL, inverse)
    m.jnt_stiffness[id] = inertia / (time * time * ratio * ratio)
    m.dof_damping.fill((2 * inertia) / time, first, first + count)
  }
}
