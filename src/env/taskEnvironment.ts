import type { Episode } from '../batch/batchTask.ts'
import { Data } from '../core/data/data.ts'
import { checkType } from '../core/model/argumentChecks.ts'
import { Warning } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { Random } from '../core/random/philox.ts'
import { forward } from '../pipeline/forward.ts'
import { resetData, resetDataKeyframe } from '../pipeline/reset.ts'
import { step, step1 } from '../pipeline/step.ts'
import { Box, type NumberArray } from './box.ts'
import type { Environment, Info, ResetOptions, ResetResult, StepResult } from './environment.ts'
import type { EnvironmentTask } from './environmentTask.ts'

/** Settings of a `TaskEnvironment`; all are optional. */
export interface TaskEnvironmentOptions {
  /** Steps of the engine for each action; 1 by default. */
  readonly nstep?: number
  /** Keyframe that episodes start from, by its id or name; qpos0 by default. */
  readonly keyframe?: number | string
  /** Actions after which an episode is truncated; by default it is not. */
  readonly timeLimit?: number
  /** Seed of the first episode if `reset` gets none; 0 by default. */
  readonly seed?: number
}

/**
 * Runs a task on this thread. Environment i of a batch with seed s computes the same bits as this environment with seed
 * s + i. Random numbers of an episode are the stream of its number; see `Random`.
 */
export class TaskEnvironment implements Environment {
  readonly model: Model
  readonly data: Data
  readonly task: EnvironmentTask
  readonly nstep: number
  readonly timeLimit: number
  readonly observationSpace: Box
  readonly actionSpace: Box
  readonly #keyframe: number | string | undefined
  readonly #episode: CurrentEpisode
  readonly #observation: Float64Array
  readonly #warmStart: Float64Array
  #seed: number
  #state: 'new' | 'running' | 'ended' | 'closed' = 'new'

  constructor(model: Model, task: EnvironmentTask, options: TaskEnvironmentOptions = {}) {
    const { nstep = 1, timeLimit = Infinity, keyframe, seed = 0 } = options
    checkKnown(options, ['nstep', 'timeLimit', 'keyframe', 'seed'])
    checkType(Number.isInteger(nstep) && nstep > 0, "the option 'nstep'", nstep, 'a positive integer')
    checkType(timeLimit > 0, "the option 'timeLimit'", timeLimit, 'a positive number of actions')
    checkSeed(seed)
    this.model = model
    this.data = new Data(model)
    this.task = task
    this.nstep = nstep
    this.timeLimit = timeLimit
    this.#keyframe = keyframe
    this.#seed = seed
    this.actionSpace = actionSpaceOf(model, task)
    this.observationSpace = observationSpaceOf(model, task)
    this.#episode = new CurrentEpisode(nstep, this.actionSpace.size, task.memorySize?.(model) ?? 0)
    this.#observation = new Float64Array(this.observationSpace.size)
    this.#warmStart = new Float64Array(model.nv)
    task.setUp?.(model, this.data)
  }

  /** Random numbers of the present episode. */
  get random(): Random {
    return this.#episode.random
  }

