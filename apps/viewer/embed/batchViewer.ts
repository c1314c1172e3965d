import { Vector3 } from 'three'
import { Data, GeomType, type Model } from '../../../src/index.ts'
import { camlight, comPos, kinematics } from '../../../src/stages.ts'
import { Events } from '../events.ts'
import { type BatchSource, checkSource } from '../grid/batchSource.ts'
import { EnvironmentCard } from '../grid/environmentCard.ts'
import { EnvironmentStates } from '../grid/environmentStates.ts'
import { GridLayout, spacingOf } from '../grid/gridLayout.ts'
import { GridScene } from '../grid/gridScene.ts'
import type { Theme } from '../options.ts'
import { element } from '../panels/dom.ts'
import { shadowHost } from '../shadowHost.ts'
import { Cameras } from '../view/cameras.ts'
import { listenToKeys, type Shortcut } from '../view/keyboard.ts'
import { PointerControls } from '../view/pointerControls.ts'
import { View } from '../view/view.ts'
import { aim, cameraOf } from './camera.ts'
import type { ViewerCamera } from './types.ts'

export interface BatchViewerOptions {
  /** Most environments that are shown, the first ones of the batch. @default 256 */
  readonly limit?: number | undefined
  /** Distance of neighbors, or along x and y, m. By default they do not overlap at their start. */
  readonly spacing?: number | readonly [x: number, y: number] | undefined
  /** Whether figures of the selected environment are shown. @default true */
  readonly card?: boolean | undefined
  /** `'auto'` (the default) follows the user's preference for all pages. */
  readonly theme?: Theme | undefined
  /** Where keys are handled: in the viewer while it has the focus (the default), in the whole page, or nowhere. */
  readonly keys?: 'focused' | 'page' | 'none' | undefined
}

export interface BatchViewerEvents {
  /** An environment was selected; undefined: none. */
  readonly select: number | undefined
  /** The camera looks at an environment; undefined: at all. */
  readonly focus: number | undefined
}

/** Triangles of all environments together, with software rendering and with a graphics card. */
const TRIANGLES = { slow: 100_000, fast: 1_500_000 }
/** Elevation of the camera that looks at all environments, and its angle to their rows, degrees. */
const ELEVATION = -30
const SKEW = 10
/** Space around them, in parts of the distance. */
const MARGIN = 0.08
/** Distance of the camera from an environment that it looks at, in extents of the model. */
const CLOSE = 1.6

/** Creates a grid of the environments of a batch in an element of a page, which needs a height. The page steps them. */
export function createBatchViewer(
  container: HTMLElement,
  batch: BatchSource,
  options: BatchViewerOptions = {},
): BatchViewer {
  return new BatchViewer(container, batch, options)
}

/** A grid of the environments of a batch in an element of a page. It only reads them. */
export class BatchViewer {
  /** The element that contains the viewer. */
  readonly element: HTMLElement
  readonly batch: BatchSource
  /** Number of environments shown. */
  readonly shown: number
  /** The root element within the shadow tree. */
  readonly root = element('div', { class: 'kinetree' })

  readonly #events = new Events<BatchViewerEvents>()
  readonly #host: HTMLElement
  readonly #view: View<GridScene>
  readonly #scene: GridScene
  readonly #layout: GridLayout
  readonly #cameras: Cameras
  readonly #states: EnvironmentStates
  readonly #card: EnvironmentCard | undefined
  readonly #stopListening: (() => void)[]
  #selected: number | undefined
  #focused: number | undefined
  /** Where that was in the last picture. */
  readonly #followed = new Vector3()
  /** Where the camera was before it looked at an environment. */
  #before: ViewerCamera | undefined
  /** Whether the user has not moved the camera yet: it then follows the size of the element. */
  #isFitted = true

  constructor(container: HTMLElement, batch: BatchSource, options: BatchViewerOptions) {
    checkSource(batch)
    const { limit = 256, theme = 'auto', keys = 'focused', card = true } = options
    if (!(Number.isInteger(limit) && limit > 0))
      throw new RangeError(`the option 'limit' is ${limit}; expected a positive integer`)
    const model = batch.modelOf(0)
    this.element = container
    this.batch = batch
    this.shown = Math.min(limit, batch.n)
    this.#layout = new GridLayout(
      this.shown,
      spacing(options.spacing, batch, this.shown),
      Math.round(model.vis.global.azimuth / 90),
    )
    this.#states = new EnvironmentStates(this.shown)
    this.#cameras = camerasOf(model, this.#layout)

