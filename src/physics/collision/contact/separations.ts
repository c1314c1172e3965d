import type { Data } from '../../../core/data/data.ts'
import { areEqual } from '../../../core/memory/compareArrays.ts'
import { grow } from '../../../core/memory/grow.ts'
import type { Model } from '../../../core/model/model.ts'
import type { ContactBuffer } from './contactBuffer.ts'

/**
 * Directions along which convex geoms were apart. Most pairs that are near to each other without contact stay so for
 * many steps, and are still apart along the same direction: then no query is needed.
 *
 * A record is a fact about two geoms, in whatever pose they are. It has a unit vector n in the frame of the first geom, a
 * unit vector u in the frame of the second, and the sum of how far the one reaches along n and the other along u. If
 * −n, seen in the frame of the second geom, is turned away from u by |Δ|, that geom reaches no farther than |Δ| times
 * its bounding radius beyond. So the gap between the geoms is at least n·(c₂ − c₁) − reach − |Δ| r₂.
 */

/** Numbers of a record: n, u, the reach, and the vertices of meshes that were found. */
export const SEPARATION = 9
export const RECORDED_REACH = 6
export const VERTEX1 = 7
export const VERTEX2 = 8

/** Smaller gaps, m, may be rounding; those below the tolerance of the query may be contacts to it. */
export const LEAST_GAP = 1e-6

/** Counts changes of vertices that models have been told of. */
let changes = 0

/** To be called after vertices of meshes have changed: what is known of them holds no longer. */
export function forgetSeparations(): void {
  changes++
}

/** The records of the pairs of a model. */
export class Separations {
  readonly #numbers: Float64Array
  // what they follow from
  #changes = -1
  #size = new Float64Array(0)

  /** @param numbers `SEPARATION` numbers a pair */
  constructor(numbers: Float64Array) {
    this.#numbers = numbers
  }

  /** The records. They are empty if something has changed. */
  of(m: Model): Float64Array {
    if (!this.#hold(m)) this.#clear(m)
    return this.#numbers
  }

  #hold({ ngeom, geom_size }: Model): boolean {
    return this.#changes === changes && areEqual(geom_size, this.#size, 0, 3 * ngeom)
  }

  #clear({ geom_size }: Model): void {
    const numbers = this.#numbers
    this.#changes = changes
    this.#size = grow(this.#size, geom_size.length)
    this.#size.set(geom_size)
    numbers.fill(0)
    for (let o = RECORDED_REACH; o < numbers.length; o += SEPARATION) numbers[o] = Infinity
  }
}

/** No records. */
export const NO_SEPARATIONS: Float64Array = new Float64Array(0)

/** Whether a record shows that two geoms are apart by more than the margin. */
export function areStillApart(m: Model, d: Data, g1: number, g2: number, contacts: ContactBuffer): boolean {
  const { separations: record, separation: o } = contacts
  if (o < 0 || record[o + RECORDED_REACH] === Infinity) return false
  const { geom_xpos, geom_xmat } = d
  const a = 3 * g1
  const b = 3 * g2
  const r = 9 * g1
  const s = 9 * g2
  const nx = record[o]
  const ny = record[o + 1]
  const nz = record[o + 2]
  const x = geom_xmat[r] * nx + geom_xmat[r + 1] * ny + geom_xmat[r + 2] * nz
  const y = geom_xmat[r + 3] * nx + geom_xmat[r + 4] * ny + geom_xmat[r + 5] * nz
  const z = geom_xmat[r + 6] * nx + geom_xmat[r + 7] * ny + geom_xmat[r + 8] * nz
  const dx = geom_xmat[s] * x + geom_xmat[s + 3] * y + geom_xmat[s + 6] * z + record[o + 3]
  const dy = geom_xmat[s + 1] * x + geom_xmat[s + 4] * y + geom_xmat[s + 7] * z + record[o + 4]
  const dz = geom_xmat[s + 2] * x + geom_xmat[s + 5] * y + geom_xmat[s + 8] * z + record[o + 5]
  const between =
    (geom_xpos[b] - geom_xpos[a]) * x +
    (geom_xpos[b + 1] - geom_xpos[a + 1]) * y +
    (geom_xpos[b + 2] - geom_xpos[a + 2]) * z
  const turned = Math.sqrt(dx * dx + dy * dy + dz * dz) * m.geom_rbound[g2]
  return between - record[o + RECORDED_REACH] - turned > contacts.margin[0] + Math.max(LEAST_GAP, m.opt.ccd_tolerance)
}
