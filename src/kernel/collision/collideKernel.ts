import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { SLACK } from '../../physics/collision/broad/bodyBoxes.ts'
import type { Counter, Index, Kernel, KernelStage, Num, NumArray } from '../language/kernelLanguage.ts'
import { put, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { finishContacts, type Margins, marginsOf } from './contactKernel.ts'
import { kernelPairs, type PairList } from './kernelPairs.ts'
import { dot3, type NarrowPair, vec3 } from './narrowPair.ts'

/** No narrow phase here finds more contacts than this. */
const MOST_OF_PAIR = 4
/** Where the number of contacts is among the scalars of a state. */
const NCON = 1

/**
 * Collision of a model with a plan of pairs: (poses of geoms) → ncon, contact_*. All distances are compared in one loop,
 * without a branch; the pairs that are near go through narrow phases in the order of contacts; then the contacts get
 * frames and parameters. Gives up where geoms may touch that have no narrow phase here, and where there is no room.
 */
export function collideKernel(m: Model, room: number): KernelStage {
  const { near, phases, phaseOf, others } = kernelPairs(m)!
  return (k) => {
    const margins = { ofGeoms: marginsOf(k, m, false), ofPairs: marginsOf(k, m, true) }
    const tests = new DistanceTests(k, m, margins)
    if (others.pairs.length > 0) giveUpNear(k, m, tests, others)
    k.when(k.same(k.gaveUp(), 0), () => {
      const list = k.integerWorkspace('collide_near', near.pairs.length + 1)
      const found = tests.findNear('near', near, list)
      const count = k.counter(0)
      const pairOf = k.integerWorkspace('collide_pair', room)
      const geom1 = tests.table('near', near, 'g1')
      const geom2 = tests.table('near', near, 'g2')
      const explicit = tests.table('near', near, 'explicit')
      const phaseTable = k.table('collide_phase', phaseOf)
      const hasExplicit = near.runs.some((run) => run.explicit)
      k.repeat(0, found, (i) => {
        const pair = list.at(i)
        k.giveUp(
          k
            .real(count.value)
            .atMost(room - MOST_OF_PAIR)
            .not(),
        )
        k.when(k.same(k.gaveUp(), 0), () => {
          const g1 = geom1.at(pair)
          const g2 = geom2.at(pair)
          let margin = margins.ofGeoms.reach([g1, g2], -1)
          if (hasExplicit) {
            const cell = k.cell(margin)
            const own = explicit.at(pair)
            k.when(k.same(k.less(own, 0), 0), () => cell.set(margins.ofPairs.reach([g1, g2], own)))
            margin = cell.value
          }
          const narrow = narrowPair(k, g1, g2, margin, pair, count, pairOf)
          const phase = phaseTable.at(pair)
          phases.forEach((run, p) => {
            k.when(k.same(phase, p), () => run(narrow))
          })
        })
      })
      k.when(k.same(k.gaveUp(), 0), () => {
        finishContacts(k, m, near.pairs, count.value, (contact) => pairOf.at(contact))
        k.field('scalar').set(NCON, k.real(count.value))
      })
    })
  }
}

/** Two geoms for a narrow phase, whose contacts are appended to those of the state. */
function narrowPair(
  k: Kernel,
  g1: Index,
  g2: Index,
  margin: Num,
  pair: Index,
  count: Counter,
  pairOf: { set(index: Index, x: Index): void },
): NarrowPair {
  const xpos = k.field('geom_xpos', 3)
  const xmat = k.field('geom_xmat', 9)
  const sizes = k.numbers('geom_size', 3)
  const zero = k.num(0)
  return {
    k,
    g1,
    g2,
    margin,
    center: (g) => vec3At(xpos, g),
    axis: (g, column) => columnAt(xmat, g, column),
    size: (g, part) => sizes.at(g, part),
    count: () => count.value,
    append: (dist, pos, normal, tangent = [zero, zero, zero]) => {
      const contact = count.value
      k.field('contact_dist').set(contact, dist)
      put(k.field('contact_pos', 3), contact, pos)
      put(k.field('contact_frame', 9), contact, [...normal, ...tangent])
      pairOf.set(contact, pair)
      count.set(k.sum(contact, 1))
    },
  }
}

function columnAt(xmat: NumArray, g: Index, column: number): Vec3 {
  return [xmat.at(g, column), xmat.at(g, column + 3), xmat.at(g, column + 6)]
}

interface PairMargins {
  readonly ofGeoms: Margins
  readonly ofPairs: Margins
}

/** Tests of the distances of bounding spheres, as `PairPlan`. */
class DistanceTests {
  readonly #k: Kernel
  readonly #margins: PairMargins
  readonly #radius: NumArray
  readonly #xpos: NumArray
  readonly #xmat: NumArray

  constructor(k: Kernel, m: Model, margins: PairMargins) {
    this.#k = k
    this.#margins = margins
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

  table(name: string, { pairs }: PairList, part: 'g1' | 'g2' | 'explicit') {
    return this.#k.table(
      `${name}_${part}`,
      pairs.map((pair) => pair[part]),
    )
  }

  /** Lists the pairs that are near to each other, in their order. Returns how many there are. */
  findNear(name: string, list: PairList, near: { set(index: Index, x: Index): void }): Index {
    const k = this.#k
    const radius = this.#radius
    const geom1 = this.table(name, list, 'g1')
    const geom2 = this.table(name, list, 'g2')
    const explicit = this.table(name, list, 'explicit')
    const count = k.counter(0)
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
        near.set(count.value, i)
        if (origin !== undefined && normal !== undefined) {
          const height = dot3(sub(center, origin), normal)
          const isNear = height.atMost(margin.plus(radius.at(g2))).and(k.num(-Infinity).below(height))
          count.set(k.sum(count.value, k.any(isNear)))
          return
        }
        const way = sub(center, vec3At(this.#xpos, g1))
        const bound = radius.at(g1).plus(radius.at(g2)).plus(margin)
        const isFar = bound.times(bound).below(dot3(way, way))
        count.set(k.sum(count.value, k.any(isFar.not())))
      })
    }
    return count.value
  }
}

