/** A point on the page (x to the right, y down) and its distance behind the page. */
export interface PagePoint {
  readonly x: number
  readonly y: number
  readonly depth: number
}

export interface View {
  /** Point of the world that comes to lie at `at`. */
  readonly lookat: readonly [number, number, number]
  /** Where on the page. */
  readonly at: readonly [number, number]
  /** Page units per meter. */
  readonly scale: number
  /** Degrees; 90 looks along +y, as in MuJoCo's viewer. */
  readonly azimuth: number
  /** Degrees; negative looks down. */
  readonly elevation: number
}

/** Orthographic projection. */
export class Camera {
  readonly scale: number
  readonly #view: View
  readonly #right: readonly number[]
  readonly #up: readonly number[]
  readonly #forward: readonly number[]

  constructor(view: View) {
    const a = (view.azimuth * Math.PI) / 180
    const e = (view.elevation * Math.PI) / 180
    this.scale = view.scale
    this.#view = view
    this.#forward = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)]
    this.#right = [Math.sin(a), -Math.cos(a), 0]
    this.#up = [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)]
  }

  project(x: number, y: number, z: number): PagePoint {
    const { lookat, at, scale } = this.#view
    const p = [x - lookat[0], y - lookat[1], z - lookat[2]]
    const along = (axis: readonly number[]) => axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2]
    return { x: at[0] + scale * along(this.#right), y: at[1] - scale * along(this.#up), depth: along(this.#forward) }
  }
}
