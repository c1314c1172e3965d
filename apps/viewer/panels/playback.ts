import type { Status } from '../simulation/simulator.ts'
import type { ViewerContext } from '../viewerContext.ts'
import { element, format, iconButton, relabel, setText } from './dom.ts'

/** Speeds, in parts of real time. */
const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.33, 0.5, 0.66, 0.8, 1, 2, 4, 8] as const

/** The bar below the picture: play, pause, step, reset, timeline, speed, and additional buttons. */
export class Playback {
  readonly element: HTMLElement
  readonly #play: HTMLButtonElement
  readonly #scrub = element('input', { type: 'range', min: 0, max: 0, step: 1, 'aria-label': 'History' })
  readonly #time = element('output', { 'aria-label': 'Time', 'aria-live': 'off' })
  readonly #factor = element('output', { 'aria-label': 'Real time factor', 'aria-live': 'off' })
  readonly #speed = element(
    'select',
    { 'aria-label': 'Speed', title: 'Speed' },
    ...SPEEDS.map((speed) =>
      element('option', { value: speed }, speed < 1 ? `${Math.round(100 * speed)} %` : `${speed} ×`),
    ),
  )
  readonly #context: ViewerContext

  /** @param before, after buttons at the ends of the bar */
  constructor(context: ViewerContext, before: readonly HTMLElement[], after: readonly HTMLElement[]) {
    this.#context = context
    this.#play = iconButton('Play', 'play', () => this.toggle())
    this.#play.classList.add('main')
    this.#scrub.addEventListener('input', () => context.send({ do: 'seek', moment: this.#scrub.valueAsNumber }))
    this.#speed.value = '1'
    this.#speed.addEventListener('change', () => context.send({ do: 'speed', speed: Number(this.#speed.value) }))
    const transport = [
      this.#play,
      iconButton('Step back', 'stepBack', () => context.send({ do: 'step', steps: -1 })),
      iconButton('Step', 'step', () => context.send({ do: 'step', steps: 1 })),
      iconButton('Reset', 'reset', () => context.send({ do: 'reset' })),
    ]
    for (const each of [...transport, this.#speed, this.#factor]) each.classList.add('simulation-only')
    this.#factor.classList.add('factor')
    this.element = element(
      'div',
      { class: 'bar', role: 'toolbar', 'aria-label': 'Playback' },
      element('div', {}, ...before, ...transport),
      element('div', { class: 'timeline' }, this.#scrub, this.#time),
      element('div', {}, this.#speed, this.#factor, ...after),
    )
  }

  toggle(): void {
    this.#context.send({ do: this.#context.status?.isPlaying ? 'pause' : 'play' })
  }

  /** The next speed up or down. */
  changeSpeed(by: 1 | -1): void {
    const now = this.#context.status?.speed ?? 1
    const next = by > 0 ? SPEEDS.find((speed) => speed > now) : SPEEDS.findLast((speed) => speed < now)
    if (next !== undefined) this.#context.send({ do: 'speed', speed: next })
  }

  update(time: number, status: Status): void {
    const { isPlaying, moments, moment, realTimeFactor, speed } = status
    relabel(this.#play, isPlaying ? 'Pause' : 'Play', isPlaying ? 'pause' : 'play')
    const max = String(moments - 1)
    if (this.#scrub.max !== max) this.#scrub.max = max
    if (!this.#scrub.matches(':active') && this.#scrub.valueAsNumber !== moment) this.#scrub.valueAsNumber = moment
    this.#scrub.setAttribute('aria-valuetext', `${time.toFixed(3)} s`)
    setText(this.#time, `${time.toFixed(3)} s`)
    setText(this.#factor, isPlaying ? `${format(Number(realTimeFactor.toFixed(2)))} × real` : 'paused')
    if (this.#speed.value !== String(speed)) this.#speed.value = String(speed)
  }
}
