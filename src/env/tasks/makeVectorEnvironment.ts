import { type BatchOptions, keyframeIndex } from '../../batch/batchOptions.ts'
import type { BatchSimulation } from '../../batch/batchSim.ts'
import type { BatchTask } from '../../batch/batchTask.ts'
import type { TaskModule } from '../../batch/taskSource.ts'
import { checkType } from '../../core/model/argumentChecks.ts'
import { Model } from '../../core/model/model.ts'
import { Box } from '../box.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { GYMNASIUM_DEFAULTS, type GymnasiumName, gymnasiumTask } from '../gymnasium/gymnasiumTask.ts'
import { type InfoTerm, infoTermsOf, withInfoTerms } from '../infoTerms.ts'
import { checkKnown, checkTimeLimit } from '../optionChecks.ts'
import { actionSpaceOf, observationSpaceOf } from '../taskSpaces.ts'
import { type ActionUse, VectorEnvironment } from '../vectorEnvironment.ts'
import { taskDefinition, taskModel } from './makeEnvironment.ts'

/** Settings of `makeVectorEnvironment`: those of the batch, except its task. All are optional. */
export interface MakeVectorOptions extends Omit<BatchOptions, 'task' | 'maxSteps' | 'observationLayout' | 'observe'> {
  /** Actions after which an episode is truncated; by default as the task says. `Infinity` for never. */
  readonly timeLimit?: number
  /** The model, for a task of Gymnasium such as `Ant-v5`; other tasks have their own. */
  readonly model?: Model
  /** Settings of a task of Gymnasium, such as `ctrlCostWeight`. */
  readonly taskOptions?: Readonly<Record<string, unknown>>
  /** Whether results are copies that may be kept; true by default. */
  readonly copy?: boolean
  /** Whether `infos.terms` has the numbers of the `info` of the task; by default as `copy`. */
  readonly infos?: boolean
  /** What happens to actions before the environments get them; nothing by default. */
  readonly actions?: ActionUse
  /**
   * Address of a module that exports `batchTask` of `kinetree/env`, for the threads to import; by default that of this
   * package. A bundled page needs one of its own: `export { batchTask } from 'kinetree/env'`.
   */
  readonly module?: string | URL
}

const KNOWN: Readonly<Record<keyof MakeVectorOptions, true>> = {
  timeLimit: true,
  model: true,
  taskOptions: true,
  copy: true,
  infos: true,
  actions: true,
  module: true,
  threads: true,
  seed: true,
  nstep: true,
  reward: true,
  terminated: true,
  truncated: true,
  observationType: true,
  keyframe: true,
  noise: true,
  randomize: true,
  autoReset: true,
  kernels: true,
  modelOf: true,
  chunk: true,
  patience: true,
  worker: true,
  sharing: true,
}

/** A `BatchSim`, as `kinetree/batch` has it. */
export type BatchClass = new (model: Model, n: number, options: BatchOptions) => BatchSimulation

/** What threads need to make a task: plain data. */
export interface BatchTaskOptions {
  /** A task of this package, or of Gymnasium. */
  readonly name: string
  /** Settings of a task of Gymnasium. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Numbers of its `info` that follow the observations. */
  readonly infoTerms?: readonly InfoTerm[]
}

/** A task and how it is run. */
interface TaskSetting {
  readonly model: Model
  readonly task: EnvironmentTask
  readonly nstep: number
  readonly timeLimit: number
  readonly keyframe?: string | undefined
}

/**
 * Makes many environments of a task on the threads of a batch: `makeVectorEnvironment(BatchSim, 'Ant', 64)`, or for a
 * model of yours `makeVectorEnvironment(BatchSim, 'Ant-v5', 64, { model })`. By default an environment whose episode has
 * ended is reset by the next step.
 * @param Batch the class `BatchSim` of `kinetree/batch`
 */
export function makeVectorEnvironment(
  Batch: BatchClass,
  name: string,
  n: number,
  settings: MakeVectorOptions = {},
): VectorEnvironment {
  refuseReplaced(settings)
  checkKnown(settings, Object.keys(KNOWN))
  const { model: given, taskOptions, copy = true, infos = copy, actions = 'asGiven', ...others } = settings
  const { module = packageAddress(), timeLimit, ...options } = others
  const { model, task, ...run } = settingOf(name, given, taskOptions)
  const limit = timeLimit ?? run.timeLimit
  checkTimeLimit("the option 'timeLimit'", limit)
  const { threads, autoReset = 'nextStep', observationType: dtype = 'float32', keyframe = run.keyframe } = options
  const infoTerms = infos ? infoTermsOf(model, task, firstKeyframe(model, keyframe)) : []
  const data: BatchTaskOptions = { name, ...(taskOptions && { options: taskOptions }), infoTerms }
  const source: TaskModule = { module, export: 'batchTask', options: data }
  const batch = new Batch(model, n, {
    nstep: run.nstep,
    ...options,
    ...(keyframe === undefined ? {} : { keyframe }),
    autoReset,
    maxSteps: limit,
    task: threads === 1 ? withInfoTerms(task, infoTerms) : source,
  })
  const { low, high, shape } = observationSpaceOf(model, task)
  return new VectorEnvironment(batch, {
    observationSpace: new Box({ low, high, shape, dtype }),
    actionSpace: actionSpaceOf(model, task),
    autoReset,
    infoTerms,
    actions,
    copy,
  })
}

/** A task by its name, for threads of a batch that import this package. */
export function batchTask(_: Model, options: string | BatchTaskOptions): BatchTask {
  const { name, options: taskOptions, infoTerms = [] } = typeof options === 'string' ? { name: options } : options
  const task = isGymnasium(name) ? gymnasiumTask(name, taskOptions).task : taskDefinition(name).task()
  return withInfoTerms(task, infoTerms)
}

function settingOf(name: string, model: Model | undefined, options: MakeVectorOptions['taskOptions']): TaskSetting {
  if (isGymnasium(name)) {
    checkType(model instanceof Model, `the option 'model' of ${name}`, model, 'a Model, as loadModel gives it')
    return { ...gymnasiumTask(name, options), model: model! }
  }
  const { task, nstep, timeLimit, keyframe } = taskDefinition(name)
  for (const [option, value] of Object.entries({ model, taskOptions: options }))
    if (value !== undefined)
      throw new TypeError(`the task '${name}' takes no option '${option}'; those of Gymnasium do, such as 'Ant-v5'`)
  return { model: taskModel(name), task: task(), nstep, timeLimit, keyframe }
}

function isGymnasium(name: string): name is GymnasiumName {
  return Object.hasOwn(GYMNASIUM_DEFAULTS, name)
}

/** Throws where an option of batches is given that a vector environment decides itself. */
function refuseReplaced(settings: object): void {
  const instead = {
    maxSteps: "use 'timeLimit'",
    task: 'the name of the task decides it',
    observe: 'the task decides what is observed',
    observationLayout: 'observations are always rows',
  }
  for (const [name, reason] of Object.entries(instead))
    if (name in settings) throw new TypeError(`a vector environment takes no option '${name}': ${reason}`)
}

/** The keyframe of the first environment. */
function firstKeyframe(m: Model, keyframe: BatchOptions['keyframe']): number {
  return keyframeIndex(m, typeof keyframe === 'function' ? keyframe(0) : keyframe)
}

/** Where the threads find this package. */
function packageAddress(): string {
  // the build may put this module among the shared ones
  return `${import.meta.url.replace(/(\/chunks)?\/[^/]*$/, '')}/env.js`
}
