import type { Data, Model } from '../../../src/index.ts'

/** What a grid of environments reads. A `BatchSim` of `kinetree/batch` is one. */
export interface BatchSource {
  /** Number of environments. */
  readonly n: number
  /** The model of an environment. */
  modelOf(environment: number): Model
  /** Writes time, positions and mocap poses of an environment into a state of its model, and returns it. */
  data(environment: number, d: Data): Data
  /** Results of the last step. */
  readonly result: BatchOutcome
}

/** Rewards and ends of episodes, a number for each environment. */
export interface BatchOutcome {
  readonly rewards: ArrayLike<number>
  readonly terminated: ArrayLike<number>
  readonly truncated: ArrayLike<number>
  /** Why environments have failed; undefined for the others. */
  readonly errors: ArrayLike<Error | undefined>
}

/** Throws unless something is a source of environments. */
export function checkSource(batch: BatchSource): void {
  const isSource =
    typeof batch === 'object' &&
    batch !== null &&
    Number.isInteger(batch.n) &&
    batch.n > 0 &&
    typeof batch.modelOf === 'function' &&
    typeof batch.data === 'function'
  if (!isSource) throw new TypeError('a grid shows a BatchSim, or an object with n, modelOf, data and result')
}
