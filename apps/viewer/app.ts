import { Events } from './events.ts'
import { type ModelInput, sourceOf } from './files/modelInput.ts'
import type { PanelChoice, Theme } from './options.ts'
import { element } from './panels/dom.ts'
import { helpOverlay } from './panels/helpOverlay.ts'
import { Notice } from './panels/notice.ts'
import { Panels } from './panels/panels.ts'
import { ModelScene } from './scene/modelScene.ts'
import { shadowHost } from './shadowHost.ts'
import { type Loaded, SimulationClient, SimulationError } from './simulation/client.ts'
import type { Command, ExportRequest } from './simulation/commands.ts'
import type { HostedState } from './simulation/hostedState.ts'
import type { LoadFailure } from './simulation/protocol.ts'
import type { Status } from './simulation/simulator.ts'
import { Cameras } from './view/cameras.ts'
import { listenToKeys } from './view/keyboard.ts'
import { type Picked, pick } from './view/picker.ts'
import { PointerControls } from './view/pointerControls.ts'
import { shortcutsOf } from './view/shortcuts.ts'
import { View } from './view/view.ts'
import type { ModelState, ViewerContext } from './viewerContext.ts'

export interface AppOptions {
  /** Starts a worker that runs `simulation/worker.ts`; called when the first model is loaded. */
  readonly startWorker: () => Worker
  readonly panels: PanelChoice
  readonly theme: Theme
  /** Where keys are handled: in the viewer while it has the focus, in the whole page, or nowhere. */
  readonly keys: 'focused' | 'page' | 'none'
  /** Whether errors are shown in the viewer. */
  readonly notices: boolean
  /** Whether stages are compiled for models. */
  readonly kernels: boolean
  /** Loaded at once, while the renderer starts. */
  readonly model?: ModelInput | undefined
}

export interface AppEvents {
  /** A model has replaced the one before. */
  readonly load: ModelState
  /** A requested model has been loaded; it is already shown. */
  readonly open: ModelInput
  /** There is a new state. */
  readonly frame: ModelState
  readonly select: Picked | undefined
  readonly playing: boolean
  /** A model could not be loaded, or its simulation has stopped with an error. */
  readonly error: LoadFailure
}

/**
 * The viewer in an element of a page: the picture, the panels around it, and a simulation in a worker, or a state that
 * the page steps itself. It lives in a shadow tree, which keeps its styles and those of the page apart.
 */
export class App implements ViewerContext {
  readonly events = new Events<AppEvents>()
  readonly view: View
  readonly panels: Panels
  /** The root element within the shadow tree. */
  readonly root = element('div', { class: 'kinetree' })
  readonly #host: HTMLElement
  readonly #notice = new Notice()
  readonly #options: AppOptions
  readonly #stopListening: (() => void)[]
  #client: SimulationClient | undefined
  /** The state that the page steps itself. */
  #hosted: HostedState | undefined
  #selected: Picked | undefined
  #error: string | undefined
  #wasPlaying = false
  /** Pending animation frame that publishes a new state. */
  #publishRequest: number | undefined

  constructor(container: HTMLElement, options: AppOptions) {
    this.#options = options
    this.#host = shadowHost(container, this.root)
    this.theme = options.theme
    if (options.model !== undefined) {
      this.root.classList.add('starting') // the picture comes first, the panels after it
      this.load(options.model).catch(() => {}) // errors are shown as notices
    }

    const picture = element('div', { class: 'picture' })
    this.root.append(picture)
    this.view = new View(picture)
    const toggleHelp = () => (help.open ? help.close() : help.showModal())
    this.panels = new Panels(this, options.panels, toggleHelp)
    const shortcuts = shortcutsOf(this, this.panels, toggleHelp)
    const help = helpOverlay(shortcuts)
    this.root.append(...this.panels.elements, this.#notice.element, help)

    const pointer = new PointerControls(this.view, {
      doubleClick: (x, y) => this.select(this.#pick(x, y)),
      bodyAt: (x, y) => this.#pick(x, y)?.body,
      selected: () => this.#selected,
      perturb: (by) => {
        if (this.view.scene) this.view.scene.perturbation = by
        this.send({ do: 'perturb', by })
        this.view.redraw()
      },
      data: () => this.current?.data,
    })
    this.#stopListening = [() => pointer.dispose()]
    if (options.keys !== 'none')
      this.#stopListening.push(listenToKeys(options.keys === 'page' ? document : this.root, shortcuts))
  }

  get current(): ModelState | undefined {
    return this.#hosted ?? this.#client?.loaded
  }

  get status(): Status | undefined {
    return this.current?.status
  }

  get selected(): Picked | undefined {
    return this.#selected
  }

  get theme(): Theme {
    return this.#host.dataset['theme'] as Theme
  }

  set theme(theme: Theme) {
    this.#host.dataset['theme'] = theme
  }

  /** Loads a model in place of the current one. Reports the error and rejects when it cannot be loaded. */
  async load(input: ModelInput): Promise<Loaded> {
    try {
      const loaded = await this.#simulation().load(sourceOf(input, document.baseURI))
      this.events.emit('open', input)
      return loaded
    } catch (error) {
      // a request that a newer one has superseded is no error
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.fail(error)
      throw error
    }
  }

  /** Shows a state that the page steps itself; `draw` shows its changes. */
  show(hosted: HostedState): void {
    this.#client?.dispose()
    this.#client = undefined
    this.#hosted = hosted
    this.#display(hosted)
  }

  /** Draws the current state with the next animation frame, however often it is called until then. */
  draw(): void {
    this.view.redraw()
    this.#publishRequest ??= requestAnimationFrame(() => {
      this.#publishRequest = undefined
      if (this.current) this.#publish(this.current)
    })
  }

