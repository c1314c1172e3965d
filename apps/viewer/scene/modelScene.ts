import { type OrthographicCamera, type PerspectiveCamera, Scene } from 'three'
import type { Data, Model } from '../../../src/index.ts'
import { type DecorShown, decorAtFirst, drawDecor } from './decor/decor.ts'
import { geomInstances, siteInstances } from './geoms.ts'
import type { Instances } from './instances.ts'
import { Lights } from './lights.ts'
import { Marks } from './marks.ts'
import { Materials } from './materials.ts'
import { Skins } from './skins.ts'
import { makeSky } from './sky.ts'
import { drawTendons } from './tendons.ts'

/** What of a model is drawn. Groups are those of MJCF: 0 to 5, shown when true. */
export interface Shown {
  readonly geomGroups: boolean[]
  readonly siteGroups: boolean[]
  readonly tendonGroups: boolean[]
  readonly skinGroups: boolean[]
  readonly decor: DecorShown
  shadows: boolean
}

/** What the viewer of MuJoCo shows at first. */
export function shownAtFirst(): Shown {
  return {
    geomGroups: [true, true, true, false, false, false],
    siteGroups: [true, true, true, false, false, false],
    tendonGroups: [true, true, true, false, false, false],
    skinGroups: [true, true, true, false, false, false],
    decor: decorAtFirst(),
    shadows: true,
  }
}

/** Colour of what is chosen. */
const SELECTED = [1, 0.85, 0.3]

/** A three.js scene of a model: built once, moved with `update`. World frame as in the model: z up, metres. */
export class ModelScene {
  readonly scene = new Scene()
  readonly shown = shownAtFirst()
  readonly #m: Model
  readonly #materials: Materials
  readonly #geoms: Instances
  readonly #sites: Instances
  readonly #skins: Skins
  readonly #lights: Lights
  readonly #marks = new Marks()

  constructor(m: Model) {
    this.#m = m
    this.#materials = new Materials(m)
    this.#geoms = geomInstances(m, this.#materials)
    this.#sites = siteInstances(m, this.#materials)
    this.#skins = new Skins(m, this.#materials)
    this.#lights = new Lights(m)
    const parts = [this.#geoms, this.#sites, this.#skins, this.#lights, this.#marks]
    this.scene.add(makeSky(m), ...parts.map(({ object }) => object))
  }

  /** Moves everything to where the state has it. */
  update(d: Data, camera: PerspectiveCamera | OrthographicCamera): void {
    const m = this.#m
    const { geom_group, site_group } = m
    const { geomGroups, siteGroups, tendonGroups, skinGroups, decor, shadows } = this.shown
    this.#geoms.place(d.geom_xpos, d.geom_xmat, (geom) => geomGroups[geom_group[geom]] ?? false)
    this.#sites.place(d.site_xpos, d.site_xmat, (site) => siteGroups[site_group[site]] ?? false)
    this.#skins.update(d, (group) => skinGroups[group] ?? false)
    this.#marks.begin()
    drawTendons(m, d, this.#marks, (group) => tendonGroups[group] ?? false)
    drawDecor(m, d, this.#marks, decor)
    this.#marks.end()
    this.#lights.shadows = shadows
    this.#lights.update(d, camera)
  }

  /** Lets the geoms of a body stand out; undefined: of none. */
  highlight(body: number | undefined): void {
    const { geom_bodyid } = this.#m
    this.#geoms.paint((geom) => (geom_bodyid[geom] === body ? SELECTED : undefined))
  }

  dispose(): void {
    this.#geoms.dispose()
    this.#sites.dispose()
    this.#skins.dispose()
    this.#marks.dispose()
    this.#lights.dispose()
    this.#materials.dispose()
  }
}