  /** Starts an episode. The options may name a `keyframe` to start this one from. */
  reset({ seed, options = {} }: ResetOptions = {}): ResetResult {
    if (this.#state === 'closed') throw new Error('the environment is closed')
    checkKnown(options, ['keyframe'])
    const { model: m, data: d, task } = this
    const { keyframe = this.#keyframe } = options as { readonly keyframe?: number | string }
    const episode = this.#episode
    if (seed !== undefined) {
      checkSeed(seed)
      this.#seed = seed
      episode.number = 0
    } else if (this.#state !== 'new') episode.number++
    episode.start(this.#seed)
    if (keyframe === undefined) resetData(m, d)
    else resetDataKeyframe(m, d, keyframe)
    task.reset?.(m, d, episode)
    // `forward` sets the warm start; observing must not change what comes next
    this.#warmStart.set(d.qacc_warmstart)
    forward(m, d)
    d.qacc_warmstart.set(this.#warmStart)
    this.#state = 'running'
    return { observation: this.#observe(), info: this.#info() }
  }

  step(action: ArrayLike<number>): StepResult {
    this.#checkRunning()
    this.actionSpace.check(action, 'the action')
    const { model: m, data: d, task, nstep, timeLimit } = this
    const episode = this.#episode
    episode.action.set(action)
    episode.steps++
    if (task.act) task.act(m, d, episode.action, episode)
    else d.ctrl.set(episode.action)
    for (let i = 0; i < nstep; i++) {
      step(m, d)
      const failure = failureOf(d)
      if (failure !== undefined) return this.#fail(failure)
    }
    if (task.fresh) step1(m, d)
    const reward = task.reward?.(m, d, episode) ?? 0
    const terminated = task.terminated?.(m, d, episode) ?? false
    const truncated = episode.steps >= timeLimit || (task.truncated?.(m, d, episode) ?? false)
    const observation = this.#observe()
    if (terminated || truncated) this.#state = 'ended'
    return { observation, reward, terminated, truncated, info: this.#info() }
  }

  close(): void {
    this.#state = 'closed'
  }

  #checkRunning(): void {
    if (this.#state === 'new') throw new Error('call reset before the first step')
    if (this.#state === 'ended') throw new Error('the episode has ended; call reset')
    if (this.#state === 'closed') throw new Error('the environment is closed')
  }

  /** The engine cannot go on from this state. The episode ends with the last observation. */
  #fail(failure: string): StepResult {
    this.#state = 'ended'
    return { observation: this.#copy(), reward: 0, terminated: true, truncated: false, info: { failure } }
  }

  #observe(): NumberArray {
    this.task.observe?.(this.model, this.data, this.#observation, this.#episode)
    return this.#copy()
  }

  #copy(): NumberArray {
    const out = this.observationSpace.zeros()
    out.set(this.#observation)
    return out
  }

  #info(): Info {
    return this.task.info?.(this.model, this.data, this.#episode) ?? {}
  }
}

/** The episode that runs. */
class CurrentEpisode implements Episode {
  readonly environment = 0
  number = 0
  steps = 0
  readonly nstep: number
  readonly action: Float64Array
  readonly memory: Float64Array
  readonly random = new Random()

  constructor(nstep: number, actionSize: number, memorySize: number) {
    this.nstep = nstep
    this.action = new Float64Array(actionSize)
    this.memory = new Float64Array(memorySize)
  }

  start(seed: number): void {
    this.steps = 0
    this.action.fill(0)
    this.memory.fill(0)
    this.random.set(seed, this.number, 0)
  }
}

/** Why the last step of the engine has given up; undefined where it has not. */
function failureOf({ warning_number, warning_lastinfo }: Data): string | undefined {
  if (warning_number[Warning.badqpos] > 0) return `bad qpos at ${warning_lastinfo[Warning.badqpos]}`
  if (warning_number[Warning.badqvel] > 0) return `bad qvel at ${warning_lastinfo[Warning.badqvel]}`
  if (warning_number[Warning.badqacc] > 0) return `bad qacc at ${warning_lastinfo[Warning.badqacc]}`
  return undefined
}

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

/** Throws where options have a name that is not known. */
function checkKnown(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw new TypeError(`unknown option '${name}'; there are ${known.join(', ')}`)
}

function checkSeed(seed: number): void {
  checkType(Number.isSafeInteger(seed) && seed >= 0, 'the seed', seed, 'a nonnegative integer below 2⁵³')
}

function checkSize(name: string, space: Box, other: string, size: number): void {
  if (space.size !== size)
    throw new RangeError(`${name} of the task has ${space.size} numbers, ${other} says ${size}; they must be the same`)
}
