import { Fog, type PerspectiveCamera, Scene, type Vector3, type WebGLRenderer } from 'three'
import type { Data, Model } from '../../../src/index.ts'
import type { Perturbation } from '../simulation/commands.ts'
import { drawDecor } from './decor/decor.ts'
import { DecorBatches } from './decorBatches.ts'
import { Environment } from './environment.ts'
import { geomInstances, hasHull, hasInfinitePlane, hullInstances, isMoving, siteInstances } from './geoms.ts'
import type { Instances } from './instances.ts'
import { islandColor } from './islandColor.ts'
import { Labels } from './labels/labels.ts'
import { Lights } from './lights.ts'
import { Materials } from './materials.ts'
import { Mirror, mirrorOf } from './mirror.ts'
import { Skins } from './skins.ts'
import { Sky } from './sky.ts'
import { drawCranks, drawTendons } from './tendons.ts'
import { defaultVisFlags, isGroupShown, type VisFlags } from './visFlags.ts'

export type { VisFlags } from './visFlags.ts'

/** Haze hides what is farther than this many extents of the model. */
const HAZE = 14

/** A three.js scene of a model: built once, moved with `update`. World frame as in the model: z up, meters. */
export class ModelScene {
  readonly scene = new Scene()
  readonly shown: VisFlags
  /** How the mouse pulls on a body; drawn while it does. */
  pull: Perturbation | undefined
  /** Whether shadows are left out, which take long to make ready. */
  isSketch = false
  readonly #m: Model
  readonly #materials: Materials
  readonly #mirror: Mirror | undefined
  readonly #geoms: Instances
  readonly #sites: Instances
  readonly #skins: Skins
  readonly #lights: Lights
  readonly #sky: Sky
  readonly #environment: Environment
  readonly #fog: Fog
  readonly #tendons = new DecorBatches({ castShadow: true })
  readonly #decor = new DecorBatches()
  readonly #labels: Labels
  readonly #geomVisible: Uint8Array
  readonly #hullVisible: Uint8Array
  readonly #siteVisible: Uint8Array
  /** There is an infinite plane, which ends in haze. */
  readonly #hasHorizon: boolean
  /** Made when somebody wants to see them. */
  #hulls: Instances | undefined
  #selected = -1
  #isCompiled = false
  #data: Data | undefined

  /** @param shown what is drawn: what it was in the scene before, where there was one */
  constructor(m: Model, shown: VisFlags = defaultVisFlags()) {
    this.#m = m
    this.shown = shown
    this.#materials = new Materials(m)
    const mirror = mirrorOf(m)
    this.#mirror = mirror < 0 ? undefined : new Mirror(m, mirror)
    this.#geoms = geomInstances(m, this.#materials, this.#mirror)
    this.#sites = siteInstances(m, this.#materials)
    this.#skins = new Skins(m, this.#materials)
    this.#lights = new Lights(m)
    this.#sky = new Sky(m)
    this.#environment = new Environment(this.#materials, this.#sky)
    this.#labels = new Labels(m)
    this.#hasHorizon = hasInfinitePlane(m)
    const { extent } = m.stat
    const [r, g, b] = m.vis.rgba.fog
    this.#fog = new Fog(0, m.vis.map.fogstart * extent, m.vis.map.fogend * extent)
    this.#fog.color.setRGB(r, g, b)
    this.#geomVisible = new Uint8Array(m.ngeom)
    this.#hullVisible = new Uint8Array(m.ngeom)
    this.#siteVisible = new Uint8Array(m.nsite)
    const parts = [
      this.#sky,
      this.#geoms,
      this.#sites,
      this.#skins,
      this.#lights,
      this.#tendons,
      this.#decor,
      this.#labels,
    ]
    this.scene.add(...parts.map(({ object }) => object))
    this.scene.matrixWorldAutoUpdate = true
  }

