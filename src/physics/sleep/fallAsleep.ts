import { WIDE_AWAKE } from '../../core/data/awakeSets.ts'
import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { isAtRest } from './atRest.ts'
import { notePlaces } from './modelChanges.ts'
import { sleepEnabled } from './sleepEnabled.ts'
import { positionAt } from './stateChanges.ts'

/** Value of `tree_asleep` in a tree that has been at rest for long enough. */
export const READY = -1

/**
 * Lets trees fall asleep that have been at rest for ten steps, each together with its whole island: what touches something
 * that moves may have to move with it. (qvel, applied forces, islands) → tree_asleep; velocities and accelerations of
 * those that fall asleep become zero. Returns how many do; what follows from `tree_asleep` is for the caller to update.
 *
 * Without islands nobody knows which rows join what, so that nothing falls asleep while there are any.
 */
export function fallAsleep(m: Model, d: Data): number {
  if (!sleepEnabled(m) || d.ntree_awake === 0 || (d.nefc > 0 && d.nisland === 0)) return 0
  if (!countDown(m, d)) return 0
  notePlaces(m)
  return sleepWhereReady(m, d)
}

/** Counts the steps of rest of trees that are awake. Returns whether some are ready to sleep. */
function countDown(m: Model, d: Data): boolean {
  const { nspan, span_tree, tree_asleep } = d
  let ready = false
  for (let s = 0; s < nspan; s++) {
    for (let t = span_tree[2 * s]; t < span_tree[2 * s + 1]; t++) {
      if (!isAtRest(m, d, t, false)) tree_asleep[t] = WIDE_AWAKE
      else if (tree_asleep[t] < READY) tree_asleep[t]++
      if (tree_asleep[t] === READY) ready = true
    }
  }
  return ready
}

/** Puts islands to sleep in which all trees are ready, and trees that are ready and on no island. */
export function sleepWhereReady(m: Model, d: Data): number {
  const { nisland, island_ntree, island_itreeadr, map_itree2tree, tree_island, tree_asleep, nspan, span_tree } = d
  let asleep = 0
  for (let k = 0; k < nisland; k++) {
    const first = island_itreeadr[k]
    const end = first + island_ntree[k]
    let ready = true
    for (let i = first; i < end && ready; i++) ready = tree_asleep[map_itree2tree[i]] === READY
    if (!ready) continue
    for (let i = first; i < end; i++) putToSleep(m, d, map_itree2tree[i], map_itree2tree[i + 1 < end ? i + 1 : first])
    asleep += end - first
  }
  for (let s = 0; s < nspan; s++) {
    for (let t = span_tree[2 * s]; t < span_tree[2 * s + 1]; t++) {
      if (tree_asleep[t] !== READY || (nisland > 0 && tree_island[t] >= 0)) continue
      putToSleep(m, d, t, t)
      asleep++
    }
  }
  return asleep
}

function putToSleep(m: Model, d: Data, tree: number, next: number): void {
  const { qpos, sleep_qpos } = d
  d.tree_asleep[tree] = next
  const dof = m.tree_dofadr[tree]
  const dofEnd = dof + m.tree_dofnum[tree]
  d.qvel.fill(0, dof, dofEnd)
  d.qacc.fill(0, dof, dofEnd)
  const start = positionAt(m, m.dof_jntid[dof])
  const end = positionAt(m, m.dof_jntid[dofEnd - 1] + 1)
  // what is no number is never what it was
  for (let i = start; i < end; i++) sleep_qpos[i] = Number.isNaN(qpos[i]) ? 0 : qpos[i]
}
