import type { Model } from '../../core/model/model.ts'
import type {
  Counter,
  Index,
  IntArray,
  Kernel,
  KernelStage,
  LaneKernel,
  LaneStage,
  Mask,
  Num,
  NumArray,
} from '../language/kernelLanguage.ts'
import { put, sub, vec3At } from '../language/vectors.ts'
import { LeftState } from '../run/leftByKernel.ts'
import { finishContacts } from './contactKernel.ts'
import { kernelPairs, leavesPairs, type PairList } from './kernelPairs.ts'
import { leavePairs } from './leaveKernel.ts'
import { leftArrays, takeContact } from './leftPairs.ts'
import { dot3, type NarrowPair } from './narrowPair.ts'
import { columnAt, type PairMargins, pairMargins, pairTable, reachOfPair } from './pairAccess.ts'

/** No narrow phase here finds more contacts than this. */
const MOST_OF_PAIR = 8
/** Where the number of contacts is among the scalars of a state. */
const NCON = 1

/**
 * Collision of a model with a plan of pairs: (poses of geoms) → ncon, contact_*. All distances are compared in one loop,
 * without a branch; the pairs that are near go through narrow phases in the order of contacts; then the contacts get
 * frames and parameters.
 *
 * Where geoms may touch that have no narrow phase here, the kernel lists these pairs and gives up. When TypeScript has
 * written their contacts (`LeftByKernel`), it is called again, and goes on. It gives up for good if there is no room.
 * @param tested whether `nearInLanes` has tested the distances
 */
export function collideKernel(m: Model, room: number, tested = false): KernelStage {
  const plan = kernelPairs(m)!
  const { pairs, phases, phaseOf } = plan
  return (k) => {
    const margins = pairMargins(k, m)
    const list = k.integerWorkspace('collide_near', pairs.length + 1)
    const phaseTable = k.table('collide_phase', phaseOf)
    const near = k.counter(0)
    const left = leavesPairs(plan) ? leftArrays(k, pairs.length, room) : undefined
    const find = (): void => {
      if (tested) near.set(nearOfLane(k, pairs.length, list))
      else
        new DistanceTests(k, m).visit(plan, (pair, isNear) => {
          list.set(near.value, pair)
          near.set(k.sum(near.value, k.any(isNear)))
        })
    }
    if (left === undefined) find()
    else
      k.when(
        left.state.at(LeftState.resumed),
        () => near.set(left.state.at(LeftState.near)),
        () => {
          find()
          near.set(leavePairs(k, m, plan, margins, list, near.value, left))
        },
      )

    k.when(k.same(k.gaveUp(), 0), () => {
      const count = k.counter(0)
      // contacts that TypeScript has found: the pair, and the contact that is next
      const leftPair = k.counter(0)
      const leftContact = k.counter(0)
      const pairOf = k.integerWorkspace('collide_pair', room)
      const geom1 = pairTable(k, plan, 'g1')
      const geom2 = pairTable(k, plan, 'g2')
      k.repeat(0, near.value, (i) => {
        const pair = list.at(i)
        const phase = phaseTable.at(pair)
        const append = appender(k, pair, count, pairOf)
        k.giveUp(
          k
            .real(count.value)
            .atMost(room - MOST_OF_PAIR)
            .not(),
        )
        k.when(k.same(k.gaveUp(), 0), () => {
          if (left !== undefined)
            k.when(k.same(phase, phases.length), () => {
              const found = left.counts.at(leftPair.value)
              k.giveUp(k.real(k.sum(count.value, found)).atMost(room).not())
              k.when(k.same(k.gaveUp(), 0), () =>
                k.repeat(0, found, () => {
                  takeContact(left, leftContact.value, append)
                  leftContact.set(k.sum(leftContact.value, 1))
                }),
              )
              leftPair.set(k.sum(leftPair.value, 1))
            })
          const g1 = geom1.at(pair)
          const g2 = geom2.at(pair)
          const margin = reachOfPair(k, plan, margins, pair, [g1, g2])
          const narrow = narrowPair(k, g1, g2, margin, count, append)
          phases.forEach((run, p) => {
            k.when(k.same(phase, p), () => run(narrow))
          })
        })
      })
      k.when(k.same(k.gaveUp(), 0), () => {
        finishContacts(k, m, pairs, count.value, (contact) => pairOf.at(contact))
        k.field('scalar').set(NCON, k.real(count.value))
      })
    })
  }
}

type Append = NarrowPair['append']