/** Gives up if pairs without a narrow phase are near to each other, and their boxes overlap. */
function giveUpNear(k: Kernel, m: Model, tests: DistanceTests, others: PairList): void {
  const list = k.integerWorkspace('collide_others', others.pairs.length + 1)
  const found = tests.findNear('others', others, list)
  const geom1 = tests.table('others', others, 'g1')
  const geom2 = tests.table('others', others, 'g2')
  const explicit = tests.table('others', others, 'explicit')
  const isBoxed = k.table(
    'others_boxed',
    others.pairs.map(({ explicit: pair, g1 }) => (pair < 0 && m.geom_type[g1] !== GeomType.plane ? 1 : 0)),
  )
  const margins = marginsOf(k, m, false)
  k.repeat(0, found, (i) => {
    const pair = list.at(i)
    k.when(
      isBoxed.at(pair),
      () => {
        const g1 = geom1.at(pair)
        const g2 = geom2.at(pair)
        const a = boxOf(k, g1)
        const b = boxOf(k, g2)
        const pad = margins.reach([g1, g2], explicit.at(pair)).plus(2 * SLACK)
        const isApart = a.center.map((x, i) => a.half[i].plus(b.half[i]).plus(pad).below(x.minus(b.center[i]).abs()))
        k.giveUp(isApart[0].or(isApart[1]).or(isApart[2]).not())
      },
      () => k.giveUp(k.num(0).equals(0)),
    )
  })
}

/** The world-aligned box around a geom: center c + R a, half sides |R| h. */
function boxOf(k: Kernel, g: Index): { center: Vec3; half: Vec3 } {
  const aabb = k.numbers('geom_aabb', 6)
  const xpos = vec3At(k.field('geom_xpos', 3), g)
  const xmat = k.field('geom_xmat', 9)
  const offset = vec3((i) => aabb.at(g, i))
  const size = vec3((i) => aabb.at(g, i + 3))
  const row = (i: number): Vec3 => vec3((j) => xmat.at(g, 3 * i + j))
  const rows = [row(0), row(1), row(2)]
  return {
    center: vec3((i) => xpos[i].plus(dot3(rows[i], offset))),
    half: vec3((i) =>
      dot3(
        vec3((j) => rows[i][j].abs()),
        size,
      ),
    ),
  }
}
