import { Box } from '../box.ts'
import type { Environment, StepResult } from '../environment.ts'
import { Wrapper } from './wrapper.ts'

/** Takes actions of any size, and clips them to the action space of the environment inside. */
export class ClipAction extends Wrapper {
  readonly #space: Box

  constructor(environment: Environment) {
    super(environment)
    const { shape, dtype } = environment.actionSpace
    this.#space = new Box({ low: -Infinity, high: Infinity, shape, dtype })
  }

  override get actionSpace(): Box {
    return this.#space
  }

  override step(action: ArrayLike<number>): StepResult {
    this.#space.check(action, 'the action')
    const { low, high } = this.environment.actionSpace
    return super.step(Array.from(action, (value, i) => Math.min(Math.max(value, low[i]), high[i])))
  }
}

/** Takes actions from −1 to 1, or within other bounds, and scales them to the bounds of the environment inside. */
export class RescaleAction extends Wrapper {
  readonly #space: Box

  constructor(environment: Environment, low: number | ArrayLike<number> = -1, high: number | ArrayLike<number> = 1) {
    super(environment)
    const inner = environment.actionSpace
    if (!inner.low.every(Number.isFinite) || !inner.high.every(Number.isFinite))
      throw new RangeError('RescaleAction needs an environment whose actions have finite bounds')
    this.#space = new Box({ low, high, shape: inner.shape, dtype: inner.dtype })
    for (let i = 0; i < this.#space.size; i++) {
      const width = this.#space.high[i] - this.#space.low[i]
      if (!(width > 0 && width < Infinity))
        throw new RangeError(`RescaleAction needs finite bounds with low < high; action ${i} has other ones`)
    }
  }

  override get actionSpace(): Box {
    return this.#space
  }

  override step(action: ArrayLike<number>): StepResult {
    this.#space.check(action, 'the action')
    const { low, high } = this.#space
    const inner = this.environment.actionSpace
    const scaled = Array.from(action, (value, i) => {
      const part = (value - low[i]) / (high[i] - low[i])
      // rounding must not leave the bounds
      return Math.min(Math.max(inner.low[i] + part * (inner.high[i] - inner.low[i]), inner.low[i]), inner.high[i])
    })
    return super.step(scaled)
  }
}
