import type { Data } from '../core/data/data.ts'
import { warn } from '../core/data/warning.ts'
import { MAXVAL } from '../core/math/constants.ts'
import { areEqual } from '../core/memory/compareArrays.ts'
import { DisableBit, Warning } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { positionAt, watchesSome } from '../physics/sleep/stateChanges.ts'
import { forward } from './forward.ts'
import { resetData } from './reset.ts'

/** Index of the first bad number, NaN or too large, in values[first .. end); -1: none. */
function firstBad(values: Float64Array, first: number, end: number): number {
  for (let i = first; i < end; i++) if (!(Math.abs(values[i]) <= MAXVAL)) return i
  return -1
}

/** `firstBad` of positions. Those of sleeping trees are good while they are unchanged. */
function firstBadPosition(m: Model, d: Data): number {
  const { qpos, sleep_qpos, nspan, span_jnt } = d
  if (d.ntree_awake === m.ntree) return firstBad(qpos, 0, m.nq)
  const some = watchesSome(m, d)
  let kept = some ? 0 : 1
  for (let s = 0; s < 2 * nspan; s++) {
    const first = positionAt(m, span_jnt[s])
    const end = s + 1 < 2 * nspan ? positionAt(m, span_jnt[s + 1]) : m.nq
    if (s % 2 === 1) {
      if (some || areEqual(qpos, sleep_qpos, first, end)) continue
      kept = 0
    }
    const bad = firstBad(qpos, first, end)
    if (bad >= 0) return bad
  }
  d.sleepPositionsKept = kept
  return -1
}

/** `firstBad` of awake dofs. */
function firstBadDof(d: Data, values: Float64Array): number {
  const { nspan, span_dof } = d
  for (let s = 0; s < 2 * nspan; s += 2) {
    const bad = firstBad(values, span_dof[s], span_dof[s + 1])
    if (bad >= 0) return bad
  }
  return -1
}

/**
 * A position that cannot be right is counted as a warning and, unless that is disabled, resets the state.
 * MuJoCo: mj_checkPos.
 */
export function checkPos(m: Model, d: Data): void {
  check(m, d, firstBadPosition(m, d), Warning.badqpos)
}

/**
 * Checks the velocities of awake dofs as `checkPos` checks positions. A sleeping tree with a velocity wakes
 * first.
 * MuJoCo: mj_checkVel.
 */
export function checkVel(m: Model, d: Data): void {
  check(m, d, firstBadDof(d, d.qvel), Warning.badqvel)
}

/**
 * Checks accelerations as `checkPos` checks positions. After a reset, forward dynamics runs again. Returns whether the
 * step can go on: it cannot if even the reset state has no valid acceleration.
 * MuJoCo: mj_checkAcc.
 */
export function checkAcc(m: Model, d: Data): boolean {
  if (!check(m, d, firstBadDof(d, d.qacc), Warning.badqacc)) return true
  forward(m, d)
  return firstBadDof(d, d.qacc) < 0
}

/** Returns whether the state was reset. */
function check(m: Model, d: Data, bad: number, warning: Warning): boolean {
  if (bad < 0) return false
  warn(d, warning, bad)
  if (m.opt.disableflags & DisableBit.autoreset) return false
  resetData(m, d)
  // the reset cleared the counts; keep this warning visible
  d.warning_number[warning] = 1
  d.warning_lastinfo[warning] = bad
  return true
}
