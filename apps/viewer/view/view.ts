import { PCFShadowMap, Vector2, Vector3, WebGLRenderer } from 'three'
import type { Data, Model } from '../../../src/index.ts'
import { ModelScene } from '../scene/modelScene.ts'
import { Cameras } from './cameras.ts'
import { type Picked, pick } from './picker.ts'
import { Resolution } from './resolution.ts'

/** A picture that has not changed for so many refreshes of the screen stands still. */
const STILL = 12

/** What a picture is of. */
interface Shown {
  readonly model: Model
  readonly data: Data
  readonly scene: ModelScene
  readonly cameras: Cameras
}

/**
 * A picture of a model in an element of a page. It shows the state that it is given; where that comes from, a worker, a
 * file or the network, is not its business.
 */
export class View {
  readonly canvas: HTMLCanvasElement
  /** Draws again before the next refresh of the screen. */
  readonly redraw = () => {
    this.#isStale = true
  }
  readonly #renderer: WebGLRenderer
  readonly #element: HTMLElement
  readonly #resize: ResizeObserver
  readonly #resolution: Resolution
  #shown: Shown | undefined
  #isStale = true
  #request = 0
  /** Refreshes of the screen since the picture has changed. */
  #refreshes = 0
  /** All pictures are of the same size, however long they take: those of a video. */
  isSteady = false
  /** Called just before each picture, with what it is a picture of. */
  onDraw: (() => void) | undefined

  constructor(element: HTMLElement) {
    this.#element = element
    this.#renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true })
    this.#renderer.shadowMap.enabled = true
    this.#renderer.shadowMap.type = PCFShadowMap
    this.#resolution = new Resolution(this.#renderer.getContext())
    this.canvas = this.#renderer.domElement
    this.canvas.tabIndex = 0
    this.canvas.setAttribute('role', 'img')
    this.canvas.setAttribute('aria-label', 'Simulation')
    element.append(this.canvas)
    this.#resize = new ResizeObserver(() => this.#drawChanged())
    this.#resize.observe(element)
    const loop = () => {
      this.#request = requestAnimationFrame(loop)
      if (this.#isStale) this.#drawChanged()
      else if (++this.#refreshes === STILL) this.#refine()
    }
    loop()
  }

  get scene(): ModelScene | undefined {
    return this.#shown?.scene
  }

  get cameras(): Cameras | undefined {
    return this.#shown?.cameras
  }

  /** Size of the picture when it stands still, pixels. */
  get size(): { readonly width: number; readonly height: number } {
    const { clientWidth, clientHeight } = this.#element
    const ratio = this.#resolution.atRest
    return { width: Math.floor(clientWidth * ratio), height: Math.floor(clientHeight * ratio) }
  }

  /**
   * Shows a model in the state of `data`, which may change at any time: call `redraw` when it has. What is drawn stays as it
   * was with the model before.
   */
  show(model: Model, data: Data): void {
    const before = this.#shown?.scene
    before?.dispose()
    this.#shown = { model, data, scene: new ModelScene(model, before?.shown), cameras: new Cameras(model) }
    this.canvas.setAttribute('aria-label', `Simulation of ${model.names.model}`)
    this.#drawChanged(true) // at once: the graphics card draws while panels are made
  }

  /** What is drawn at a point of the window, CSS pixels. */
  pick(clientX: number, clientY: number): Picked | undefined {
    if (!this.#shown) return undefined
    const { model, data, scene, cameras } = this.#shown
    const { x, y } = this.toPicture(clientX, clientY)
    return pick(model, data, cameras.camera, x, y, scene.shown.groups.geom)
  }

  /** A point of the window in coordinates of the picture: −1 to 1, right and up. */
  toPicture(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect()
    return { x: (2 * (clientX - box.left)) / box.width - 1, y: 1 - (2 * (clientY - box.top)) / box.height }
  }

  /** The point under the mouse that is as far away from the picture as another point. */
  atDepthOf(point: readonly [number, number, number], clientX: number, clientY: number): [number, number, number] {
    const camera = this.#shown!.cameras.camera
    const { x, y } = this.toPicture(clientX, clientY)
    const depth = place.set(...point).project(camera).z
    const { x: wx, y: wy, z: wz } = place.set(x, y, depth).unproject(camera)
    return [wx, wy, wz]
  }

  /**
   * The picture as a file.
   * @param size in pixels, where it is not that of the picture on the screen
   */
  async screenshot(type = 'image/png', size?: { readonly width: number; readonly height: number }): Promise<Blob> {
    if (size) {
      this.#renderer.setPixelRatio(1)
      this.#renderer.setSize(size.width, size.height, false)
    } else this.#fit(this.#resolution.atRest)
    this.#draw(size)
    const picture = new Promise<Blob>((resolve, reject) =>
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type),
    )
    if (size) this.#drawChanged()
    return picture
  }

  dispose(): void {
    cancelAnimationFrame(this.#request)
    this.#resize.disconnect()
    this.#shown?.scene.dispose()
    this.#renderer.dispose()
    this.canvas.remove()
  }

  /**
   * Draws a picture that differs from the one before.
   * @param isFirst whether it is the first of a model: on a slow machine only a sketch
   */
  #drawChanged(isFirst = false): void {
    const area = this.#element.clientWidth * this.#element.clientHeight
    const { atRest } = this.#resolution
    const changing = isFirst ? this.#resolution.atFirst(area) : this.#resolution.inMotion(area)
    const ratio = this.isSteady ? atRest : changing
    this.#refreshes = 0
    this.#fit(ratio)
    this.#draw(undefined, isFirst && ratio < atRest)
  }

  /** Draws a picture that stands still as finely as the screen shows it, if it is not so already. */
  #refine(): void {
    if (this.#fit(this.#resolution.atRest)) this.#draw()
  }

  /** Gives the picture the size of its element, if it has another. @param ratio pixels for each CSS pixel */
  #fit(ratio: number): boolean {
    const { clientWidth, clientHeight } = this.#element
    const renderer = this.#renderer
    const [width, height] = [Math.max(1, clientWidth), Math.max(1, clientHeight)]
    renderer.getSize(present)
    if (present.x === width && present.y === height && renderer.getPixelRatio() === ratio) return false
    renderer.setPixelRatio(ratio)
    renderer.setSize(width, height)
    return true
  }

  /** @param size pixels, or whatever gives their ratio; as large as the element where it is not given */
  #draw(size?: { readonly width: number; readonly height: number }, isSketch = false): void {
    this.#isStale = false
    if (!this.#shown) return
    const { data, scene, cameras } = this.#shown
    this.onDraw?.()
    const { width, height } = size ?? { width: this.canvas.clientWidth, height: this.canvas.clientHeight }
    scene.isSketch = isSketch
    cameras.update(data, width / Math.max(1, height))
    scene.update(data, cameras.camera, cameras.focus, width, height)
    scene.draw(this.#renderer, cameras.camera)
  }
}

const place = new Vector3()
const present = new Vector2()
