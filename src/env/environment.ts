import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import type { Box, NumberArray } from './box.ts'

/** What an environment tells beside observation and reward: terms of the reward, positions, statistics. */
export type Info = Readonly<Record<string, unknown>>

/** Settings of `reset`; all are optional. */
export interface ResetOptions {
  /**
   * Seed of the random numbers: a nonnegative integer below 2⁵³. The same seed gives the same episodes. Without a seed
   * the next episode follows.
   */
  readonly seed?: number
  /** What else an environment can be told about the episode. */
  readonly options?: Readonly<Record<string, unknown>>
}

/** Start of an episode. */
export interface ResetResult {
  readonly observation: NumberArray
  readonly info: Info
}

/** What an action led to. */
export interface StepResult {
  readonly observation: NumberArray
  readonly reward: number
  /** Whether the episode has ended by itself, such as by a fall. What follows is worth nothing. */
  readonly terminated: boolean
  /** Whether the episode is broken off, such as after some time. What would follow is unknown. */
  readonly truncated: boolean
  readonly info: Info
}

/**
 * An environment for learning, in the shape of Gymnasium: `reset`, then `step` until the episode is terminated or
 * truncated. Observations are new arrays each time and may be kept.
 */
export interface Environment {
  readonly observationSpace: Box
  readonly actionSpace: Box
  /** The model, for looking. */
  readonly model: Model
  /** The present state, for looking. */
  readonly data: Data
  /** Starts an episode. */
  reset(options?: ResetOptions): ResetResult
  /** Acts once. */
  step(action: ArrayLike<number>): StepResult
  /** Gives up what the environment holds. It may be called again. */
  close(): void
}
