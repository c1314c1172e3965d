import { Recorder, videoFormat } from '../view/recorder.ts'
import type { ModelState, ViewerContext } from '../viewerContext.ts'
import { button, element, group, iconButton, relabel, row, section } from './dom.ts'
import { download, fileName } from './download.ts'

/** Largest side of a picture, pixels: what most graphics processors draw. */
const LARGEST = 8192

/** Pictures, videos, and the course of the simulation, as files. */
export class SavePanel {
  readonly element: HTMLElement
  /** Buttons for the bar. */
  readonly picture: HTMLButtonElement
  readonly video: HTMLButtonElement
  readonly #context: ViewerContext
  readonly #width = element('input', { type: 'number', min: 1, max: LARGEST, 'aria-label': 'Width in pixels' })
  readonly #height = element('input', { type: 'number', min: 1, max: LARGEST, 'aria-label': 'Height in pixels' })
  readonly #state = element('span', { class: 'faint', role: 'status' })
  /** What only a simulation of the viewer's own has. */
  readonly #ofSimulation = element(
    'div',
    {},
    group(
      'the past of this simulation',
      row(
        button('CSV', () => void this.#ask('csv')),
        button('JSON', () => void this.#ask('json')),
      ),
    ),
    group('model', row(button('MJCF', () => void this.#ask('xml')))),
  )
  #recorder: Recorder | undefined

  constructor(context: ViewerContext) {
    this.#context = context
    this.picture = iconButton('Screenshot', 'camera', () => void this.screenshot())
    this.video = iconButton('Record video', 'record', () => void this.record())
    const format = videoFormat()
    if (!format) {
      this.video.disabled = true
      this.video.title = 'This browser does not record videos'
    }
    this.element = section(
      'Save',
      false,
      group(
        'picture',
        element(
          'div',
          { class: 'row' },
          this.#width,
          '×',
          this.#height,
          button('PNG', () => void this.screenshot(true)),
        ),
      ),
      group(
        'video',
        format
          ? row(
              button(`Record ${format.ending.toUpperCase()}`, () => void this.record()),
              this.#state,
            )
          : element('p', { class: 'faint' }, 'This browser does not record videos of a canvas.'),
      ),
      this.#ofSimulation,
    )
  }

  /** Shows how large a picture will be that is not asked to have another size. */
  update({ status }: ModelState): void {
    this.#ofSimulation.hidden = status === undefined
    const { width, height } = this.#context.view.size
    this.#width.placeholder = String(width)
    this.#height.placeholder = String(height)
  }

  /** Saves a picture, as large as the one on the screen or as large as the user asks for. */
  async screenshot(isSized = false): Promise<void> {
    const { view } = this.#context
    const side = (input: HTMLInputElement, usual: number) =>
      Math.min(LARGEST, Math.max(1, Math.round(input.valueAsNumber || usual)))
    const size = isSized
      ? { width: side(this.#width, view.size.width), height: side(this.#height, view.size.height) }
      : undefined
    download(await view.screenshot('image/png', size), this.#file('png'))
  }

  /** Starts a video, or ends and saves it. */
  async record(): Promise<void> {
    const { view } = this.#context
    if (!this.#recorder) {
      try {
        this.#recorder = new Recorder(view.canvas, view.size)
      } catch (error) {
        this.#context.say(`A video cannot be recorded: ${(error as Error).message}`)
        return
      }
      relabel(this.video, 'Stop the video', 'stop')
      this.video.classList.add('on')
      this.#state.textContent = 'recording'
      view.isSteady = true
      view.redraw()
      return
    }
    const recorder = this.#recorder
    this.#recorder = undefined
    view.isSteady = false
    relabel(this.video, 'Record video', 'record')
    this.video.classList.remove('on')
    this.#state.textContent = ''
    download(await recorder.stop(), this.#file(recorder.ending))
  }

  /** Ends a video that is in the making, which is lost. */
  dispose(): void {
    void this.#recorder?.stop()
  }

  async #ask(ending: 'csv' | 'json' | 'xml'): Promise<void> {
    try {
      const text = await this.#context.ask(
        ending === 'xml' ? { what: 'model' } : { what: 'trajectory', format: ending },
      )
      download(text, this.#file(ending))
    } catch (error) {
      this.#context.say((error as Error).message)
    }
  }

  #file(ending: string): string {
    return fileName(this.#context.current?.model.names.model ?? 'model', ending)
  }
}
