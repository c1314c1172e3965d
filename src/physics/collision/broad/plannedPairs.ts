import { DisableBit } from '../../../core/model/enums.ts'
import type { Model } from '../../../core/model/model.ts'
import { pairFunctionOf } from '../pair/pairTable.ts'
import type { CollisionCache } from './collisionCache.ts'
import { isExplicit, signatureOf } from './pairFilter.ts'

/** With more pairs of geoms than this, or more for two bodies on average, bounding boxes of bodies come first. */
const FEW_PAIRS = 1000
const FEW_PAIRS_OF_BODIES = 10

/** Two geoms, the lower type first. */
export interface PlannedPair {
  readonly g1: number
  readonly g2: number
  /** Their explicit pair, which has parameters of its own; -1: none. */
  readonly explicit: number
}

/**
 * The pairs of geoms that may touch by the rules for their bodies, in the order of contacts: by the two bodies, explicit
 * pairs first, then by the geoms as `midphase` has them. Undefined when there are many.
 */
export function plannedPairs(m: Model, cache: CollisionCache): PlannedPair[] | undefined {
  const { bodies, geoms, geomStart, few } = cache
  if (few === undefined || m.npair > FEW_PAIRS) return undefined
  const most = Math.min(FEW_PAIRS, FEW_PAIRS_OF_BODIES * few.count) + m.npair
  const sorted = (m.opt.disableflags & DisableBit.midphase) === 0
  const pairs: PlannedPair[] = []
  let explicit = 0
  for (let k = 0; k < few.count; k++) {
    const a = bodies[few.body1[k]]
    const b = bodies[few.body2[k]]
    // the explicit pairs of these two bodies are those from `first` on
    const signature = signatureOf(a, b)
    let first = explicit
    for (; explicit < m.npair && m.pair_signature[explicit] <= signature; explicit++) {
      if (m.pair_signature[explicit] < signature) first = explicit + 1
      append(m, pairs, m.pair_geom1[explicit], m.pair_geom2[explicit], explicit)
    }
    const own: PlannedPair[] = []
    if ((geomStart[a + 1] - geomStart[a]) * (geomStart[b + 1] - geomStart[b]) > most) return undefined
    for (let i = geomStart[a]; i < geomStart[a + 1]; i++)
      for (let j = geomStart[b]; j < geomStart[b + 1]; j++)
        if (!isExplicit(m, geoms[i], geoms[j], first, explicit)) append(m, own, geoms[i], geoms[j], -1)
    if (sorted) own.sort((x, y) => x.g1 - y.g1 || x.g2 - y.g2)
    pairs.push(...own)
    if (pairs.length > most) return undefined
  }
  for (; explicit < m.npair; explicit++) append(m, pairs, m.pair_geom1[explicit], m.pair_geom2[explicit], explicit)
  return pairs
}

/** Appends two geoms, if there is a pair function for them. */
function append(m: Model, pairs: PlannedPair[], a: number, b: number, explicit: number): void {
  const swap = m.geom_type[a] > m.geom_type[b]
  const g1 = swap ? b : a
  const g2 = swap ? a : b
  if (pairFunctionOf(m.geom_type[g1], m.geom_type[g2]) !== undefined) pairs.push({ g1, g2, explicit })
}
