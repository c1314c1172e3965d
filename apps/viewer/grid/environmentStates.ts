import type { BatchOutcome } from './batchSource.ts'

/** What an environment does, or how its last episode has ended. */
export const EnvironmentState = { running: 0, truncated: 1, terminated: 2, failed: 3 } as const
export type EnvironmentState = (typeof EnvironmentState)[keyof typeof EnvironmentState]

/** Steps for which an end stays visible: many environments begin their next episode at once. */
const SHOWN = 30

/** States of environments, for their colors. */
export class EnvironmentStates {
  readonly #states: Uint8Array
  /** Steps for which the states are still shown. */
  readonly #left: Uint8Array

  constructor(n: number) {
    this.#states = new Uint8Array(n)
    this.#left = new Uint8Array(n)
  }

  of(environment: number): EnvironmentState {
    return this.#states[environment] as EnvironmentState
  }

  /** Takes over the results of a step. Returns whether any state has changed. */
  update(outcome: BatchOutcome): boolean {
    let isChanged = false
    for (let i = 0; i < this.#states.length; i++) {
      let state: number = stateOf(outcome, i)
      if (state !== EnvironmentState.running) this.#left[i] = SHOWN
      else if (this.#left[i] > 0 && --this.#left[i] > 0) state = this.#states[i]
      if (state === this.#states[i]) continue
      this.#states[i] = state
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
