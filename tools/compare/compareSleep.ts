import { updateAwake } from '../../src/core/data/awakeSets.ts'
import { Data } from '../../src/core/data/data.ts'
import { StateBit } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { resetData } from '../../src/pipeline/reset.ts'
import { step } from '../../src/pipeline/step.ts'
import { numericArrays, ReferenceData, type ReferenceModel } from './reference.ts'
import { referenceContacts } from './referenceContacts.ts'

/** Comparison of sleeping in both engines. */
export interface SleepVerdict {
  /** Steps without a difference. */
  readonly steps: number
  /** The first difference, if any. */
  readonly difference: string | undefined
  /** How often the reference no longer agreed with itself, and both continued from its state. */
  readonly restarts: number
  /** Steps in which a reversed normal of the reference pulled geoms together; both then continued from its state. */
  readonly reversals: number
  /** Maximum number of sleeping trees, and number of transitions. */
  readonly mostAsleep: number
  readonly changes: number
  /** Largest difference of positions, m or rad. */
  readonly distance: number
}

/** Changes both simulations before a step; may return new values of `eq_active`. */
export type Disturbance = (step: number, d: Sleeper, m: Model) => readonly number[] | undefined

/** Parts of a state that a change may modify. */
export type Sleeper = Pick<Data, 'qpos' | 'qvel' | 'qfrc_applied' | 'xfrc_applied' | 'mocap_pos' | 'ctrl'>

const NUMBERS = ['ntree_awake', 'nbody_awake', 'nparent_awake', 'nv_awake', 'ncon', 'nefc', 'nisland', 'nidof'] as const

/** Numbers of an island, and of a row. */
const ISLANDS = [
  ...['island_ntree', 'island_itreeadr', 'island_nv', 'island_idofadr', 'island_dofadr'],
  ...['island_ne', 'island_nf', 'island_nefc', 'island_iefcadr'],
] as const
const ROWS = ['efc_island', 'map_efc2iefc', 'map_iefc2efc'] as const

/** Perturbation of a second simulation of the reference, to measure for how long it agrees with itself. */
const DISTURBANCE = 1e-11

/** Positions may differ by this, and by this multiple of the grown perturbation. */
const TOLERANCE = 1e-9
const AMPLIFIED = 1e3

/** Beyond this perturbation, contacts depend on chance. */
const CHAOS = 1e-6

/**
 * Steps both engines from the initial state, and compares after each step who sleeps, who is awake, islands and their
 * members, numbers of contacts and rows, and positions. The comparison ends with a difference, unless by then the
 * reference no longer agreed with itself when it had started 1e-11 away: that is nobody's fault, and both go on from
 * the state of the reference. So do they after a step in which the reference has the normal of a contact the wrong way
 * round, which is a defect of its own.
 */
export function followSleep(
  m: Model,
  reference: ReferenceModel,
  count: number,
  disturb: Disturbance | undefined = undefined,
): SleepVerdict {
  let verdict = follow(m, reference, count, disturb, 1)
  for (let direction = 2; direction <= DIRECTIONS && verdict.difference !== undefined; direction++)
    verdict = follow(m, reference, count, disturb, direction)
  return verdict
}

/** A perturbation in one direction may have little effect by chance: where ours differs, others are tried. */
const DIRECTIONS = 5

/** @param direction of the perturbation */
function follow(
  m: Model,
  reference: ReferenceModel,
  count: number,
  disturb: Disturbance | undefined,
  direction: number,
): SleepVerdict {
  const d = new Data(m)
  resetData(m, d)
  const theirs = new ReferenceData(reference)
  let twin = new ReferenceData(reference)
  const { mj } = reference
  disturbTwin(m, d, twin, direction)
  let changes = 0
  let mostAsleep = m.ntree - d.ntree_awake
  let distance = 0
  let difference = differenceOf(m, d, theirs)
  let steps = 0
  let restarts = 0
  let reversals = 0
  let disagrees = false
  for (; steps < count && difference === undefined; steps++) {
    if (disturb) {
      const active = disturb(steps, d, m)
      if (active) d.eq_active.set(active)
      for (const other of [theirs, twin]) {
        disturb(steps, other.raw as unknown as Sleeper, m)
        if (active) other.setState(Float64Array.from(active), StateBit.eq_active)
      }
    }
    const before = d.ntree_awake
    step(m, d)
    mj.mj_step(reference.raw, theirs.raw)
    // nothing happens where all sleep and nobody does anything
    if (disturb || twin.raw.ntree_awake > 0 || m.ntree === 0) mj.mj_step(reference.raw, twin.raw)
    const amplified = distanceOf(twin.raw.qpos as Float64Array, theirs.raw.qpos as Float64Array)
    if (amplified > CHAOS || differenceOf(m, twin.raw as unknown as Data, theirs) !== undefined) disagrees = true
    difference = differenceOf(m, d, theirs)
    const own = distanceOf(d.qpos, theirs.raw.qpos as Float64Array)
    if (own > TOLERANCE + AMPLIFIED * amplified) difference ??= `positions by ${own}`
    const reversed = difference !== undefined && reversesNormal(d, theirs)
    if (difference !== undefined && (disagrees || reversed)) {
      if (reversed) reversals++
      else restarts++
      difference = undefined
      disagrees = false
      takeOver(m, d, theirs)
      twin.delete()
      twin = new ReferenceData(reference, theirs)
      disturbTwin(m, d, twin, direction)
      continue
    }
    distance = Math.max(distance, own)
    if (d.ntree_awake !== before) changes++
    mostAsleep = Math.max(mostAsleep, m.ntree - d.ntree_awake)
  }
  theirs.delete()
  twin.delete()
  return {
    steps,
    difference: difference && `${difference} after step ${steps}`,
    restarts,
    reversals,
    mostAsleep,
    changes,
    distance,
  }
}

