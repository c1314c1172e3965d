import type { Data } from '../../../core/data/data.ts'
import { DisableBit, EnableBit, GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { geomMargins } from '../contact/contactParameters.ts'
import { colliderOf } from '../pair/pairTable.ts'
import { geomBox } from './bodyBoxes.ts'
import { VolumeWalk } from './bvhPairs.ts'
import type { CollisionPlan } from './collisionCache.ts'
import { areFarApart, areMasked } from './pairFilter.ts'

/**
 * Which geoms of two bodies are near enough to each other to be looked at. With few geoms each is held against each;
 * with many, the trees of bounding volumes of the two bodies are walked together.
 *
 * The order matters: contacts of two bodies go by the ids of the geoms, as they stand in the contact (the geom with the
 * lower type first); with the option `midphase` off, by the geoms of the first body and then by those of the
 * second.
 */

/** So many geoms of two bodies are looked at one by one; with more, the trees are walked. */
const FEW_GEOMS = 64

/** Pairs of geoms, as a contact has them: the lower type first. */
export class GeomPairs {
  count = 0
  geom1: Int32Array = new Int32Array(64)
  geom2: Int32Array = new Int32Array(64)

  append(g1: number, g2: number): void {
    const at = this.count
    if (at === this.geom1.length) this.#grow()
    this.geom1[at] = g1
    this.geom2[at] = g2
    this.count = at + 1
  }

  #grow(): void {
    const geom1 = new Int32Array(2 * this.count)
    const geom2 = new Int32Array(2 * this.count)
    geom1.set(this.geom1)
    geom2.set(this.geom2)
    this.geom1 = geom1
    this.geom2 = geom2
  }
}

const reach = new Float64Array(1)
const margins = new Float64Array(2)
const volumeWalk = new VolumeWalk()
/** Places in `plan.geoms` of those geoms of the two bodies that are still in question. */
let places1 = new Int32Array(FEW_GEOMS)
let places2 = new Int32Array(FEW_GEOMS)

/** (geom poses of two bodies) → pairs, in the order of contacts */
export function midphase(m: Model, d: Data, plan: CollisionPlan, body1: number, body2: number, pairs: GeomPairs): void {
  const { geomStart, volumes } = plan
  const sorted = (m.opt.disableflags & DisableBit.midphase) === 0
  const count1 = geomStart[body1 + 1] - geomStart[body1]
  const count2 = geomStart[body2 + 1] - geomStart[body2]
  pairs.count = 0
  if (sorted && count1 + count2 > FEW_GEOMS && volumes[body1] >= 0 && volumes[body2] >= 0) {
    nearVolumes(m, d, body1, body2, pairs)
  } else {
    if (count1 > places1.length) places1 = new Int32Array(2 * count1)
    if (count2 > places2.length) places2 = new Int32Array(2 * count2)
    each(m, d, plan, body1, body2, pairs)
  }
  if (sorted) sort(pairs)
}

/** Whether the box of a body is on the free side of a plane, out of reach. */
function isOver(m: Model, d: Data, plan: CollisionPlan, plane: number, body: number): boolean {
  const { box, rowOf } = plan
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
function each(m: Model, d: Data, plan: CollisionPlan, body1: number, body2: number, pairs: GeomPairs): void {
  const { geoms, geomBox: boxes, isBounded } = plan
  const { geom_contype, geom_conaffinity, geom_rbound, geom_margin, geom_gap } = m
  const { geom_xpos } = d
  // where both bodies have bounds, `reaching` leaves the boxes of the geoms
  const boxed = (m.opt.disableflags & DisableBit.midphase) === 0 && isBounded[body1] === 1 && isBounded[body2] === 1
  const count1 = reaching(m, d, plan, body1, body2, places1)
  const count2 = count1 === 0 ? 0 : reaching(m, d, plan, body2, body1, places2)
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
 * Places in `plan.geoms` of the geoms of a body that reach the box of another body, if that has bounds: first by their
 * bounding spheres, then by their boxes, which are left in `plan.geomBox`; returns how many there are.
 */
function reaching(m: Model, d: Data, plan: CollisionPlan, body: number, other: number, out: Int32Array): number {
  const { geoms, geomStart, box, geomBox: boxes } = plan
  const { geom_type, geom_rbound, geom_margin, geom_gap } = m
  const { geom_xpos } = d
  const end = geomStart[body + 1]
  const all = (m.opt.disableflags & DisableBit.midphase) !== 0 || plan.isBounded[other] === 0
  const override = (m.opt.enableflags & EnableBit.override) !== 0
  const overrideMargin = 0.5 * m.opt.o_margin
  const o = 6 * plan.rowOf[other]
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
      if (isOver(m, d, plan, g, other)) continue
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

/** The leaves of two trees whose boxes overlap. */
function nearVolumes(m: Model, d: Data, body1: number, body2: number, pairs: GeomPairs): void {
  const override = (m.opt.enableflags & EnableBit.override) !== 0
  // the largest margin + gap of two geoms; with the override it may be smaller than what counts
  reach[0] = m.body_margin[body1] + m.body_margin[body2] + (override ? m.opt.o_margin : 0)
  volumeWalk.run(m, d, body1, body2, reach)
  const { count, geom1, geom2 } = volumeWalk
  for (let k = 0; k < count; k++) {
    const g1 = geom1[k]
    const g2 = geom2[k]
    geomMargins(m, g1, g2, margins)
    if (!areFarApart(m, d, g1, g2, margins) && !areMasked(m, d, g1, g2)) append(m, g1, g2, pairs)
  }
}

/** Notes two geoms, the lower type first, if there is a way to collide them. */
function append(m: Model, g1: number, g2: number, pairs: GeomPairs): void {
  const type1 = m.geom_type[g1]
  const type2 = m.geom_type[g2]
  if (type1 > type2) {
    if (colliderOf(type2, type1) !== undefined) pairs.append(g2, g1)
  } else if (colliderOf(type1, type2) !== undefined) pairs.append(g1, g2)
}

/** Sorts pairs by the first geom, then by the second. */
function sort({ count, geom1, geom2 }: GeomPairs): void {
  // gaps of Shell's method: one pass of plain insertion where there are few
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
