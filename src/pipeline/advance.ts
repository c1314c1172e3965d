import { updateAwake } from '../core/data/awakeSets.ts'
import type { Data } from '../core/data/data.ts'
import { recordControls } from '../core/data/sampleHistory.ts'
import { Stage } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { recordSensors } from '../physics/sensor/sensorHistory.ts'
import { fallAsleep } from '../physics/sleep/fallAsleep.ts'
import { activationsStage, moveStage } from './acceleratedStages.ts'
import { forwardStages } from './forwardStages.ts'

/**
 * The end of every step. Writes histories, advances activations, lets trees fall asleep, then
 * v += h·acceleration, q ⊕= h·velocity, and time. Sleeping trees stay where they are.
 *
 * @param velocity that positions move with, from the offset `at` on; by default the new qvel
 * @param rate of activations
 * @param recorded whether what sensors see has been recorded already
 */
export function advance(
  m: Model,
  d: Data,
  acceleration: Float64Array,
  velocity: Float64Array = d.qvel,
  at = 0,
  rate: Float64Array = d.act_dot,
  recorded = false,
): void {
  recordControls(m, d)
  if (!recorded) recordSensors(m, d)
  activationsStage(m, d, rate)
  const asleep = fallAsleep(m, d) > 0
  moveStage(m, d, asleep ? settleSleepers(m, d, acceleration) : acceleration, velocity, at)
  endStep(m, d)
  if (asleep) d.sleepChanged = 1
}

/** What comes after positions and velocities have moved; no tree has fallen asleep. */
export function endStep(m: Model, d: Data): void {
  d.sleepChanged = 0
  d.sleepPositionsKept = 0
  d.time += m.opt.timestep
}

/**
 * Newly sleeping trees have zero velocity. Computes everything that depends on velocity once more, so their stored
 * quantities are those of a tree at rest. Returns the earlier acceleration, with which the other trees move.
 */
function settleSleepers(m: Model, d: Data, acceleration: Float64Array): Float64Array {
  const { settle_acceleration: kept } = d.scratch
  for (let i = 0; i < m.nv; i++) kept[i] = acceleration[i]
  forwardStages(m, d, Stage.pos, true)
  updateAwake(m, d)
  return kept
}
