import type { Model } from '../../core/model/model.ts'
import { loadModel } from '../../format/load.ts'
import { checkKnown } from '../optionChecks.ts'
import { TaskEnvironment } from '../taskEnvironment.ts'
import { TASKS } from './definitions.ts'
import { MODEL_TEXTS } from './modelTexts.ts'
import type { TaskDefinition } from './taskDefinition.ts'

/** Settings of `makeEnvironment`; all are optional. */
export interface MakeOptions {
  /** Actions after which an episode is truncated; by default as the task says. `Infinity` for never. */
  readonly timeLimit?: number
  /** Steps of the engine for each action; by default as the task says. */
  readonly nstep?: number
  /** Seed of the first episode if `reset` gets none; 0 by default. */
  readonly seed?: number
}

/** A task by its name, such as `HumanoidWalk`. */
export function taskDefinition(name: string): TaskDefinition {
  const found = TASKS.find((definition) => definition.name === name)
  if (found) return found
  throw new RangeError(`there is no task '${name}'; expected one of ${TASKS.map((task) => task.name).join(', ')}`)
}

/** Loads the model of a task. It needs no files: the package contains the texts. */
export function taskModel(name: string): Model {
  const path = taskDefinition(name).model
  return loadModel(MODEL_TEXTS[`tasks/${path}`], {
    fileName: `tasks/${path}`,
    files: (file) => MODEL_TEXTS[file.replace(/^.*\//, '')],
  })
}

/** Makes the environment of a task on this thread: `makeEnvironment('HumanoidWalk')`. */
export function makeEnvironment(name: string, options: MakeOptions = {}): TaskEnvironment {
  checkKnown(options, ['timeLimit', 'nstep', 'seed'])
  const { task, nstep, timeLimit, keyframe } = taskDefinition(name)
  const start = keyframe === undefined ? {} : { keyframe }
  return new TaskEnvironment(taskModel(name), task(), { nstep, timeLimit, ...start, ...options })
}
