import type { Model } from '../core/model/model.ts'
import { Box } from './box.ts'
import type { EnvironmentTask } from './environmentTask.ts'

/** Actions of a task: its own space, or the ranges of the controls. */
export function actionSpaceOf(m: Model, task: EnvironmentTask): Box {
  const size = task.actionSize?.(m) ?? m.nu
  const space = task.actionSpace?.(m) ?? controlSpace(m, size)
  checkSize('actionSpace', space, 'actionSize', size)
  return space
}

/** Observations of a task: its own space, or one without bounds. */
export function observationSpaceOf(m: Model, task: EnvironmentTask): Box {
  const size = task.observationSize?.(m) ?? 0
  const space = task.observationSpace?.(m) ?? new Box({ low: -Infinity, high: Infinity, shape: [size] })
  checkSize('observationSpace', space, 'observationSize', size)
  return space
}

/** Controls within their ranges; without bounds where there are none. */
function controlSpace(m: Model, size: number): Box {
  const low = new Float64Array(size).fill(-Infinity)
  const high = new Float64Array(size).fill(Infinity)
  for (let i = 0; i < Math.min(m.nu, size); i++) {
    if (!m.actuator_ctrllimited[i]) continue
    low[i] = m.actuator_ctrlrange[2 * i]
    high[i] = m.actuator_ctrlrange[2 * i + 1]
  }
  return new Box({ low, high })
}

function checkSize(name: string, space: Box, other: string, size: number): void {
  if (space.size !== size)
    throw new RangeError(`${name} of the task has ${space.size} numbers, ${other} says ${size}; they must be the same`)
}
