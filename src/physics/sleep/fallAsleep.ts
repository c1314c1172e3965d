import { WIDE_AWAKE } from '../../core/data/awakeSets.ts'
import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { isAtRest } from './atRest.ts'
import { notePlaces } from './modelChanges.ts'
import { sleepEnabled } from './sleepEnabled.ts'
import { positionAt } from './stateChanges.ts'

/** Value of `tree_asleep` of a tree that is ready to sleep. */
export const READY = -1

/**
 * Puts trees to sleep that have been at rest for ten steps, each with its whole island: a neighbor that moves may
 * move them. (qvel, applied forces, islands) → tree_asleep. Velocities and accelerations of the new sleepers become
 * zero. Returns their number; the caller updates everything that depends on `tree_asleep`.
 *
 * Without islands the coupling by rows is unknown, so no tree falls asleep while there are rows.
 */
export function fallAsleep(m: Model, d: Data): number {
  if (!sleepEnabled(m) || d.ntree_awake === 0 || (d.nefc > 0 && d.nisland === 0)) return 0
  if (!countDown(m, d)) return 0
  notePlaces(m)
  return sleepWhereReady(m, d)
}

/** Counts the steps at rest of awake trees. Returns whether some are ready to sleep. */
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

/** Puts to sleep islands in which all trees are ready, and ready trees without an island. */
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
  // NaN never equals itself
  for (let i = start; i < end; i++) sleep_qpos[i] = Number.isNaN(qpos[i]) ? 0 : qpos[i]
}
