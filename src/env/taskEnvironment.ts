import { keyframeIndex } from '../batch/batchOptions.ts'
import type { Data } from '../core/data/data.ts'
import { checkType } from '../core/model/argumentChecks.ts'
import type { Model } from '../core/model/model.ts'
import type { Random } from '../core/random/philox.ts'
import type { Box, NumberArray } from './box.ts'
import type { Environment, Info, ResetOptions, ResetResult, StepResult } from './environment.ts'
import { batchPart, checkEnvironmentTask, type EnvironmentTask } from './environmentTask.ts'
import { LoneEpisodes } from './loneEpisodes.ts'
import { checkKnown, checkSeed, checkTimeLimit } from './optionChecks.ts'
import { actionSpaceOf, observationSpaceOf } from './taskSpaces.ts'

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
  readonly task: EnvironmentTask
  readonly nstep: number
  readonly timeLimit: number
  readonly observationSpace: Box
  readonly actionSpace: Box
  readonly #keyframe: number
  readonly #episodes: LoneEpisodes
  #seed: number
  #number = 0
  #state: 'new' | 'running' | 'ended' | 'closed' = 'new'

  constructor(model: Model, task: EnvironmentTask, options: TaskEnvironmentOptions = {}) {
    checkKnown(options, ['nstep', 'timeLimit', 'keyframe', 'seed'])
    const { nstep = 1, timeLimit = Infinity, keyframe, seed = 0 } = options
    checkEnvironmentTask(task)
    checkType(Number.isInteger(nstep) && nstep > 0, "the option 'nstep'", nstep, 'a positive integer')
    checkTimeLimit("the option 'timeLimit'", timeLimit)
    checkSeed(seed)
    this.model = model
    this.task = task
    this.nstep = nstep
    this.timeLimit = timeLimit
    this.#keyframe = keyframeIndex(model, keyframe)
    this.#seed = seed
    this.actionSpace = actionSpaceOf(model, task)
    this.observationSpace = observationSpaceOf(model, task)
    this.#episodes = new LoneEpisodes(model, batchPart(task), nstep, timeLimit)
  }

  /** The state after the last step, for looking. Changes of it have no effect, unless `setData` is given it. */
  get data(): Data {
    return this.#episodes.data
  }

  /** Random numbers of the present episode. */
  get random(): Random {
    return this.#episodes.episode.random
  }

  /** Starts an episode. The options may name a `keyframe` to start this one from. */
  reset(settings: ResetOptions = {}): ResetResult {
    if (this.#state === 'closed') throw new Error('the environment is closed')
    checkKnown(settings, ['seed', 'options'])
    const { seed, options = {} } = settings
    checkKnown(options, ['keyframe'])
    const { keyframe } = options as { readonly keyframe?: number | string }
    const start = keyframe === undefined ? this.#keyframe : keyframeIndex(this.model, keyframe)
    if (seed !== undefined) {
      checkSeed(seed)
      this.#seed = seed
      this.#number = 0
    } else if (this.#state !== 'new') this.#number++
    this.#state = 'ended'
    this.#episodes.reset(this.#seed, this.#number, start)
    this.#state = 'running'
    return { observation: this.#observation(), info: this.#info() }
  }

  /**
   * Acts once. Numbers of an action may lie outside of their space, as in Gymnasium: the engine clips controls to their
   * ranges, and a task may count the numbers as they are.
   */
  step(action: ArrayLike<number>): StepResult {
    this.#checkRunning()
    this.actionSpace.checkFinite(action, 'the action')
    const episodes = this.#episodes
    this.#state = 'ended'
    episodes.step(action)
    const { rewards, terminated: ends, truncated: breaks } = episodes.result
    const terminated = ends[0] === 1
    const truncated = breaks[0] === 1
    if (!terminated && !truncated) this.#state = 'running'
    const { failure } = episodes
    const info = failure === undefined ? this.#info() : { failure }
    return { observation: this.#observation(), reward: rewards[0], terminated, truncated, info }
  }

  /** Copies a state into the environment, which goes on from there; it may be `data` itself. */
  setData(d: Data): void {
    this.#checkRunning()
    this.#episodes.setData(d)
  }

  close(): void {
    this.#state = 'closed'
  }

  #checkRunning(): void {
    if (this.#state === 'new') throw new Error('call reset before the first step')
    if (this.#state === 'ended') throw new Error('the episode has ended; call reset')
    if (this.#state === 'closed') throw new Error('the environment is closed')
  }

  #observation(): NumberArray {
    const out = this.observationSpace.zeros()
    out.set(this.#episodes.result.observations)
    return out
  }

  #info(): Info {
    return this.task.info?.(this.model, this.data, this.#episodes.episode) ?? {}
  }
}
