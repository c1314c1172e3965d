import type { BatchError, BatchResult } from '../batch/batchResult.ts'
import type { BatchSimulation } from '../batch/batchSim.ts'
import type { AutoReset } from '../batch/environmentStepper.ts'
import { Box, type NumberArray } from './box.ts'

/** Settings of a `VectorEnvironment`. */
export interface VectorEnvironmentOptions {
  /** Observations of one environment. */
  readonly observationSpace: Box
  /** Actions of one environment. */
  readonly actionSpace: Box
  /** The `autoReset` of the batch; `off` by default. */
  readonly autoReset?: AutoReset
  /**
   * Whether results are copies that may be kept (default). If not, they are memory of the batch, which the call after the
   * next one writes anew.
   */
  readonly copy?: boolean
}

/** Settings of `reset` of all environments; all are optional. */
export interface VectorResetOptions {
  /** Environment i gets the seed `seed` + i and begins its first episode. Without a seed the next episodes follow. */
  readonly seed?: number
  /** Which environments are reset; all by default. */
  readonly mask?: ArrayLike<number | boolean>
}

/** What environments tell beside observations and rewards. */
export interface VectorInfos {
  /** Why environments have failed; undefined for all others. Shape: n. */
  readonly errors: readonly (BatchError | undefined)[]
  /**
   * With the automatic reset `sameStep`: the last observations of the episodes that have ended in this call, in the rows
   * of their environments. Other rows mean nothing. Shape: n × size.
   */
  readonly finalObservations?: NumberArray
}

/** Start of episodes. */
export interface VectorResetResult {
  /** A row for each environment. Shape: n × size. */
  readonly observations: NumberArray
  readonly infos: VectorInfos
}

/** What the actions led to. */
export interface VectorStepResult extends VectorResetResult {
  /** Shape: n. */
  readonly rewards: Float64Array
  /** 1: the episode has ended by itself. Shape: n. */
  readonly terminations: Uint8Array
  /** 1: the episode has been broken off. Shape: n. */
  readonly truncations: Uint8Array
}

/**
 * Many environments that are stepped together, in the shape of Gymnasium's vector environments, on the threads of a
 * batch. When an episode ends, the automatic reset of the batch decides:
 * - `nextStep`: the next call resets the environment, ignores its action, and has a reward of 0;
 * - `sameStep`: the observation is the first one of the next episode, and `infos.finalObservations` has the last one;
 * - `off`: call `reset` with a mask.
 */
export class VectorEnvironment {
  /** The batch that does the work. */
  readonly batch: BatchSimulation
  /** How many environments there are. */
  readonly numEnvs: number
  /** Observations of one environment. */
  readonly singleObservationSpace: Box
  /** Actions of one environment. */
  readonly singleActionSpace: Box
  /** Observations of all environments. */
  readonly observationSpace: Box
  /** Actions of all environments. */
  readonly actionSpace: Box
  /** What happens when an episode has ended. */
  readonly autoReset: AutoReset
  readonly #copies: boolean

  constructor(batch: BatchSimulation, options: VectorEnvironmentOptions) {
    const { observationSpace, actionSpace, autoReset = 'off', copy = true } = options
    this.batch = batch
    this.numEnvs = batch.n
    this.singleObservationSpace = observationSpace
    this.singleActionSpace = actionSpace
    this.observationSpace = repeated(observationSpace, batch.n)
    this.actionSpace = repeated(actionSpace, batch.n)
    this.autoReset = autoReset
    this.#copies = copy
  }

  /** Resolves when all threads are ready; the synchronous calls need that. */
  get ready(): Promise<void> {
    return this.batch.ready
  }

  /** Starts episodes. */
  async reset({ seed, mask }: VectorResetOptions = {}): Promise<VectorResetResult> {
    const options = seed === undefined ? {} : { seed }
    const { batch } = this
    return this.#start(await (mask ? batch.resetWhere(mask, options) : batch.reset(undefined, options)))
  }

  /** `reset`, while this thread waits. */
  resetSync({ seed, mask }: VectorResetOptions = {}): VectorResetResult {
    const options = seed === undefined ? {} : { seed }
    const { batch } = this
    return this.#start(mask ? batch.resetWhereSync(mask, options) : batch.resetSync(undefined, options))
  }

  /**
   * Acts once in each environment; this thread is free meanwhile.
   * @param actions a row for each environment
   */
  async step(actions: ArrayLike<number>): Promise<VectorStepResult> {
    this.actionSpace.check(actions, 'the array of actions')
    return this.#stepped(await this.batch.step(actions))
  }

  /** `step`, while this thread works too, and waits. Not in the main thread of a page, which may not wait. */
  stepSync(actions: ArrayLike<number>): VectorStepResult {
    this.actionSpace.check(actions, 'the array of actions')
    return this.#stepped(this.batch.stepSync(actions))
  }

  /** Ends the threads. It may be called again. */
  close(): void {
    this.batch.dispose()
  }

  #start({ observations, errors }: BatchResult): VectorResetResult {
    return { observations: this.#kept(observations), infos: { errors: this.#copies ? errors.slice() : errors } }
  }

  #stepped(result: BatchResult): VectorStepResult {
    const { errors, finalObservations } = result
    const infos = { errors: this.#copies ? errors.slice() : errors }
    return {
      observations: this.#kept(result.observations),
      rewards: this.#kept(result.rewards),
      terminations: this.#kept(result.terminated),
      truncations: this.#kept(result.truncated),
      infos: this.autoReset === 'sameStep' ? { ...infos, finalObservations: this.#kept(finalObservations) } : infos,
    }
  }

  #kept<T extends NumberArray | Uint8Array>(values: T): T {
    return this.#copies ? (values.slice() as T) : values
  }
}

/** The space of so many arrays, one after the other. */
function repeated({ low, high, shape, dtype, size }: Box, count: number): Box {
  const rows = (bounds: NumberArray) => Float64Array.from({ length: count * size }, (_, i) => bounds[i % size])
  return new Box({ low: rows(low), high: rows(high), shape: [count, ...shape], dtype })
}
