import type { Data } from '../../core/data/data.ts'
import { SleepPolicy } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'

const NEVER = SleepPolicy.never
const AUTO_NEVER = SleepPolicy.autoNever

/**
 * Whether a tree is at rest without applied forces. Its policy must allow sleep, and the velocity of each dof, times
 * the length over which it acts, must be below the tolerance. Velocities must be zero if the tolerance is, or if
 * `still` is set.
 *
 * Zero means that all bits are zero: −0 counts as a value that a user has set.
 */
export function isAtRest(m: Model, d: Data, tree: number, still: boolean): boolean {
  const policy = m.tree_sleep_policy[tree]
  if (policy === NEVER || policy === AUTO_NEVER) return false
  const dof = m.tree_dofadr[tree]
  const dofEnd = dof + m.tree_dofnum[tree]
  const tolerance = m.opt.sleep_tolerance
  if (!still && tolerance > 0) {
    const { dof_length } = m
    const { qvel } = d
    for (let i = dof; i < dofEnd; i++) if (!(dof_length[i] * Math.abs(qvel[i]) < tolerance)) return false
  } else if (!isZero(d.qvel, dof, dofEnd)) {
    return false
  }
  const body = m.tree_bodyadr[tree]
  return isZero(d.qfrc_applied, dof, dofEnd) && isZero(d.xfrc_applied, 6 * body, 6 * (body + m.tree_bodynum[tree]))
}

/** Whether all bits of values[first .. end) are zero. */
function isZero(values: Float64Array, first: number, end: number): boolean {
  for (let i = first; i < end; i++) if (values[i] !== 0 || Object.is(values[i], -0)) return false
  return true
}
