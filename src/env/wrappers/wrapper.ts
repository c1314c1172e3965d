import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import type { Box } from '../box.ts'
import type { Environment, ResetOptions, ResetResult, StepResult } from '../environment.ts'

/** An environment around another one that changes nothing. Other wrappers change what they need to. */
export class Wrapper implements Environment {
  /** The environment inside. */
  readonly environment: Environment

  constructor(environment: Environment) {
    this.environment = environment
  }

  get observationSpace(): Box {
    return this.environment.observationSpace
  }

  get actionSpace(): Box {
    return this.environment.actionSpace
  }

  get model(): Model {
    return this.environment.model
  }

  get data(): Data {
    return this.environment.data
  }

  reset(options?: ResetOptions): ResetResult {
    return this.environment.reset(options)
  }

  step(action: ArrayLike<number>): StepResult {
    return this.environment.step(action)
  }

  close(): void {
    this.environment.close()
  }
}
