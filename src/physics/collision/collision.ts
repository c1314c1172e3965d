import type { Data } from '../../core/data/data.ts'
import type { LeftPairs, StageKernel } from '../../core/data/stageKernels.ts'
import { startTimer, stopTimer } from '../../core/data/timer.ts'
import { DisableBit, SleepState, Timer } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { broadphase } from './broad/broadphase.ts'
import { type CollisionCache, collisionCacheOf } from './broad/collisionCache.ts'
import { GeomPairs, midphase } from './broad/midphase.ts'
import { areFarApart, areMasked, isExplicit, refuseWithinFilter, signatureOf } from './broad/pairFilter.ts'
import { type PairPlan, pairPlanOf } from './broad/pairPlan.ts'
import { ContactBuffer } from './contact/contactBuffer.ts'
import { addContacts, addPairContacts, geomMargins, pairMargins } from './contact/contactParameters.ts'
import { KeptContacts } from './contact/keptContacts.ts'
import { SEPARATION } from './contact/separations.ts'
import { pairFunctionOf } from './pair/pairTable.ts'

const AWAKE = SleepState.awake

/** Registers of this file. */
class CollisionRegisters {
  /** Contacts of two geoms. */
  readonly contacts: ContactBuffer = new ContactBuffer()
  /** Pairs of geoms of two bodies. */
  readonly pairs: GeomPairs = new GeomPairs()
  /** As `geomMargins` writes them. */
  readonly margins: Float64Array = new Float64Array(2)
  /** Contacts that are known while those of woken trees are found. */
  readonly kept: KeptContacts = new KeptContacts()
  /** Counts searches for contacts, so that a cache knows whether the last one was made with it. */
  searches = 0
}

const registers = new CollisionRegisters()

/**
 * Collision: (poses of geoms) → contacts.
 *
 * Bodies that are near each other are found first (`broad/broadphase.ts`), then their geoms that are near each
 * other (`broad/midphase.ts`); each pair of geoms goes to the function for its types (`pair/pairTable.ts`), and what
 * that finds becomes contacts (`contact/contactParameters.ts`). Contacts are sorted by the ids of the two bodies; those
 * of explicit pairs come just before those of the same two bodies. MuJoCo: mj_collision.
 */
export function collision(m: Model, d: Data): void {
  d.ncon = 0
  d.jacobianDue = undefined
  startTimer(d, Timer.pos_collision)
  if ((m.opt.disableflags & (DisableBit.constraint | DisableBit.contact)) === 0 && m.nbody >= 2) findContacts(m, d)
  else d.boxStamp = 0
  stopTimer(d, Timer.pos_collision)
}

/**
 * The same, right after `collision`, when contacts have woken trees: contacts of these with static bodies, and among
 * each other, have been left out so far. Known contacts stay as they are, in their places.
 */
export function collisionOfWoken(m: Model, d: Data): void {
  // explicit pairs may come before those of any two bodies
  if (m.npair > 0) {
    collision(m, d)
    return
  }
  startTimer(d, Timer.pos_collision)
  const cache = collisionCacheOf(m, d)
  const isKnown = cache.search === registers.searches
  if (isKnown) {
    cache.keepFound()
    registers.kept.keep(d)
  }
  d.ncon = 0
  findContacts(m, d, isKnown)
  stopTimer(d, Timer.pos_collision)
}

