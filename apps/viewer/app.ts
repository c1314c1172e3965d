import { Events } from './events.ts'
import { type ModelInput, sourceOf } from './files/modelInput.ts'
import type { PanelChoice, Theme } from './options.ts'
import { element } from './panels/dom.ts'
import { helpOverlay } from './panels/helpOverlay.ts'
import { Notice } from './panels/notice.ts'
import { Panels } from './panels/panels.ts'
import { type Loaded, SimulationClient, SimulationError } from './simulation/client.ts'
import type { Command, Question } from './simulation/commands.ts'
import type { HostedState } from './simulation/hostedState.ts'
import type { LoadFailure } from './simulation/protocol.ts'
import type { Status } from './simulation/simulator.ts'
import css from './style.css?inline'
import { listenToKeys } from './view/keyboard.ts'
import type { Picked } from './view/picker.ts'
import { listenToPointer } from './view/pointer.ts'
import { shortcutsOf } from './view/shortcuts.ts'
import { View } from './view/view.ts'
import type { ModelState, ViewerContext } from './viewerContext.ts'

export interface AppOptions {
  /** Starts a worker that runs `simulation/worker.ts`; it is called when the first model is loaded. */
  readonly startWorker: () => Worker
  readonly panels: PanelChoice
  readonly theme: Theme
  /** Whose keys are listened to: those of the viewer while it has the focus, those of the whole page, or none. */
  readonly keys: 'focused' | 'page' | 'none'
  /** Whether mistakes are told in the viewer. */
  readonly notices: boolean
  /** Loaded at once, while the picture gets ready. */
  readonly model?: ModelInput | undefined
}

export interface AppEvents {
  /** A model is shown in place of another. */
  readonly load: ModelState
  /** A model that was asked for is there; it is shown already. */
  readonly open: ModelInput
  /** There is a new state. */
  readonly frame: ModelState
  readonly select: Picked | undefined
  readonly playing: boolean
  /** A model could not be loaded, or its simulation has stopped. */
  readonly error: LoadFailure
}

/**
 * The viewer in an element of a page: a picture, panels around it, and a simulation in a worker, or a state that the page
 * steps by itself. It lives in a shadow tree, so that neither its styles nor those of the page reach the other.
 */
export class App implements ViewerContext {
  readonly events = new Events<AppEvents>()
  readonly view: View
  readonly panels: Panels
  /** The root of everything, within the shadow tree. */
  readonly root = element('div', { class: 'kinetree' })
  /** Carries the shadow tree. */
  readonly #host = element('div', { class: 'kinetree-viewer' })
  readonly #notice = new Notice()
  readonly #options: AppOptions
  readonly #stopListening: (() => void)[]
  #client: SimulationClient | undefined
  /** What the page steps by itself. */
  #hosted: HostedState | undefined
  #selected: Picked | undefined
  #error: string | undefined
  #wasPlaying = false
  /** The request to tell of a new state with the next refresh of the screen. */
  #told: number | undefined

