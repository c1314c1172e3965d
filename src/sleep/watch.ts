import { WIDE_AWAKE } from '../data/awake.ts'
import type { Data } from '../data/data.ts'
import { bodyFrames } from '../dynamics/kinematics.ts'
import type { Model } from '../model/model.ts'
import { isAtRest } from './rest.ts'
import { wakeTree } from './ring.ts'

/**
 * What users do to trees that sleep. Arrays cannot tell that they have been written to, so that positions are compared
 * with those at which a tree fell asleep, and velocities and applied forces with zero.
 */

/** Wakes trees that have been touched, wide awake, and those that sleep with them. Returns how many. */
export function wakeDisturbed(m: Model, d: Data): number {
  const { tree_asleep } = d
  let woken = 0
  for (let t = 0; t < m.ntree; t++) {
    if (tree_asleep[t] < 0) continue
    if (!isAtRest(m, d, t, 0) || hasMoved(m, d, t)) woken += wakeTree(d, t, WIDE_AWAKE)
  }
  return woken
}

/** Whether the bodies of a tree are elsewhere than they were. Other positions that mean the same pose do not count. */
function hasMoved(m: Model, d: Data, tree: number): boolean {
  const root = m.body_rootid[m.tree_bodyadr[tree]]
  const carried = m.body_mocapid[root] >= 0
  if (!carried && hasSamePositions(m, d, tree)) return false
  const first = m.tree_bodyadr[tree]
  const end = first + m.tree_bodynum[tree]
  if (carried) for (let b = root; b < first; b++) if (m.body_treeid[b] < 0) bodyFrames(m, d, b, b + 1)

  // Data has room to spare for 12 numbers a body until the velocity stage
  const { xpos, xquat, scratch_cacc: oldPos, scratch_cfrc: oldQuat } = d
  for (let i = 3 * first; i < 3 * end; i++) oldPos[i] = xpos[i]
  for (let i = 4 * first; i < 4 * end; i++) oldQuat[i] = xquat[i]
  bodyFrames(m, d, first, end)
  for (let i = 3 * first; i < 3 * end; i++) if (xpos[i] !== oldPos[i]) return true
  for (let i = 4 * first; i < 4 * end; i++) if (xquat[i] !== oldQuat[i]) return true
  return false
}

function hasSamePositions(m: Model, d: Data, tree: number): boolean {
  const { qpos, sleep_qpos } = d
  const dof = m.tree_dofadr[tree]
  const dofEnd = dof + m.tree_dofnum[tree]
  const end = dofEnd < m.nv ? m.jnt_qposadr[m.dof_jntid[dofEnd]] : m.nq
  for (let i = m.jnt_qposadr[m.dof_jntid[dof]]; i < end; i++) if (qpos[i] !== sleep_qpos[i]) return false
  return true
}
