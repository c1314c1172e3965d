import type { Data } from '../../../../core/data/data.ts'
import { MINVAL } from '../../../../core/math/constants.ts'
import { GainType, SleepPolicy, TrnType } from '../../../../core/model/enums.ts'
import type { Model } from '../../../../core/model/model.ts'
import { TreeRow } from './treeRow.ts'

/** Constants of actuators, computed at qpos0. */

/**
 * Lengths at qpos0, and the acceleration caused by a unit force: actuator_length0, actuator_acc0 = |M⁻¹ momentᵀ|.
 * Damping ratios become damping coefficients.
 */
export function setActuatorConstants(m: Model, d: Data): void {
  m.actuator_length0.set(d.actuator_length)
  const row = new TreeRow(m)
  for (let out = 0; out < m.nout; out++) {
    row.set(d.moment_colind, d.actuator_moment, d.moment_rowadr[out], d.moment_rownnz[out])
    row.solve(d)
    m.actuator_acc0[out] = Math.sqrt(row.dot(row.x, row.x))
  }
  setDampingRatios(m, d)
}

/**
 * A damping ratio ζ stands as a positive number where −kv belongs. With the inertia that the spring kp moves at qpos0,
 * Σ M₀/moment² over the dofs it moves, kv = 2ζ√(kp·inertia).
 */
function setDampingRatios(m: Model, d: Data): void {
  const { actuator_gainprm, actuator_biasprm, actuator_gaintype, actuator_outadr } = m
  for (let i = 0; i < m.nactuator; i++) {
    const gain = actuator_gainprm[10 * i]
    const slope = -actuator_biasprm[10 * i + 1]
    const ratio = actuator_biasprm[10 * i + 2]
    const pid = actuator_gaintype[i] === GainType.pid
    if ((!pid && gain !== slope) || !(ratio > 0)) continue
    let inertia = 0
    const start = d.moment_rowadr[actuator_outadr[i]]
    for (let k = start; k < start + d.moment_rownnz[actuator_outadr[i]]; k++) {
      const square = d.actuator_moment[k] * d.actuator_moment[k]
      if (square > MINVAL) inertia += m.dof_M0[d.moment_colind[k]] / square
    }
    actuator_biasprm[10 * i + 2] = -2 * ratio * Math.sqrt((pid ? slope : gain) * inertia)
  }
}

/**
 * Which actuator adds damping or armature to a joint or tendon: jnt_actuatorid, tendon_actuatorid. -1: none, -2: more
 * than one.
 */
export function setActuatorLoads(m: Model): void {
  m.jnt_actuatorid.fill(-1)
  m.tendon_actuatorid.fill(-1)
  for (let i = 0; i < m.nactuator; i++) {
    const lends =
      m.actuator_armature[i] !== 0 ||
      m.actuator_damping[i] !== 0 ||
      m.actuator_dampingpoly[2 * i] !== 0 ||
      m.actuator_dampingpoly[2 * i + 1] !== 0
    const type = m.actuator_trntype[i]
    const ids = type === TrnType.tendon ? m.tendon_actuatorid : m.jnt_actuatorid
    if (!lends || (type !== TrnType.tendon && type !== TrnType.joint && type !== TrnType.jointinparent)) continue
    const target = m.actuator_trnid[2 * i]
    ids[target] = ids[target] === -1 ? i : -2
  }
}

/** Trees with actuators do not fall asleep, unless the user says otherwise. */
export function keepActuatedAwake(m: Model): void {
  const keepAwake = (tree: number): void => {
    if (tree >= 0 && m.tree_sleep_policy[tree] === SleepPolicy.autoAllowed)
      m.tree_sleep_policy[tree] = SleepPolicy.autoNever
  }
  for (let i = 0; i < m.nactuator; i++) {
    const target = m.actuator_trnid[2 * i]
    const base = m.actuator_trnid[2 * i + 1]
    const rotatesJoint = m.actuator_trntype[i] === TrnType.so3 && base < 0
    const trntype = rotatesJoint ? TrnType.joint : (m.actuator_trntype[i] as TrnType)
    switch (trntype) {
      case TrnType.joint:
      case TrnType.jointinparent:
        keepAwake(m.body_treeid[m.jnt_bodyid[target]])
        break
      case TrnType.body:
        keepAwake(m.body_treeid[target])
        break
      case TrnType.tendon: {
        const start = m.ten_J_rowadr[target]
        for (let k = start; k < start + m.ten_J_rownnz[target]; k++) keepAwake(m.dof_treeid[m.ten_J_colind[k]])
        break
      }
      case TrnType.site:
      case TrnType.slidercrank:
      case TrnType.so3:
        keepAwake(m.body_treeid[m.site_bodyid[target]])
        if (base >= 0) keepAwake(m.body_treeid[m.site_bodyid[base]])
        break
      default:
        trntype satisfies never
    }
  }
}
