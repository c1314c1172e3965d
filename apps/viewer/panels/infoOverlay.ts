import type { ModelState } from '../viewerContext.ts'
import { element, format, setText } from './dom.ts'
import { iterationsOf } from './statisticsPanel.ts'

const ROWS: readonly (readonly [label: string, read: (current: ModelState, fps: number) => string])[] = [
  ['time', ({ data }) => `${data.time.toFixed(3)} s`],
  ['step time', ({ status }) => (status ? `${format(status.stepTime)} µs` : '')],
  ['kernels', ({ status }) => (status?.kernels ? (status.kernels.reason ?? 'on') : 'off')],
  ['real-time factor', ({ status }) => (status?.isPlaying ? `${format(100 * status.realTimeFactor)} %` : 'paused')],
  ['frame rate', (_, fps) => `${format(fps)} Hz`],
  ['contacts', ({ data }) => String(data.ncon)],
  ['constraint rows', ({ data }) => String(data.nefc)],
  ['iterations', ({ data }) => String(iterationsOf(data))],
  ['islands', ({ data }) => String(data.nisland)],
  ['awake dofs', ({ data, model }) => `${data.nv_awake} of ${model.nv}`],
  ['energy', ({ data }) => `${format(data.energy[0] + data.energy[1])} J`],
]

/** Key figures over the picture. */
export class InfoOverlay {
  readonly element = element('section', { class: 'info', 'aria-label': 'Info', hidden: true })
  readonly #cells = ROWS.map(() => element('td', {}))
  #frames = 0
  #since = 0
  #fps = 0

  constructor() {
    this.element.append(
      element(
        'table',
        {},
        ...ROWS.map(([label], i) => element('tr', {}, element('th', { scope: 'row' }, label), this.#cells[i])),
      ),
    )
  }

  /** Counts a frame. */
  count(): void {
    const now = performance.now()
    this.#frames++
    if (now - this.#since < 500) return
    this.#fps = (1000 * this.#frames) / (now - this.#since)
    this.#frames = 0
    this.#since = now
  }

  update(current: ModelState): void {
    if (this.element.hidden) return
    for (const [i, [, read]] of ROWS.entries()) setText(this.#cells[i], read(current, this.#fps))
  }
}