  /** Writes the perturbation by the mouse into a state that the page steps itself. */
  applyPerturbation(): void {
    this.#hosted?.applyPerturbation()
  }

  send(command: Command): void {
    if (this.#hosted) {
      this.#hosted.execute(command)
      this.view.redraw()
    } else this.#client?.send(command)
  }

  export(request: ExportRequest): Promise<Blob> {
    if (!this.#client) return Promise.reject(new Error('there is no simulation'))
    return this.#client.export(request)
  }

  notify(text: string): void {
    this.root.classList.remove('starting')
    this.#notice.show(text)
  }

  /** Reports an error: as a notice, if these are on, and as an event. */
  fail(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error)
    const failure = error instanceof SimulationError ? error.failure : { message: text, reason: text }
    if (this.#options.notices) this.notify(failure.message)
    this.events.emit('error', failure)
  }

  selectBody(body: number | undefined): void {
    this.select(body === undefined ? undefined : { geom: -1, body, point: [0, 0, 0], local: [0, 0, 0] })
  }

  select(picked: Picked | undefined): void {
    this.#selected = picked && picked.body > 0 ? picked : undefined
    this.view.scene?.highlight(this.#selected?.body)
    this.panels.inspect(this.#selected)
    this.view.redraw()
    this.events.emit('select', this.#selected)
  }

  dispose(): void {
    if (this.#publishRequest !== undefined) cancelAnimationFrame(this.#publishRequest)
    for (const stop of this.#stopListening) stop()
    this.events.clear()
    this.#client?.dispose()
    this.panels.dispose()
    this.view.dispose()
    this.#host.remove()
  }

  #simulation(): SimulationClient {
    if (!this.#client) {
      this.#client = new SimulationClient(this.#options.startWorker(), this.#options.kernels)
      this.#client.onLoad = (loaded) => {
        this.#hosted = undefined
        this.#display(loaded)
        this.#publish(loaded)
      }
      this.#client.onFrame = (loaded) => {
        this.#publish(loaded)
        this.view.redraw()
      }
      this.#client.onError = (message) => this.fail(new Error(`The simulation has failed: ${message}`))
    }
    return this.#client
  }

  /** Picks the geom at a point of the window, CSS pixels. */
  #pick(clientX: number, clientY: number): Picked | undefined {
    const { scene, cameras } = this.view
    if (!this.current || !scene || !cameras) return undefined
    const { model, data } = this.current
    const { x, y } = this.view.toPicture(clientX, clientY)
    return pick(model, data, cameras.camera, x, y, scene.flags.groups.geom)
  }

  /** Shows a new model. Visualization flags are kept. */
  #display(state: ModelState): void {
    this.#notice.hide()
    this.#selected = undefined
    this.#error = undefined
    this.#wasPlaying = false
    const scene = new ModelScene(state.model, this.view.scene?.flags)
    this.view.show(state.model, state.data, scene, new Cameras(state.model))
    this.panels.build(state)
    this.events.emit('load', state)
    // one animation frame after the one that shows the picture
    if (this.root.classList.contains('starting'))
      requestAnimationFrame(() => requestAnimationFrame(() => this.root.classList.remove('starting')))
  }

  /** Updates panels and listeners with a new state. */
  #publish(state: ModelState): void {
    this.panels.update(state)
    const error = state.status?.error
    if (error !== this.#error) {
      this.#error = error
      if (error !== undefined) this.fail(new Error(error))
      else this.#notice.hide()
    }
    const isPlaying = state.status?.isPlaying ?? false
    if (isPlaying !== this.#wasPlaying) {
      this.#wasPlaying = isPlaying
      this.events.emit('playing', isPlaying)
    }
    this.events.emit('frame', state)
  }
}
