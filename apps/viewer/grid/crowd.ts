import { Object3D, type Vector3 } from 'three'
import { Data, GeomType, type Model, RayHit, ray } from '../../../src/index.ts'
import { comPos, kinematics, tendon } from '../../../src/stages.ts'
import { DecorBatches } from '../scene/decorBatches.ts'
import { colorOf, geomInstance, siteInstance } from '../scene/geoms.ts'
import { type Instance, Instances } from '../scene/instances.ts'
import type { Materials } from '../scene/materials.ts'
import { drawCranks, drawTendons } from '../scene/tendons.ts'
import { type Groups, isGroupShown, type VisFlags } from '../scene/visFlags.ts'
import type { BatchSource } from './batchSource.ts'
import { EnvironmentState, type EnvironmentStates } from './environmentStates.ts'
import { type GridLayout, isGround } from './gridLayout.ts'

/** Colors of ended episodes, sRGB, and how much of them a geom takes on at most. */
const TINTS: Readonly<Record<EnvironmentState, readonly [number, number, number] | undefined>> = {
  [EnvironmentState.running]: undefined,
  [EnvironmentState.truncated]: [0.25, 0.45, 0.95],
  [EnvironmentState.terminated]: [0.98, 0.68, 0.1],
  [EnvironmentState.failed]: [0.9, 0.1, 0.12],
}
const TINT = 0.75

/** Corners that a circle has at least and at most. */
const ROUND = { least: 10, most: 40 }

export interface CrowdOptions {
  readonly layout: GridLayout
  readonly materials: Materials
  readonly flags: VisFlags
  /** Triangles of all environments together, about. */
  readonly triangles: number
}

/**
 * All environments of a model in a grid. Geom g of the k-th of them is instance k·ngeom + g: equal shapes of all
 * environments are one draw call. The poses come from the kinematics of one state, into which environments are loaded
 * one after the other.
 */
export class Crowd {
  readonly object = new Object3D()
  readonly #m: Model
  /** Indices of the environments in the batch. */
  readonly #environments: Int32Array
  readonly #layout: GridLayout
  readonly #geoms: Instances
  readonly #sites: Instances
  readonly #tendons = new DecorBatches({ castShadow: true })
  /** An environment as the batch has it. */
  readonly #loaded: Data
  /** Its poses. All trees are awake here: those of a sleeping one are not in memory. */
  readonly #posed: Data
  readonly #isGround: Uint8Array
  /** Colors of the geoms. */
  readonly #colors: readonly Float32Array[]
  readonly #flags: VisFlags
  /** The only one that is drawn; -1: all are. */
  #isolated = -1
  readonly #geomPlaces: Placed
  readonly #sitePlaces: Placed

