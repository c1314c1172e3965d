import { type Model, ObjType } from '../../../src/index.ts'
import type { CameraMode } from '../view/cameras.ts'
import type { ViewerContext } from '../viewerContext.ts'
import { button, element, format, row, section } from './dom.ts'
import { copyText } from './download.ts'

/** Choice of the camera. */
export class CameraPanel {
  readonly element: HTMLElement
  readonly #context: ViewerContext
  readonly #model: Model
  readonly #choice = element('select', { 'aria-label': 'Camera' })
  #shown = ''

  constructor(model: Model, context: ViewerContext) {
    this.#context = context
    this.#model = model
    this.#choice.addEventListener('change', () => {
      const { cameras } = context.view
      if (cameras) cameras.mode = JSON.parse(this.#choice.value) as CameraMode
      context.view.redraw()
    })
    this.element = section(
      'Camera',
      false,
      element('label', { class: 'field' }, element('span', {}, 'camera'), this.#choice),
      row(
        button('Frame the model', () => this.frame()),
        button('Copy as MJCF', () => copyText(this.#xml())),
      ),
    )
    this.update()
  }

  /** Frames the whole model with the free camera. */
  frame(): void {
    const { cameras } = this.#context.view
    if (!cameras) return
    cameras.mode = { kind: 'free' }
    cameras.free.frame(this.#model)
    this.#context.view.redraw()
  }

  /** Shows the current mode, which shortcuts change too, and offers to track the selected body. */
  update(): void {
    const { cameras } = this.#context.view
    if (!cameras) return
    const { names } = this.#model
    const modes = cameras.modes(this.#context.selected?.body)
    if (cameras.mode.kind === 'tracking' && !modes.some(({ kind }) => kind === 'tracking')) modes.push(cameras.mode)
    const now = JSON.stringify([modes, cameras.mode])
    if (now === this.#shown) return
    this.#shown = now
    const label = (mode: CameraMode) => {
      if (mode.kind === 'free') return 'free'
      if (mode.kind === 'tracking') return `tracking ${names.name(ObjType.body, mode.body) ?? `body ${mode.body}`}`
      return names.name(ObjType.camera, mode.camera) ?? `camera ${mode.camera}`
    }
    this.#choice.replaceChildren(
      ...modes.map((mode) => element('option', { value: JSON.stringify(mode) }, label(mode))),
    )
    this.#choice.value = JSON.stringify(cameras.mode)
  }

  /** The current view as a camera element in MJCF. */
  #xml(): string {
    const { cameras } = this.#context.view
    if (!cameras) return ''
    const { elements: e } = cameras.camera.matrixWorld
    const numbers = (...all: number[]) => all.map((x) => format(x)).join(' ')
    const axes = numbers(e[0], e[1], e[2], e[4], e[5], e[6])
    return `<camera pos="${numbers(e[12], e[13], e[14])}" xyaxes="${axes}" fovy="${format(cameras.fovy)}"/>`
  }
}