  constructor(container: HTMLElement, options: AppOptions) {
    this.#options = options
    const shadow = this.#host.attachShadow({ mode: 'open' })
    shadow.adoptedStyleSheets = [styleSheet()]
    shadow.append(this.root)
    container.append(this.#host)
    this.theme = options.theme
    if (options.model !== undefined) {
      this.root.classList.add('starting') // the picture comes first, and panels after it
      this.load(options.model).catch(() => {}) // what is wrong with it, the viewer says
    }

    const picture = element('div', { class: 'picture' })
    this.root.append(picture)
    this.view = new View(picture)
    const showHelp = () => (help.open ? help.close() : help.showModal())
    this.panels = new Panels(this, options.panels, showHelp)
    const shortcuts = shortcutsOf(this, this.panels, showHelp)
    const help = helpOverlay(shortcuts)
    this.root.append(...this.panels.elements, this.#notice.element, help)

    this.#stopListening = [
      listenToPointer(this.view, {
        select: (picked) => this.select(picked),
        selected: () => this.#selected,
        perturb: (by) => {
          if (this.view.scene) this.view.scene.pull = by
          this.send({ do: 'perturb', by })
          this.view.redraw()
        },
        data: () => this.current?.data,
      }),
    ]
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

  /** Loads a model in place of the present one. Says what is wrong with it, and rejects, when it cannot be loaded. */
  async load(input: ModelInput): Promise<Loaded> {
    try {
      const loaded = await this.#simulation().load(sourceOf(input, document.baseURI))
      this.events.emit('open', input)
      return loaded
    } catch (error) {
      // nobody is interested any more in a model that another has been asked for in place of
      if (!(error instanceof DOMException && error.name === 'AbortError')) this.fail(error)
      throw error
    }
  }

  /** Shows a state that somebody else steps; `draw` shows what has become of it. */
  show(own: HostedState): void {
    this.#client?.dispose()
    this.#client = undefined
    this.#hosted = own
    this.#present(own)
  }

  /** Shows the present state before the next refresh of the screen, however often it is called until then. */
  draw(): void {
    this.view.redraw()
    this.#told ??= requestAnimationFrame(() => {
      this.#told = undefined
      if (this.current) this.#tell(this.current)
    })
  }

  /** Writes the pull of the mouse into the state that somebody else steps. */
  pull(): void {
    this.#hosted?.pull()
  }

  send(command: Command): void {
    if (this.#hosted) {
      this.#hosted.execute(command)
      this.view.redraw()
    } else this.#client?.send(command)
  }

  ask(question: Question): Promise<Blob> {
    if (!this.#client) return Promise.reject(new Error('there is no simulation'))
    return this.#client.ask(question)
  }

  say(text: string): void {
    this.root.classList.remove('starting')
    this.#notice.say(text)
  }

  /** Tells what went wrong. */
  fail(error: unknown): void {
    const text = error instanceof Error ? error.message : String(error)
    const failure = error instanceof SimulationError ? error.failure : { message: text, reason: text }
    if (this.#options.notices) this.say(failure.message)
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
    if (this.#told !== undefined) cancelAnimationFrame(this.#told)
    for (const stop of this.#stopListening) stop()
    this.events.clear()
    this.#client?.dispose()
    this.panels.dispose()
    this.view.dispose()
    this.#host.remove()
  }

  #simulation(): SimulationClient {
    if (!this.#client) {
      this.#client = new SimulationClient(this.#options.startWorker())
      this.#client.onLoad = (loaded) => {
        this.#hosted = undefined
        this.#present(loaded)
        this.#tell(loaded)
      }
      this.#client.onFrame = (loaded) => {
        this.#tell(loaded)
        this.view.redraw()
      }
      this.#client.onError = (message) => this.fail(new Error(`The simulation has failed: ${message}`))
    }
    return this.#client
  }

  #present(current: ModelState): void {
    this.#notice.hide()
    this.#selected = undefined
    this.#error = undefined
    this.#wasPlaying = false
    this.view.show(current.model, current.data)
    this.panels.build(current)
    this.events.emit('load', current)
    // in the refresh after the one that shows the picture
    if (this.root.classList.contains('starting'))
      requestAnimationFrame(() => requestAnimationFrame(() => this.root.classList.remove('starting')))
  }

  /** Lets panels and listeners know of a new state. */
  #tell(current: ModelState): void {
    this.panels.update(current)
    const error = current.status?.error
    if (error !== this.#error) {
      this.#error = error
      if (error !== undefined) this.fail(new Error(error))
      else this.#notice.hide()
    }
    const isPlaying = current.status?.isPlaying ?? false
    if (isPlaying !== this.#wasPlaying) {
      this.#wasPlaying = isPlaying
      this.events.emit('playing', isPlaying)
    }
    this.events.emit('frame', current)
  }
}

let shared: CSSStyleSheet | undefined

/** One for all viewers of a page. */
function styleSheet(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(css)
  }
  return shared
}
