import type { Data } from '../../core/data/data.ts'
import { JOINT_NV, type JointType, TrnType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

/**
 * Inertia and damping of actuators: through the gear g, a joint or tendon feels g² times the rotor's inertia and
 * damping, also while actuation is disabled. `jnt_actuatorid` and `tendon_actuatorid` list the joints and tendons
 * concerned.
 */

/** In `jnt_actuatorid` and `tendon_actuatorid`: no actuator adds anything. Otherwise the one that does, or -2: several. */
const NONE = -1

/** Inertia, or damping coefficients, of one joint or tendon. */
const rotor = new Float64Array(3)

/** Adds the inertia of actuators on a joint or tendon to out[0]. */
export function addRotorInertia(m: Model, ofTendon: boolean, id: number, out: Float64Array): void {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr, actuator_gear, actuator_armature } = m
  const only = ofTendon ? m.tendon_actuatorid[id] : m.jnt_actuatorid[id]
  if (only === NONE) return
  const end = only >= 0 ? only + 1 : nactuator
  for (let i = Math.max(only, 0); i < end; i++) {
    const type = actuator_trntype[i]
    if (actuator_trnid[2 * i] !== id || !drives(type, ofTendon)) continue
    const gear = actuator_gear[6 * actuator_outadr[i]]
    out[0] += gear * gear * actuator_armature[i]
  }
}

/** Adds the damping coefficients (of v, |v|v, v³) of actuators on a joint or tendon. */
export function addRotorDamping(m: Model, ofTendon: boolean, id: number, out: Float64Array): void {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr, actuator_gear } = m
  const only = ofTendon ? m.tendon_actuatorid[id] : m.jnt_actuatorid[id]
  if (only === NONE) return
  const end = only >= 0 ? only + 1 : nactuator
  for (let i = Math.max(only, 0); i < end; i++) {
    const type = actuator_trntype[i]
    if (actuator_trnid[2 * i] !== id || !drives(type, ofTendon)) continue
    const gear = actuator_gear[6 * actuator_outadr[i]]
    out[0] += gear * gear * m.actuator_damping[i]
    out[1] += gear * gear * m.actuator_dampingpoly[2 * i]
    out[2] += gear * gear * m.actuator_dampingpoly[2 * i + 1]
  }
}

function drives(type: number, ofTendon: boolean): boolean {
  return ofTendon ? type === TrnType.tendon : type === TrnType.joint || type === TrnType.jointinparent
}

/** Adds the inertia of actuators to the diagonal of M. Where M is constant, dof_M0 already contains it. */
export function addActuatorInertia(m: Model, d: Data): void {
  const { jnt_actuatorid, jnt_type, jnt_dofadr, dof_simplenum, M_rowadr, M_rownnz } = m
  if (m.nactuator === 0) return
  const { M, nspan, span_jnt } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let j = span_jnt[s]; j < span_jnt[s + 1]; j++) {
      if (jnt_actuatorid[j] === NONE) continue
      rotor[0] = 0
      addRotorInertia(m, false, j, rotor)
      const first = jnt_dofadr[j]
      const end = first + JOINT_NV[jnt_type[j] as JointType]
      for (let i = first; i < end; i++) if (dof_simplenum[i] === 0) M[M_rowadr[i] + M_rownnz[i] - 1] += rotor[0]
    }
  }
}

/** Adds the damping of actuators on joints to qfrc_damper: −v·(c + c₁|v| + c₂v²). */
export function actuatorDampers(m: Model, d: Data): void {
  addJointDamping(m, d, d.qfrc_damper, false)
}

/** Adds the slope of that damping by velocity: c + 2c₁|v| + 3c₂v². */
export function addActuatorDampingSlopes(m: Model, d: Data, out: Float64Array): void {
  addJointDamping(m, d, out, true)
}

/** Adds the damping force of actuators on joints, or its slope. */
function addJointDamping(m: Model, d: Data, out: Float64Array, slope: boolean): void {
  const { jnt_actuatorid, jnt_type, jnt_dofadr } = m
  if (m.nactuator === 0) return
  const { qvel, nspan, span_jnt } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    for (let j = span_jnt[s]; j < span_jnt[s + 1]; j++) {
      if (jnt_actuatorid[j] === NONE) continue
      rotor.fill(0)
      addRotorDamping(m, false, j, rotor)
      const first = jnt_dofadr[j]
      const end = first + JOINT_NV[jnt_type[j] as JointType]
      for (let i = first; i < end; i++) {
        const speed = Math.abs(qvel[i])
        if (slope) out[i] += rotor[0] + speed * (2 * rotor[1] + speed * 3 * rotor[2])
        else out[i] -= qvel[i] * (rotor[0] + speed * (rotor[1] + speed * rotor[2]))
      }
    }
  }
}
