import { Arena } from '../memory/arena.ts'
import { memoryLike } from '../memory/growingTable.ts'
import { checkType } from '../model/argumentChecks.ts'
import { StepError } from '../model/errors.ts'
import { SIZE_NAMES } from '../model/fields/modelSizes.ts'
import type { Model } from '../model/model.ts'
import { ConstraintArrays } from './constraintArrays.ts'

/** A state under construction: its model, and the memory of its arrays. */
export class StateMemory extends ConstraintArrays {
  /** The memory of this state and of nothing else; contacts and constraints aside. */
  readonly arena: Arena
  protected m: Model

  constructor(m: Model, arena: Arena) {
    super()
    this.m = m
    this.arena = arena
    this.contactArena = new Arena(memoryLike(arena.buffer, 0))
    this.efcArena = new Arena(memoryLike(arena.buffer, 0))
    this.jacobianArena = new Arena(memoryLike(arena.buffer, 0))
  }

  /** The model that this is a state of. */
  get model(): Model {
    return this.m
  }

  /**
   * Throws unless the model has the sizes of the one that this state was made for.
   * @internal
   */
  acceptModel(m: Model): void {
    if (m !== this.m) this.#adoptModel(m)
  }

  #adoptModel(m: Model): void {
    checkType(m?.opt !== undefined, 'the model', m, 'a Model, as loadModel gives it')
    for (const size of SIZE_NAMES)
      if (m[size] !== this.m[size])
        throw new StepError(
          `this Data belongs to another model: ${size} is ${this.m[size]} there and ${m[size]} here; make a new Data(model)`,
        )
    this.m = m
  }
}