  /**
   * Moves everything to where the state has it.
   * @param focus where one looks
   * @param height of the picture, CSS pixels
   */
  update(d: Data, camera: PerspectiveCamera, focus: Vector3, width: number, height: number): void {
    const m = this.#m
    const { shown } = this
    this.#data = d
    this.#choose()
    this.#applyFlags(camera)
    const eye = camera.position
    this.#geoms.place(d.geom_xpos, d.geom_xmat, this.#geomVisible, eye)
    this.#hulls?.place(d.geom_xpos, d.geom_xmat, this.#hullVisible, eye)
    this.#sites.place(d.site_xpos, d.site_xmat, this.#siteVisible, eye)
    this.#geoms.paint(shown.islands ? this.#colorByIsland : undefined)
    this.#hulls?.paint(shown.islands ? this.#colorByIsland : undefined)
    this.#skins.update(d, shown.skins, shown.groups.skin)

    this.#tendons.begin()
    const alpha = shown.transparent ? m.vis.map.alpha : 1
    if (shown.tendons) drawTendons(m, d, this.#tendons, shown.groups.tendon, alpha)
    drawCranks(m, d, this.#tendons)
    this.#tendons.end()

    this.#decor.begin()
    drawDecor(m, d, this.#decor, shown, this.pull)
    this.#decor.end()
    this.#labels.update(d, shown, this.#selected, width, height)
    this.#lights.update(d, camera, focus)
  }

  /** Draws the picture, and before it what is in the mirror. */
  draw(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
    const mirror = this.#mirror
    this.#environment.prepare(renderer)
    if (!this.#isCompiled) {
      // all programs at once: none waits until the one before it is ready
      renderer.compile(this.scene, camera)
      this.#isCompiled = true
    }
    if (mirror && this.shown.reflections && this.#geomVisible[mirror.geom] === 1) {
      const own = this.#geoms.meshOf(mirror.geom)!
      const drew = mirror.draw(renderer, this.scene, camera, this.#data!, [own, this.#sky.object, this.#labels.object])
      // shadows are the same for both
      renderer.shadowMap.autoUpdate = !drew
    } else if (mirror) mirror.uniforms.reflectance.value = 0
    renderer.render(this.scene, camera)
    renderer.shadowMap.autoUpdate = true
  }

  /** Lets the geoms of a body stand out; undefined: of none. */
  highlight(body: number | undefined): void {
    this.#selected = body ?? -1
    this.#glow(this.#geoms)
    if (this.#hulls) this.#glow(this.#hulls)
  }

  dispose(): void {
    for (const part of [this.#geoms, this.#hulls, this.#sites, this.#skins, this.#tendons, this.#decor]) part?.dispose()
    for (const part of [this.#labels, this.#lights, this.#sky, this.#environment, this.#mirror, this.#materials])
      part?.dispose()
  }

  #glow(geoms: Instances): void {
    const { geom_bodyid, vis } = this.#m
    geoms.light((geom) => (geom_bodyid[geom] === this.#selected ? vis.global.glow : 0))
  }

  readonly #colorByIsland = (geom: number, out: Float32Array): boolean =>
    islandColor(this.#m, this.#data!, this.#m.geom_bodyid[geom], out)

  /** What is visible. */
  #choose(): void {
    const m = this.#m
    const { groups, statics, hulls } = this.shown
    if (hulls && !this.#hulls) {
      this.#hulls = hullInstances(m, this.#materials)
      this.#glow(this.#hulls)
      this.scene.add(this.#hulls.object)
    }
    for (let geom = 0; geom < m.ngeom; geom++) {
      const isShown = isGroupShown(groups.geom, m.geom_group[geom]) && (statics || isMoving(m, m.geom_bodyid[geom]))
      const asHull = isShown && hulls && hasHull(m, geom)
      this.#geomVisible[geom] = isShown && !asHull ? 1 : 0
      this.#hullVisible[geom] = asHull ? 1 : 0
    }
    for (let site = 0; site < m.nsite; site++)
      this.#siteVisible[site] =
        isGroupShown(groups.site, m.site_group[site]) && (statics || isMoving(m, m.site_bodyid[site])) ? 1 : 0
  }

  #applyFlags(camera: PerspectiveCamera): void {
    const { shown } = this
    const { shared } = this.#materials
    this.#lights.shadows = shown.shadows && !this.isSketch
    this.#materials.wireframe = shown.wireframe
    this.#geoms.ghosts = this.#sites.ghosts = shown.transparent
    if (this.#hulls) this.#hulls.ghosts = shown.transparent
    shared.textured.value = shown.textures ? 1 : 0
    shared.horizon.value = 0.9 * camera.far
    shared.hazeDistance.value = HAZE * this.#m.stat.extent
    this.#sky.haze.w = shown.haze && shown.skybox && this.#hasHorizon ? 1 : 0
    shared.haze.value = this.#sky.haze
    this.#sky.object.visible = shown.skybox
    const fog = shown.fog ? this.#fog : null
    if (this.scene.fog !== fog) this.scene.fog = fog
  }
}
