import { ObjType } from '../../../src/index.ts'
import type { PanelChoice } from '../options.ts'
import type { Picked } from '../view/picker.ts'
import type { ModelState, ViewerContext } from '../viewerContext.ts'
import { CameraPanel } from './cameraPanel.ts'
import { ContactPanel } from './contactPanel.ts'
import { element, iconButton } from './dom.ts'
import { copyText } from './download.ts'
import { drawingPanel } from './drawingPanel.ts'
import type { Inspected } from './fields.ts'
import { InfoOverlay } from './infoOverlay.ts'
import { Inspector } from './inspector.ts'
import { keyframePanel, keyframeXml } from './keyframePanel.ts'
import { MotionPanel } from './motionPanel.ts'
import { optionPanel } from './optionPanel.ts'
import { Playback } from './playback.ts'
import { Plots } from './plots.ts'
import { SavePanel } from './savePanel.ts'
import { StatisticsPanel } from './statisticsPanel.ts'
import { treePanel } from './treePanel.ts'
import { WarningPanel } from './warningPanel.ts'

/** A panel that shows the state. */
interface StatePanel {
  update(current: ModelState): void
  /** Called with every state; `update` is called less often. */
  sample?(): void
  dispose?(): void
}

export type Side = 'left' | 'right'

/** Below this width, CSS pixels, panels cover the picture, one at a time. */
export const NARROW = 700

/** While the simulation plays, panels are updated at most this often, ms. */
const PERIOD = 80

