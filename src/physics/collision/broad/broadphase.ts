import type { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'
import { bodyBoxes } from './bodyBoxes.ts'
import type { BodyPairs, CollisionCache } from './collisionCache.ts'
import { pairCacheOf } from './pairCache.ts'
import { areAtRest } from './pairFilter.ts'

/**
 * Which bodies are near enough to each other to be tested: those that may touch by the rules of the model, and whose
 * bounding boxes overlap. Boxes are never too small, so that they have no influence on the contacts. Pairs come in the
 * order of contacts, by the first body and then by the second.
 */

/** (geom poses) → cache.found */
export function broadphase(m: Model, d: Data, cache: CollisionCache): void {
  if (cache.few === undefined) {
    const list = pairCacheOf(d, cache)
    list.update(m, d)
    cache.box = list.box
    selectOverlaps(m, d, cache, list.pairs)
  } else {
    bodyBoxes(m, d, cache, cache.box, 0, cache.bodies.length)
    selectOverlaps(m, d, cache, cache.few)
  }
}

/** Selects the pairs of rows whose boxes overlap and that are not at rest with respect to each other, as bodies. */
function selectOverlaps(m: Model, d: Data, cache: CollisionCache, rows: BodyPairs): void {
  const { box, bodies, found } = cache
  const { count, body1, body2 } = rows
  const someSleep = d.ntree_awake < m.ntree
  found.reserve(count)
  const out1 = found.body1
  const out2 = found.body2
  let kept = 0
  for (let k = 0; k < count; k++) {
    const a = 6 * body1[k]
    const b = 6 * body2[k]
    if (
      box[a] <= box[b + 3] &&
      box[a + 3] >= box[b] &&
      box[a + 1] <= box[b + 4] &&
      box[a + 4] >= box[b + 1] &&
      box[a + 2] <= box[b + 5] &&
      box[a + 5] >= box[b + 2]
    ) {
      out1[kept] = bodies[body1[k]]
      out2[kept] = bodies[body2[k]]
      if (!someSleep || !areAtRest(m, d, out1[kept], out2[kept])) kept++
    }
  }
  found.count = kept
}
