import type { BatchTask, Episode } from '../batch/batchTask.ts'
import type { Data } from '../core/data/data.ts'
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
