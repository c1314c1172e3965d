import { BatchMemory, type BatchSide, batchBytes, Failure } from '../batch/batchMemory.ts'
import { SideResult } from '../batch/batchResult.ts'
import type { BatchTask } from '../batch/batchTask.ts'
import type { CurrentEpisode } from '../batch/currentEpisode.ts'
import { EnvironmentStepper, makeStage, type Stage } from '../batch/environmentStepper.ts'
import { StateRecord } from '../batch/stateRecord.ts'
import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import { forward } from '../pipeline/forward.ts'
import { WatchedTask } from './watchedTask.ts'

/**
 * The episodes of one environment, stepped by the code of a batch: a memory of one row, and the stepper of its threads.
 * Since no other environment uses the `Data`, it keeps what follows from the last step.
 */
export class LoneEpisodes {
  readonly #m: Model
  readonly #stage: Stage
  readonly #watched: WatchedTask
  readonly #memory: BatchMemory
  readonly #results: readonly [SideResult, SideResult]
  readonly #stepper: EnvironmentStepper
  readonly #nstep: number
  #side = 0

  /** @param maxSteps calls after which an episode is truncated */
  constructor(m: Model, task: BatchTask, nstep: number, maxSteps: number) {
    this.#m = m
    this.#nstep = nstep
    this.#watched = new WatchedTask(task)
    this.#stage = makeStage(m, this.#watched.task)
    const { record, episode, observation } = this.#stage
    const shape = {
      environments: 1,
      first: 0,
      state: record.stateSize,
      rest: record.restSize,
      memory: episode.memory.length,
      action: episode.action.length,
      observation: observation.length,
      float32: false,
      byField: false,
      parameter: 0,
      patch: 0,
      chunk: 1,
      threads: 1,
      texts: 1,
    }
    this.#memory = new BatchMemory(shape, new ArrayBuffer(batchBytes(shape)))
    this.#results = [new SideResult(this.#memory, 0), new SideResult(this.#memory, 1)]
    const rules = { noise: {}, autoReset: 'off', maxSteps, nstep } as const
    this.#stepper = new EnvironmentStepper(this.#memory, [this.#stage], [0], rules)
  }

  /** The state after the last call. Changes of it have no effect: see `setData`. */
  get data(): Data {
    return this.#stage.d
  }

  get episode(): CurrentEpisode {
    return this.#stage.episode
  }

  /** What the last call gave. */
  get result(): SideResult {
    return this.#results[this.#side]
  }

  /** Why the environment cannot go on; undefined where it can. */
  get failure(): string | undefined {
    return this.result.refresh().errors[0]?.message.replace(/^environment 0: /, '')
  }

  /** Begins an episode; throws what its task throws. */
  reset(seed: number, number: number, keyframe: number): void {
    this.#memory.resets.set([seed, number, keyframe])
    this.#stepper.reset(0, this.#side)
    this.#rethrow()
    // a batch computes this for observations only
    if (!this.#stage.task.observe) forward(this.#m, this.data)
  }

  /** Acts once; throws what the task throws. */
  step(action: ArrayLike<number>): void {
    this.#memory.actions.set(action)
    this.#stepper.step(0, 1, this.#side, this.#nstep)
    this.#side = 1 - this.#side
    if (this.#present.failures[0] === Failure.none) return
    // back from where the engine gave up
    this.#stage.record.load(this.#present.states, 0, this.#present.rests, 0)
    forward(this.#m, this.data)
    this.#rethrow()
  }

  /** Copies a state into the environment, which goes on from there. */
  setData(d: Data): void {
    d.acceptModel(this.#m)
    new StateRecord(this.#m, d).store(this.#present.states, 0, this.#present.rests, 0)
  }

  get #present(): BatchSide {
    return this.#memory.sides[this.#side]
  }

  #rethrow(): void {
    if (this.#present.failures[0] !== Failure.exception) return
    const error = this.#watched.takeError()
    throw error ?? new Error(this.failure)
  }
}
