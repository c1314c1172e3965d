import { checkType } from '../../core/model/argumentChecks.ts'
import type { Environment, StepResult } from '../environment.ts'
import { Wrapper } from './wrapper.ts'

/** Takes each action several times and adds up the rewards; fewer times where the episode ends before. */
export class ActionRepeat extends Wrapper {
  readonly times: number

  constructor(environment: Environment, times: number) {
    super(environment)
    checkType(Number.isInteger(times) && times > 0, 'the number of repetitions', times, 'a positive integer')
    this.times = times
  }

  override step(action: ArrayLike<number>): StepResult {
    let result = super.step(action)
    let { reward } = result
    for (let i = 1; i < this.times && !result.terminated && !result.truncated; i++) {
      result = super.step(action)
      reward += result.reward
    }
    return { ...result, reward }
  }
}
