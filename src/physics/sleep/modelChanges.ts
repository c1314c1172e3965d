import { WIDE_AWAKE } from '../../core/data/awakeSets.ts'
import type { Data } from '../../core/data/data.ts'
import { areEqual, areEqualIntegers } from '../../core/memory/compareArrays.ts'
import { JointType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { perModel } from '../../core/model/perModel.ts'
import { isAtRest } from './atRest.ts'
import { wakeTree } from './sleepCycle.ts'
import { hasMoved, positionAt } from './stateChanges.ts'

/**
 * Changes of the model while trees sleep. `body_pos`, `body_quat`, `jnt_pos`, `jnt_axis` and `qpos0` move bodies, and
 * `tree_sleep_policy` decides which trees may sleep. Compares these numbers with their last values. After a change,
 * computes all poses of sleeping trees once, and wakes those that have moved. Bodies with a free joint are exempt:
 * only the state moves them.
 *
 * Many states share a model, so the model has a version, and each state stores the last version that it has checked.
 * All numbers are compared at once, so that the step in which a state notices a change does not depend on other states.
 */

/** Ranges of bodies with at most so many other bodies between them are compared together. */
const GAP = 4

const FREE = JointType.free

/** Bodies whose pose depends on the model, with their joints and positions: ranges [first, end). */
interface Range {
  readonly body: number
  bodyEnd: number
  readonly joint: number
  jointEnd: number
}

/** Last values of the model. */
class Places {
  /** Number of changes found. */
  version = 0
  readonly #ranges: readonly Range[]
  readonly #body_pos: Float64Array
  readonly #body_quat: Float64Array
  readonly #jnt_pos: Float64Array
  readonly #jnt_axis: Float64Array
  readonly #qpos0: Float64Array
  readonly #policy: Int32Array

  constructor(m: Model) {
    this.#ranges = rangesOf(m)
    this.#body_pos = m.body_pos.slice()
    this.#body_quat = m.body_quat.slice()
    this.#jnt_pos = m.jnt_pos.slice()
    this.#jnt_axis = m.jnt_axis.slice()
    this.#qpos0 = m.qpos0.slice()
    this.#policy = m.tree_sleep_policy.slice()
  }

  /** Compares the model with its last values, and takes over new ones. */
  look(m: Model): void {
    if (this.#holds(m)) return
    this.#body_pos.set(m.body_pos)
    this.#body_quat.set(m.body_quat)
    this.#jnt_pos.set(m.jnt_pos)
    this.#jnt_axis.set(m.jnt_axis)
    this.#qpos0.set(m.qpos0)
    this.#policy.set(m.tree_sleep_policy)
    this.version++
  }

  #holds(m: Model): boolean {
    const ranges = this.#ranges
    for (let k = 0; k < ranges.length; k++) {
      const { body, bodyEnd, joint, jointEnd } = ranges[k]
      if (!areEqual(m.body_pos, this.#body_pos, 3 * body, 3 * bodyEnd)) return false
      if (!areEqual(m.body_quat, this.#body_quat, 4 * body, 4 * bodyEnd)) return false
      if (!areEqual(m.jnt_pos, this.#jnt_pos, 3 * joint, 3 * jointEnd)) return false
      if (!areEqual(m.jnt_axis, this.#jnt_axis, 3 * joint, 3 * jointEnd)) return false
      if (!areEqual(m.qpos0, this.#qpos0, positionAt(m, joint), positionAt(m, jointEnd))) return false
    }
    return areEqualIntegers(m.tree_sleep_policy, this.#policy)
  }
}

/** Bodies with joints other than free ones, and their ancestors. */
function rangesOf(m: Model): Range[] {
  const placed = new Uint8Array(m.nbody)
  for (let b = m.nbody - 1; b > 0; b--) {
    if (m.body_treeid[b] >= 0 && (m.body_jntnum[b] === 0 || m.jnt_type[m.body_jntadr[b]] !== FREE)) placed[b] = 1
    if (placed[b] === 1 && m.body_treeid[m.body_parentid[b]] < 0) placed[m.body_parentid[b]] = 1
  }
  const ranges: Range[] = []
  for (let b = 1, joint = m.body_jntnum[0]; b < m.nbody; b++) {
    const jointEnd = joint + m.body_jntnum[b]
    const last = ranges.at(-1)
    if (placed[b] === 1 && last !== undefined && b - last.bodyEnd <= GAP) {
      last.bodyEnd = b + 1
      last.jointEnd = jointEnd
    } else if (placed[b] === 1) {
      ranges.push({ body: b, bodyEnd: b + 1, joint, jointEnd })
    }
    joint = jointEnd
  }
  return ranges
}

const places = perModel((m) => new Places(m))

/** Call when trees fall asleep: from then on changes of the model matter. */
export function notePlaces(m: Model): void {
  places.of(m)
}

/** Wakes trees that a change of the model moves or forbids to sleep. Returns their number. */
export function wakeMisplaced(m: Model, d: Data): number {
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
