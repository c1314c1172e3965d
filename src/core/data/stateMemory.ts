import { Arena } from '../memory/arena.ts'
import { memoryLike } from '../memory/growingTable.ts'
import type { Model } from '../model/model.ts'
import { ConstraintArrays } from './constraintArrays.ts'

/** A state under construction: the model it belongs to, and the memory that its arrays are carved from. */
export class StateMemory extends ConstraintArrays {
  /** The memory of this state and of nothing else; contacts and constraints aside. */
  readonly arena: Arena
  protected readonly m: Model

  constructor(m: Model, arena: Arena) {
    super()
    this.m = m
    this.arena = arena
    this.contactArena = new Arena(memoryLike(arena.buffer, 0))
    this.efcArena = new Arena(memoryLike(arena.buffer, 0))
    this.jacobianArena = new Arena(memoryLike(arena.buffer, 0))
  }
}