function findContacts(m: Model, d: Data, again = false): void {
  // mocap bodies may touch bodies asleep
  if (d.ntree_awake === 0 && m.ntree > 0 && m.nmocap === 0) return
  refuseWithinFilter()
  registers.searches = (registers.searches + 1) | 0
  if (!again && findByKernel(m, d)) return
  const cache = collisionCacheOf(m, d)
  // a filter is asked about pairs of geoms that boxes of bodies have let through
  if (!again && d.ntree_awake === m.ntree && d.callbacks.contactFilter === undefined) {
    const plan = pairPlanOf(m, cache)
    if (plan !== undefined) {
      collidePlan(m, d, plan)
      return
    }
  }
  cache.search = registers.searches
  const { npair, pair_signature } = m
  startTimer(d, Timer.col_broadphase)
  broadphase(m, d, cache)
  stopTimer(d, Timer.col_broadphase)

  startTimer(d, Timer.col_narrowphase)
  const { count, body1, body2 } = cache.found
  const { count: before, body1: before1, body2: before2 } = cache.foundBefore
  let pair = 0
  let known = 0
  for (let k = 0; k < count; k++) {
    const a = body1[k]
    const b = body2[k]
    if (again && known < before && before1[known] === a && before2[known] === b) {
      registers.kept.takeBack(m, d, a, b)
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
    collideBodies(m, d, cache, a, b, own, pair)
  }
  while (pair < npair) collidePair(m, d, pair++)
  stopTimer(d, Timer.col_narrowphase)
}

/** Finds contacts by the kernel of the model. Returns whether it has found them; if not, there are none yet. */
function findByKernel(m: Model, d: Data): boolean {
  const { kernels } = d
  const kernel = kernels.now(m, d).collide
  if (kernel === undefined) return false
  const { collideAttempts } = kernels
  return collideAttempts.isDue() && collideAttempts.note(runKernel(m, d, kernel, kernels.address, kernels.left))
}

/** Runs the kernel of collision, and the pair functions of geoms that it leaves. Returns whether it has all contacts. */
export function runKernel(m: Model, d: Data, kernel: StageKernel, address: number, left?: LeftPairs): boolean {
  left?.start(m)
  if (kernel(address) === 0) return true
  if (left === undefined || left.count === 0) return false
  const { contacts, margins } = registers
  const { geom_type } = m
  contacts.separations = left.separations
  for (let i = 0; i < left.count; i++) {
    const g1 = left.geom1(i)
    const g2 = left.geom2(i)
    const pair = left.explicit(i)
    if (pair < 0) geomMargins(m, g1, g2, margins)
    else pairMargins(m, pair, margins)
    contacts.count = 0
    contacts.margin[0] = margins[0]
    contacts.separation = left.separation(i)
    pairFunctionOf(geom_type[g1], geom_type[g2])?.(m, d, g1, g2, contacts)
    contacts.separation = -1
    if (!left.put(i, contacts)) return false
  }
  left.resume()
  return kernel(address) === 0
}

/** Contacts of a model with few pairs of geoms. */
function collidePlan(m: Model, d: Data, plan: PairPlan): void {
  const { geom1, geom2, explicit, functions, near, margins: marginsOf, hasConvex } = plan
  const { contacts, margins } = registers
  if (hasConvex) contacts.separations = plan.separations.of(m)
  startTimer(d, Timer.col_broadphase)
  const count = plan.findNear(m, d)
  stopTimer(d, Timer.col_broadphase)
  startTimer(d, Timer.col_narrowphase)
  for (let i = 0; i < count; i++) {
    const k = near[i]
    const g1 = geom1[k]
    const g2 = geom2[k]
    const pair = explicit[k]
    contacts.count = 0
    contacts.margin[0] = marginsOf[2 * k]
    contacts.separation = hasConvex ? SEPARATION * k : -1
    functions[k](m, d, g1, g2, contacts)
    if (contacts.count === 0) continue
    margins[1] = marginsOf[2 * k + 1]
    if (pair < 0) addContacts(m, d, g1, g2, contacts, margins)
    else addPairContacts(m, d, pair, g1, g2, contacts, margins)
  }
  contacts.separation = -1
  stopTimer(d, Timer.col_narrowphase)
}

/** Contacts of two bodies, without those of the explicit pairs [from, to). */
function collideBodies(
  m: Model,
  d: Data,
  cache: CollisionCache,
  body1: number,
  body2: number,
  from: number,
  to: number,
): void {
  const { geoms, geomStart } = cache
  const { margins, pairs } = registers
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
  midphase(m, d, cache, body1, body2, pairs)
  const { count, geom1, geom2 } = pairs
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
  const { contacts, margins } = registers
  const pairFunction = pairFunctionOf(m.geom_type[g1], m.geom_type[g2])
  if (pairFunction === undefined) return
  contacts.count = 0
  contacts.margin[0] = margins[0]
  pairFunction(m, d, g1, g2, contacts)
  if (contacts.count > 0) addContacts(m, d, g1, g2, contacts, margins)
}

/** Contacts of an explicit pair: only distance and sleep keep its geoms from colliding. */
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
  const { contacts, margins } = registers
  const pairFunction = pairFunctionOf(m.geom_type[g1], m.geom_type[g2])
  pairMargins(m, pair, margins)
  if (pairFunction === undefined || areFarApart(m, d, g1, g2, margins)) return
  contacts.count = 0
  contacts.margin[0] = margins[0]
  pairFunction(m, d, g1, g2, contacts)
  if (contacts.count > 0) addPairContacts(m, d, pair, g1, g2, contacts, margins)
}
