import type { Data } from '../../../core/data/data.ts'
import { grow } from '../../../core/memory/grow.ts'
import { DisableBit, EnableBit, GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { geomMargins } from '../contact/contactParameters.ts'
import { pairFunctionOf } from '../pair/pairTable.ts'
import { geomBox } from './bodyBoxes.ts'
import { BvhPairs } from './bvhPairs.ts'
import type { CollisionCache } from './collisionCache.ts'
import { areFarApart, areMasked } from './pairFilter.ts'

/**
 * Which geoms of two bodies are near enough to each other to be tested. With few geoms all pairs are tested; with
 * many, the bounding volume hierarchies (BVHs) of the two bodies are traversed together.
 *
 * The order matters: contacts of two bodies are sorted by the ids of the geoms, in the order of the contact (the geom
 * with the lower type first); with the option `midphase` off, by the geoms of the first body and then by those of the
 * second.
 */

/** Up to so many geoms of two bodies are tested one by one; with more, the hierarchies are traversed. */
const FEW_GEOMS = 64

/** Pairs of geoms in the order of a contact: the lower type first. */
export class GeomPairs {
  count = 0
  geom1: Int32Array = new Int32Array(64)
  geom2: Int32Array = new Int32Array(64)

  /** Makes room for `count` pairs. */
  reserve(count: number): void {
    this.geom1 = grow(this.geom1, count)
    this.geom2 = grow(this.geom2, count)
  }

  append(g1: number, g2: number): void {
    const at = this.count
    if (at === this.geom1.length) this.reserve(at + 1)
    this.geom1[at] = g1
    this.geom2[at] = g2
    this.count = at + 1
  }
}

/** Registers of this file. */
class MidphaseRegisters {
  /** [0]: distance up to which two geoms, or two boxes, are near. */
  readonly reach: Float64Array = new Float64Array(1)
  /** As `geomMargins` writes them. */
  readonly margins: Float64Array = new Float64Array(2)
  readonly bvhPairs: BvhPairs = new BvhPairs()
  /** Places in `cache.geoms` of the geoms of both bodies that are still in question. */
  places1: Int32Array = new Int32Array(FEW_GEOMS)
  places2: Int32Array = new Int32Array(FEW_GEOMS)
}

const registers = new MidphaseRegisters()

/** (geom poses of two bodies) → pairs, in the order of contacts */
export function midphase(
  m: Model,
  d: Data,
  cache: CollisionCache,
  body1: number,
  body2: number,
  pairs: GeomPairs,
): void {
  const { geomStart, volumes } = cache
  const sorted = (m.opt.disableflags & DisableBit.midphase) === 0
  const count1 = geomStart[body1 + 1] - geomStart[body1]
  const count2 = geomStart[body2 + 1] - geomStart[body2]
  pairs.count = 0
  if (sorted && count1 + count2 > FEW_GEOMS && volumes[body1] >= 0 && volumes[body2] >= 0) {
    traverseBvhs(m, d, body1, body2, pairs)
  } else {
    registers.places1 = grow(registers.places1, count1)
    registers.places2 = grow(registers.places2, count2)
    testEach(m, d, cache, body1, body2, pairs)
  }
  if (sorted) sort(pairs)
}

/** Whether the box of a body is above a plane, out of reach. */
function isAbove(m: Model, d: Data, cache: CollisionCache, plane: number, body: number): boolean {
  const { box, rowOf } = cache
  const { geom_xpos, geom_xmat } = d
  const override = (m.opt.enableflags & EnableBit.override) !== 0
  const margin = m.geom_gap[plane] + (override ? 0.5 * m.opt.o_margin : m.geom_margin[plane])
  const o = 6 * rowOf[body]
  // height of the lowest corner: of the center, less the half sides as the normal sees them
  let height = 0
  for (let c = 0; c < 3; c++) {
    const n = geom_xmat[9 * plane + 3 * c + 2]
    const low = box[o + c]
    const high = box[o + 3 + c]
    height += 0.5 * (n * (low + high) - Math.abs(n) * (high - low)) - n * geom_xpos[3 * plane + c]
  }
  return height > margin
}

/** Each geom of one body against each of the other, after leaving out those that do not reach the other body's box. */
function testEach(m: Model, d: Data, cache: CollisionCache, body1: number, body2: number, pairs: GeomPairs): void {
  const { geoms, geomBox: boxes, isBounded } = cache
  const { geom_contype, geom_conaffinity, geom_rbound, geom_margin, geom_gap } = m
  const { geom_xpos } = d
  const { reach, places1, places2 } = registers
  // where both bodies have bounds, `findReaching` leaves the boxes of the geoms
  const boxed = (m.opt.disableflags & DisableBit.midphase) === 0 && isBounded[body1] === 1 && isBounded[body2] === 1
  const count1 = findReaching(m, d, cache, body1, body2, places1)
  const count2 = count1 === 0 ? 0 : findReaching(m, d, cache, body2, body1, places2)
  const override = (m.opt.enableflags & EnableBit.override) !== 0
  const overrideMargin = m.opt.o_margin
  const filtered = d.callbacks.contactFilter !== undefined
  for (let i = 0; i < count1; i++) {
    const g1 = geoms[places1[i]]
    const a = 6 * places1[i]
    const type1 = geom_contype[g1]
    const affinity1 = geom_conaffinity[g1]
    const radius1 = geom_rbound[g1]
    const margin1 = geom_margin[g1]
    const gap1 = geom_gap[g1]
    const x = geom_xpos[3 * g1]
    const y = geom_xpos[3 * g1 + 1]
    const z = geom_xpos[3 * g1 + 2]
    for (let j = 0; j < count2; j++) {
      const g2 = geoms[places2[j]]
      if (((type1 & geom_conaffinity[g2]) | (geom_contype[g2] & affinity1)) === 0 && !filtered) continue
      const radius2 = geom_rbound[g2]
      const near = (override ? overrideMargin : margin1 + geom_margin[g2]) + (gap1 + geom_gap[g2])
      if (radius1 > 0 && radius2 > 0) {
        const dx = x - geom_xpos[3 * g2]
        const dy = y - geom_xpos[3 * g2 + 1]
        const dz = z - geom_xpos[3 * g2 + 2]
        const bound = radius1 + radius2 + near
        if (dx * dx + dy * dy + dz * dz > bound * bound) continue
        if (boxed && areApart(boxes, a, boxes, 6 * places2[j])) continue
      } else {
        reach[0] = near
        if (areFarApart(m, d, g1, g2, reach)) continue
      }
      if (filtered && areMasked(m, d, g1, g2)) continue
      append(m, g1, g2, pairs)
    }
  }
}

/**
 * Places in `cache.geoms` of the geoms of a body that reach the box of another body, if that has bounds: first by their
 * bounding spheres, then by their boxes, which are left in `cache.geomBox`; returns how many there are.
 */
function findReaching(m: Model, d: Data, cache: CollisionCache, body: number, other: number, out: Int32Array): number {
  const { geoms, geomStart, box, geomBox: boxes } = cache
  const { geom_type, geom_rbound, geom_margin, geom_gap } = m
  const { geom_xpos } = d
  const end = geomStart[body + 1]
  const all = (m.opt.disableflags & DisableBit.midphase) !== 0 || cache.isBounded[other] === 0
  const override = (m.opt.enableflags & EnableBit.override) !== 0
  const overrideMargin = 0.5 * m.opt.o_margin
  const o = 6 * cache.rowOf[other]
  const x0 = box[o]
  const y0 = box[o + 1]
  const z0 = box[o + 2]
  const x1 = box[o + 3]
  const y1 = box[o + 4]
  const z1 = box[o + 5]
  let count = 0
  for (let place = geomStart[body]; place < end; place++) {
    const g = geoms[place]
    if (!all && geom_type[g] === GeomType.plane) {
      if (isAbove(m, d, cache, g, other)) continue
    } else if (!all) {
      const radius = geom_rbound[g]
      if (radius > 0) {
        const bound = radius + geom_gap[g] + (override ? overrideMargin : geom_margin[g])
        const x = geom_xpos[3 * g]
        const y = geom_xpos[3 * g + 1]
        const z = geom_xpos[3 * g + 2]
        if (x + bound < x0 || x - bound > x1 || y + bound < y0 || y - bound > y1 || z + bound < z0 || z - bound > z1)
          continue
      }
      geomBox(m, d, g, boxes, 6 * place)
      if (areApart(boxes, 6 * place, box, o)) continue
    }
    out[count++] = place
  }
  return count
}

/** Whether two boxes have no point in common. */
function areApart(box1: Float64Array, a: number, box2: Float64Array, b: number): boolean {
  return (
    box1[a] > box2[b + 3] ||
    box1[a + 3] < box2[b] ||
    box1[a + 1] > box2[b + 4] ||
    box1[a + 4] < box2[b + 1] ||
    box1[a + 2] > box2[b + 5] ||
    box1[a + 5] < box2[b + 2]
  )
}

/** The leaves of two hierarchies whose boxes overlap. */
function traverseBvhs(m: Model, d: Data, body1: number, body2: number, pairs: GeomPairs): void {
  const { reach, margins, bvhPairs } = registers
  const override = (m.opt.enableflags & EnableBit.override) !== 0
  // the largest margin + gap of two geoms; with the override it may be smaller than what counts
  reach[0] = m.body_margin[body1] + m.body_margin[body2] + (override ? m.opt.o_margin : 0)
  bvhPairs.find(m, d, body1, body2, reach)
  const { count, geom1, geom2 } = bvhPairs
  for (let k = 0; k < count; k++) {
    const g1 = geom1[k]
    const g2 = geom2[k]
    geomMargins(m, g1, g2, margins)
    if (!areFarApart(m, d, g1, g2, margins) && !areMasked(m, d, g1, g2)) append(m, g1, g2, pairs)
  }
}

/** Appends two geoms, the lower type first, if there is a pair function for them. */
function append(m: Model, g1: number, g2: number, pairs: GeomPairs): void {
  const type1 = m.geom_type[g1]
  const type2 = m.geom_type[g2]
  if (type1 > type2) {
    if (pairFunctionOf(type2, type1) !== undefined) pairs.append(g2, g1)
  } else if (pairFunctionOf(type1, type2) !== undefined) pairs.append(g1, g2)
}

/** Sorts pairs by the first geom, then by the second. */
function sort({ count, geom1, geom2 }: GeomPairs): void {
  // Shellsort (https://doi.org/10.1145/368370.368387): one pass of plain insertion where there are few
  let gap = 1
  while (gap < count / 16) gap = 3 * gap + 1
  for (; gap > 0; gap = (gap / 3) | 0) {
    for (let i = gap; i < count; i++) {
      const a = geom1[i]
      const b = geom2[i]
      let at = i
      while (at >= gap && (geom1[at - gap] > a || (geom1[at - gap] === a && geom2[at - gap] > b))) {
        geom1[at] = geom1[at - gap]
        geom2[at] = geom2[at - gap]
        at -= gap
      }
      geom1[at] = a
      geom2[at] = b
    }
  }
}
