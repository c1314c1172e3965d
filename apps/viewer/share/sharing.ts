import { Data, getState, type Model, StateBit, stateSize } from '../../../src/index.ts'
import type { App } from '../app.ts'
import { button } from '../panels/dom.ts'
import type { Cameras } from '../view/cameras.ts'
import { decodeState, encodeState, type LinkCamera, LinkError } from './stateLink.ts'

/** How long the button says that it has copied the link, ms. */
const THANKS = 2000

/**
 * Links to a model in a state: `?model=address#state=…`. A page that is opened by one shows that state as soon as it has loaded the
 * model; a button copies one to the state that is shown.
 */
export class Sharing {
  readonly button: HTMLButtonElement
  readonly #app: App
  readonly #address: string | undefined
  /** The model that is shown has the address of the page, and was not dropped onto it. */
  #isLinked = false
  #wanted: string | undefined
  #timer = 0

  /** @param address of the model, as the page was asked for it */
  constructor(app: App, address: string | undefined) {
    this.#app = app
    this.#address = address
    this.#wanted = stateOf(location.hash)
    this.button = button('Share', () => void this.#share())
    this.button.title = 'Copy a link to this model in this state'
    addEventListener('hashchange', () => {
      this.#wanted = stateOf(location.hash)
      if (this.#isLinked) this.#open()
    })
  }

  /** Call it when a model has come. */
  loaded(hasAddress: boolean): void {
    this.#isLinked = hasAddress
    if (hasAddress) this.#open()
  }

  /** The link to what is shown. @throws LinkError where there can be none */
  link(): string {
    const { current, view } = this.#app
    if (!current || !view.cameras) throw new LinkError('There is no model to link to.')
    if (!this.#isLinked || this.#address === undefined)
      throw new LinkError(
        'This model was opened from files. Only models that have an address can be linked to: ?model=address',
      )
    const url = new URL(location.href)
    url.hash = `state=${encodeState(current.model, current.data, cameraOf(view.cameras))}`
    return url.href
  }

  #open(): void {
    const text = this.#wanted
    const { current, view } = this.#app
    if (text === undefined || !current || !view.cameras) return
    this.#wanted = undefined
    try {
      const { model } = current
      const data = new Data(model)
      const camera = decodeState(model, data, text)
      this.#app.send({ do: 'state', state: integrationState(model, data) })
      aim(view.cameras, camera)
      view.redraw()
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      this.#app.say(error.message)
    }
  }

  async #share(): Promise<void> {
    let link: string
    try {
      link = this.link()
    } catch (error) {
      if (!(error instanceof LinkError)) throw error
      this.#app.say(error.message)
      return
    }
    // where a page may not write to the clipboard, the link can be taken from the address
    history.replaceState(null, '', link)
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    this.button.textContent = isCopied ? 'Link copied' : 'Link in address bar'
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => (this.button.textContent = 'Share'), THANKS)
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
