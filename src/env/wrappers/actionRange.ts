import { checkRescalable, clipActions, rescaleActions } from '../actionConversion.ts'
import { Box, type NumberArray } from '../box.ts'
import type { Environment, StepResult } from '../environment.ts'
import { Wrapper } from './wrapper.ts'

/** Takes actions of any size, and clips them to the action space of the environment inside. */
export class ClipAction extends Wrapper {
  readonly #space: Box
  readonly #clipped: NumberArray

  constructor(environment: Environment) {
    super(environment)
    const { shape, dtype } = environment.actionSpace
    this.#clipped = environment.actionSpace.zeros()
    this.#space = new Box({ low: -Infinity, high: Infinity, shape, dtype })
  }

  override get actionSpace(): Box {
    return this.#space
  }

  override step(action: ArrayLike<number>): StepResult {
    this.#space.check(action, 'the action')
    return super.step(clipActions(this.#clipped, action, this.environment.actionSpace))
  }
}

/**
 * Takes actions from −1 to 1, or within other bounds, and scales them to the bounds of the environment inside. Actions
 * outside of these bounds are scaled too, as in Gymnasium.
 */
export class RescaleAction extends Wrapper {
  readonly #space: Box
  readonly #scaled: NumberArray

  constructor(environment: Environment, low: number | ArrayLike<number> = -1, high: number | ArrayLike<number> = 1) {
    super(environment)
    const inner = environment.actionSpace
    checkRescalable('the environment', inner)
    this.#space = new Box({ low, high, shape: inner.shape, dtype: inner.dtype })
    checkRescalable('RescaleAction', this.#space)
    this.#scaled = inner.zeros()
  }

  override get actionSpace(): Box {
    return this.#space
  }

  override step(action: ArrayLike<number>): StepResult {
    this.#space.checkFinite(action, 'the action')
    return super.step(rescaleActions(this.#scaled, action, this.#space, this.environment.actionSpace))
  }
}
