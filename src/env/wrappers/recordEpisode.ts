import { kindOf } from '../../core/model/argumentChecks.ts'
import type { Environment, ResetOptions, ResetResult, StepResult } from '../environment.ts'
import { Wrapper } from './wrapper.ts'

/** What happened in an episode of T steps. Rows follow each other in one array; all arrays are copies. */
export interface Trajectory {
  /** Seed that `reset` was given; null if none. */
  readonly seed: number | null
  /** Numbers of a state: qpos, then qvel. */
  readonly stateSize: number
  readonly observationSize: number
  readonly actionSize: number
  /** Whether the episode ended by itself, or was broken off. */
  readonly terminated: boolean
  readonly truncated: boolean
  /** Times, s; T + 1. */
  readonly times: Float64Array
  /** States, (T + 1) × stateSize. */
  readonly states: Float64Array
  /** Observations, (T + 1) × observationSize. */
  readonly observations: Float64Array
  /** Actions, T × actionSize. */
  readonly actions: Float64Array
  /** Rewards, T. */
  readonly rewards: Float64Array
}

/** Records each episode as a trajectory. */
export class RecordEpisode extends Wrapper {
  readonly #onEpisode: ((trajectory: Trajectory) => void) | undefined
  #seed: number | null = null
  #times: number[] = []
  #states: number[] = []
  #observations: number[] = []
  #actions: number[] = []
  #rewards: number[] = []
  #terminated = false
  #truncated = false

  /** @param onEpisode is called with the trajectory when an episode has ended */
  constructor(environment: Environment, onEpisode?: (trajectory: Trajectory) => void) {
    super(environment)
    this.#onEpisode = onEpisode
  }

  /** The present episode so far. */
  get trajectory(): Trajectory {
    const { model, observationSpace, actionSpace } = this
    return {
      seed: this.#seed,
      stateSize: model.nq + model.nv,
      observationSize: observationSpace.size,
      actionSize: actionSpace.size,
      terminated: this.#terminated,
      truncated: this.#truncated,
      times: Float64Array.from(this.#times),
      states: Float64Array.from(this.#states),
      observations: Float64Array.from(this.#observations),
      actions: Float64Array.from(this.#actions),
      rewards: Float64Array.from(this.#rewards),
    }
  }

  override reset(options?: ResetOptions): ResetResult {
    const result = super.reset(options)
    this.#seed = options?.seed ?? null
    this.#times = []
    this.#states = []
    this.#observations = []
    this.#actions = []
    this.#rewards = []
    this.#terminated = false
    this.#truncated = false
    this.#look(result.observation)
    return result
  }

  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action)
    append(this.#actions, action)
    this.#rewards.push(result.reward)
    this.#look(result.observation)
    this.#terminated = result.terminated
    this.#truncated = result.truncated
    if (result.terminated || result.truncated) this.#onEpisode?.(this.trajectory)
    return result
  }

  #look(observation: ArrayLike<number>): void {
    const { data } = this
    this.#times.push(data.time)
    append(this.#states, data.qpos)
    append(this.#states, data.qvel)
    append(this.#observations, observation)
  }
}

function append(to: number[], values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) to.push(values[i])
}

/**
 * A trajectory as JSON: arrays of numbers, and of the strings `-0`, `NaN`, `Infinity`, and `-Infinity` for what JSON has
 * no number for. `trajectoryFromJson` reads it, with the same bits.
 */
export function trajectoryToJson(trajectory: Trajectory): string {
  return JSON.stringify(trajectory, (_, value) => (value instanceof Float64Array ? Array.from(value, writable) : value))
}

function writable(value: number): number | string {
  if (Object.is(value, -0)) return '-0'
  return Number.isFinite(value) ? value : String(value)
}

/** Reads a trajectory that `trajectoryToJson` has written. */
export function trajectoryFromJson(text: string): Trajectory {
  const read = JSON.parse(text) as Record<string, unknown>
  for (const name of ['times', 'states', 'observations', 'actions', 'rewards']) {
    const values = read[name]
    if (!Array.isArray(values)) throw new TypeError(`the trajectory has no array '${name}'`)
    read[name] = Float64Array.from(values, (value, i) => numberOf(value, `'${name}' of the trajectory`, i))
  }
  return read as unknown as Trajectory
}

const STRINGS: readonly unknown[] = ['-0', 'NaN', 'Infinity', '-Infinity']

function numberOf(value: unknown, name: string, i: number): number {
  if (typeof value === 'number' || STRINGS.includes(value)) return Number(value)
  throw new TypeError(`${name} has ${kindOf(value)} at ${i}; expected a number`)
}
