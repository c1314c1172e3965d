import type { BatchTask, Episode } from '../batch/batchTask.ts'
import type { Data } from '../core/data/data.ts'
import { checkType, kindOf } from '../core/model/argumentChecks.ts'
import type { Model } from '../core/model/model.ts'
import type { Box } from './box.ts'
import type { Info } from './environment.ts'

/** A task of a batch that also says what its numbers mean. */
export interface EnvironmentTask extends BatchTask {
  /** Actions; by default those of the ranges of the controls. */
  readonly actionSpace?: (m: Model) => Box
  /** Observations; by default without bounds. */
  readonly observationSpace?: (m: Model) => Box
  /** Numbers beside observation and reward. At the start of an episode `episode.steps` is 0. */
  info?(m: Model, d: Data, episode: Episode): Info
}

const CALLS = ['setUp', 'reset', 'act', 'observe', 'reward', 'terminated', 'truncated'] as const
const SIZES = ['actionSize', 'observationSize', 'memorySize'] as const
const FLAGS = ['fresh', 'freshAct'] as const
const OWN = ['actionSpace', 'observationSpace', 'info'] as const

/** Throws unless a value is a task. */
export function checkEnvironmentTask(task: EnvironmentTask): void {
  checkType(typeof task === 'object' && task !== null, 'the task', task, 'an object of functions')
  const functions: readonly string[] = [...CALLS, ...SIZES, ...OWN]
  const known = [...functions, ...FLAGS]
  for (const name of Object.keys(task))
    if (!known.includes(name))
      throw new TypeError(`the task has an unknown part '${name}'; there are ${known.join(', ')}`)
  for (const name of functions) {
    const part = (task as Readonly<Record<string, unknown>>)[name]
    if (part !== undefined && typeof part !== 'function')
      throw new TypeError(`'${name}' of the task is ${kindOf(part)}; expected a function`)
  }
  if (task.observe && !task.observationSize)
    throw new TypeError("the task has 'observe' but no 'observationSize', which says how many numbers it writes")
}

/** The parts of a task that a batch runs, without those that only describe it. */
export function batchPart(task: EnvironmentTask): BatchTask {
  const part: Record<string, unknown> = {}
  const from = task as Readonly<Record<string, unknown>>
  for (const name of [...CALLS, ...SIZES]) {
    const value = from[name] as ((...args: never[]) => unknown) | undefined
    if (value !== undefined) part[name] = value.bind(task)
  }
  for (const name of FLAGS) if (from[name] !== undefined) part[name] = from[name]
  return part
}
