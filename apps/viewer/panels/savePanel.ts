import { Recorder, videoFormat } from '../view/recorder.ts'
import type { ModelState, ViewerContext } from '../viewerContext.ts'
import { button, element, group, iconButton, relabel, row, section } from './dom.ts'
import { download, fileName } from './download.ts'

/** Largest side of a picture, pixels: a limit of most graphics cards. */
const LARGEST = 8192

/** Saves pictures, videos, the history and the model as files. */
export class SavePanel {
  readonly element: HTMLElement
  /** Buttons for the playback bar. */
  readonly picture: HTMLButtonElement
  readonly video: HTMLButtonElement
  readonly #context: ViewerContext
  readonly #width = element('input', { type: 'number', min: 1, max: LARGEST, 'aria-label': 'Width in pixels' })
  readonly #height = element('input', { type: 'number', min: 1, max: LARGEST, 'aria-label': 'Height in pixels' })
  readonly #state = element('span', { class: 'faint', role: 'status' })
  /** Exports that need a simulation in a worker. */
  readonly #simulationOnly = element(
    'div',
    {},
    group(
      'history',
      row(
        button('CSV', () => void this.#export('csv')),
        button('JSON', () => void this.#export('json')),
      ),
    ),
    group('model', row(button('MJCF', () => void this.#export('xml')))),
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
              button(`Record ${format.extension.toUpperCase()}`, () => void this.record()),
              this.#state,
            )
          : element('p', { class: 'faint' }, 'This browser does not record videos of a canvas.'),
      ),
      this.#simulationOnly,
    )
  }

  /** Shows the default size of a picture. */
  update({ status }: ModelState): void {
    this.#simulationOnly.hidden = status === undefined
    const { width, height } = this.#context.view.size
    this.#width.placeholder = String(width)
    this.#height.placeholder = String(height)
  }

  /** Saves a picture, in the size on the screen or in the size that the user has entered. */
  async screenshot(isSized = false): Promise<void> {
    const { view } = this.#context
    const side = (input: HTMLInputElement, standard: number) =>
      Math.min(LARGEST, Math.max(1, Math.round(input.valueAsNumber || standard)))
    const size = isSized
      ? { width: side(this.#width, view.size.width), height: side(this.#height, view.size.height) }
      : undefined
    download(await view.screenshot('image/png', size), this.#file('png'))
  }

  /** Starts recording a video, or stops and saves it. */
  async record(): Promise<void> {
    const { view } = this.#context
    if (!this.#recorder) {
      try {
        this.#recorder = new Recorder(view.canvas, view.size)
      } catch (error) {
        this.#context.notify(`The video cannot be recorded: ${(error as Error).message}`)
        return
      }
      relabel(this.video, 'Stop recording', 'stop')
      this.video.classList.add('on')
      this.#state.textContent = 'recording'
      view.isFullResolution = true
      view.redraw()
      return
    }
    const recorder = this.#recorder
    this.#recorder = undefined
    view.isFullResolution = false
    relabel(this.video, 'Record video', 'record')
    this.video.classList.remove('on')
    this.#state.textContent = ''
    download(await recorder.stop(), this.#file(recorder.extension))
  }

  /** Stops and discards a video. */
  dispose(): void {
    void this.#recorder?.stop()
  }

  async #export(extension: 'csv' | 'json' | 'xml'): Promise<void> {
    try {
      const text = await this.#context.export(
        extension === 'xml' ? { what: 'model' } : { what: 'trajectory', format: extension },
      )
      download(text, this.#file(extension))
    } catch (error) {
      this.#context.notify((error as Error).message)
    }
  }

  #file(extension: string): string {
    return fileName(this.#context.current?.model.names.model ?? 'model', extension)
  }
}
