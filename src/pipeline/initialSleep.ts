import { updateAwake, WIDE_AWAKE } from '../core/data/awakeSets.ts'
import type { Data } from '../core/data/data.ts'
import { ObjType, SleepPolicy, Stage } from '../core/model/enums.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import { fallAsleep, READY } from '../physics/sleep/fallAsleep.ts'
import { sleepEnabled } from '../physics/sleep/sleepEnabled.ts'
import { forwardStages } from './stages.ts'

/**
 * Lets trees with the policy `init` sleep from the start. They are where the model puts them, in the air, or inside of
 * each other; everything is computed there once, so that what stays with them is that of a tree at rest. Whatever such a
 * tree touches must sleep too: if it does not, a `StepError` says so.
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

/** Puts them to sleep. Returns the first tree that should sleep and could not, -1 if there is none. */
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