/** The panels around the picture. */
export class Panels {
  readonly elements: readonly HTMLElement[]
  /** For additional buttons of a page. */
  readonly menu = element('div', { class: 'menu' })
  readonly playback: Playback
  readonly #sides = {
    left: element('section', { class: 'panel left', 'aria-label': 'Model', id: 'kinetree-model' }),
    right: element('section', { class: 'panel right', 'aria-label': 'Motion', id: 'kinetree-motion' }),
  }
  readonly #toggles: Readonly<Record<Side, HTMLButtonElement>>
  readonly #context: ViewerContext
  readonly #save: SavePanel
  readonly #info = new InfoOverlay()
  readonly #isOpen = { left: false, right: false }
  /** Sections that the user has opened or closed, by title; kept for the next model. */
  readonly #sections = new Map<string, boolean>()
  #choice: PanelChoice
  #live: StatePanel[] = []
  #builtFor: ModelState['model'] | undefined
  #inspector: Inspector | undefined
  #plots: Plots | undefined
  #camera: CameraPanel | undefined
  #drawing: HTMLElement | undefined
  #updated = 0

  /** @param toggleHelp opens or closes the help */
  constructor(context: ViewerContext, choice: PanelChoice, toggleHelp: () => void) {
    this.#context = context
    this.#choice = choice
    this.#save = new SavePanel(context)
    this.#toggles = {
      left: iconButton('Model panel', 'model', () => this.toggle('left')),
      right: iconButton('Motion panel', 'motion', () => this.toggle('right')),
    }
    const theme = iconButton('Light or dark', 'theme', () => this.#changeTheme())
    const help = iconButton('Help', 'help', toggleHelp)
    const fullScreen = iconButton('Full screen', 'fullScreen', () => this.toggleFullScreen())
    const extras = [this.#save.picture, this.#save.video, theme, fullScreen, help]
    // hidden on narrow screens; pictures and videos are in the Save section too
    for (const each of [this.#save.picture, this.#save.video, fullScreen, help]) each.classList.add('wide')
    for (const each of [...Object.values(this.#toggles), ...extras]) each.classList.add('extra')
    this.playback = new Playback(context, [this.#toggles.left], [...extras, this.#toggles.right])
    const { left, right } = this.#sides
    left.append(this.menu)
    this.elements = [left, right, this.#info.element, this.playback.element]
    for (const panel of [left, right])
      panel.addEventListener(
        'toggle',
        ({ target }) => {
          if (target instanceof HTMLDetailsElement) this.#sections.set(target.dataset['title'] ?? '', target.open)
        },
        true,
      )
    this.#arrange()
  }

  get choice(): PanelChoice {
    return this.#choice
  }

  set choice(choice: PanelChoice) {
    this.#choice = choice
    const { current } = this.#context
    if (current) this.build(current)
    else this.#arrange()
  }

  /** Builds the panels for a model. */
  build(current: ModelState): void {
    for (const panel of this.#live) panel.dispose?.()
    this.#live = []
    this.#inspector = this.#plots = this.#camera = this.#drawing = undefined
    const isFirst = this.#builtFor === undefined
    this.#builtFor = current.model
    // wide screens start with open panels
    if (isFirst && !this.#isNarrow) this.#isOpen.left = this.#isOpen.right = true
    this.#sides.left.replaceChildren(this.menu)
    this.#sides.right.replaceChildren()
    if (this.#choice === true) this.#fill(current)
    this.#arrange()
    this.#updated = 0
    this.update(current)
  }

  /** Shows a new state. */
  update(current: ModelState): void {
    // the first state of a model arrives before its panels are built
    if (current.model !== this.#builtFor) return
    this.#info.count()
    for (const panel of this.#live) panel.sample?.()
    const now = performance.now()
    if (current.status?.isPlaying && now - this.#updated < PERIOD) return
    this.#updated = now
    if (current.status && this.#choice !== false) this.playback.update(current.data.time, current.status)
    for (const panel of this.#live) panel.update(current)
    this.#info.update(current)
  }

  /** Inspects the picked body, or the geom if the inspector shows geoms. */
  inspect(picked: Picked | undefined): void {
    if (!picked) return
    if (this.#inspector?.kind === 'geom' && picked.geom >= 0) this.#inspector.show('geom', picked.geom)
    else this.#inspector?.show('body', picked.body)
    this.#camera?.update()
  }

  /** Opens or closes the panels of a side. */
  toggle(side: Side): void {
    this.#isOpen[side] = !this.#isOpen[side]
    if (this.#isNarrow && this.#isOpen[side]) this.#isOpen[side === 'left' ? 'right' : 'left'] = false
    this.#arrange()
  }

  toggleInfo(): void {
    this.#info.element.hidden = !this.#info.element.hidden
    if (this.#context.current) this.#info.update(this.#context.current)
  }

  /** Opens a section, or closes it if it is visible. */
  toggleSection(title: string): void {
    for (const side of ['left', 'right'] as const) {
      const found = this.#sides[side].querySelector<HTMLDetailsElement>(`details[data-title="${title}"]`)
      if (!found) continue
      if (!this.#isOpen[side]) {
        found.open = true
        this.toggle(side)
      } else found.open = !found.open
      if (found.open) found.scrollIntoView({ block: 'nearest' })
    }
  }

  toggleFullScreen(): void {
    const root = this.#sides.left.parentElement
    if (document.fullscreenElement) void document.exitFullscreen()
    // ignored where it is not allowed
    else root?.requestFullscreen?.().catch(() => {})
  }

  /** Plots a field over time, by its path. */
  plot(path: string): void {
    this.#plots?.add(path)
  }

  /** Plots the first sensors. */
  plotSensors(): void {
    const { current } = this.#context
    if (!current) return
    this.toggleSection('Plots')
    const { names, nsensor } = current.model
    for (let id = 0; id < Math.min(8, nsensor); id++) {
      const name = names.name(ObjType.sensor, id)
      this.#plots?.add(name === undefined ? `sensordata[${current.model.sensor_adr[id]}]` : `sensor.${name}`)
    }
  }

  screenshot(): void {
    void this.#save.screenshot()
  }

  /** Frames the whole model. */
  frame(): void {
    this.#camera?.frame()
  }

  /** Copies the current state as a keyframe. */
  copyState(): void {
    const { current } = this.#context
    if (current) copyText(keyframeXml(current.data))
  }

  /** Updates the drawing panel after shortcuts have changed the flags. */
  refreshDrawing(): void {
    const { scene } = this.#context.view
    if (!this.#drawing || !scene) return
    const next = drawingPanel(scene.flags, this.#context.view.redraw)
    if (next instanceof HTMLDetailsElement && this.#drawing instanceof HTMLDetailsElement)
      next.open = this.#drawing.open
    this.#drawing.replaceWith(next)
    this.#drawing = next
  }

  dispose(): void {
    for (const panel of this.#live) panel.dispose?.()
    this.#save.dispose()
  }

  get #isNarrow(): boolean {
    return (this.#sides.left.parentElement?.clientWidth ?? Infinity) < NARROW
  }

  #changeTheme(): void {
    const isDark = getComputedStyle(this.#sides.left).colorScheme === 'dark'
    const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
    const now = this.#context.theme === 'auto' ? prefersDark : isDark
    this.#context.theme = now ? 'light' : 'dark'
    this.#context.view.redraw()
  }

  #arrange(): void {
    const hasPanels = this.#choice === true
    for (const side of ['left', 'right'] as const) {
      const isOpen = hasPanels && this.#isOpen[side]
      this.#sides[side].hidden = !isOpen
      this.#toggles[side].setAttribute('aria-expanded', String(isOpen))
      this.#toggles[side].setAttribute('aria-controls', this.#sides[side].id)
    }
    const { current } = this.#context
    const isStatic = current !== undefined && current.status === undefined
    const bar = this.playback.element
    bar.classList.toggle('minimal', !hasPanels)
    bar.classList.toggle('static', isStatic)
    bar.hidden = this.#choice === false || (isStatic && !hasPanels)
    if (!hasPanels) this.#info.element.hidden = true
  }

  #fill(current: ModelState): void {
    const { model, data, status } = current
    const context = this.#context
    const { view } = context
    const plots = new Plots(model, data, context)
    const inspector = new Inspector(model, data, (path) => plots.add(path))
    const camera = new CameraPanel(model, context)
    const motion = new MotionPanel(model, data, (command) => context.send(command))
    const statistics = new StatisticsPanel(model, context)
    const contacts = new ContactPanel(model, data, (geom) => this.#selectObject(current, 'geom', geom))
    const warnings = new WarningPanel(model, data)
    this.#inspector = inspector
    this.#plots = plots
    this.#camera = camera
    this.#drawing = view.scene && drawingPanel(view.scene.flags, view.redraw)
    this.#live = [
      plots,
      inspector,
      camera,
      statistics,
      contacts,
      warnings,
      { update: (now) => motion.update(now.data) },
      { update: (now) => this.#save.update(now) },
    ]
    const close = (side: Side) => {
      const created = iconButton('Close panel', 'close', () => this.toggle(side))
      created.classList.add('narrow')
      return created
    }
    this.#sides.left.replaceChildren(
      element('header', {}, element('h1', {}, model.names.model), close('left')),
      this.menu,
      status ? keyframePanel(model, data, context) : '',
      optionPanel(model, (change) => context.send({ do: 'option', change })),
      this.#drawing ?? '',
      camera.element,
      this.#save.element,
    )
    this.#sides.right.replaceChildren(
      element('header', { class: 'narrow' }, element('h1', {}, 'Motion'), close('right')),
      motion.element,
      treePanel(model, (kind, id) => this.#selectObject(current, kind, id)),
      inspector.element,
      plots.element,
      statistics.element,
      contacts.element,
      warnings.element,
    )
    for (const panel of Object.values(this.#sides))
      for (const each of panel.querySelectorAll('details')) {
        const wasOpen = this.#sections.get(each.dataset['title'] ?? '')
        if (wasOpen !== undefined) each.open = wasOpen
      }
  }

  /** Inspects an object that was selected in a panel, and selects its body in the picture. */
  #selectObject({ model: m }: ModelState, kind: Inspected, id: number): void {
    const bodies: Partial<Record<Inspected, Int32Array>> = {
      joint: m.jnt_bodyid,
      geom: m.geom_bodyid,
      site: m.site_bodyid,
      camera: m.cam_bodyid,
      light: m.light_bodyid,
    }
    const body = kind === 'body' ? id : bodies[kind]?.[id]
    if (body !== undefined) this.#context.select({ geom: -1, body, point: [0, 0, 0], local: [0, 0, 0] })
    if (!this.#inspector) return
    this.#inspector.element.open = true
    this.#inspector.show(kind, id)
  }
}
