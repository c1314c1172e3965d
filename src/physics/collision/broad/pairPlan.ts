import type { Data } from '../../../core/data/data.ts'
import { areEqual, areEqualIntegers } from '../../../core/memory/compareArrays.ts'
import { DisableBit, EnableBit, GeomType } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { perModel } from '../../../core/model/perModel.ts'
import { geomMargins, pairMargins } from '../contact/contactParameters.ts'
import { SEPARATION, Separations } from '../contact/separations.ts'
import { isConvexPair, type PairFunction, pairFunctionOf } from '../pair/pairTable.ts'
import { SLACK } from './bodyBoxes.ts'
import type { CollisionCache } from './collisionCache.ts'
import { type PlannedPair, plannedPairs } from './plannedPairs.ts'

// V8: members of an imported enum are read each time
const PLANE = GeomType.plane
const SPHERE = GeomType.sphere
const CAPSULE = GeomType.capsule

/** V8: sums of smaller indices need no check for overflow. */
const INDEX = 0x1fffffff

/**
 * All pairs of geoms that may touch, in the order of contacts, for models where these are few. Order, pair functions,
 * margins, and the distances from which on the bounding spheres of two geoms are too far apart are computed once. A
 * step then compares distances in one loop, and the boxes of the geoms that are left. That takes less time than making
 * boxes of bodies.
 *
 * Masks of geoms are read in every step. The plan is made again when types of geoms or explicit pairs change, and
 * brought up to date when radii, margins, or gaps do.
 */
export class PairPlan {
  /** The geoms of each pair, the lower type first. */
  readonly geom1: Int32Array
  readonly geom2: Int32Array
  /** The explicit pair; -1: none. */
  readonly explicit: Int32Array
  readonly functions: readonly PairFunction[]
  /** Two numbers a pair, as `geomMargins` writes them. */
  readonly margins: Float64Array
  /** How pairs were apart: `SEPARATION` numbers each. */
  readonly separations: Separations
  /** Whether some pair has a function that records this. */
  readonly hasConvex: boolean
  /** The pairs that are near to each other, ascending. */
  readonly near: Int32Array

  // Distances are tested hub by hub: a hub is a geom with those of its pairs that no earlier hub has.
  readonly #hubs: Int32Array
  /** 1: the hub is a plane. */
  readonly #isPlane: Uint8Array
  /** Tests of hub i end before this one. */
  readonly #end: Int32Array
  /** For each test: the pair, and where the position of the other geom is. */
  readonly #pair: Int32Array
  readonly #at: Int32Array
  /** There is no contact beyond this squared distance, or height above a plane. */
  readonly #limit: Float64Array

  /** 1 for pairs whose boxes are tested: not those with planes, and not explicit ones, whose margins are their own. */
  readonly #isBoxed: Uint8Array
  /** Geoms of these pairs. */
  readonly #boxed: Int32Array
  /** Boxes of geoms: center, half sides; and by how much they are larger than the geom. */
  readonly #box: Float64Array
  readonly #pad: Float64Array

  // what all this follows from
  readonly #midphase: number
  readonly #type: Int32Array
  readonly #pairGeom1: Int32Array
  readonly #pairGeom2: Int32Array
  readonly #rbound: Float64Array
  readonly #margin: Float64Array
  readonly #gap: Float64Array
  readonly #pairMargin: Float64Array
  readonly #pairGap: Float64Array
  #override = 0
  /** [0]: margin of the option `override`. */
  readonly #overrideMargin = new Float64Array(1)

  constructor(m: Model, pairs: readonly PlannedPair[]) {
    this.geom1 = Int32Array.from(pairs, (pair) => pair.g1)
    this.geom2 = Int32Array.from(pairs, (pair) => pair.g2)
    this.explicit = Int32Array.from(pairs, (pair) => pair.explicit)
    this.functions = pairs.map(({ g1, g2 }) => pairFunctionOf(m.geom_type[g1], m.geom_type[g2])!)
    this.margins = new Float64Array(2 * pairs.length)
    this.near = new Int32Array(pairs.length)
    this.separations = new Separations(new Float64Array(SEPARATION * pairs.length))
    this.hasConvex = pairs.some(({ g1, g2 }) => isConvexPair(m.geom_type[g1], m.geom_type[g2]))

    const isPlane = (g: number) => m.geom_type[g] === PLANE
    const hubs = pairs.map(({ g1, g2 }) => (isPlane(g1) ? g1 : Math.min(g1, g2)))
    this.#pair = Int32Array.from(pairs.keys()).sort((i, j) => hubs[i] - hubs[j] || i - j)
    this.#at = this.#pair.map((k) => 3 * (pairs[k].g1 + pairs[k].g2 - hubs[k]))
    this.#hubs = Int32Array.from(new Set(hubs)).sort()
    this.#end = this.#hubs.map((hub) => hubs.filter((other) => other <= hub).length)
    this.#isPlane = new Uint8Array(this.#hubs.length)
    this.#limit = new Float64Array(pairs.length)

    const isBoxed = ({ g1, explicit }: PlannedPair) => explicit < 0 && !isPlane(g1)
    this.#isBoxed = Uint8Array.from(pairs, (pair) => Number(isBoxed(pair)))
    this.#boxed = Int32Array.from(new Set(pairs.filter(isBoxed).flatMap(({ g1, g2 }) => [g1, g2])))
    this.#box = new Float64Array(6 * m.ngeom)
    this.#pad = new Float64Array(m.ngeom)

    this.#midphase = m.opt.disableflags & DisableBit.midphase
    this.#type = m.geom_type.slice()
    this.#pairGeom1 = m.pair_geom1.slice()
    this.#pairGeom2 = m.pair_geom2.slice()
    this.#rbound = m.geom_rbound.slice()
    this.#margin = m.geom_margin.slice()
    this.#gap = m.geom_gap.slice()
    this.#pairMargin = m.pair_margin.slice()
    this.#pairGap = m.pair_gap.slice()
    this.#setLimits(m)
  }

