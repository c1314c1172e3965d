import { updateAwake } from '../core/data/awakeSets.ts'
import type { Data } from '../core/data/data.ts'
import { recordControls } from '../core/data/sampleHistory.ts'
import { Stage } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { advanceActivations } from '../physics/actuation/activation.ts'
import { integrateJoints } from '../physics/integrate/integratePos.ts'
import { recordSensors } from '../physics/sensor/sensorHistory.ts'
import { fallAsleep } from '../physics/sleep/fallAsleep.ts'
import { evaluate } from './forward.ts'

const duration = new Float64Array(1)

/**
 * The end of every step: histories are written, activations move on, then v += h·acceleration, q ⊕= h·velocity, and time.
 * `velocity` may be `d.qvel` itself, in which case positions move with the new velocity; otherwise it is read at the
 * offset `at`. What sleeps stays where it is.
 *
 * @param rate of activations
 * @param recorded whether what sensors see has been recorded already
 */
export function advance(
  m: Model,
  d: Data,
  acceleration: Float64Array,
  velocity: Float64Array,
  at: number,
  rate: Float64Array = d.act_dot,
  recorded = false,
): void {
  const h = m.opt.timestep
  recordControls(m, d)
  if (!recorded) recordSensors(m, d)
  advanceActivations(m, d, rate)
  const asleep = fallAsleep(m, d) > 0
  const moving = asleep ? settle(m, d, acceleration) : acceleration

  const { qvel, qacc, qacc_warmstart, nspan, span_dof, span_jnt } = d
  duration[0] = h
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_dof[s + 1]
    for (let i = span_dof[s]; i < end; i++) qvel[i] += h * moving[i]
    integrateJoints(m, d.qpos, velocity, at, duration, span_jnt[s], span_jnt[s + 1])
    for (let i = span_dof[s]; i < end; i++) qacc_warmstart[i] = qacc[i]
  }
  if (d.sleepChanged) qacc_warmstart.set(qacc)
  d.sleepChanged = asleep ? 1 : 0
  d.sleepPositionsKept = 0
  d.time += h
}

/**
 * Velocities of trees that have just fallen asleep are zero: everything that depends on velocities is computed once more,
 * so that what stays with them is that of a tree at rest. The others move with the acceleration that they had before.
 */
function settle(m: Model, d: Data, acceleration: Float64Array): Float64Array {
  const kept = d.rk4_qacc // at hand: Runge–Kutta knows no sleep
  for (let i = 0; i < m.nv; i++) kept[i] = acceleration[i]
  evaluate(m, d, Stage.pos, true)
  updateAwake(m, d)
  return kept
}
