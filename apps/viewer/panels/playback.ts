import type { Status } from '../simulation/simulator.ts'
import type { Stage } from '../stage.ts'
import { button, element, format } from './dom.ts'

/** The bar below the picture: play and pause, step, back, and the time line. */
export class Playback {
  readonly element: HTMLElement
  readonly #play: HTMLButtonElement
  readonly #scrub = element('input', { type: 'range', min: 0, max: 0, step: 1, 'aria-label': 'History' })
  readonly #time = element('output', { 'aria-label': 'Time' })
  readonly #factor = element('output', { 'aria-label': 'Real time factor' })
  readonly #stage: Stage

  constructor(stage: Stage) {
    this.#stage = stage
    this.#play = button('Play', () => this.toggle(), '▶')
    this.#scrub.addEventListener('input', () => stage.send({ do: 'seek', moment: this.#scrub.valueAsNumber }))
    this.element = element(
      'div',
      { class: 'bar', role: 'toolbar', 'aria-label': 'Playback' },
      this.#play,
      button('Step back', () => stage.send({ do: 'step', steps: -1 }), '⇤'),
      button('Step', () => stage.send({ do: 'step', steps: 1 }), '⇥'),
      button('Reset', () => stage.send({ do: 'reset' }), '⟲'),
      this.#scrub,
      this.#time,
      this.#factor,
    )
  }

  toggle(): void {
    this.#stage.send({ do: this.#stage.status?.isPlaying ? 'pause' : 'play' })
  }

  update(time: number, status: Status): void {
    const { isPlaying, moments, moment, realTimeFactor } = status
    const label = isPlaying ? 'Pause' : 'Play'
    if (this.#play.title !== label) {
      this.#play.title = label
      this.#play.setAttribute('aria-label', label)
      this.#play.textContent = isPlaying ? '❚❚' : '▶'
    }
    this.#scrub.max = String(moments - 1)
    if (!this.#scrub.matches(':active')) this.#scrub.valueAsNumber = moment
    this.#time.textContent = `${time.toFixed(3)} s`
    this.#factor.textContent = isPlaying ? `${format(realTimeFactor)} × real` : 'paused'
  }
}