  constructor(m: Model, environments: readonly number[], { layout, materials, flags, triangles }: CrowdOptions) {
    this.#m = m
    this.#environments = Int32Array.from(environments)
    this.#layout = layout
    this.#flags = flags
    this.#loaded = new Data(m)
    this.#posed = new Data(m)
    kinematics(m, this.#posed)
    const n = environments.length
    this.#colors = range(m.ngeom).map((geom) => colorOf(m.geom_matid[geom], m.geom_rgba, geom, m))
    this.#isGround = Uint8Array.from({ length: m.ngeom }, (_, geom) =>
      isGround(m, this.#posed, geom, layout.spacing) ? 1 : 0,
    )
    const geoms = range(m.ngeom).map((geom) =>
      this.#isGround[geom] ? undefined : geomInstance(m, materials, geom, undefined, sizeInCell(m, geom, layout)),
    )
    const sites = range(m.nsite).map((site) => siteInstance(m, materials, site))
    const round = roundFor(triangles / Math.max(1, n * geoms.length))
    this.#geoms = new Instances(copies(geoms, n), { round, isSorted: false })
    this.#sites = new Instances(copies(sites, n), { round, isSorted: false, castShadow: false })
    this.#geomPlaces = new Placed(n, m.ngeom, m.geom_group, flags.groups.geom)
    this.#sitePlaces = new Placed(n, m.nsite, m.site_group, flags.groups.site)
    this.object.add(this.#geoms.object, this.#sites.object, this.#tendons.object)
  }

  /** Moves all environments to their poses. */
  place(batch: BatchSource, eye: Vector3): void {
    const m = this.#m
    const d = this.#posed
    this.#tendons.begin()
    for (let k = 0; k < this.#environments.length; k++) {
      const i = this.#environments[k]
      this.#pose(batch, i)
      const x = this.#layout.x(i)
      const y = this.#layout.y(i)
      this.#geomPlaces.set(k, d.geom_xpos, d.geom_xmat, x, y)
      this.#sitePlaces.set(k, d.site_xpos, d.site_xmat, x, y)
      if (this.#isolated < 0 || this.#isolated === k) this.#drawTendons(x, y)
    }
    this.#tendons.end()
    const geoms = this.#geomPlaces
    const sites = this.#sitePlaces
    this.#geoms.place(geoms.position, geoms.matrix, geoms.visible, eye)
    if (m.nsite > 0) this.#sites.place(sites.position, sites.matrix, sites.visible, eye)
  }

  /** The state of an environment, with its poses. Valid until the next call. */
  poseOf(batch: BatchSource, environment: number): Data {
    this.#pose(batch, environment)
    return this.#posed
  }

  /** Colors environments by their states. */
  tint(states: EnvironmentStates): void {
    const { ngeom } = this.#m
    this.#geoms.recolor((id, out) => {
      const environment = this.#environments[Math.floor(id / ngeom)]
      const tint = TINTS[states.of(environment)]
      if (!tint) return false
      const own = this.#colors[id % ngeom]
      const share = TINT * states.strength(environment)
      for (let k = 0; k < 3; k++) out[k] = (1 - share) * own[k] + share * tint[k]
      return true
    })
  }

  /** Draws only one environment; undefined: all. */
  isolate(environment: number | undefined): void {
    const only = environment === undefined ? -1 : this.#environments.indexOf(environment)
    const isShown = (k: number) => environment === undefined || k === only
    this.#geomPlaces.show(isShown)
    this.#sitePlaces.show(isShown)
    this.#tendons.object.visible = environment === undefined || only >= 0
    this.#isolated = only
  }

  /** Makes an environment glow; undefined: none. */
  highlight(environment: number | undefined): void {
    const { ngeom, vis } = this.#m
    const glowing = environment === undefined ? -1 : this.#environments.indexOf(environment)
    this.#geoms.setGlow((id) => (Math.floor(id / ngeom) === glowing ? vis.global.glow : 0))
  }

  /**
   * The nearest environment on a ray, and the nearest ground.
   * @param from, along in the frame of the grid; `along` has unit length
   */
  pick(batch: BatchSource, from: Float64Array, along: Float64Array, best: GridHit): void {
    const { geom: geomgroup } = this.#flags.groups
    for (let k = 0; k < this.#environments.length; k++) {
      const i = this.#environments[k]
      this.#pose(batch, i)
      start.set(from)
      start[0] -= this.#layout.x(i)
      start[1] -= this.#layout.y(i)
      if (!ray(this.#m, this.#posed, hit, start, along, { geomgroup })) continue
      if (this.#isGround[hit.geom]) best.ground = Math.min(best.ground, hit.distance)
      else if (hit.distance < best.distance) {
        best.distance = hit.distance
        best.environment = i
      }
    }
  }

  dispose(): void {
    for (const part of [this.#geoms, this.#sites, this.#tendons]) part.dispose()
  }

  #pose(batch: BatchSource, environment: number): void {
    const d = this.#posed
    const loaded = batch.data(environment, this.#loaded)
    d.time = loaded.time
    d.qpos.set(loaded.qpos)
    d.mocap_pos.set(loaded.mocap_pos)
    d.mocap_quat.set(loaded.mocap_quat)
    kinematics(this.#m, d)
  }

  #drawTendons(x: number, y: number): void {
    const m = this.#m
    const d = this.#posed
    this.#tendons.origin[0] = x
    this.#tendons.origin[1] = y
    if (m.ntendon > 0) {
      comPos(m, d)
      tendon(m, d)
      drawTendons(m, d, this.#tendons, this.#flags.groups.tendon, 1)
    }
    drawCranks(m, d, this.#tendons)
  }
}

/** What a ray through a grid has met. Distances in m; infinite: nothing. */
export interface GridHit {
  environment: number
  distance: number
  ground: number
}

const hit = new RayHit()
const start = new Float64Array(3)

/** Poses of all geoms, or all sites, of all environments. */
class Placed {
  readonly position: Float64Array
  readonly matrix: Float64Array
  readonly visible: Uint8Array
  readonly #count: number
  readonly #isShown: (id: number) => boolean

  constructor(environments: number, count: number, group: Int32Array, groups: Groups) {
    this.#count = count
    this.#isShown = (id) => isGroupShown(groups, group[id])
    this.position = new Float64Array(3 * environments * count)
    this.matrix = new Float64Array(9 * environments * count)
    this.visible = new Uint8Array(environments * count)
    this.show(() => true)
  }

  /** Chooses the environments that are drawn. */
  show(isChosen: (environment: number) => boolean): void {
    const { visible } = this
    for (let id = 0; id < visible.length; id++)
      visible[id] = isChosen(Math.floor(id / this.#count)) && this.#isShown(id % this.#count) ? 1 : 0
  }

  /** Takes over the poses of an environment at a place. */
  set(environment: number, xpos: Float64Array, xmat: Float64Array, x: number, y: number): void {
    const { position } = this
    const first = 3 * environment * this.#count
    this.matrix.set(xmat, 3 * first)
    for (let i = 0; i < xpos.length; i += 3) {
      position[first + i] = xpos[i] + x
      position[first + i + 1] = xpos[i + 1] + y
      position[first + i + 2] = xpos[i + 2]
    }
  }
}

/** The objects of n environments. */
function copies(objects: readonly (Instance | undefined)[], n: number): Instance[] {
  const all: Instance[] = []
  for (let k = 0; k < n; k++)
    for (const [i, object] of objects.entries()) if (object) all.push({ ...object, id: k * objects.length + i })
  return all
}

/** Corners of a circle, an even number: a capsule has about 1.4 times its square of triangles. */
function roundFor(triangles: number): number {
  const corners = Math.sqrt(triangles / 1.4)
  return 2 * Math.round(Math.min(ROUND.most, Math.max(ROUND.least, corners)) / 2)
}

/** The size of a geom in its cell: infinite planes end there. */
function sizeInCell(m: Model, geom: number, { spacing: [x, y] }: GridLayout): [number, number, number] {
  const [a, b, c] = m.geom_size.subarray(3 * geom, 3 * geom + 3)
  if (m.geom_type[geom] !== GeomType.plane) return [a, b, c]
  const half = Math.min(x, y) / 2
  return [a > 0 ? a : half, b > 0 ? b : half, c]
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}
