import { Box, type NumberArray } from '../box.ts'
import type { Environment, ResetOptions, ResetResult, StepResult } from '../environment.ts'
import { RunningMoments } from './runningMoments.ts'
import { Wrapper } from './wrapper.ts'

const EPSILON = 1e-8

/**
 * Shifts and scales observations so that each number has mean 0 and variance 1, by the statistics of all observations so
 * far. Set `learning` to false to keep the statistics, as for a test of what was learned.
 */
export class NormalizeObservation extends Wrapper {
  readonly moments: RunningMoments
  /** Whether observations change the statistics. */
  learning = true
  readonly #epsilon: number
  readonly #space: Box

  constructor(environment: Environment, { epsilon = EPSILON }: { readonly epsilon?: number } = {}) {
    super(environment)
    const { shape, size, dtype } = environment.observationSpace
    this.moments = new RunningMoments(size)
    this.#epsilon = epsilon
    this.#space = new Box({ low: -Infinity, high: Infinity, shape, dtype })
  }

  override get observationSpace(): Box {
    return this.#space
  }

  override reset(options?: ResetOptions): ResetResult {
    const { observation, info } = super.reset(options)
    return { observation: this.#normalized(observation), info }
  }

  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action)
    return { ...result, observation: this.#normalized(result.observation) }
  }

  #normalized(observation: NumberArray): NumberArray {
    if (this.learning) this.moments.add(observation)
    const { mean, variance } = this.moments
    return observation.map((value, i) => (value - mean[i]) / Math.sqrt(variance[i] + this.#epsilon))
  }
}

/**
 * Scales rewards so that their discounted sum has variance 1, by the statistics so far; see Gymnasium's NormalizeReward.
 * Set `learning` to false to keep the statistics.
 */
export class NormalizeReward extends Wrapper {
  readonly moments = new RunningMoments(1)
  /** Whether rewards change the statistics. */
  learning = true
  readonly #gamma: number
  readonly #epsilon: number
  readonly #discounted = new Float64Array(1)

  /** @param options the discount `gamma` (0.99), and `epsilon`, which is added to the variance */
  constructor(
    environment: Environment,
    { gamma = 0.99, epsilon = EPSILON }: { readonly gamma?: number; readonly epsilon?: number } = {},
  ) {
    super(environment)
    this.#gamma = gamma
    this.#epsilon = epsilon
  }

  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action)
    const kept = result.terminated ? 0 : this.#gamma * this.#discounted[0]
    this.#discounted[0] = kept + result.reward
    if (this.learning) this.moments.add(this.#discounted)
    return { ...result, reward: result.reward / Math.sqrt(this.moments.variance[0] + this.#epsilon) }
  }
}
