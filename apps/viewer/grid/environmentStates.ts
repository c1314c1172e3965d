import type { BatchOutcome } from './batchSource.ts'

/** What an environment does, or how its last episode has ended. */
export const EnvironmentState = { running: 0, truncated: 1, terminated: 2, failed: 3 } as const
export type EnvironmentState = (typeof EnvironmentState)[keyof typeof EnvironmentState]

/** Steps in which the color of an end fades: many environments begin their next episode at once. */
const FADING = 15

/** States of environments, for their colors. */
export class EnvironmentStates {
  readonly #states: Uint8Array
  /** Steps until their colors have faded. */
  readonly #left: Uint8Array

  constructor(n: number) {
    this.#states = new Uint8Array(n)
    this.#left = new Uint8Array(n)
  }

  of(environment: number): EnvironmentState {
    return this.#states[environment] as EnvironmentState
  }

  /** How much of the color of its state an environment has, from 0 to 1. */
  strength(environment: number): number {
    return this.#left[environment] / FADING
  }

  /** Takes over the results of a step. Returns whether any color changes. */
  update(outcome: BatchOutcome): boolean {
    let isChanged = false
    for (let i = 0; i < this.#states.length; i++) {
      let state: number = stateOf(outcome, i)
      let left = FADING
      if (state === EnvironmentState.running) {
        left = Math.max(0, this.#left[i] - 1)
        if (left > 0) state = this.#states[i]
      }
      if (state === this.#states[i] && left === this.#left[i]) continue
      this.#states[i] = state
      this.#left[i] = left
      isChanged = true
    }
    return isChanged
  }
}

/** The state of an environment after the last step. */
export function stateOf({ errors, terminated, truncated }: BatchOutcome, i: number): EnvironmentState {
  if (errors[i] !== undefined) return EnvironmentState.failed
  if (terminated[i]) return EnvironmentState.terminated
  return truncated[i] ? EnvironmentState.truncated : EnvironmentState.running
}
