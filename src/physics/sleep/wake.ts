import { updateAwake, WIDE_AWAKE, wakeAll } from '../../core/data/awakeSets.ts'
import type { Data } from '../../core/data/data.ts'
import { DisableBit, EqualityType, ObjType, SleepState } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { wakeMisplaced } from './modelChanges.ts'
import { isSameRing, wakeTree } from './sleepCycle.ts'
import { sleepEnabled } from './sleepEnabled.ts'
import { wakeDisturbed, watchesSome } from './stateChanges.ts'

const ASLEEP = SleepState.asleep
const AWAKE = SleepState.awake
const STATIC = SleepState.static

/**
 * Events of the position stage that wake trees. Each function returns whether some woke. A tree wakes with its sleep
 * cycle, and takes part in the rest of the stage as if it had never slept.
 */

/**
 * Wakes a tree and its sleep cycle now. They take part in the next step, and may sleep again after ten steps at rest.
 */
export function wake(m: Model, d: Data, tree: number): void {
  if (!(Number.isInteger(tree) && tree >= 0 && tree < m.ntree))
    throw new RangeError(`tree ${tree} does not exist; the model has ${m.ntree}`)
  if (wakeTree(d, tree, WIDE_AWAKE) > 0) updateAwake(m, d)
}

/**
 * Wakes trees whose positions, velocities, applied forces or model values the user has changed; all trees if sleep is
 * disabled.
 */
export function wakeByUser(m: Model, d: Data): void {
  if (d.ntree_awake === m.ntree) return
  if (!sleepEnabled(m)) wakeAll(m, d)
  else if (wakeChanged(m, d) > 0) updateAwake(m, d)
}

/** With a bound on the number of trees checked, the model is compared once in a round over all trees. */
function wakeChanged(m: Model, d: Data): number {
  if (d.sleepWatch === 0) return 0
  const lastTurn = d.sleepTurn
  const bounded = watchesSome(m, d)
  const woken = wakeDisturbed(m, d)
  return bounded && d.sleepTurn > lastTurn ? woken : woken + wakeMisplaced(m, d)
}

/** Wakes trees on a tendon at its limit, if another of its trees is awake. */
export function wakeByTendon(m: Model, d: Data): boolean {
  if (d.ntree_awake === m.ntree) return false
  const { ntendon, tendon_treenum, tendon_treeid, tendon_limited, tendon_range, tendon_margin } = m
  const { tree_asleep, ten_length } = d
  let woken = 0
  for (let i = 0; i < ntendon; i++) {
    if (tendon_treenum[i] !== 2 || !tendon_limited[i]) continue
    const tree1 = tendon_treeid[2 * i]
    const tree2 = tendon_treeid[2 * i + 1]
    if (tree_asleep[tree1] < 0 === tree_asleep[tree2] < 0) continue
    const slack = Math.min(ten_length[i] - tendon_range[2 * i], tendon_range[2 * i + 1] - ten_length[i])
    if (slack < tendon_margin[i]) woken += wakeOther(d, tree1, tree2)
  }
  if (woken === 0) return false
  updateAwake(m, d)
  return true
}

/** Wakes trees in contact with an awake tree, with its `tree_asleep`, or with a mocap body, fully awake. */
export function wakeByContact(m: Model, d: Data): boolean {
  if (d.ntree_awake === m.ntree) return false
  const { geom_bodyid, body_treeid } = m
  const { ncon, contact_geom1, contact_geom2, body_awake } = d
  let woken = 0
  for (let i = 0; i < ncon; i++) {
    const body1 = geom_bodyid[contact_geom1[i]]
    const body2 = geom_bodyid[contact_geom2[i]]
    const state1 = body_awake[body1]
    const state2 = body_awake[body2]
    if (!(state1 === ASLEEP && state2 === AWAKE) && !(state2 === ASLEEP && state1 === AWAKE)) continue
    const tree1 = body_treeid[body1]
    const tree2 = body_treeid[body2]
    if (tree1 < 0) woken += wakeTree(d, tree2, WIDE_AWAKE)
    else if (tree2 < 0) woken += wakeTree(d, tree1, WIDE_AWAKE)
    else
      woken += state1 === ASLEEP ? wakeTree(d, tree1, d.tree_asleep[tree2]) : wakeTree(d, tree2, d.tree_asleep[tree1])
  }
  if (woken === 0) return false
  updateAwake(m, d)
  return true
}

/** Wakes trees that an equality couples to an awake tree, or to a different sleep cycle. */
export function wakeByEquality(m: Model, d: Data): boolean {
  if (d.ntree_awake === m.ntree || m.opt.disableflags & (DisableBit.equality | DisableBit.constraint)) return false
  const { neq, eq_type } = m
  let woken = 0
  for (let i = 0; i < neq; i++) {
    if (!d.eq_active[i]) continue
    woken += eq_type[i] === EqualityType.tendon ? wakeCoupledTendons(m, d, i) : wakeJoined(m, d, i)
  }
  if (woken === 0) return false
  updateAwake(m, d)
  return true
}

function wakeJoined(m: Model, d: Data, equality: number): number {
  const body1 = equalityBody(m, equality, m.eq_obj1id[equality])
  const body2 = equalityBody(m, equality, m.eq_obj2id[equality])
  const state1 = d.body_awake[body1]
  const state2 = d.body_awake[body2]
  if (state1 === STATIC || state2 === STATIC) return 0
  return wakeBoth(d, m.body_treeid[body1], m.body_treeid[body2])
}

/** Body of one side of an equality; the world if there is none. */
function equalityBody(m: Model, equality: number, id: number): number {
  if (id < 0) return 0
  if (m.eq_type[equality] === EqualityType.joint) return m.jnt_bodyid[id]
  return m.eq_objtype[equality] === ObjType.site ? m.site_bodyid[id] : id
}

/**
 * Couples the trees of both tendons, each with the first of them. Unless all fell asleep together, the first is then
 * awake and wakes the others. A tendon on more than two trees keeps all of them awake.
 */
function wakeCoupledTendons(m: Model, d: Data, equality: number): number {
  const { tendon_treeid } = m
  let first = -1
  let woken = 0
  for (let k = 0; k < 4; k++) {
    const tendon = k < 2 ? m.eq_obj1id[equality] : m.eq_obj2id[equality]
    const tree = tendon < 0 ? -1 : tendon_treeid[2 * tendon + (k & 1)]
    if (tree < 0) continue
    if (first < 0) first = tree
    else woken += wakeBoth(d, first, tree)
  }
  return woken
}

/** Wakes the sleeping ones of two trees, unless they fell asleep together; -1: a mocap body. */
function wakeBoth(d: Data, tree1: number, tree2: number): number {
  const { tree_asleep } = d
  if (tree1 === tree2) return 0
  const sleeps1 = tree1 >= 0 && tree_asleep[tree1] >= 0
  const sleeps2 = tree2 >= 0 && tree_asleep[tree2] >= 0
  if (sleeps1 && sleeps2 && isSameRing(d, tree1, tree2)) return 0
  return (sleeps1 ? wakeTree(d, tree1, WIDE_AWAKE) : 0) + (sleeps2 ? wakeTree(d, tree2, WIDE_AWAKE) : 0)
}

/** Wakes the sleeping one of two trees, with `tree_asleep` of the other. */
function wakeOther(d: Data, tree1: number, tree2: number): number {
  const { tree_asleep } = d
  return tree_asleep[tree1] >= 0 ? wakeTree(d, tree1, tree_asleep[tree2]) : wakeTree(d, tree2, tree_asleep[tree1])
}
