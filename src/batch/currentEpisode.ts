import { Random } from '../core/random/philox.ts'
import { type BatchSide, Column, EPISODE_WIDTH } from './batchMemory.ts'
import type { Episode } from './batchTask.ts'

/** The episode that a thread is at; its numbers rest in the tables of the batch. */
export class CurrentEpisode implements Episode {
  environment = 0
  number = 0
  steps = 0
  nstep = 1
  readonly action: Float64Array
  readonly memory: Float64Array
  readonly random = new Random()
  #seed = 0
  #keyframe = -1

  constructor(actionSize: number, memorySize: number) {
    this.action = new Float64Array(actionSize)
    this.memory = new Float64Array(memorySize)
  }

  get seed(): number {
    return this.#seed
  }

  get keyframe(): number {
    return this.#keyframe
  }

  /** Begins an episode. */
  begin(environment: number, seed: number, number: number, keyframe: number, nstep: number): void {
    this.environment = environment
    this.nstep = nstep
    this.action.fill(0)
    this.number = number
    this.steps = 0
    this.#seed = seed
    this.#keyframe = keyframe
    this.random.set(seed, number, 0)
    this.memory.fill(0)
  }

  load({ episodes, memories }: BatchSide, row: number, environment: number, width: number): void {
    const e = EPISODE_WIDTH * row
    this.environment = environment
    this.number = episodes[e + Column.episode]
    this.steps = episodes[e + Column.steps]
    this.#seed = episodes[e + Column.seed]
    this.#keyframe = episodes[e + Column.keyframe]
    this.random.set(this.#seed, this.number, episodes[e + Column.drawn])
    for (let i = 0; i < this.memory.length; i++) this.memory[i] = memories[width * row + i]
  }

  store({ episodes, memories }: BatchSide, row: number, width: number, pending: number): void {
    const e = EPISODE_WIDTH * row
    episodes[e + Column.seed] = this.#seed
    episodes[e + Column.episode] = this.number
    episodes[e + Column.drawn] = this.random.drawn
    episodes[e + Column.steps] = this.steps
    episodes[e + Column.pending] = pending
    episodes[e + Column.keyframe] = this.#keyframe
    for (let i = 0; i < this.memory.length; i++) memories[width * row + i] = this.memory[i]
  }
}