    const picture = element('div', { class: 'picture' })
    this.root.append(picture)
    this.#host = shadowHost(container, this.root)
    this.theme = theme
    this.#card = card
      ? new EnvironmentCard({
          toggleFocus: () => this.focus(this.#focused === undefined ? this.#selected : undefined),
          close: () => this.select(undefined),
        })
      : undefined
    if (this.#card) this.root.append(this.#card.element)
    this.#view = new View<GridScene>(picture)
    this.#scene = new GridScene(batch, this.#layout, this.#view.isSlow ? TRIANGLES.slow : TRIANGLES.fast)
    this.#view.onDraw = () => this.#beforePicture()
    const pointer = new PointerControls(this.#view, {
      // the others are not seen while the camera looks at one
      click: (x, y) => this.#focused ?? this.select(this.environmentAt(x, y)),
      doubleClick: (x, y) => this.focus(this.#focused === undefined ? this.environmentAt(x, y) : undefined),
      selected: () => undefined,
      bodyAt: () => undefined,
      perturb: () => {},
      data: () => undefined,
    })
    const moved = () => {
      this.#isFitted = false
    }
    for (const event of ['pointerdown', 'wheel']) this.#view.canvas.addEventListener(event, moved, { passive: true })
    this.#stopListening = [() => pointer.dispose()]
    if (keys !== 'none')
      this.#stopListening.push(listenToKeys(keys === 'page' ? document : this.root, this.#shortcuts()))
    this.#note()
    this.#view.show(model, initialState(model), this.#scene, this.#cameras)
    this.#view.canvas.ariaLabel = `${this.shown} environments of ${model.names.model}`
  }

  /** The selected environment. */
  get selected(): number | undefined {
    return this.#selected
  }

  /** The environment that the camera looks at; undefined: it looks at all. */
  get focused(): number | undefined {
    return this.#focused
  }

  get theme(): Theme {
    return this.#host.dataset['theme'] as Theme
  }

  set theme(theme: Theme) {
    this.#host.dataset['theme'] = theme
  }

  get camera(): ViewerCamera {
    return cameraOf(this.#cameras)
  }

  set camera(camera: ViewerCamera) {
    this.#isFitted = false
    aim(this.#cameras, camera)
    this.#view.redraw()
  }

  /** Shows the states of the batch with the next animation frame. Call it after each step. */
  draw(): void {
    this.#note()
    this.#scene.move()
    this.#view.redraw()
  }

  /** Selects an environment; undefined: none. */
  select(environment: number | undefined): void {
    this.#check(environment)
    if (environment === this.#selected) return
    this.#selected = environment
    if (environment === undefined) this.#card?.hide()
    this.#scene.highlight(environment)
    this.#view.redraw()
    this.#events.emit('select', environment)
    if (this.#focused !== undefined) this.focus(environment)
  }

  /** Looks at an environment, which is then selected, and follows it; undefined: looks at all again. */
  focus(environment: number | undefined): void {
    this.#check(environment)
    if (environment === this.#focused) return
    const { free } = this.#cameras
    if (this.#focused === undefined) this.#before = this.camera
    this.#focused = environment
    this.#scene.isolate(environment)
    if (environment === undefined) {
      if (this.#before) aim(this.#cameras, this.#before)
    } else {
      free.lookat.copy(this.#center(environment, this.#followed))
      free.distance = CLOSE * this.batch.modelOf(environment).stat.extent
      free.elevation = Math.max(free.elevation, -20)
    }
    this.#view.redraw()
    this.#events.emit('focus', environment)
    if (environment !== undefined) this.select(environment)
  }

  /** The environment at a place of the window, CSS pixels. */
  environmentAt(clientX: number, clientY: number): number | undefined {
    const { x, y } = this.#view.toPicture(clientX, clientY)
    return this.#scene.pick(this.#cameras.camera, x, y)
  }

  /** Where an environment is in the window, CSS pixels: the middle of its body. */
  placeOf(environment: number): { readonly x: number; readonly y: number } {
    this.#check(environment)
    const { x, y } = this.#center(environment, center).project(this.#cameras.camera)
    const box = this.#view.canvas.getBoundingClientRect()
    return { x: box.left + (box.width * (x + 1)) / 2, y: box.top + (box.height * (1 - y)) / 2 }
  }

  /** The picture as an image file. */
  screenshot(type?: string): Promise<Blob> {
    return this.#view.screenshot(type)
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof BatchViewerEvents>(event: K, listener: (event: BatchViewerEvents[K]) => void): () => void {
    return this.#events.on(event, listener)
  }

  /** Frees all memory and removes the viewer from the page. The batch goes on. */
  dispose(): void {
    for (const stop of this.#stopListening) stop()
    this.#events.clear()
    this.#view.dispose()
    this.#host.remove()
  }

  /** Takes over how episodes have ended. */
  #note(): void {
    if (this.#states.update(this.batch.result)) this.#scene.tint(this.#states)
  }

  #beforePicture(): void {
    const { free } = this.#cameras
    if (this.#focused !== undefined) {
      this.#center(this.#focused, center)
      free.lookat.add(center).sub(this.#followed)
      this.#followed.copy(center)
    } else if (this.#isFitted) lookAtAll(this.#cameras, this.#layout, this.batch.modelOf(0), this.#view.canvas)
    if (this.#selected === undefined || !this.#card) return
    const { time } = this.#scene.poseOf(this.#selected)
    const { timestep } = this.batch.modelOf(this.#selected).opt
    this.#card.update(this.#selected, this.batch.result, time, timestep, this.#focused !== undefined)
  }

  /** The middle of what moves in an environment, in the frame of the grid. */
  #center(environment: number, out: Vector3): Vector3 {
    const m = this.batch.modelOf(environment)
    const { geom_xpos } = this.#scene.poseOf(environment)
    let count = 0
    out.set(0, 0, 0)
    for (let geom = 0; geom < m.ngeom; geom++) {
      if (m.geom_type[geom] === GeomType.plane) continue
      out.x += geom_xpos[3 * geom]
      out.y += geom_xpos[3 * geom + 1]
      out.z += geom_xpos[3 * geom + 2]
      count++
    }
    out.divideScalar(Math.max(1, count))
    out.x += this.#layout.x(environment)
    out.y += this.#layout.y(environment)
    return out
  }

  #check(environment: number | undefined): void {
    if (environment === undefined) return
    if (!(Number.isInteger(environment) && environment >= 0 && environment < this.shown))
      throw new RangeError(`the environment is ${environment}; expected an integer from 0 to ${this.shown - 1}`)
  }

  #shortcuts(): Shortcut[] {
    const group = 'Environments'
    const by = (count: number) => () => {
      const next = this.#selected === undefined ? 0 : this.#selected + count
      if (next >= 0 && next < this.shown) this.select(next)
    }
    const back = () => (this.#focused === undefined ? this.select(undefined) : this.focus(undefined))
    return [
      { group, key: 'ArrowRight', label: 'next environment', run: by(1) },
      { group, key: 'ArrowLeft', label: 'previous environment', run: by(-1) },
      { group, key: 'ArrowDown', label: 'environment in the next row', run: by(this.#layout.columns) },
      { group, key: 'ArrowUp', label: 'environment in the previous row', run: by(-this.#layout.columns) },
      { group, key: 'Enter', label: 'look at the selected environment', run: () => this.focus(this.#selected) },
      { group, key: 'Escape', label: 'look at all, then select none', run: back },
    ]
  }
}

const center = new Vector3()

function spacing(given: BatchViewerOptions['spacing'], batch: BatchSource, shown: number): readonly [number, number] {
  if (given === undefined) return spacingOf([...new Set(Array.from({ length: shown }, (_, i) => batch.modelOf(i)))])
  const both = typeof given === 'number' ? ([given, given] as const) : given
  if (!(both[0] > 0 && both[1] > 0 && both[0] < Infinity && both[1] < Infinity))
    throw new RangeError(`the option 'spacing' is ${both.join(' by ')}; expected positive numbers`)
  return both
}

function camerasOf(m: Model, layout: GridLayout): Cameras {
  const cameras = new Cameras(m)
  cameras.mode = { kind: 'free' }
  cameras.free.elevation = ELEVATION
  cameras.free.azimuth = 90 * layout.turn + SKEW
  cameras.camera.far = Math.max(cameras.camera.far, 20 * Math.hypot(...layout.half))
  return cameras
}

/** Looks at all environments. */
function lookAtAll(cameras: Cameras, layout: GridLayout, m: Model, canvas: HTMLCanvasElement): void {
  const [x, y] = layout.half
  const top = 2 * m.stat.center[2]
  const corners = [-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0, -x, -y, top, x, -y, top, x, y, top, -x, y, top]
  cameras.free.lookat.set(0, 0, m.stat.center[2])
  cameras.free.distance = 3 * Math.hypot(x, y)
  cameras.free.fit(corners, cameras.fovy, canvas.clientWidth / Math.max(1, canvas.clientHeight))
  cameras.free.distance *= 1 + MARGIN
}

/** The first state of a model, with the poses of its lights. */
function initialState(m: Model): Data {
  const d = new Data(m)
  kinematics(m, d)
  comPos(m, d)
  camlight(m, d)
  return d
}
