import type { Data } from '../../../core/data/data.ts'
import type { Model } from '../../../core/model/model.ts'
import { bodyBoxes } from './bodyBoxes.ts'
import type { BodyPairs, CollisionPlan } from './collisionCache.ts'
import { nearListOf } from './pairCache.ts'
import { areAtRest } from './pairFilter.ts'

/**
 * Which bodies are near enough to each other to be looked at: those that may touch by the rules of the model, and whose
 * bounding boxes overlap. Boxes are as tight as is cheap and never too small, so that they have no say in what the
 * contacts are. Pairs come in the order of contacts, by the first body and then by the second.
 */

/** (geom poses) → plan.found */
export function broadphase(m: Model, d: Data, plan: CollisionPlan): void {
  if (plan.few === undefined) {
    const list = nearListOf(d, plan)
    list.update(m, d)
    plan.box = list.box
    selectOverlaps(m, d, plan, list.pairs)
  } else {
    bodyBoxes(m, d, plan, plan.box, 0, plan.bodies.length)
    selectOverlaps(m, d, plan, plan.few)
  }
}

/** Those of the pairs of rows whose boxes overlap, and that do not both rest, as bodies. */
function selectOverlaps(m: Model, d: Data, plan: CollisionPlan, rows: BodyPairs): void {
  const { box, bodies, found } = plan
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
