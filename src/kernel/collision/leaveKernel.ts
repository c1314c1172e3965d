import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { SLACK } from '../../physics/collision/broad/bodyBoxes.ts'
import type { PlannedPair } from '../../physics/collision/broad/plannedPairs.ts'
import { LEAST_GAP, RECORDED_REACH } from '../../physics/collision/contact/separations.ts'
import { isConvexPair } from '../../physics/collision/pair/pairTable.ts'
import type { Index, IntArray, Kernel, Num, NumArray, Table } from '../language/kernelLanguage.ts'
import { add, sub, type Vec3, vec3At } from '../language/vectors.ts'
import { Option } from '../record/kernelLayout.ts'
import { LeftState } from '../run/leftByKernel.ts'
import type { KernelPairs } from './kernelPairs.ts'
import type { LeftArrays } from './leftPairs.ts'
import { dot3, vec3 } from './narrowPair.ts'
import { columnAt, type PairMargins, pairTable, reachOfPair } from './pairAccess.ts'
import { areApart, hasReach } from './separatingDirection.ts'

/** Which pairs are left to TypeScript: those near to each other that are not known to be apart. */

/**
 * Keeps pairs with a narrow phase, and those without that are not known to be apart and whose boxes overlap; the latter
 * are listed for TypeScript, and the kernel gives up. Returns how many pairs are kept.
 */
export function leavePairs(
  k: Kernel,
  m: Model,
  plan: KernelPairs,
  margins: PairMargins,
  list: IntArray,
  count: Index,
  { state, pairs: leftPairs, separations }: LeftArrays,
): Index {
  const geom1 = pairTable(k, plan, 'g1')
  const geom2 = pairTable(k, plan, 'g2')
  const phase = k.table('collide_phase', plan.phaseOf)
  const table = (name: string, holds: (pair: PlannedPair) => boolean): Table =>
    k.table(
      name,
      plan.pairs.map((pair) => (holds(pair) ? 1 : 0)),
    )
  const isBoxed = table('pair_boxed', ({ explicit, g1 }) => explicit < 0 && m.geom_type[g1] !== GeomType.plane)
  const isRecorded = table('pair_recorded', ({ g1, g2 }) => isConvexPair(m.geom_type[g1], m.geom_type[g2]))
  const isShaped = table('pair_shaped', ({ g1, g2 }) => hasReach(m, g1) && hasReach(m, g2))
  const leastGap = k.numbers('options').at(Option.ccd_tolerance).max(LEAST_GAP)
  const kept = k.counter(0)
  const left = k.counter(0)
  k.repeat(0, count, (i) => {
    const pair = list.at(i)
    const keep = k.counter(1)
    k.when(k.same(phase.at(pair), plan.phases.length), () => {
      const g1 = geom1.at(pair)
      const g2 = geom2.at(pair)
      const margin = reachOfPair(k, plan, margins, pair, [g1, g2])
      k.when(isRecorded.at(pair), () => {
        const gap = recordedGap(k, separations, pair, g1, g2)
        keep.set(k.any(margin.max(0).plus(leastGap).below(gap).not()))
      })
      k.when(k.product(keep.value, isBoxed.at(pair)), () => {
        const a = boxOf(k, g1)
        const b = boxOf(k, g2)
        const pad = margin.plus(2 * SLACK)
        const half = add(a.half, b.half)
        const way = sub(b.center, a.center)
        const isApart = way.map((x, axis) => half[axis].plus(pad).below(x.abs())).reduce((x, y) => x.or(y))
        keep.set(k.any(isApart.not()))
      })
      k.when(k.product(keep.value, isShaped.at(pair)), () =>
        keep.set(k.any(areApart(k, m, g1, g2, margin.max(0).plus(leastGap)).not())),
      )
      leftPairs.set(left.value, pair)
      left.set(k.sum(left.value, keep.value))
    })
    list.set(kept.value, pair)
    kept.set(k.sum(kept.value, keep.value))
  })
  state.set(LeftState.near, kept.value)
  state.set(LeftState.left, left.value)
  k.giveUp(k.num(0).below(k.real(left.value)))
  return kept.value
}

/** The least gap of a pair by its record, as `areStillApart`: n·(c₂ − c₁) − reach − |Δ| r₂. */
function recordedGap(k: Kernel, record: NumArray, pair: Index, g1: Index, g2: Index): Num {
  const xpos = k.field('geom_xpos', 3)
  const xmat = k.field('geom_xmat', 9)
  const local = vec3((i) => record.at(pair, i))
  const normal = vec3((row) =>
    dot3(
      vec3((i) => xmat.at(g1, 3 * row + i)),
      local,
    ),
  )
  const turn = vec3((i) => dot3(columnAt(xmat, g2, i), normal).plus(record.at(pair, 3 + i)))
  const between = dot3(sub(vec3At(xpos, g2), vec3At(xpos, g1)), normal)
  const turned = dot3(turn, turn).sqrt().times(k.numbers('geom_rbound').at(g2))
  return between.minus(record.at(pair, RECORDED_REACH)).minus(turned)
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
