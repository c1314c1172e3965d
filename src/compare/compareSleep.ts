import { Data } from '../data/data.ts'
import { StateBit } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import { step } from '../step.ts'
import { ReferenceData, type ReferenceModel } from './reference.ts'

/** How two simulations slept side by side. */
export interface SleepVerdict {
  /** Steps in which everything was the same. */
  readonly steps: number
  /** What differed first; undefined: nothing. */
  readonly difference: string | undefined
  /** Whether the comparison ended because the reference no longer agreed with itself. */
  readonly chaotic: boolean
  /** The most trees that slept at a time, and how often trees fell asleep or woke. */
  readonly mostAsleep: number
  readonly changes: number
  /** The largest distance of positions, m or rad. */
  readonly distance: number
}

/** What is done to both simulations before a step; returns values for `eq_active` where these are to change. */
export type Disturbance = (step: number, d: Sleeper, m: Model) => readonly number[] | undefined

/** The parts of a state that a disturbance may change. */
export type Sleeper = Pick<Data, 'qpos' | 'qvel' | 'qfrc_applied' | 'xfrc_applied' | 'mocap_pos' | 'ctrl'>

const NUMBERS = ['ntree_awake', 'nbody_awake', 'nparent_awake', 'nv_awake', 'ncon', 'nefc', 'nisland', 'nidof'] as const

/** How much a second simulation of the reference is disturbed, to see for how long it agrees with itself. */
const DISTURBANCE = 1e-11

/** Positions may differ by this, and by this many times what the disturbance has become. */
const TOLERANCE = 1e-9
const AMPLIFIED = 1e3

/**
 * Steps both engines from the initial state, and compares after each step who sleeps, who is awake, islands and their members,
 * numbers of contacts and rows, and positions. The comparison ends with a difference, which is nobody's fault where by then the
 * reference no longer agreed with itself when it had started 1e-11 away.
 */
export function followSleep(
  m: Model,
  reference: ReferenceModel,
  count: number,
  disturb: Disturbance | undefined = undefined,
): SleepVerdict {
  const d = new Data(m)
  const theirs = new ReferenceData(reference)
  const twin = new ReferenceData(reference)
  const { mj } = reference
  const nudge = twin.raw.qvel as Float64Array
  for (let i = 0; i < m.nv; i++) if (d.tree_asleep[m.dof_treeid[i]] < 0) nudge[i] += DISTURBANCE * Math.sin(i + 1)
  let changes = 0
  let mostAsleep = m.ntree - d.ntree_awake
  let distance = 0
  let difference = differenceOf(m, d, theirs)
  let steps = 0
  let chaotic = false
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
    mj.mj_step(reference.raw, twin.raw)
    if (differenceOf(m, twin.raw as unknown as Data, theirs) !== undefined) disagrees = true
    difference = differenceOf(m, d, theirs)
    const own = distanceOf(d.qpos, theirs.raw.qpos as Float64Array)
    if (own > TOLERANCE + AMPLIFIED * distanceOf(twin.raw.qpos as Float64Array, theirs.raw.qpos as Float64Array))
      difference ??= `positions by ${own}`
    if (difference !== undefined && disagrees) {
      chaotic = true
      difference = undefined
      break
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
    chaotic,
    mostAsleep,
    changes,
    distance,
  }
}

/** The first thing in which two states differ. */
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
  for (const key of ['island_ntree', 'island_nv', 'island_nefc'] as const)
    if (!same(d[key], raw[key], nisland)) return key
  if (!same(d.map_idof2dof, raw.map_idof2dof, d.nidof)) return 'map_idof2dof'
  return undefined
}

function distanceOf(a: Float64Array, b: Float64Array): number {
  let most = 0
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]))
  return most
}
