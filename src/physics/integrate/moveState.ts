import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { integrateJoints } from './integratePos.ts'

const duration = new Float64Array(1) // V8: boxed otherwise

/**
 * v += h·acceleration, q ⊕= h·velocity, and the warm start of the next solve, for awake trees.
 * @param velocity that positions move with, from the offset `at` on; by default the new qvel
 */
export function moveState(m: Model, d: Data, acceleration: Float64Array, velocity = d.qvel, at = 0): void {
  const { qvel, qacc, qacc_warmstart, nspan, span_dof, span_jnt } = d
  const h = m.opt.timestep
  duration[0] = h
  for (let s = 0; s < 2 * nspan; s += 2) {
    const end = span_dof[s + 1]
    for (let i = span_dof[s]; i < end; i++) qvel[i] += h * acceleration[i]
    integrateJoints(m, d.qpos, velocity, at, duration, span_jnt[s], span_jnt[s + 1])
    for (let i = span_dof[s]; i < end; i++) qacc_warmstart[i] = qacc[i]
  }
  if (d.sleepChanged) qacc_warmstart.set(qacc)
}
