import type { Data } from '../../core/data/data.ts'
import { startTimer, stopTimer } from '../../core/data/timer.ts'
import { DisableBit, SleepState, Timer } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { broadphase } from './broad/broadphase.ts'
import { type CollisionPlan, planOf } from './broad/collisionCache.ts'
import { GeomPairs, midphase } from './broad/midphase.ts'
import { areFarApart, areMasked, refuseWithinFilter, signatureOf } from './broad/pairFilter.ts'
import { Touch } from './contact/contactBuffer.ts'
import { addContacts, addPairContacts, geomMargins, pairMargins } from './contact/contactParameters.ts'
import { KeptContacts } from './contact/keptContacts.ts'
import { colliderOf } from './pair/pairTable.ts'

const AWAKE = SleepState.awake
const touch = new Touch()
const candidates = new GeomPairs()
/** As `geomMargins` writes them. */
const margins = new Float64Array(2)

/**
 * Collision: (poses of geoms) → contacts.
 *
 * Bodies that are near each other are found first (`broadphase`), then geoms of theirs that are near each other
 * (`midphase`); each pair of geoms goes to the function for its types (`colliders.ts`), and what that finds becomes
 * contacts (`contact.ts`). Contacts go by the ids of the two bodies; those of explicit pairs come just before those of
 * the same two bodies.
 */
export function collision(m: Model, d: Data): void {
  d.ncon = 0
  startTimer(d, Timer.pos_collision)
  if ((m.opt.disableflags & (DisableBit.constraint | DisableBit.contact)) === 0 && m.nbody >= 2) findContacts(m, d)
  else d.boxStamp = 0
  stopTimer(d, Timer.pos_collision)
}

/**
 * The same, right after it, when some of what touched has woken trees: contacts of these with what does not move, and among
 * each other, have been left out so far. Those that are known stay as they are, in their places.
 */
export function collisionOfWoken(m: Model, d: Data): void {
  // explicit pairs may come before those of any two bodies
  if (m.npair > 0) {
    collision(m, d)
    return
  }
  startTimer(d, Timer.pos_collision)
  const plan = planOf(m, d)
  const isKnown = plan.search === search
  if (isKnown) {
    plan.keepFound()
    kept.keep(d)
  }
  d.ncon = 0
  findContacts(m, d, isKnown)
  stopTimer(d, Timer.pos_collision)
}

/** Counts searches for contacts, so that a plan knows whether the last one was made with it. */
let search = 0
const kept = new KeptContacts()

function findContacts(m: Model, d: Data, again = false): void {
  // what the user moves may touch what sleeps
  if (d.ntree_awake === 0 && m.ntree > 0 && m.nmocap === 0) return
  refuseWithinFilter()
  const plan = planOf(m, d)
  search = (search + 1) | 0
  plan.search = search
  const { npair, pair_signature } = m
  startTimer(d, Timer.col_broadphase)
  broadphase(m, d, plan)
  stopTimer(d, Timer.col_broadphase)

  startTimer(d, Timer.col_narrowphase)
  const { count, body1, body2 } = plan.found
  const { count: before, body1: before1, body2: before2 } = plan.foundBefore
  let pair = 0
  let known = 0
  for (let k = 0; k < count; k++) {
    const a = body1[k]
    const b = body2[k]
    if (again && known < before && before1[known] === a && before2[known] === b) {
      kept.takeBack(m, d, a, b)
      known++
      continue
    }
    // the explicit pairs of these two bodies are those from `own` to `pair`
    let own = pair
    if (pair < npair) {
      const signature = signatureOf(a, b)
      while (pair < npair && pair_signature[pair] <= signature) {
        if (pair_signature[pair] < signature) own = pair + 1
        collidePair(m, d, pair++)
      }
    }
    collideBodies(m, d, plan, a, b, own, pair)
  }
  while (pair < npair) collidePair(m, d, pair++)
  stopTimer(d, Timer.col_narrowphase)
}

/** Contacts of two bodies, leaving out what the explicit pairs [from, to) have dealt with. */
function collideBodies(
  m: Model,
  d: Data,
  plan: CollisionPlan,
  body1: number,
  body2: number,
  from: number,
  to: number,
): void {
  const { geoms, geomStart } = plan
  const start1 = geomStart[body1]
  const start2 = geomStart[body2]
  if (geomStart[body1 + 1] - start1 === 1 && geomStart[body2 + 1] - start2 === 1) {
    const g1 = geoms[start1]
    const g2 = geoms[start2]
    geomMargins(m, g1, g2, margins)
    if (areFarApart(m, d, g1, g2, margins) || areMasked(m, d, g1, g2)) return
    if (to > from && isExplicit(m, g1, g2, from, to)) return
    if (m.geom_type[g1] > m.geom_type[g2]) collideGeoms(m, d, g2, g1)
    else collideGeoms(m, d, g1, g2)
    return
  }
  midphase(m, d, plan, body1, body2, candidates)
  const { count, geom1, geom2 } = candidates
  for (let k = 0; k < count; k++) {
    const g1 = geom1[k]
    const g2 = geom2[k]
    if (to > from && isExplicit(m, g1, g2, from, to)) continue
    geomMargins(m, g1, g2, margins)
    collideGeoms(m, d, g1, g2)
  }
}

/** Contacts of two geoms, the lower type first, with `margins` filled. */
function collideGeoms(m: Model, d: Data, g1: number, g2: number): void {
  const collider = colliderOf(m.geom_type[g1], m.geom_type[g2])
  if (collider === undefined) return
  touch.count = 0
  touch.margin[0] = margins[0]
  collider(m, d, g1, g2, touch)
  if (touch.count > 0) addContacts(m, d, g1, g2, touch, margins)
}

/** Contacts of an explicit pair: only distance, and sleep, keeps its geoms from colliding. */
function collidePair(m: Model, d: Data, pair: number): void {
  const { geom_bodyid, pair_geom1, pair_geom2 } = m
  const { body_awake } = d
  if (
    d.ntree_awake < m.ntree &&
    body_awake[geom_bodyid[pair_geom1[pair]]] !== AWAKE &&
    body_awake[geom_bodyid[pair_geom2[pair]]] !== AWAKE
  )
    return
  let g1 = m.pair_geom1[pair]
  let g2 = m.pair_geom2[pair]
  if (m.geom_type[g1] > m.geom_type[g2]) {
    g1 = m.pair_geom2[pair]
    g2 = m.pair_geom1[pair]
  }
  const collider = colliderOf(m.geom_type[g1], m.geom_type[g2])
  pairMargins(m, pair, margins)
  if (collider === undefined || areFarApart(m, d, g1, g2, margins)) return
  touch.count = 0
  touch.margin[0] = margins[0]
  collider(m, d, g1, g2, touch)
  if (touch.count > 0) addPairContacts(m, d, pair, g1, g2, touch, margins)
}

/** Whether two geoms are one of the explicit pairs [from, to). */
function isExplicit(m: Model, g1: number, g2: number, from: number, to: number): boolean {
  const { pair_geom1, pair_geom2 } = m
  for (let k = from; k < to; k++) {
    if (pair_geom1[k] === g1 && pair_geom2[k] === g2) return true
    if (pair_geom1[k] === g2 && pair_geom2[k] === g1) return true
  }
  return false
}