  /** Whether pairs and their order still follow from the model. */
  holds(m: Model): boolean {
    return (
      (m.opt.disableflags & DisableBit.midphase) === this.#midphase &&
      areEqualIntegers(m.geom_type, this.#type) &&
      (m.npair === 0 ||
        (areEqualIntegers(m.pair_geom1, this.#pairGeom1) && areEqualIntegers(m.pair_geom2, this.#pairGeom2)))
    )
  }

  /** (geom poses) → near: pairs that are near to each other and whose masks meet; returns how many there are. */
  findNear(m: Model, d: Data): number {
    if (!this.#limitsHold(m)) this.#setLimits(m)
    return this.#testBoxes(m, d, this.#testDistances(d))
  }

  /** Whether margins and limits still follow from the model. */
  #limitsHold(m: Model): boolean {
    const { ngeom, npair, opt } = m
    const override = opt.enableflags & EnableBit.override
    return (
      override === this.#override &&
      (override === 0 || opt.o_margin === this.#overrideMargin[0]) &&
      areEqual(m.geom_rbound, this.#rbound, 0, ngeom) &&
      areEqual(m.geom_margin, this.#margin, 0, ngeom) &&
      areEqual(m.geom_gap, this.#gap, 0, ngeom) &&
      (npair === 0 ||
        (areEqual(m.pair_margin, this.#pairMargin, 0, npair) && areEqual(m.pair_gap, this.#pairGap, 0, npair)))
    )
  }

  /** Margins of pairs and of boxes; limits as in `areFarApart`. */
  #setLimits(m: Model): void {
    const { geom1, geom2, explicit, margins } = this
    const { geom_rbound, geom_type } = m
    const hubs = this.#hubs
    const limit = this.#limit
    this.#override = m.opt.enableflags & EnableBit.override
    this.#overrideMargin[0] = m.opt.o_margin
    this.#rbound.set(geom_rbound)
    this.#margin.set(m.geom_margin)
    this.#gap.set(m.geom_gap)
    this.#pairMargin.set(m.pair_margin)
    this.#pairGap.set(m.pair_gap)
    for (let g = 0; g < m.ngeom; g++) {
      geomMargins(m, g, g, register)
      this.#pad[g] = SLACK + 0.5 * register[0]
    }
    for (let i = 0; i < hubs.length; i++)
      this.#isPlane[i] = geom_type[hubs[i]] === PLANE && !(geom_rbound[hubs[i]] > 0) ? 1 : 0
    for (let test = 0; test < limit.length; test++) {
      const k = this.#pair[test]
      const r1 = geom_rbound[geom1[k]]
      const r2 = geom_rbound[geom2[k]]
      if (explicit[k] >= 0) pairMargins(m, explicit[k], register)
      else geomMargins(m, geom1[k], geom2[k], register)
      margins[2 * k] = register[0]
      margins[2 * k + 1] = register[1]
      const bound = r1 + r2 + register[0]
      if (r1 > 0 && r2 > 0) limit[test] = bound * bound
      else if (r2 > 0 && geom_type[geom1[k]] === PLANE) limit[test] = register[0] + r2
      else limit[test] = Infinity
    }
  }

  /** Lists the pairs whose bounding spheres, or planes and spheres, are near to each other, hub by hub. */
  #testDistances(d: Data): number {
    const { near } = this
    const { geom_xpos, geom_xmat } = d
    const hubs = this.#hubs
    const isPlane = this.#isPlane
    const ends = this.#end
    const pair = this.#pair
    const at = this.#at
    const limit = this.#limit
    let count = 0
    let test = 0
    for (let i = 0; i < hubs.length; i++) {
      const o = (3 * hubs[i]) & INDEX
      const end = ends[i]
      const x = geom_xpos[o]
      const y = geom_xpos[o + 1]
      const z = geom_xpos[o + 2]
      if (isPlane[i] === 1) {
        const R = (3 * o) & INDEX
        const nx = geom_xmat[R + 2]
        const ny = geom_xmat[R + 5]
        const nz = geom_xmat[R + 8]
        for (; test < end; test++) {
          const a = at[test] & INDEX
          const height = (geom_xpos[a] - x) * nx + (geom_xpos[a + 1] - y) * ny + (geom_xpos[a + 2] - z) * nz
          if (height <= limit[test] && height > -Infinity) near[count++] = pair[test]
        }
      } else {
        for (; test < end; test++) {
          const a = at[test] & INDEX
          const dx = geom_xpos[a] - x
          const dy = geom_xpos[a + 1] - y
          const dz = geom_xpos[a + 2] - z
          if (!(dx * dx + dy * dy + dz * dz > limit[test])) near[count++] = pair[test]
        }
      }
    }
    return count
  }

  /** Keeps those of the first `count` pairs in the list whose boxes overlap and whose masks meet, and sorts them. */
  #testBoxes(m: Model, d: Data, count: number): number {
    const { geom_contype, geom_conaffinity } = m
    const { geom1, geom2, explicit, near } = this
    const box = this.#box
    const isBoxed = this.#isBoxed
    let made = false
    let kept = 0
    for (let i = 0; i < count; i++) {
      const k = near[i]
      const g1 = geom1[k]
      const g2 = geom2[k]
      if (isBoxed[k] === 1) {
        if (!made) this.#makeBoxes(m, d)
        made = true
        const a = (6 * g1) & INDEX
        const b = (6 * g2) & INDEX
        const x = Math.abs(box[a] - box[b]) - (box[a + 3] + box[b + 3])
        const y = Math.abs(box[a + 1] - box[b + 1]) - (box[a + 4] + box[b + 4])
        const z = Math.abs(box[a + 2] - box[b + 2]) - (box[a + 5] + box[b + 5])
        if (Math.max(x, y, z) > 0) continue
      }
      const masks = (geom_contype[g1] & geom_conaffinity[g2]) | (geom_contype[g2] & geom_conaffinity[g1])
      if (masks === 0 && explicit[k] < 0) continue
      // the order of hubs is nearly that of contacts
      let at = kept++
      for (; at > 0 && near[at - 1] > k; at--) near[at] = near[at - 1]
      near[at] = k
    }
    return kept
  }

  #makeBoxes(m: Model, d: Data): void {
    const { geom_aabb, geom_type } = m
    const { geom_xpos, geom_xmat } = d
    const box = this.#box
    const pads = this.#pad
    const boxed = this.#boxed
    for (let i = 0; i < boxed.length; i++) {
      const g = boxed[i]
      const type = geom_type[g]
      const o = (6 * g) & INDEX
      const R = (9 * g) & INDEX
      const p = (3 * g) & INDEX
      const x = geom_xpos[p]
      const y = geom_xpos[p + 1]
      const z = geom_xpos[p + 2]
      const hx = geom_aabb[o + 3]
      const hz = geom_aabb[o + 5]
      const r2 = geom_xmat[R + 2]
      const r5 = geom_xmat[R + 5]
      const r8 = geom_xmat[R + 8]
      if (type === SPHERE || type === CAPSULE) {
        // a point, or a segment along the third axis, grown by the radius
        const around = pads[g] + hx
        const length = hz - hx
        box[o] = x
        box[o + 1] = y
        box[o + 2] = z
        box[o + 3] = around + Math.abs(r2) * length
        box[o + 4] = around + Math.abs(r5) * length
        box[o + 5] = around + Math.abs(r8) * length
        continue
      }
      const pad = pads[g]
      const hy = geom_aabb[o + 4]
      const ax = geom_aabb[o]
      const ay = geom_aabb[o + 1]
      const az = geom_aabb[o + 2]
      const r0 = geom_xmat[R]
      const r1 = geom_xmat[R + 1]
      const r3 = geom_xmat[R + 3]
      const r4 = geom_xmat[R + 4]
      const r6 = geom_xmat[R + 6]
      const r7 = geom_xmat[R + 7]
      box[o] = x + (r0 * ax + r1 * ay + r2 * az)
      box[o + 1] = y + (r3 * ax + r4 * ay + r5 * az)
      box[o + 2] = z + (r6 * ax + r7 * ay + r8 * az)
      box[o + 3] = pad + Math.abs(r0) * hx + Math.abs(r1) * hy + Math.abs(r2) * hz
      box[o + 4] = pad + Math.abs(r3) * hx + Math.abs(r4) * hy + Math.abs(r5) * hz
      box[o + 5] = pad + Math.abs(r6) * hx + Math.abs(r7) * hy + Math.abs(r8) * hz
    }
  }
}

/** Register: margins of a pair. */
const register = new Float64Array(2)

const plans = perModel<{ cache: CollisionCache | undefined; plan: PairPlan | undefined }>(() => ({
  cache: undefined,
  plan: undefined,
}))

/** The plan of a model as it is now; undefined when it has too many pairs. */
export function pairPlanOf(m: Model, cache: CollisionCache): PairPlan | undefined {
  const entry = plans.of(m)
  if (entry.cache !== cache || entry.plan?.holds(m) === false) {
    const pairs = plannedPairs(m, cache)
    entry.cache = cache
    entry.plan = pairs && new PairPlan(m, pairs)
  }
  return entry.plan
}
