import type { BatchOptions } from '../../batch/batchOptions.ts'
import type { BatchSimulation } from '../../batch/batchSim.ts'
import type { TaskModule } from '../../batch/taskSource.ts'
import type { Model } from '../../core/model/model.ts'
import { Box } from '../box.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { actionSpaceOf, observationSpaceOf } from '../taskSpaces.ts'
import { VectorEnvironment } from '../vectorEnvironment.ts'
import { taskDefinition, taskModel } from './makeEnvironment.ts'

/** Settings of `makeVectorEnvironment`: those of the batch, except its task. All are optional. */
export interface MakeVectorOptions extends Omit<BatchOptions, 'task' | 'maxSteps' | 'observationLayout' | 'observe'> {
  /** Actions after which an episode is truncated; by default as the task says. `Infinity` for never. */
  readonly timeLimit?: number
  /** Whether results are copies that may be kept; true by default. */
  readonly copy?: boolean
  /**
   * Address of a module that exports `batchTask` of `kinetree/env`, for the threads to import; by default that of this
   * package. A bundled page needs one of its own: `export { batchTask } from 'kinetree/env'`.
   */
  readonly module?: string | URL
}

/** A `BatchSim`, as `kinetree/batch` has it. */
export type BatchClass = new (model: Model, n: number, options: BatchOptions) => BatchSimulation

/**
 * Makes many environments of a task on the threads of a batch: `makeVectorEnvironment(BatchSim, 'Ant', 64)`. By default
 * an environment whose episode has ended is reset by the next step.
 * @param Batch the class `BatchSim` of `kinetree/batch`
 */
export function makeVectorEnvironment(
  Batch: BatchClass,
  name: string,
  n: number,
  { timeLimit, copy = true, module = packageAddress(), ...options }: MakeVectorOptions = {},
): VectorEnvironment {
  const definition = taskDefinition(name)
  const model = taskModel(name)
  const task = definition.task()
  const { threads, autoReset = 'nextStep', observationType: dtype = 'float32' } = options
  const source: TaskModule = { module, export: 'batchTask', options: name }
  const batch = new Batch(model, n, {
    nstep: definition.nstep,
    ...(definition.keyframe === undefined ? {} : { keyframe: definition.keyframe }),
    ...options,
    autoReset,
    maxSteps: timeLimit ?? definition.timeLimit,
    task: threads === 1 ? task : source,
  })
  const { low, high, shape } = observationSpaceOf(model, task)
  return new VectorEnvironment(batch, {
    observationSpace: new Box({ low, high, shape, dtype }),
    actionSpace: actionSpaceOf(model, task),
    autoReset,
    copy,
  })
}

/** The task of a definition, for threads of a batch that import this package. */
export function batchTask(_: Model, name: string): EnvironmentTask {
  return taskDefinition(name).task()
}

/** Where the threads find this package. */
function packageAddress(): string {
  // the build may put this module among the shared ones
  return `${import.meta.url.replace(/(\/chunks)?\/[^/]*$/, '')}/env.js`
}
