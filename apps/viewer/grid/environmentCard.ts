import { button, element, format, iconButton, setText } from '../panels/dom.ts'
import type { BatchOutcome } from './batchSource.ts'
import { EnvironmentState, stateOf } from './environmentStates.ts'

const WORDS: Readonly<Record<EnvironmentState, string>> = {
  [EnvironmentState.running]: 'running',
  [EnvironmentState.truncated]: 'truncated',
  [EnvironmentState.terminated]: 'terminated',
  [EnvironmentState.failed]: 'failed',
}

/** What the user does with the selected environment. */
export interface CardActions {
  /** Looks at it, or at all again. */
  toggleFocus(): void
  close(): void
}

/** Figures of the selected environment over the picture. */
export class EnvironmentCard {
  readonly element = element('section', { class: 'environment', 'aria-label': 'Environment', hidden: true })
  readonly #title = element('h1', {})
  readonly #reward = element('td', {})
  readonly #time = element('td', {})
  readonly #step = element('td', {})
  readonly #state = element('td', { class: 'state' })
  readonly #error = element('p', { class: 'error' })
  readonly #focus: HTMLButtonElement

  constructor({ toggleFocus, close }: CardActions) {
    this.#focus = button('Focus', toggleFocus)
    const rows = [
      ['reward', this.#reward],
      ['time', this.#time],
      ['step', this.#step],
      ['state', this.#state],
    ] as const
    this.element.append(
      element('header', {}, this.#title, iconButton('Close', 'close', close)),
      element(
        'table',
        {},
        ...rows.map(([name, cell]) => element('tr', {}, element('th', { scope: 'row' }, name), cell)),
      ),
      this.#error,
      this.#focus,
    )
  }

  /**
   * Shows an environment.
   * @param time since the start of its episode, s
   */
  update(environment: number, outcome: BatchOutcome, time: number, timestep: number, isFocused: boolean): void {
    const state = stateOf(outcome, environment)
    this.element.hidden = false
    this.element.dataset['state'] = WORDS[state]
    setText(this.#title, `Environment ${environment}`)
    setText(this.#reward, format(outcome.rewards[environment]))
    setText(this.#time, `${time.toFixed(3)} s`)
    setText(this.#step, String(Math.round(time / timestep)))
    setText(this.#state, WORDS[state])
    setText(this.#error, outcome.errors[environment]?.message ?? '')
    setText(this.#focus, isFocused ? 'Show all' : 'Focus')
    this.#focus.ariaLabel = this.#focus.title = isFocused ? 'Show all' : 'Focus'
  }

  hide(): void {
    this.element.hidden = true
  }
}
