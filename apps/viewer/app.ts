import { type Model, ObjType } from '../../src/index.ts'
import { button, element, section } from './panels/dom.ts'
import { drawingPanel } from './panels/drawingPanel.ts'
import { helpOverlay } from './panels/helpOverlay.ts'
import { Inspector } from './panels/inspector.ts'
import { MotionPanel } from './panels/motionPanel.ts'
import { optionPanel } from './panels/optionPanel.ts'
import { Playback } from './panels/playback.ts'
import { Plots } from './panels/plots.ts'
import { StatePanel } from './panels/statePanel.ts'
import { treePanel } from './panels/treePanel.ts'
import { type Loaded, SimulationClient, SimulationError } from './simulation/client.ts'
import type { Command } from './simulation/commands.ts'
import type { ModelSource } from './simulation/protocol.ts'
import { listenToKeys, type Shortcut } from './view/keyboard.ts'
import type { Picked } from './view/picker.ts'
import { listenToPointer } from './view/pointer.ts'
import { View } from './view/view.ts'

/** A panel that follows the state. */
interface Live {
  update(loaded: Loaded): void
}

/** The viewer: a picture, a simulation in a worker, and panels around them, in an element of a page. */
export class App {
  readonly client: SimulationClient
  readonly view: View
  /** Where whoever embeds the viewer adds buttons of its own. */
  readonly menu = element('div', { class: 'menu' })
  readonly #root: HTMLElement
  readonly #left = element('section', { class: 'panel left', 'aria-label': 'Model' })
  readonly #right = element('section', { class: 'panel right', 'aria-label': 'Motion' })
  readonly #notice = element('div', { class: 'notice', role: 'alert', hidden: true })
  readonly #playback: Playback
  readonly #stopListening: (() => void)[]
  #live: Live[] = []
  /** The model that the panels are about. */
  #furnished: Model | undefined
  #inspector: Inspector | undefined
  #selected: Picked | undefined

