import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  type PerspectiveCamera,
  Scene,
  Vector3,
  type WebGLRenderer,
} from 'three'
import { Data, type Model } from '../../../src/index.ts'
import { kinematics } from '../../../src/stages.ts'
import { Environment } from '../scene/environment.ts'
import { geomInstance } from '../scene/geoms.ts'
import { type Instance, Instances } from '../scene/instances.ts'
import { Lights } from '../scene/lights.ts'
import { Materials } from '../scene/materials.ts'
import { Sky } from '../scene/sky.ts'
import { defaultVisFlags } from '../scene/visFlags.ts'
import type { PictureScene } from '../view/view.ts'
import type { BatchSource } from './batchSource.ts'
import { Crowd, type GridHit } from './crowd.ts'
import type { EnvironmentStates } from './environmentStates.ts'
import { type GridLayout, isGround } from './gridLayout.ts'

/** Distance at which haze hides the ground, in extents of the model, and in sizes of the grid. */
const HAZE = { extents: 14, grids: 6 }

/**
 * A three.js scene of many environments. Sky, lights and ground are those of the first model. Its lights are
 * directional here, and shine on all environments alike.
 */
export class GridScene implements PictureScene {
  isDraft = false
  readonly scene = new Scene()
  readonly #batch: BatchSource
  readonly #layout: GridLayout
  readonly #m: Model
  readonly #crowds = new Map<Model, Crowd>()
  readonly #materials: Materials[] = []
  readonly #environments: Environment[] = []
  readonly #sky: Sky
  readonly #lights: Lights
  readonly #ground: Instances
  readonly #groundVisible: Uint8Array
  readonly #frame: Mesh<BufferGeometry, MeshBasicMaterial>
  #isMoved = true
  #isCompiled = false

