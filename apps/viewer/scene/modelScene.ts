import { type OrthographicCamera, type PerspectiveCamera, Scene } from 'three'
import type { Data, Model } from '../../../src/index.ts'
import { geomInstances, siteInstances } from './geoms.ts'
import type { Instances } from './instances.ts'
import { Lights } from './lights.ts'
import { Materials } from './materials.ts'
import { makeSky } from './sky.ts'

/** What of a model is drawn. Groups are those of MJCF: 0 to 5, shown when true. */
export interface Shown {
  readonly geomGroups: boolean[]
  readonly siteGroups: boolean[]
  shadows: boolean
}

/** What the viewer of MuJoCo shows at first. */
export function shownAtFirst(): Shown {
  return {
    geomGroups: [true, true, true, false, false, false],
    siteGroups: [true, true, true, false, false, false],
    shadows: true,
  }
}

/** A three.js scene of a model: built once, moved with `update`. World frame as in the model: z up, metres. */
export class ModelScene {
  readonly scene = new Scene()
  readonly shown = shownAtFirst()
  readonly #m: Model
  readonly #materials: Materials
  readonly #geoms: Instances
  readonly #sites: Instances
  readonly #lights: Lights

  constructor(m: Model) {
    this.#m = m
    this.#materials = new Materials(m)
    this.#geoms = geomInstances(m, this.#materials)
    this.#sites = siteInstances(m, this.#materials)
    this.#lights = new Lights(m)
    this.scene.add(makeSky(m), this.#geoms.object, this.#sites.object, this.#lights.object)
  }

  /** Moves everything to where the state has it. */
  update(d: Data, camera: PerspectiveCamera | OrthographicCamera): void {
    const { geom_group, site_group } = this.#m
    const { geomGroups, siteGroups, shadows } = this.shown
    this.#geoms.place(d.geom_xpos, d.geom_xmat, (geom) => geomGroups[geom_group[geom]] ?? false)
    this.#sites.place(d.site_xpos, d.site_xmat, (site) => siteGroups[site_group[site]] ?? false)
    this.#lights.shadows = shadows
    this.#lights.update(d, camera)
  }

  dispose(): void {
    this.#geoms.dispose()
    this.#sites.dispose()
    this.#lights.dispose()
    this.#materials.dispose()
  }
}
