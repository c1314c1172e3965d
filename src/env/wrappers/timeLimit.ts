import type { Environment, ResetOptions, ResetResult, StepResult } from '../environment.ts'
import { checkTimeLimit } from '../optionChecks.ts'
import { Wrapper } from './wrapper.ts'

/** Truncates episodes after a number of steps. */
export class TimeLimit extends Wrapper {
  readonly maxSteps: number
  #steps = 0

  constructor(environment: Environment, maxSteps: number) {
    super(environment)
    checkTimeLimit('the time limit', maxSteps)
    this.maxSteps = maxSteps
  }

  override reset(options?: ResetOptions): ResetResult {
    this.#steps = 0
    return super.reset(options)
  }

  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action)
    this.#steps++
    return this.#steps >= this.maxSteps ? { ...result, truncated: true } : result
  }
}