/** Appends contacts of a pair to those of the state. */
function appender(k: Kernel, pair: Index, count: Counter, pairOf: IntArray): Append {
  const zero = k.num(0)
  return (dist, pos, normal, tangent = [zero, zero, zero]) => {
    const contact = count.value
    k.field('contact_dist').set(contact, dist)
    put(k.field('contact_pos', 3), contact, pos)
    put(k.field('contact_frame', 9), contact, [...normal, ...tangent])
    pairOf.set(contact, pair)
    count.set(k.sum(contact, 1))
  }
}

/** Two geoms for a narrow phase. */
function narrowPair(k: Kernel, g1: Index, g2: Index, margin: Num, count: Counter, append: Append): NarrowPair {
  const xpos = k.field('geom_xpos', 3)
  const xmat = k.field('geom_xmat', 9)
  const sizes = k.numbers('geom_size', 3)
  return {
    k,
    g1,
    g2,
    margin,
    center: (g) => vec3At(xpos, g),
    axis: (g, column) => columnAt(xmat, g, column),
    size: (g, part) => sizes.at(g, part),
    count: () => count.value,
    append,
  }
}

/** Pairs that are near in some lane, and whether they are in each: 1 or 0; the last number tells how many there are. */
function laneLists(k: LaneKernel, pairs: number) {
  return { pairs: k.workspace('collide_pairs', pairs + 1), isNear: k.workspace('collide_isnear', pairs + 1) }
}

/** Tests the distances of all pairs in all lanes at once. */
export function nearInLanes(m: Model): LaneStage {
  return (k) => {
    const plan = kernelPairs(m)!
    const { length } = plan.pairs
    const { pairs, isNear } = laneLists(k, length)
    const count = k.counter(0)
    new DistanceTests(k, m).visit(plan, (pair, mask) => {
      pairs.set(count.value, k.real(pair))
      isNear.set(count.value, k.choose(mask, 1, 0))
      count.set(k.sum(count.value, k.any(mask)))
    })
    pairs.set(length, k.real(count.value))
  }
}

/** Lists the pairs that are near in one lane. Returns how many there are. */
function nearOfLane(k: Kernel, length: number, list: IntArray): Index {
  const { pairs, isNear } = laneLists(k, length)
  const count = k.counter(0)
  k.repeat(0, k.whole(pairs.at(length)), (i) => {
    list.set(count.value, k.whole(pairs.at(i)))
    count.set(k.sum(count.value, k.any(isNear.at(i).equals(0).not())))
  })
  return count.value
}

/** Tests of the distances of bounding spheres, as `PairPlan`. */
class DistanceTests {
  readonly #k: LaneKernel
  readonly #margins: PairMargins
  readonly #radius: NumArray
  readonly #xpos: NumArray
  readonly #xmat: NumArray

  constructor(k: LaneKernel, m: Model) {
    this.#k = k
    this.#margins = pairMargins(k, m)
    this.#xpos = k.field('geom_xpos', 3)
    this.#xmat = k.field('geom_xmat', 9)
    // a geom without a radius is everywhere
    this.#radius = k.workspace('collide_radius', m.ngeom)
    const rbound = k.numbers('geom_rbound')
    k.repeat(0, m.ngeom, (g) => {
      const r = rbound.at(g)
      this.#radius.set(g, k.choose(k.num(0).below(r), r, Infinity))
    })
  }

  /** Visits the pairs in their order. */
  visit(list: PairList, test: (pair: Index, isNear: Mask) => void): void {
    const k = this.#k
    const radius = this.#radius
    const geom1 = pairTable(k, list, 'g1')
    const geom2 = pairTable(k, list, 'g2')
    const explicit = pairTable(k, list, 'explicit')
    for (const { first, end, plane, explicit: isExplicit } of list.runs) {
      const margins = isExplicit ? this.#margins.ofPairs : this.#margins.ofGeoms
      // a plane with a radius would be tested as a sphere
      if (plane >= 0) k.numbers('geom_rbound').at(plane)
      const origin = plane < 0 ? undefined : vec3At(this.#xpos, plane)
      const normal = plane < 0 ? undefined : columnAt(this.#xmat, plane, 2)
      k.repeat(first, end, (i) => {
        const g1 = plane < 0 ? geom1.at(i) : plane
        const g2 = geom2.at(i)
        const center = vec3At(this.#xpos, g2)
        const margin = margins.reach([g1, g2], isExplicit ? explicit.at(i) : -1)
        if (origin !== undefined && normal !== undefined) {
          const height = dot3(sub(center, origin), normal)
          const isNear = height.atMost(margin.plus(radius.at(g2))).and(k.num(-Infinity).below(height))
          test(i, isNear)
          return
        }
        const way = sub(center, vec3At(this.#xpos, g1))
        const bound = radius.at(g1).plus(radius.at(g2)).plus(margin)
        const isFar = bound.times(bound).below(dot3(way, way))
        test(i, isFar.not())
      })
    }
  }
}