/** Whether the reference has a contact that is as deep as ours, at the same geoms, with a normal that points back. */
function reversesNormal(d: Data, theirs: ReferenceData): boolean {
  if (d.ncon !== theirs.raw.ncon) return false
  const { contact_geom1, contact_geom2, contact_frame } = referenceContacts(theirs)
  for (let i = 0; i < d.ncon; i++) {
    if (d.contact_geom1[i] !== contact_geom1[i] || d.contact_geom2[i] !== contact_geom2[i]) return false
    let cosine = 0
    for (let k = 9 * i; k < 9 * i + 3; k++) cosine += d.contact_frame[k] * contact_frame[k]
    if (cosine < 0) return true
  }
  return false
}

function disturbTwin(m: Model, d: Data, twin: ReferenceData, direction: number): void {
  const qvel = twin.raw.qvel as Float64Array
  for (let i = 0; i < m.nv; i++)
    if (d.tree_asleep[m.dof_treeid[i]] < 0) qvel[i] += DISTURBANCE * Math.sin(direction * (i + 1))
}

/** Everything that both have and that does not change in size; of tendons that sleep the reference knows nothing. */
function takeOver(m: Model, d: Data, theirs: ReferenceData): void {
  for (const [key, array] of numericArrays(d)) {
    const values = key.startsWith('ten_') || key.startsWith('wrap_') ? undefined : theirs.array(key)
    if (values?.length === array.length) array.set(values)
  }
  d.sleep_qpos.set(d.qpos)
  d.time = theirs.time
  d.boxStamp = 0
  updateAwake(m, d)
}

/** The first difference of two states. */
function differenceOf(m: Model, d: Data, { raw }: ReferenceData): string | undefined {
  const same = (a: ArrayLike<number>, b: ArrayLike<number>, n: number) => {
    for (let i = 0; i < n; i++) if (a[i] !== b[i]) return false
    return true
  }
  if (!same(d.tree_asleep, raw.tree_asleep, m.ntree))
    return `tree_asleep: ${[...d.tree_asleep]} and ${[...raw.tree_asleep]}`
  for (const key of NUMBERS) if (d[key] !== raw[key]) return `${key}: ${d[key]} and ${raw[key]}`
  if (!same(d.tree_awake, raw.tree_awake, m.ntree)) return 'tree_awake'
  if (!same(d.body_awake, raw.body_awake, m.nbody)) return 'body_awake'
  if (!same(d.body_awake_ind, raw.body_awake_ind, d.nbody_awake)) return 'body_awake_ind'
  if (!same(d.parent_awake_ind, raw.parent_awake_ind, d.nparent_awake)) return 'parent_awake_ind'
  if (!same(d.dof_awake_ind, raw.dof_awake_ind, d.nv_awake)) return 'dof_awake_ind'
  const { nisland } = d
  if (nisland === 0) return undefined
  if (!same(d.tree_island, raw.tree_island, m.ntree)) return 'tree_island'
  for (const key of ISLANDS) if (!same(d[key], raw[key], nisland)) return key
  if (!same(d.dof_island, raw.dof_island, m.nv)) return 'dof_island'
  if (!same(d.map_idof2dof, raw.map_idof2dof, d.nidof)) return 'map_idof2dof'
  const constrained = d.island_itreeadr[nisland - 1] + d.island_ntree[nisland - 1]
  if (!same(d.map_itree2tree, raw.map_itree2tree, constrained)) return 'map_itree2tree'
  for (const key of ROWS) if (!same(d[key], raw[key], d.nefc)) return key
  return undefined
}

function distanceOf(a: Float64Array, b: Float64Array): number {
  let most = 0
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]))
  return most
}
