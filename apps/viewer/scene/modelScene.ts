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

/** Distance at which haze hides the ground, in extents of the model. */
const HAZE = 14

/** A three.js scene of a model: built once, moved by `update`. World frame of the model: z up, meters. */
export class ModelScene {
  readonly scene = new Scene()
  readonly flags: VisFlags
  /** The perturbation by the mouse, drawn while it lasts. */
  perturbation: Perturbation | undefined
  /** Whether shadows are left out, whose shaders compile slowly. */
  isDraft = false
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
  /** Whether there is an infinite plane, which ends in haze. */
  readonly #hasHorizon: boolean
  /** Made when they are first shown. */
  #hulls: Instances | undefined
  #selected = -1
  #isCompiled = false
  #data: Data | undefined

  /** @param flags those of the scene before, if there was one */
  constructor(m: Model, flags: VisFlags = defaultVisFlags()) {
    this.#m = m
    this.flags = flags
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
   * Moves everything to its pose in a state.
   * @param focus the look-at point
   * @param width, height of the picture, CSS pixels
   */
  update(d: Data, camera: PerspectiveCamera, focus: Vector3, width: number, height: number): void {
    const m = this.#m
    const { flags } = this
    this.#data = d
    this.#updateVisibility()
    this.#applyFlags(camera)
    const eye = camera.position
    this.#geoms.place(d.geom_xpos, d.geom_xmat, this.#geomVisible, eye)
    this.#hulls?.place(d.geom_xpos, d.geom_xmat, this.#hullVisible, eye)
    this.#sites.place(d.site_xpos, d.site_xmat, this.#siteVisible, eye)
    this.#geoms.recolor(flags.islands ? this.#colorByIsland : undefined)
    this.#hulls?.recolor(flags.islands ? this.#colorByIsland : undefined)
    this.#skins.update(d, flags.skins, flags.groups.skin)

    this.#tendons.begin()
    const alpha = flags.transparent ? m.vis.map.alpha : 1
    if (flags.tendons) drawTendons(m, d, this.#tendons, flags.groups.tendon, alpha)
    drawCranks(m, d, this.#tendons)
    this.#tendons.end()

    this.#decor.begin()
    drawDecor(m, d, this.#decor, flags, this.perturbation)
    this.#decor.end()
    this.#labels.update(d, flags, this.#selected, width, height)
    this.#lights.update(d, camera, focus)
  }

  /** Draws the reflection, then the picture. */
  draw(renderer: WebGLRenderer, camera: PerspectiveCamera): void {
    const mirror = this.#mirror
    this.#environment.prepare(renderer)
    if (!this.#isCompiled) {
      // compile all shaders at once, so that they are compiled in parallel
      renderer.compile(this.scene, camera)
      this.#isCompiled = true
    }
    const mirrorMesh = mirror && this.#geoms.meshOf(mirror.geom)
    if (mirrorMesh && this.#data && this.flags.reflections && this.#geomVisible[mirror.geom] === 1) {
      const isReflected = mirror.draw(renderer, this.scene, camera, this.#data, [
        mirrorMesh,
        this.#sky.object,
        this.#labels.object,
      ])
      // both share the shadow maps
      renderer.shadowMap.autoUpdate = !isReflected
    } else if (mirror) mirror.uniforms.reflectance.value = 0
    renderer.render(this.scene, camera)
    renderer.shadowMap.autoUpdate = true
  }

  /** Highlights the geoms of a body; undefined: of none. */
  highlight(body: number | undefined): void {
    this.#selected = body ?? -1
    this.#updateGlow(this.#geoms)
    if (this.#hulls) this.#updateGlow(this.#hulls)
  }

  dispose(): void {
    for (const part of [this.#geoms, this.#hulls, this.#sites, this.#skins, this.#tendons, this.#decor]) part?.dispose()
    for (const part of [this.#labels, this.#lights, this.#sky, this.#environment, this.#mirror, this.#materials])
      part?.dispose()
  }

  #updateGlow(geoms: Instances): void {
    const { geom_bodyid, vis } = this.#m
    geoms.setGlow((geom) => (geom_bodyid[geom] === this.#selected ? vis.global.glow : 0))
  }

  readonly #colorByIsland = (geom: number, out: Float32Array): boolean =>
    this.#data !== undefined && islandColor(this.#m, this.#data, this.#m.geom_bodyid[geom], out)

  #updateVisibility(): void {
    const m = this.#m
    const { groups, statics, hulls } = this.flags
    if (hulls && !this.#hulls) {
      this.#hulls = hullInstances(m, this.#materials)
      this.#updateGlow(this.#hulls)
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
    const { flags } = this
    const { shared } = this.#materials
    this.#lights.shadows = flags.shadows && !this.isDraft
    this.#materials.wireframe = flags.wireframe
    this.#geoms.transparent = this.#sites.transparent = flags.transparent
    if (this.#hulls) this.#hulls.transparent = flags.transparent
    shared.textured.value = flags.textures ? 1 : 0
    shared.horizon.value = 0.9 * camera.far
    shared.hazeDistance.value = HAZE * this.#m.stat.extent
    this.#sky.haze.w = flags.haze && flags.skybox && this.#hasHorizon ? 1 : 0
    shared.haze.value = this.#sky.haze
    this.#sky.object.visible = flags.skybox
    const fog = flags.fog ? this.#fog : null
    if (this.scene.fog !== fog) this.scene.fog = fog
  }
}
