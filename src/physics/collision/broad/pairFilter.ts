import type { Data } from '../../../core/data/data.ts'
import { DisableBit, GeomType, SleepState } from '../../../core/model/enums.ts'
import { StepError } from '../../../core/model/errors.ts'
import type { Model } from '../../../core/model/model.ts'

const ASLEEP = SleepState.asleep

/**
 * Which bodies, and which geoms, are tested against each other.
 *
 * Two bodies are not when
 * - no `contype` of one meets a `conaffinity` of the other (over all geoms of a body: `body_contype`,
 *   `body_conaffinity`),
 * - they are welded together,
 * - neither is part of something that has degrees of freedom,
 * - they are parent and child, up to welded bodies in between, unless the parent is the world or the option
 *   `filterparent` is off,
 * - they are in the model's list of excluded pairs,
 * - they are asleep.
 *
 * Two geoms are not when their masks do not meet (or the user's filter says so), or when their bounding spheres are too
 * far apart.
 */

/** Whether the rules of the model let two bodies touch; `a` < `b`. */
export function bodiesMayTouch(m: Model, a: number, b: number): boolean {
  const { body_weldid, body_parentid, body_dofnum, body_contype, body_conaffinity } = m
  if (((body_contype[a] & body_conaffinity[b]) | (body_contype[b] & body_conaffinity[a])) === 0) return false
  const weldA = body_weldid[a]
  const weldB = body_weldid[b]
  if (weldA === weldB) return false
  if (body_dofnum[weldA] === 0 && body_dofnum[weldB] === 0) return false
  if (weldA !== 0 && weldB !== 0 && (m.opt.disableflags & DisableBit.filterparent) === 0) {
    if (weldA === body_weldid[body_parentid[weldB]] || weldB === body_weldid[body_parentid[weldA]]) return false
  }
  return m.nexclude === 0 || !isExcluded(m, signatureOf(a, b))
}

/**
 * Whether two bodies have been at rest with respect to each other since they fell asleep: both are asleep, or one is
 * and the other is static.
 */
export function areAtRest(m: Model, d: Data, a: number, b: number): boolean {
  const { body_awake } = d
  if (body_awake[a] === ASLEEP) return body_awake[b] === ASLEEP || m.body_weldid[b] === 0
  return body_awake[b] === ASLEEP && m.body_weldid[a] === 0
}

/** Both bodies in one number of 32 bits, as `pair_signature` and `exclude_signature` hold it; `a` ≤ `b`. */
export function signatureOf(a: number, b: number): number {
  return ((a << 16) + b) | 0
}

/** Looks a pair up in the sorted list of excluded pairs. */
function isExcluded(m: Model, signature: number): boolean {
  const { nexclude, exclude_signature } = m
  let low = 0
  let high = nexclude
  while (low < high) {
    const middle = (low + high) >>> 1
    if (exclude_signature[middle] < signature) low = middle + 1
    else high = middle
  }
  return low < nexclude && exclude_signature[low] === signature
}

/** Whether two geoms are one of the explicit pairs [from, to). */
export function isExplicit(m: Model, g1: number, g2: number, from: number, to: number): boolean {
  const { pair_geom1, pair_geom2 } = m
  for (let k = from; k < to; k++) {
    if (pair_geom1[k] === g1 && pair_geom2[k] === g2) return true
    if (pair_geom1[k] === g2 && pair_geom2[k] === g1) return true
  }
  return false
}

/** Whether the contact filter of a user is running. */
const userFilter = { isRunning: false }

/** Collision keeps candidate pairs in registers, so that it must not start anew while a filter is running. */
export function refuseWithinFilter(): void {
  if (userFilter.isRunning)
    throw new StepError('a contact filter must not look for contacts itself, nor simulate anything')
}

/** Whether the masks of two geoms, or the filter that the user has set in their place, keep them apart. */
export function areMasked(m: Model, d: Data, g1: number, g2: number): boolean {
  const { geom_contype, geom_conaffinity } = m
  const { contactFilter } = d.callbacks
  if (contactFilter !== undefined) {
    // in the order that a contact would have them in
    const swap = m.geom_type[g1] > m.geom_type[g2]
    userFilter.isRunning = true
    try {
      return swap ? contactFilter(m, d, g2, g1) : contactFilter(m, d, g1, g2)
    } finally {
      userFilter.isRunning = false
    }
  }
  return ((geom_contype[g1] & geom_conaffinity[g2]) | (geom_contype[g2] & geom_conaffinity[g1])) === 0
}

/**
 * Whether the bounding spheres of two geoms, or a plane and the bounding sphere of the other, are farther apart than
 * reach[0]. A geom with a radius of zero that is no plane is near to everything; one that is nowhere is near to no
 * plane.
 */
export function areFarApart(m: Model, d: Data, g1: number, g2: number, reach: Float64Array): boolean {
  const { geom_rbound, geom_type } = m
  const { geom_xpos, geom_xmat } = d
  const r1 = geom_rbound[g1]
  const r2 = geom_rbound[g2]
  const dx = geom_xpos[3 * g2] - geom_xpos[3 * g1]
  const dy = geom_xpos[3 * g2 + 1] - geom_xpos[3 * g1 + 1]
  const dz = geom_xpos[3 * g2 + 2] - geom_xpos[3 * g1 + 2]
  if (r1 > 0 && r2 > 0) {
    const bound = r1 + r2 + reach[0]
    return dx * dx + dy * dy + dz * dz > bound * bound
  }
  if (r2 > 0 && geom_type[g1] === GeomType.plane) {
    const height = dx * geom_xmat[9 * g1 + 2] + dy * geom_xmat[9 * g1 + 5] + dz * geom_xmat[9 * g1 + 8]
    return !(height <= reach[0] + r2 && height > -Infinity)
  }
  if (r1 > 0 && geom_type[g2] === GeomType.plane) {
    const height = -(dx * geom_xmat[9 * g2 + 2] + dy * geom_xmat[9 * g2 + 5] + dz * geom_xmat[9 * g2 + 8])
    return !(height <= reach[0] + r1 && height > -Infinity)
  }
  return false
}
