import { PCFShadowMap, type PerspectiveCamera, Vector2, Vector3, WebGLRenderer } from 'three'
import type { Data, Model } from '../../../src/index.ts'
import type { ModelScene } from '../scene/modelScene.ts'
import type { Cameras } from './cameras.ts'
import { Resolution } from './resolution.ts'

/** A picture that has not changed for this many animation frames is at rest. */
const REST_FRAMES = 12

/** What a view draws. */
export interface PictureScene {
  /** Whether a fast picture is wanted, without shadows. */
  isDraft: boolean
  /** Moves everything to its pose in a state. */
  update(d: Data, camera: PerspectiveCamera, focus: Vector3, width: number, height: number): void
  draw(renderer: WebGLRenderer, camera: PerspectiveCamera): void
  dispose(): void
}

interface Displayed<S> {
  readonly data: Data
  readonly scene: S
  readonly cameras: Cameras
}

/** A picture of a scene in an element of a page. It draws the state that it is given, wherever that comes from. */
export class View<S extends PictureScene = ModelScene> {
  readonly canvas: HTMLCanvasElement
  /** Draws again with the next animation frame. */
  readonly redraw = () => {
    this.#isStale = true
  }
  readonly #renderer: WebGLRenderer
  readonly #element: HTMLElement
  readonly #resize: ResizeObserver
  readonly #resolution: Resolution
  #displayed: Displayed<S> | undefined
  #isStale = true
  #request = 0
  /** Animation frames since the picture last changed. */
  #framesAtRest = 0
  /** Whether all pictures have full resolution, however long they take: for videos. */
  isFullResolution = false
  /** Called just before each picture is drawn. */
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
      else if (++this.#framesAtRest === REST_FRAMES) this.#refine()
    }
    loop()
  }

  get scene(): S | undefined {
    return this.#displayed?.scene
  }

  get cameras(): Cameras | undefined {
    return this.#displayed?.cameras
  }

  /** Whether the processor draws: many triangles take long. */
  get isSlow(): boolean {
    return this.#resolution.isSlow
  }

  /** Size of the picture at rest, pixels. */
  get size(): { readonly width: number; readonly height: number } {
    const { clientWidth, clientHeight } = this.#element
    const ratio = this.#resolution.atRest
    return { width: Math.floor(clientWidth * ratio), height: Math.floor(clientHeight * ratio) }
  }

  /** Shows a scene of a model in the state of `data`. Call `redraw` after a change of that state. */
  show(model: Model, data: Data, scene: S, cameras: Cameras): void {
    this.#displayed?.scene.dispose()
    this.#displayed = { data, scene, cameras }
    this.canvas.setAttribute('aria-label', `Simulation of ${model.names.model}`)
    this.#drawChanged(true) // at once: the graphics card draws while the panels are built
  }

  /** A point of the window in normalized coordinates of the picture: −1 to 1, right and up. */
  toPicture(clientX: number, clientY: number): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect()
    return { x: (2 * (clientX - box.left)) / box.width - 1, y: 1 - (2 * (clientY - box.top)) / box.height }
  }

  /** The point under the mouse at the depth of another point. */
  atDepthOf(point: readonly [number, number, number], clientX: number, clientY: number): [number, number, number] {
    if (!this.#displayed) return [...point]
    const { camera } = this.#displayed.cameras
    const { x, y } = this.toPicture(clientX, clientY)
    const depth = point3.set(...point).project(camera).z
    const { x: wx, y: wy, z: wz } = point3.set(x, y, depth).unproject(camera)
    return [wx, wy, wz]
  }

  /**
   * The picture as an image file.
   * @param size in pixels, by default that on the screen
   */
  async screenshot(type = 'image/png', size?: { readonly width: number; readonly height: number }): Promise<Blob> {
    if (size) {
      this.#renderer.setPixelRatio(1)
      this.#renderer.setSize(size.width, size.height, false)
    } else this.#fit(this.#resolution.atRest)
    this.#draw(size)
    const picture = new Promise<Blob>((resolve, reject) =>
      this.canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the browser could not encode the picture'))),
        type,
      ),
    )
    if (size) this.#drawChanged()
    return picture
  }

  dispose(): void {
    cancelAnimationFrame(this.#request)
    this.#resize.disconnect()
    this.#displayed?.scene.dispose()
    this.#renderer.dispose()
    this.canvas.remove()
  }

  /**
   * Draws a changed picture.
   * @param isFirst whether it is the first of a model: with software rendering it has no shadows
   */
  #drawChanged(isFirst = false): void {
    const area = this.#element.clientWidth * this.#element.clientHeight
    const { atRest } = this.#resolution
    const coarse = isFirst ? this.#resolution.atFirst(area) : this.#resolution.inMotion(area)
    const ratio = this.isFullResolution ? atRest : coarse
    this.#framesAtRest = 0
    this.#fit(ratio)
    this.#draw(undefined, isFirst && ratio < atRest)
  }

  /** Draws the picture at rest in full resolution, if it is not already. */
  #refine(): void {
    if (this.#fit(this.#resolution.atRest)) this.#draw()
  }

  /** Fits the picture to its element; false if it already did. @param ratio pixels per CSS pixel */
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

  /** @param size pixels; by default that of the element */
  #draw(size?: { readonly width: number; readonly height: number }, isDraft = false): void {
    this.#isStale = false
    if (!this.#displayed) return
    const { data, scene, cameras } = this.#displayed
    this.onDraw?.()
    const { width, height } = size ?? { width: this.canvas.clientWidth, height: this.canvas.clientHeight }
    scene.isDraft = isDraft
    cameras.update(data, width / Math.max(1, height))
    scene.update(data, cameras.camera, cameras.focus, width, height)
    scene.draw(this.#renderer, cameras.camera)
  }
}

const point3 = new Vector3()
const present = new Vector2()
