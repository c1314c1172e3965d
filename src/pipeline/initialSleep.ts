import { updateAwake, WIDE_AWAKE } from '../core/data/awakeSets.ts'
import type { Data } from '../core/data/data.ts'
import { ObjType, SleepPolicy, Stage } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { fallAsleep, READY } from '../physics/sleep/fallAsleep.ts'
import { sleepEnabled } from '../physics/sleep/sleepEnabled.ts'
import { forwardStages } from './forwardStages.ts'

/**
 * Puts trees with the policy `init` to sleep at the start. They stay where the model puts them, even in the air or in
 * penetration. Computes everything there once, so their stored quantities are those of a tree at rest. Trees in
 * contact with such a tree must sleep too; otherwise throws a `StepError`.
 */
export function sleepFromStart(m: Model, d: Data): void {
  const tree = trySleepFromStart(m, d)
  if (tree < 0) return
  const root = m.tree_bodyadr[tree]
  throw new StepError(
    `body '${m.names.name(ObjType.body, root) ?? ''}' (${root}) cannot sleep from the start: it touches, or is tied to, ` +
      'something that is awake, or islands are switched off',
  )
}

/** Puts these trees to sleep. Returns the first tree that could not sleep; -1: none. */
export function trySleepFromStart(m: Model, d: Data): number {
  const { tree_sleep_policy } = m
  if (!sleepEnabled(m) || !tree_sleep_policy.includes(SleepPolicy.init)) return -1
  forwardStages(m, d, Stage.none, true)
  for (let t = 0; t < m.ntree; t++) d.tree_asleep[t] = tree_sleep_policy[t] === SleepPolicy.init ? READY : WIDE_AWAKE
  fallAsleep(m, d)
  d.qacc_smooth.fill(0)
  d.qfrc_smooth.fill(0)
  d.ne = d.nf = d.nl = d.nefc = d.nJ = 0
  d.nisland = d.nidof = 0
  updateAwake(m, d)
  return d.tree_asleep.findIndex((next, t) => next < 0 && tree_sleep_policy[t] === SleepPolicy.init)
}
