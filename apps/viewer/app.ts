import { ObjType } from '../../src/index.ts'
import { button, checkbox, element, section } from './panels/dom.ts'
import { MotionPanel } from './panels/motionPanel.ts'
import { optionPanel } from './panels/optionPanel.ts'
import { Playback } from './panels/playback.ts'
import type { DecorShown } from './scene/decor/decor.ts'
import { type Loaded, SimulationClient, SimulationError } from './simulation/client.ts'
import type { Command } from './simulation/commands.ts'
import type { ModelSource } from './simulation/protocol.ts'
import type { Picked } from './view/picker.ts'
import { listenToPointer } from './view/pointer.ts'
import { View } from './view/view.ts'

/** The viewer: a picture, a simulation in a worker, and panels around them, in an element of a page. */
export class App {
  readonly client: SimulationClient
  readonly view: View
  readonly #root: HTMLElement
  readonly #left = element('section', { class: 'panel left', 'aria-label': 'Model' })
  readonly #right = element('section', { class: 'panel right', 'aria-label': 'Motion' })
  readonly #notice = element('div', { class: 'notice', role: 'alert', hidden: true })
  readonly #playback: Playback
  #motion: MotionPanel | undefined
  #selected: Picked | undefined

  constructor(root: HTMLElement, worker: Worker) {
    this.#root = root
    root.classList.add('kinetree')
    const picture = element('div', { class: 'picture' })
    root.append(picture)
    this.client = new SimulationClient(worker)
    this.view = new View(picture)
    this.#playback = new Playback(this.client)
    root.append(this.#left, this.#right, this.#playback.element, this.#notice)

    listenToPointer(this.view, {
      select: (picked) => {
        this.#selected = picked && picked.body > 0 ? picked : undefined
      },
      selected: () => this.#selected,
      perturb: (by) => this.send({ do: 'perturb', by }),
      data: () => this.client.loaded?.data,
    })
    this.client.onFrame = (loaded) => {
      this.#playback.update(loaded.data.time, loaded.status)
      this.#motion?.update(loaded.data)
      if (loaded.status.error !== undefined) this.#say(loaded.status.error)
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
      this.#say(error instanceof SimulationError ? error.failure.message : String(error))
      return undefined
    }
  }

  send(command: Command): void {
    this.client.send(command)
  }

  dispose(): void {
    this.client.dispose()
    this.view.dispose()
    this.#root.replaceChildren()
  }

  #say(text: string): void {
    this.#notice.textContent = text
    this.#notice.hidden = false
  }

  #furnish({ model, data }: Loaded): void {
    const { scene } = this.view
    const groups = (label: string, of: boolean[]) =>
      element(
        'div',
        {},
        element('span', {}, label, ' '),
        ...of.map((isOn, group) =>
          checkbox(String(group), isOn, (next) => {
            of[group] = next
            this.view.redraw()
          }),
        ),
      )
    const keys = Array.from({ length: model.nkey }, (_, key) =>
      button(model.names.name(ObjType.key, key) ?? `keyframe ${key}`, () => this.send({ do: 'reset', keyframe: key })),
    )
    this.#left.replaceChildren(
      element('h1', { style: 'font-size:15px;margin:6px 0' }, model.names.model),
      keys.length > 0 ? section('Keyframes', false, ...keys) : '',
      optionPanel(model, (change) => this.send({ do: 'option', change })),
      section(
        'Drawing',
        false,
        groups('geoms', scene!.shown.geomGroups),
        groups('sites', scene!.shown.siteGroups),
        groups('tendons', scene!.shown.tendonGroups),
        groups('skins', scene!.shown.skinGroups),
        ...Object.entries(scene!.shown.decor).map(([name, isOn]) =>
          checkbox(SIGN[name as keyof DecorShown], isOn, (next) => {
            scene!.shown.decor[name as keyof DecorShown] = next
            this.view.redraw()
          }),
        ),
      ),
    )
    this.#motion = new MotionPanel(model, data, (command) => this.send(command))
    this.#right.replaceChildren(this.#motion.element)
    this.#right.hidden = this.#motion.element.childElementCount === 0
  }
}

const SIGN: Readonly<Record<keyof DecorShown, string>> = {
  contactPoints: 'contact points',
  contactForces: 'contact forces',
  joints: 'joints',
  frames: 'body frames',
  centres: 'centres of mass',
  inertias: 'inertias',
  cameras: 'cameras',
  lights: 'lights',
  constraints: 'equality constraints',
  volumes: 'bounding boxes',
}
