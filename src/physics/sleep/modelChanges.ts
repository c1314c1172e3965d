import { WIDE_AWAKE } from '../../core/data/awakeSets.ts'
import type { Data } from '../../core/data/data.ts'
import { areEqual } from '../../core/memory/compareArrays.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { perModel } from '../../core/model/perModel.ts'
import { isAtRest } from './atRest.ts'
import { wakeTree } from './sleepCycle.ts'
import { hasMoved } from './stateChanges.ts'

/**
 * Changes of the model while trees sleep. `body_pos`, `body_quat`, `jnt_pos`, `jnt_axis` and `qpos0` move bodies, and
 * `tree_sleep_policy` decides which trees may sleep. Compares these numbers with their last values. After a change,
 * computes all poses of sleeping trees once, and wakes those that have moved. Bodies with a free joint are exempt:
 * only the state moves them.
 *
 * Many states share a model, so the model has a version, and each state stores the last version that it has checked.
 */

/** Bodies per group, and groups per step. Beyond that, groups take turns. */
const GROUP = 16
const GROUPS = 16
/** Policies checked per step. */
const POLICIES = 256

const FREE = JointType.free

/** Last values of the model. */
class Places {
  /** Number of changes found. */
  version = 0
  readonly #groups: Int32Array
  readonly #body_pos: Float64Array
  readonly #body_quat: Float64Array
  readonly #jnt_pos: Float64Array
  readonly #jnt_axis: Float64Array
  readonly #qpos0: Float64Array
  readonly #policy: Int32Array
  #group = 0
  #tree = 0

  constructor(m: Model) {
    this.#groups = groupsOf(m)
    this.#body_pos = m.body_pos.slice()
    this.#body_quat = m.body_quat.slice()
    this.#jnt_pos = m.jnt_pos.slice()
    this.#jnt_axis = m.jnt_axis.slice()
    this.#qpos0 = m.qpos0.slice()
    this.#policy = m.tree_sleep_policy.slice()
  }

  /** Checks the groups and policies whose turn it is. */
  look(m: Model): void {
    const count = this.#groups.length / 2
    for (let k = Math.min(count, GROUPS); k > 0; k--) {
      this.#group = this.#group + 1 < count ? this.#group + 1 : 0
      if (this.#isKept(m, this.#group)) continue
      this.#learn(m)
      return
    }
    const policy = this.#policy
    const { tree_sleep_policy, ntree } = m
    const first = this.#tree
    const end = Math.min(first + POLICIES, ntree)
    this.#tree = end < ntree ? end : 0
    let changed = 0
    for (let t = first; t < end; t++) changed |= tree_sleep_policy[t] ^ policy[t]
    if (changed !== 0) this.#learn(m)
  }

  #isKept(m: Model, group: number): boolean {
    const first = this.#groups[2 * group]
    const end = this.#groups[2 * group + 1]
    if (!areEqual(m.body_pos, this.#body_pos, 3 * first, 3 * end)) return false
    if (!areEqual(m.body_quat, this.#body_quat, 4 * first, 4 * end)) return false
    for (let b = first; b < end; b++) {
      if (m.body_jntnum[b] === 0) continue
      const joint = m.body_jntadr[b]
      const jointEnd = joint + m.body_jntnum[b]
      if (!areEqual(m.jnt_pos, this.#jnt_pos, 3 * joint, 3 * jointEnd)) return false
      if (!areEqual(m.jnt_axis, this.#jnt_axis, 3 * joint, 3 * jointEnd)) return false
      const end = jointEnd < m.njnt ? m.jnt_qposadr[jointEnd] : m.nq
      if (!areEqual(m.qpos0, this.#qpos0, m.jnt_qposadr[joint], end)) return false
    }
    return true
  }

  #learn(m: Model): void {
    this.#body_pos.set(m.body_pos)
    this.#body_quat.set(m.body_quat)
    this.#jnt_pos.set(m.jnt_pos)
    this.#jnt_axis.set(m.jnt_axis)
    this.#qpos0.set(m.qpos0)
    this.#policy.set(m.tree_sleep_policy)
    this.version++
  }
}

/**
 * Ranges [first, end) of bodies whose pose depends on the model: those with joints other than free ones, and their
 * ancestors.
 */
function groupsOf(m: Model): Int32Array {
  const placed = new Uint8Array(m.nbody)
  for (let b = m.nbody - 1; b > 0; b--) {
    if (m.body_treeid[b] >= 0 && (m.body_jntnum[b] === 0 || m.jnt_type[m.body_jntadr[b]] !== FREE)) placed[b] = 1
    if (placed[b] === 1 && m.body_treeid[m.body_parentid[b]] < 0) placed[m.body_parentid[b]] = 1
  }
  const groups: number[] = []
  for (let b = 1; b < m.nbody; b++) {
    if (placed[b] === 0) continue
    const last = groups.length - 1
    if (last > 0 && groups[last] === b && b - groups[last - 1] < GROUP) groups[last] = b + 1
    else groups.push(b, b + 1)
  }
  return Int32Array.from(groups)
}

const places = perModel((m) => new Places(m))

/** Call when trees fall asleep: from then on changes of the model matter. */
export function notePlaces(m: Model): void {
  places.of(m)
}

/** Wakes trees that a change of the model moves or forbids to sleep. Returns their number. */
export function wakeMisplaced(m: Model, d: Data): number {
  if (d.sleepWatch === 0) return 0
  const known = places.of(m)
  known.look(m)
  if (d.sleepPlaces === known.version) return 0
  d.sleepPlaces = known.version
  let woken = 0
  for (let t = 0; t < m.ntree; t++)
    if (d.tree_asleep[t] >= 0 && (!isAtRest(m, d, t, true) || hasMoved(m, d, t, true)))
      woken += wakeTree(d, t, WIDE_AWAKE)
  return woken
}
