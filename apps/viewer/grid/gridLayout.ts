import { Data, GeomType, type Model } from '../../../src/index.ts'
import { kinematics } from '../../../src/stages.ts'
import { isMoving } from '../scene/geoms.ts'

/** Space between neighbors, in parts of their width; and the least distance of neighbors, in parts of their height. */
const GAP = 0.25
const LEAST = 0.9
/** Width of the grid over its depth, which a camera sees foreshortened. */
const WIDER = 1.2

/**
 * Where environments are in a grid around the origin: row by row, the first one farthest from a camera that looks along
 * an axis.
 */
export class GridLayout {
  readonly n: number
  readonly columns: number
  readonly rows: number
  /** Distance of neighbors along x and y, m. */
  readonly spacing: readonly [x: number, y: number]
  /** Azimuth of that camera in quarters of a turn: 0 looks along x, 1 along y. */
  readonly turn: number
  /** From a column to the next, and from a row to the next, m. */
  readonly #across: readonly [x: number, y: number]
  readonly #down: readonly [x: number, y: number]

  constructor(n: number, spacing: readonly [x: number, y: number], turn = 1) {
    const [x, y] = spacing
    const cos = [1, 0, -1, 0][turn & 3]
    const sin = [0, 1, 0, -1][turn & 3]
    this.n = n
    this.spacing = spacing
    this.turn = turn & 3
    this.#across = [x * sin, -y * cos]
    this.#down = [-x * cos, -y * sin]
    const [width, depth] = cos === 0 ? [x, y] : [y, x]
    this.columns = columnsOf(n, Math.sqrt((WIDER * n * depth) / width))
    this.rows = Math.ceil(n / this.columns)
  }

  /** Half the size of the grid along x and y, m. */
  get half(): [x: number, y: number] {
    return [0, 1].map((k) => (this.columns * Math.abs(this.#across[k]) + this.rows * Math.abs(this.#down[k])) / 2) as [
      number,
      number,
    ]
  }

  /** Place of the origin of an environment, m. */
  x(i: number): number {
    return this.#place(i, 0)
  }

  y(i: number): number {
    return this.#place(i, 1)
  }

  /** The environment in whose cell a point is; undefined: none. */
  at(x: number, y: number): number | undefined {
    // the axes of the grid are those of the world, in some order
    const along = ([a, b]: readonly [number, number]) => (x * a + y * b) / (a * a + b * b)
    const column = Math.floor(along(this.#across) + this.columns / 2)
    const row = Math.floor(along(this.#down) + this.rows / 2)
    const i = row * this.columns + column
    return column >= 0 && column < this.columns && row >= 0 && i < this.n ? i : undefined
  }

  #place(i: number, k: number): number {
    const column = (i % this.columns) - (this.columns - 1) / 2
    const row = Math.floor(i / this.columns) - (this.rows - 1) / 2
    return column * this.#across[k] + row * this.#down[k]
  }
}

/** A number of columns near a wanted one that leaves few places of the last row empty. */
function columnsOf(n: number, wanted: number): number {
  let best = Math.min(n, Math.max(1, Math.round(wanted)))
  for (let columns = Math.ceil(0.8 * wanted); columns <= Math.min(n, 1.3 * wanted); columns++)
    if (emptyPlaces(n, columns) < emptyPlaces(n, best)) best = columns
  return best
}

function emptyPlaces(n: number, columns: number): number {
  return Math.ceil(n / columns) * columns - n
}

/** A distance of neighbors at which environments of these models do not overlap at their start. */
export function spacingOf(models: readonly Model[]): [x: number, y: number] {
  const size = [0, 0, 0]
  for (const m of models) {
    const box = boundsOf(m)
    for (let k = 0; k < 3; k++) size[k] = Math.max(size[k], box[3 + k] - box[k])
  }
  const least = LEAST * size[2]
  const [x, y] = [0, 1].map((k) => Math.max((1 + GAP) * size[k], least)) as [number, number]
  return x > 0 && y > 0 ? [x, y] : [1, 1]
}

/** The box around all geoms but planes, at the start: lowest, then highest coordinates. */
function boundsOf(m: Model): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  const d = new Data(m)
  kinematics(m, d)
  for (let geom = 0; geom < m.ngeom; geom++) {
    if (m.geom_type[geom] === GeomType.plane) continue
    for (let k = 0; k < 3; k++) {
      // half the size of the geom's bounding box along the axis
      let half = 0
      for (let j = 0; j < 3; j++) half += Math.abs(d.geom_xmat[9 * geom + 3 * k + j]) * m.geom_aabb[6 * geom + 3 + j]
      let center = d.geom_xpos[3 * geom + k]
      for (let j = 0; j < 3; j++) center += d.geom_xmat[9 * geom + 3 * k + j] * m.geom_aabb[6 * geom + j]
      box[k] = Math.min(box[k], center - half)
      box[3 + k] = Math.max(box[3 + k], center + half)
    }
  }
  return box[0] <= box[3] ? box : new Float64Array(6)
}

/**
 * Whether a geom is the ground of the whole grid, drawn once: a level plane that does not move and reaches beyond its
 * cell.
 */
export function isGround(m: Model, d: Data, geom: number, [x, y]: readonly [x: number, y: number]): boolean {
  if (m.geom_type[geom] !== GeomType.plane || isMoving(m, m.geom_bodyid[geom])) return false
  const isLevel = Math.abs(d.geom_xmat[9 * geom + 8]) > 0.999
  const covers = (size: number) => !(size > 0) || 2 * size >= Math.min(x, y)
  return isLevel && covers(m.geom_size[3 * geom]) && covers(m.geom_size[3 * geom + 1])
}