  /** @param triangles of all environments together, about */
  constructor(batch: BatchSource, layout: GridLayout, triangles: number) {
    const m = batch.modelOf(0)
    this.#batch = batch
    this.#layout = layout
    this.#m = m
    this.#sky = new Sky(m)
    this.#lights = new Lights(m, true)
    const flags = defaultVisFlags()
    for (const [model, environments] of byModel(batch, layout.n)) {
      const materials = new Materials(model)
      const share = (triangles * environments.length) / layout.n
      const crowd = new Crowd(model, environments, { layout, materials, flags, triangles: share })
      this.#materials.push(materials)
      this.#environments.push(new Environment(materials, this.#sky))
      this.#crowds.set(model, crowd)
    }
    this.#ground = groundOf(m, this.#materials[0], layout)
    this.#groundVisible = new Uint8Array(m.ngeom).fill(1)
    this.#frame = cellFrame(layout, 0.002 * m.stat.extent)
    const crowds = [...this.#crowds.values()].map(({ object }) => object)
    this.scene.add(this.#sky.object, this.#lights.object, this.#ground.object, ...crowds, this.#frame)
  }

  /** The batch has new states: the next picture shows them. */
  move(): void {
    this.#isMoved = true
  }

  update(d: Data, camera: PerspectiveCamera, focus: Vector3): void {
    const eye = camera.position
    if (this.#isMoved) for (const crowd of this.#crowds.values()) crowd.place(this.#batch, eye)
    this.#isMoved = false
    this.#ground.place(d.geom_xpos, d.geom_xmat, this.#groundVisible, eye)
    const { extent } = this.#m.stat
    const size = Math.hypot(...this.#layout.half)
    for (const { shared } of this.#materials) {
      shared.horizon.value = 0.9 * camera.far
      shared.hazeDistance.value = HAZE.extents * extent + HAZE.grids * size
      shared.haze.value = this.#sky.haze
    }
    // shadows of what is seen, in few sizes, so that they do not crawl when the camera moves
    const seen = 2 ** Math.ceil(Math.log2(0.75 * eye.distanceTo(focus)))
    this.#lights.reach = Math.max(1.5 * extent, Math.min(size + extent, seen))
    this.#lights.shadows = !this.isDraft
    this.#lights.update(d, camera, focus)
  }

  draw(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
    for (const environment of this.#environments) environment.prepare(renderer)
    // all shaders at once, so that they are compiled in parallel
    if (!this.#isCompiled) renderer.compile(this.scene, camera)
    this.#isCompiled = true
    renderer.render(this.scene, camera)
  }

  /** Colors environments by their states. */
  tint(states: EnvironmentStates): void {
    for (const crowd of this.#crowds.values()) crowd.tint(states)
  }

  /** Highlights an environment; undefined: none. */
  highlight(environment: number | undefined): void {
    for (const crowd of this.#crowds.values()) crowd.highlight(environment)
    this.#frame.visible = environment !== undefined
    if (environment === undefined) return
    this.#frame.position.set(this.#layout.x(environment), this.#layout.y(environment), 0)
  }

  /** Draws only one environment; undefined: all. */
  isolate(environment: number | undefined): void {
    for (const crowd of this.#crowds.values()) crowd.isolate(environment)
    this.#isMoved = true
  }

  /** The present state of an environment, with its poses in its own frame. Valid until the next call. */
  poseOf(environment: number): Data {
    return this.#crowds.get(this.#batch.modelOf(environment))!.poseOf(this.#batch, environment)
  }

  /**
   * The environment at a point of the picture, or, on the ground, in whose cell the point is.
   * @param x, y from −1 to 1, right and up
   */
  pick(camera: PerspectiveCamera, x: number, y: number): number | undefined {
    near.set(x, y, -1).unproject(camera)
    direction.set(x, y, 0.5).unproject(camera).sub(near).normalize()
    from.set([near.x, near.y, near.z])
    along.set([direction.x, direction.y, direction.z])
    const hit: GridHit = { environment: -1, distance: Infinity, ground: Infinity }
    for (const crowd of this.#crowds.values()) crowd.pick(this.#batch, from, along, hit)
    if (hit.distance < Infinity) return hit.environment
    if (hit.ground === Infinity) return undefined
    return this.#layout.at(from[0] + hit.ground * along[0], from[1] + hit.ground * along[1])
  }

  dispose(): void {
    for (const crowd of this.#crowds.values()) crowd.dispose()
    for (const part of [...this.#materials, ...this.#environments, this.#sky, this.#lights, this.#ground])
      part.dispose()
    this.#frame.geometry.dispose()
    this.#frame.material.dispose()
  }
}

const near = new Vector3()
const direction = new Vector3()
const from = new Float64Array(3)
const along = new Float64Array(3)

/** The first n environments of a batch by their models. */
function byModel(batch: BatchSource, n: number): Map<Model, number[]> {
  const groups = new Map<Model, number[]>()
  for (let i = 0; i < n; i++) {
    const model = batch.modelOf(i)
    const group = groups.get(model)
    if (group) group.push(i)
    else groups.set(model, [i])
  }
  return groups
}

/** The planes that are drawn once, without end. */
function groundOf(m: Model, materials: Materials, { spacing }: GridLayout): Instances {
  const d = new Data(m)
  kinematics(m, d)
  const planes: Instance[] = []
  for (let geom = 0; geom < m.ngeom; geom++) {
    const plane = isGround(m, d, geom, spacing) && geomInstance(m, materials, geom, undefined, [0, 0, 1])
    if (plane) planes.push(plane)
  }
  return new Instances(planes)
}

/** The border of a cell, a little above the ground. */
function cellFrame({ spacing: [x, y] }: GridLayout, height: number): Mesh<BufferGeometry, MeshBasicMaterial> {
  const width = 0.06 * Math.min(x, y)
  const corners: number[] = []
  for (const inset of [0, width])
    for (const [i, j] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ])
      corners.push(i * (x / 2 - inset), j * (y / 2 - inset), height)
  const sides = [0, 1, 2, 3].flatMap((i) => {
    const next = (i + 1) % 4
    return [i, next, 4 + i, next, 4 + next, 4 + i]
  })
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3))
  geometry.setIndex(sides)
  const frame = new Mesh(geometry, new MeshBasicMaterial({ color: 0x1f6bff, side: DoubleSide, toneMapped: false }))
  frame.visible = false
  return frame
}
