import { Data, getState, type Model, StateBit, stateSize } from '../../../src/index.ts'
import type { App } from '../app.ts'
import { button } from '../panels/dom.ts'
import type { Cameras } from '../view/cameras.ts'
import { decodeState, encodeState, type LinkCamera, LinkError } from './stateLink.ts'

/** How long the button confirms that the link is copied, ms. */
const CONFIRMATION = 2000

/**
 * Links to a state of a model: `?model=address#state=…`. A page opened by such a link shows that state once the model
 * is loaded. A button copies a link to the current state.
 */
export class Sharing {
  readonly button: HTMLButtonElement
  readonly #app: App
  readonly #address: string | undefined
  /** Whether the model came from the address of the page, and not from files. */
  #isLinked = false
  #pending: string | undefined
  #timer = 0

  /** @param address of the model, as given in the address of the page */
  constructor(app: App, address: string | undefined) {
    this.#app = app
    this.#address = address
    this.#pending = stateOf(location.hash)
    this.button = button('Share', () => void this.#share())
    this.button.title = 'Copy a link to the current state of this model'
    addEventListener('hashchange', () => {
      this.#pending = stateOf(location.hash)
      if (this.#isLinked) this.#open()
    })
  }

  /** Call after a model is loaded. @param hasAddress whether it came from the address of the page */
  loaded(hasAddress: boolean): void {
    this.#isLinked = hasAddress
    if (hasAddress) this.#open()
  }

  /** The link to the current state. @throws LinkError where there can be none */
  link(): string {
    const { current, view } = this.#app
    if (!current || !view.cameras) throw new LinkError('There is no model to link to.')
    if (!this.#isLinked || this.#address === undefined)
      throw new LinkError(
        'This model was opened from files. Only models with an address can be linked to: ?model=address',
      )
    const url = new URL(location.href)
    url.hash = `state=${encodeState(current.model, current.data, cameraOf(view.cameras))}`
    return url.href
  }

  #open(): void {
    const text = this.#pending
    const { current, view } = this.#app
    if (text === undefined || !current || !view.cameras) return
    this.#pending = undefined
    try {
      const { model } = current
      const data = new Data(model)
      const camera = decodeState(model, data, text)
      this.#app.send({ do: 'state', state: integrationState(model, data) })
      aim(view.cameras, camera)
      view.redraw()
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      this.#app.notify(error.message)
    }
  }

  async #share(): Promise<void> {
    let link: string
    try {
      link = this.link()
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      this.#app.notify(error.message)
      return
    }
    // also in the address bar: not every page may write to the clipboard
    history.replaceState(null, '', link)
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    this.button.textContent = isCopied ? 'Link copied' : 'Link in address bar'
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => (this.button.textContent = 'Share'), CONFIRMATION)
  }
}

function stateOf(hash: string): string | undefined {
  return new URLSearchParams(hash.slice(1)).get('state') ?? undefined
}

function integrationState(m: Model, d: Data): number[] {
  const state = new Float64Array(stateSize(m, StateBit.integration))
  getState(m, d, state, StateBit.integration)
  return [...state]
}

function cameraOf({ free, mode }: Cameras): LinkCamera {
  const { azimuth, elevation, distance, lookat } = free
  return {
    kind: mode.kind,
    id: mode.kind === 'tracking' ? mode.body : mode.kind === 'fixed' ? mode.camera : 0,
    pose: [azimuth, elevation, distance, lookat.x, lookat.y, lookat.z],
  }
}

function aim(cameras: Cameras, { kind, id, pose }: LinkCamera): void {
  const [azimuth, elevation, distance, x, y, z] = pose
  Object.assign(cameras.free, { azimuth, elevation, distance })
  cameras.free.lookat.set(x, y, z)
  cameras.mode = kind === 'tracking' ? { kind, body: id } : kind === 'fixed' ? { kind, camera: id } : { kind }
}
