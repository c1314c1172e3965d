import { StepError } from '../core/model/errors.ts'
import { type BatchMemory, type BatchSide, Failure } from './batchMemory.ts'

/**
 * Results of a call of `step` or `reset`. The arrays are memory of the batch, in row-major order. The next `step` leaves
 * them alone, the one after it writes them anew. A reset changes states, observations, parameters and errors of its
 * environments in place, and leaves rewards and flags alone. Take a copy of what is to be kept longer.
 */
export interface BatchResult {
  /** Positions and velocities, a row (qpos, qvel) for each environment. Shape: n × (nq + nv). */
  readonly states: Float64Array
  /** Shape: n. */
  readonly rewards: Float64Array
  /** 1: the episode has ended by itself, or the environment has failed. Shape: n. */
  readonly terminated: Uint8Array
  /** 1: the episode has been broken off, such as by a limit of time. Shape: n. */
  readonly truncated: Uint8Array
  /** Observations. Shape: n × size, or size × n with the layout `fields`. */
  readonly observations: Float64Array | Float32Array
  /** With `autoReset: 'sameStep'`: the last observations of the episodes that ended in this call. */
  readonly finalObservations: Float64Array | Float32Array
  /** Numbers of the models that randomization has drawn. Shape: n × `parameterNames.length`. */
  readonly parameters: Float64Array
  /** Why environments have failed; undefined for all others. Shape: n. */
  readonly errors: readonly (BatchError | undefined)[]
}

/** An environment that could not be stepped. The others of its batch are not affected. */
export class BatchError extends StepError {
  /** Index of the environment, or of the rollout. */
  readonly environment: number

  constructor(environment: number, reason: string, kind = 'environment') {
    super(`${kind} ${environment}: ${reason}`)
    this.environment = environment
  }
}

/** The results on one side of the memory. */
export class SideResult implements BatchResult {
  readonly states: Float64Array
  readonly rewards: Float64Array
  readonly terminated: Uint8Array
  readonly truncated: Uint8Array
  readonly observations: Float64Array | Float32Array
  readonly finalObservations: Float64Array | Float32Array
  readonly parameters: Float64Array
  readonly errors: (BatchError | undefined)[]
  readonly #memory: BatchMemory
  readonly #side: BatchSide

  constructor(memory: BatchMemory, side: number) {
    this.#memory = memory
    this.#side = memory.sides[side]
    this.states = this.#side.states
    this.rewards = this.#side.rewards
    this.terminated = this.#side.terminated
    this.truncated = this.#side.truncated
    this.observations = this.#side.observations
    this.finalObservations = this.#side.finalObservations
    this.parameters = this.#side.parameters
    this.errors = new Array(memory.shape.environments).fill(undefined)
  }

  /** Reads the errors of the last call. */
  refresh(): this {
    const { failures, infos } = this.#side
    const { errors } = this
    for (let i = 0; i < failures.length; i++) {
      if (failures[i] !== Failure.none)
        errors[i] = new BatchError(i, failureText(this.#memory, i, failures[i], infos[i]))
      else if (errors[i] !== undefined) errors[i] = undefined
    }
    return this
  }
}

/** What the failure of an environment or rollout was, for messages. */
export function failureText(memory: BatchMemory, row: number, failure: number, info: number): string {
  switch (failure) {
    case Failure.position:
      return `position ${info} is not finite, or too large`
    case Failure.velocity:
      return `the velocity of dof ${info} is not finite, or too large`
    case Failure.acceleration:
      return `the acceleration of dof ${info} is not finite, or too large: the simulation is unstable`
    case Failure.thread:
      return 'its thread ended while it was stepped, again and again'
    case Failure.reward:
      return 'the reward is not a finite number'
    case Failure.action:
      return `number ${info} of the action is not finite`
    default:
      return memory.textAt(info, row) ?? 'an exception, whose text is lost: too many environments failed at once'
  }
}