  /** @param worker runs `simulation/worker.ts` */
  constructor(root: HTMLElement, worker: Worker) {
    this.#root = root
    root.classList.add('kinetree')
    const picture = element('div', { class: 'picture' })
    root.append(picture)
    this.client = new SimulationClient(worker)
    this.view = new View(picture)
    this.#playback = new Playback(this.client)
    const shortcuts = this.#shortcuts()
    const help = helpOverlay(shortcuts)
    this.#left.append(this.menu)
    root.append(this.#left, this.#right, this.#playback.element, this.#notice, help)

    this.#stopListening = [
      listenToPointer(this.view, {
        select: (picked) => this.#select(picked),
        selected: () => this.#selected,
        perturb: (by) => this.send({ do: 'perturb', by }),
        data: () => this.client.loaded?.data,
      }),
      listenToKeys(root, [
        ...shortcuts,
        { key: 'F1', says: 'this help', run: () => (help.hidden = !help.hidden) },
        { key: '?', says: 'this help', run: () => (help.hidden = !help.hidden) },
      ]),
    ]
    this.client.onFrame = (loaded) => {
      this.#playback.update(loaded.data.time, loaded.status)
      // the first state of a model comes before its panels are there
      if (loaded.model === this.#furnished) for (const panel of this.#live) panel.update(loaded)
      if (loaded.status.error !== undefined) this.say(loaded.status.error)
      this.view.redraw()
    }
  }

  /** Loads a model in place of the present one, or says what is wrong with it. */
  async load(source: ModelSource): Promise<Loaded | undefined> {
    try {
      const loaded = await this.client.load(source)
      this.#notice.hidden = true
      this.#selected = undefined
      this.view.show(loaded.model, loaded.data)
      this.#furnish(loaded)
      document.title = `${loaded.model.names.model} · Kinetree`
      return loaded
    } catch (error) {
      this.say(error instanceof SimulationError ? error.failure.message : String(error))
      return undefined
    }
  }

  send(command: Command): void {
    this.client.send(command)
  }

  dispose(): void {
    for (const stop of this.#stopListening) stop()
    this.client.dispose()
    this.view.dispose()
    this.#root.replaceChildren()
  }

  /** Tells the user something that stays until the next model is loaded. */
  say(text: string): void {
    this.#notice.textContent = text
    this.#notice.hidden = false
  }

  #select(picked: Picked | undefined): void {
    this.#selected = picked && picked.body > 0 ? picked : undefined
    this.view.scene?.highlight(this.#selected?.body)
    if (this.#selected) this.#inspector?.show('body', this.#selected.body)
    this.view.redraw()
  }

  #furnish({ model, data }: Loaded): void {
    const keys = Array.from({ length: model.nkey }, (_, key) =>
      button(model.names.name(ObjType.key, key) ?? `keyframe ${key}`, () => this.send({ do: 'reset', keyframe: key })),
    )
    const state = new StatePanel(model)
    const motion = new MotionPanel(model, data, (command) => this.send(command))
    const inspector = new Inspector(model, data)
    const plots = new Plots(model, data)
    this.#inspector = inspector
    this.#furnished = model
    this.#live = [
      { update: (loaded) => state.update(loaded.data, loaded.status) },
      { update: (loaded) => motion.update(loaded.data) },
      { update: () => inspector.update() },
      { update: () => plots.update() },
    ]
    this.#left.replaceChildren(
      element('h1', {}, model.names.model),
      this.menu,
      keys.length > 0 ? section('Keyframes', false, ...keys) : '',
      optionPanel(model, (change) => this.send({ do: 'option', change })),
      drawingPanel(this.view.scene!.shown, this.view.redraw),
      treePanel(model, (body) => this.#select({ geom: -1, body, point: [0, 0, 0], local: [0, 0, 0] })),
      state.element,
    )
    this.#right.replaceChildren(motion.element, inspector.element, plots.element)
  }

  #shortcuts(): Shortcut[] {
    const turnCamera = (by: number) => {
      const { cameras } = this.view
      if (!cameras) return
      const modes = cameras.modes(this.#selected?.body)
      const now = modes.findIndex((mode) => JSON.stringify(mode) === JSON.stringify(cameras.mode))
      cameras.mode = modes[(now + by + modes.length) % modes.length]!
      this.view.redraw()
    }
    const toggle = (change: (shown: NonNullable<View['scene']>['shown']) => void) => () => {
      if (this.view.scene) change(this.view.scene.shown)
      this.view.redraw()
    }
    return [
      { key: ' ', says: 'play, pause', run: () => this.#playback.toggle() },
      { key: 'ArrowRight', says: 'one step', run: () => this.send({ do: 'step', steps: 1 }) },
      { key: 'ArrowLeft', says: 'one step back', run: () => this.send({ do: 'step', steps: -1 }) },
      { key: 'Backspace', says: 'back to the start', run: () => this.send({ do: 'reset' }) },
      { key: ']', says: 'next camera', run: () => turnCamera(1) },
      { key: '[', says: 'camera before', run: () => turnCamera(-1) },
      {
        key: 'Escape',
        says: 'free camera',
        run: () => {
          if (this.view.cameras) this.view.cameras.mode = { kind: 'free' }
          this.view.redraw()
        },
      },
      {
        key: 'c',
        says: 'contact points',
        run: toggle(({ decor }) => (decor.contactPoints = !decor.contactPoints)),
      },
      {
        key: 'f',
        says: 'contact forces',
        run: toggle(({ decor }) => (decor.contactForces = !decor.contactForces)),
      },
      { key: 'j', says: 'joints', run: toggle(({ decor }) => (decor.joints = !decor.joints)) },
      { key: 'i', says: 'inertias', run: toggle(({ decor }) => (decor.inertias = !decor.inertias)) },
      { key: 'm', says: 'centres of mass', run: toggle(({ decor }) => (decor.centres = !decor.centres)) },
      { key: 's', says: 'shadows', run: toggle((shown) => (shown.shadows = !shown.shadows)) },
    ]
  }
}
