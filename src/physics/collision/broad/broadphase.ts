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
  // pairs with the same first row stand together
  for (let k = 0; k < count; ) {
    const row = body1[k]
    const body = bodies[row]
    const a = 6 * row
    const x0 = box[a]
    const y0 = box[a + 1]
    const z0 = box[a + 2]
    const x1 = box[a + 3]
    const y1 = box[a + 4]
    const z1 = box[a + 5]
    for (; k < count && body1[k] === row; k++) {
      const other = body2[k]
      const b = 6 * other
      if (
        x0 <= box[b + 3] &&
        x1 >= box[b] &&
        y0 <= box[b + 4] &&
        y1 >= box[b + 1] &&
        z0 <= box[b + 5] &&
        z1 >= box[b + 2]
      ) {
        out1[kept] = body
        out2[kept] = bodies[other]
        if (!someSleep || !areAtRest(m, d, body, out2[kept])) kept++
      }
    }
  }
  found.count = kept
}
