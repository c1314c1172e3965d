import { checkType } from '../../core/model/argumentChecks.ts'
import { Box, type NumberArray } from '../box.ts'
import type { Environment, ResetOptions, ResetResult, StepResult } from '../environment.ts'
import { Wrapper } from './wrapper.ts'

/** Observes the last observations together, oldest first. At the start of an episode all are the first one. */
export class FrameStack extends Wrapper {
  readonly #space: Box
  readonly #frames: NumberArray

  constructor(environment: Environment, count: number) {
    super(environment)
    checkType(Number.isInteger(count) && count > 0, 'the number of frames', count, 'a positive integer')
    const { low, high, shape, dtype } = environment.observationSpace
    this.#space = new Box({ low: repeated(low, count), high: repeated(high, count), shape: [count, ...shape], dtype })
    this.#frames = this.#space.zeros()
  }

  override get observationSpace(): Box {
    return this.#space
  }

  override reset(options?: ResetOptions): ResetResult {
    const { observation, info } = super.reset(options)
    for (let at = 0; at < this.#frames.length; at += observation.length) this.#frames.set(observation, at)
    return { observation: this.#frames.slice(), info }
  }

  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action)
    const { length } = result.observation
    this.#frames.copyWithin(0, length)
    this.#frames.set(result.observation, this.#frames.length - length)
    return { ...result, observation: this.#frames.slice() }
  }
}

function repeated(values: NumberArray, count: number): number[] {
  return Array.from({ length: count * values.length }, (_, i) => values[i % values.length])
}
