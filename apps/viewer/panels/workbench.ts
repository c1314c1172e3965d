import { ObjType } from '../../../src/index.ts'
import type { PanelChoice } from '../choices.ts'
import type { Stage, Subject } from '../stage.ts'
import type { Picked } from '../view/picker.ts'
import { button, element, section } from './dom.ts'
import { drawingPanel } from './drawingPanel.ts'
import { Inspector } from './inspector.ts'
import { MotionPanel } from './motionPanel.ts'
import { optionPanel } from './optionPanel.ts'
import { Playback } from './playback.ts'
import { Plots } from './plots.ts'
import { StatePanel } from './statePanel.ts'
import { treePanel } from './treePanel.ts'

/** A panel that follows the state. */
interface Live {
  update(subject: Subject): void
}

/** The panels around the picture. */
export class Workbench {
  readonly elements: readonly HTMLElement[]
  /** Where a page adds buttons of its own. */
  readonly menu = element('div', { class: 'menu' })
  readonly #left = element('section', { class: 'panel left', 'aria-label': 'Model' })
  readonly #right = element('section', { class: 'panel right', 'aria-label': 'Motion' })
  readonly #stage: Stage
  readonly #playback: Playback
  #choice: PanelChoice
  #live: Live[] = []
  #furnished: Subject['model'] | undefined
  #inspector: Inspector | undefined

  constructor(stage: Stage, choice: PanelChoice) {
    this.#stage = stage
    this.#playback = new Playback(stage)
    this.#left.append(this.menu)
    this.elements = [this.#left, this.#right, this.#playback.element]
    this.#choice = choice
    this.#arrange()
  }

  get choice(): PanelChoice {
    return this.#choice
  }

  set choice(choice: PanelChoice) {
    this.#choice = choice
    const { subject } = this.#stage
    if (subject) this.furnish(subject)
    else this.#arrange()
  }

  /** Makes the panels of a model. */
  furnish(subject: Subject): void {
    this.#live = []
    this.#inspector = undefined
    this.#furnished = subject.model
    this.#arrange()
    this.#left.replaceChildren(this.menu)
    this.#right.replaceChildren()
    if (this.#choice === true) this.#fill(subject)
    this.update(subject)
  }

  /** Follows the state. */
  update(subject: Subject): void {
    // the first state of a model comes before its panels are there
    if (subject.model !== this.#furnished) return
    if (subject.status && this.#choice !== false) this.#playback.update(subject.data.time, subject.status)
    for (const panel of this.#live) panel.update(subject)
  }

  /** Shows the fields of what is chosen. */
  inspect(picked: Picked | undefined): void {
    if (picked) this.#inspector?.show('body', picked.body)
  }

  #arrange(): void {
    this.#left.hidden = this.#right.hidden = this.#choice !== true
    const { subject } = this.#stage
    this.#playback.element.hidden = this.#choice === false || (subject !== undefined && subject.status === undefined)
  }

  #fill(subject: Subject): void {
    const { model, data, status } = subject
    const { view } = this.#stage
    const state = new StatePanel(model)
    const motion = new MotionPanel(model, data, (command) => this.#stage.send(command))
    const inspector = new Inspector(model, data)
    const plots = new Plots(model, data)
    this.#inspector = inspector
    this.#live = [
      { update: (now) => state.update(now.data, now.status) },
      { update: (now) => motion.update(now.data) },
      { update: () => inspector.update() },
      { update: () => plots.update() },
    ]
    this.#left.replaceChildren(
      element('h1', {}, model.names.model),
      this.menu,
      ...(status ? this.#keyframes(subject) : []),
      optionPanel(model, (change) => this.#stage.send({ do: 'option', change })),
      drawingPanel(view.scene!.shown, view.redraw),
      treePanel(model, (body) => this.#stage.select({ geom: -1, body, point: [0, 0, 0], local: [0, 0, 0] })),
      state.element,
    )
    this.#right.append(motion.element, inspector.element, plots.element)
  }

  #keyframes({ model }: Subject): HTMLElement[] {
    if (model.nkey === 0) return []
    const keys = Array.from({ length: model.nkey }, (_, key) =>
      button(model.names.name(ObjType.key, key) ?? `keyframe ${key}`, () =>
        this.#stage.send({ do: 'reset', keyframe: key }),
      ),
    )
    return [section('Keyframes', false, ...keys)]
  }
}
