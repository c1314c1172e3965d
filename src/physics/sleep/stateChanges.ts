import { WIDE_AWAKE } from '../../core/data/awakeSets.ts'
import type { Data } from '../../core/data/data.ts'
import { areEqual, isZero } from '../../core/memory/compareArrays.ts'
import type { Model } from '../../core/model/model.ts'
import { bodyFrames } from '../kinematics/kinematics.ts'
import { isAtRest } from './atRest.ts'
import { wakeTree } from './sleepCycle.ts'

/**
 * Changes of the state of sleeping trees by users. In every step positions are compared with those at which trees
 * fell asleep, and velocities and applied forces with zero. Neighboring trees are compared together first, and one by
 * one only if something differs. This reads 32 numbers per sleeping free body. `d.sleepWatch` bounds the number of
 * trees checked per step.
 */

/** Wakes changed trees, fully awake, and their sleep cycles. Returns their number. */
export function wakeDisturbed(m: Model, d: Data): number {
  const { nspan, span_tree, span_dof, span_body } = d
  if (watchesSome(m, d)) return wakeInTurn(m, d)
  const moved = positionsDiffer(m, d) || m.nmocap > 0
  let woken = 0
  for (let s = 1; s < 2 * nspan; s += 2) {
    const last = s + 1 === 2 * nspan
    const dofEnd = last ? m.nv : span_dof[s + 1]
    const bodyEnd = last ? m.nbody : span_body[s + 1]
    if (
      moved ||
      !isZero(d.qvel, span_dof[s], dofEnd) ||
      !isZero(d.qfrc_applied, span_dof[s], dofEnd) ||
      !isZero(d.xfrc_applied, 6 * span_body[s], 6 * bodyEnd)
    )
      woken += wakeAmong(m, d, span_tree[s], last ? m.ntree : span_tree[s + 1])
  }
  return woken
}

/** Whether a step checks only some of the sleeping trees. */
export function watchesSome(m: Model, d: Data): boolean {
  return m.ntree - d.ntree_awake > d.sleepWatch
}

/** Checks the trees whose turn it is: neighbors together, and one by one only after a change. */
function wakeInTurn(m: Model, d: Data): number {
  const { ntree } = m
  const { tree_asleep } = d
  let left = d.sleepWatch
  let woken = 0
  let tree = d.sleepTurn + 1 < ntree ? d.sleepTurn + 1 : 0
  // visit each tree at most once
  for (let unmet = ntree; unmet > 0 && left > 0; ) {
    const first = tree
    const end = Math.min(ntree, first + unmet)
    for (; tree < end && left > 0 && tree_asleep[tree] >= 0; tree++) left--
    if (tree > first && !areLeftAlone(m, d, first, tree)) woken += wakeAmong(m, d, first, tree)
    // the next tree is awake, unless it is not its turn
    if (tree < end && left > 0) tree++
    unmet -= tree - first
    if (tree === ntree && left > 0) tree = 0
  }
  d.sleepTurn = tree - 1
  return woken
}

/** Whether the sleeping trees [first, end) are unchanged. May return false without a change. */
function areLeftAlone(m: Model, d: Data, first: number, end: number): boolean {
  const { tree_dofadr, tree_dofnum, tree_bodyadr, tree_bodynum, dof_jntid } = m
  if (m.nmocap > 0) return false
  const dof = tree_dofadr[first]
  const dofEnd = tree_dofadr[end - 1] + tree_dofnum[end - 1]
  return (
    areEqual(d.qpos, d.sleep_qpos, positionAt(m, dof_jntid[dof]), positionAt(m, dof_jntid[dofEnd - 1] + 1)) &&
    isZero(d.qvel, dof, dofEnd) &&
    isZero(d.qfrc_applied, dof, dofEnd) &&
    isZero(d.xfrc_applied, 6 * tree_bodyadr[first], 6 * (tree_bodyadr[end - 1] + tree_bodynum[end - 1]))
  )
}

/** Whether positions of sleeping trees have changed; `checkPos` may already know. */
function positionsDiffer(m: Model, d: Data): boolean {
  if (d.sleepPositionsKept) {
    d.sleepPositionsKept = 0
    return false
  }
  const { nspan, span_jnt } = d
  for (let s = 1; s < 2 * nspan; s += 2) {
    const end = s + 1 === 2 * nspan ? m.njnt : span_jnt[s + 1]
    if (!areEqual(d.qpos, d.sleep_qpos, positionAt(m, span_jnt[s]), positionAt(m, end))) return true
  }
  return false
}

/** Start of the positions of the joints from `joint` on. */
export function positionAt(m: Model, joint: number): number {
  return joint < m.njnt ? m.jnt_qposadr[joint] : m.nq
}

function wakeAmong(m: Model, d: Data, first: number, end: number): number {
  const { tree_asleep } = d
  let woken = 0
  for (let t = first; t < end; t++) {
    if (tree_asleep[t] < 0) continue
    if (!isAtRest(m, d, t, true) || hasMoved(m, d, t)) woken += wakeTree(d, t, WIDE_AWAKE)
  }
  return woken
}

/**
 * Whether jointed bodies of a tree have moved. Different positions with the same pose do not count.
 * @param misplaced whether the model may have moved them
 */
export function hasMoved(m: Model, d: Data, tree: number, misplaced = false): boolean {
  const root = m.body_rootid[m.tree_bodyadr[tree]]
  const carried = misplaced || m.body_mocapid[root] >= 0
  if (!carried && hasSamePositions(m, d, tree)) return false
  const first = m.tree_bodyadr[tree]
  const end = first + m.tree_bodynum[tree]
  if (carried) for (let b = root; b < first; b++) if (m.body_treeid[b] < 0) bodyFrames(m, d, b, b + 1)

  const { xpos, xquat } = d
  const { moved_pos: oldPos, moved_quat: oldQuat } = d.scratch
  for (let i = 3 * first; i < 3 * end; i++) oldPos[i] = xpos[i]
  for (let i = 4 * first; i < 4 * end; i++) oldQuat[i] = xquat[i]
  bodyFrames(m, d, first, end)
  for (let b = first; b < end; b++) {
    if (m.body_jntnum[b] === 0) continue
    for (let i = 3 * b; i < 3 * b + 3; i++) if (xpos[i] !== oldPos[i]) return true
    for (let i = 4 * b; i < 4 * b + 4; i++) if (xquat[i] !== oldQuat[i]) return true
  }
  return false
}

function hasSamePositions(m: Model, d: Data, tree: number): boolean {
  const { qpos, sleep_qpos } = d
  const first = m.dof_jntid[m.tree_dofadr[tree]]
  const last = m.dof_jntid[m.tree_dofadr[tree] + m.tree_dofnum[tree] - 1]
  const end = positionAt(m, last + 1)
  for (let i = positionAt(m, first); i < end; i++) if (qpos[i] !== sleep_qpos[i]) return false
  return true
}
