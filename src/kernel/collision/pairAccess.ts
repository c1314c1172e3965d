import type { Model } from '../../core/model/model.ts'
import type { Index, Kernel, LaneKernel, Num, NumArray, Table } from '../language/kernelLanguage.ts'
import type { Vec3 } from '../language/vectors.ts'
import { type Margins, marginsOf } from './contactKernel.ts'
import type { PairList } from './kernelPairs.ts'

/** What kernels read of a pair. */

/** A table of the pairs. */
export function pairTable(k: LaneKernel, { pairs }: PairList, part: 'g1' | 'g2' | 'explicit'): Table {
  return k.table(
    `pair_${part}`,
    pairs.map((pair) => pair[part]),
  )
}

export function columnAt(xmat: NumArray, g: Index, column: number): Vec3 {
  return [xmat.at(g, column), xmat.at(g, column + 3), xmat.at(g, column + 6)]
}

/** Margins by geoms, and those of explicit pairs. */
export interface PairMargins {
  readonly ofGeoms: Margins
  readonly ofPairs: Margins
}

export function pairMargins(k: LaneKernel, m: Model): PairMargins {
  return { ofGeoms: marginsOf(k, m, false), ofPairs: marginsOf(k, m, true) }
}

/** Up to where the geoms of a pair count as touching. */
export function reachOfPair(
  k: Kernel,
  plan: PairList,
  { ofGeoms, ofPairs }: PairMargins,
  pair: Index,
  geoms: readonly [Index, Index],
): Num {
  const reach = ofGeoms.reach(geoms, -1)
  if (plan.pairs.every(({ explicit }) => explicit < 0)) return reach
  const cell = k.cell(reach)
  const own = pairTable(k, plan, 'explicit').at(pair)
  k.when(k.same(k.less(own, 0), 0), () => cell.set(ofPairs.reach(geoms, own)))
  return cell.value
}
