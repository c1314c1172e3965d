import { Data } from '../data/data.ts'
import { kinematics } from '../dynamics/kinematics.ts'
import { GeomType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import {
  compareContacts,
  compareOnePair,
  firstOutOfOrder,
  type PairResult,
  pairLine,
  pairMatches,
  pairTypes,
} from './compareContacts.ts'
import { type Pair, setState } from './compareData.ts'
import { contactStates } from './contactStates.ts'
import { Random, type TrialState } from './randomState.ts'
import { modelFromReference, ReferenceData, type ReferenceModel } from './reference.ts'
import { type Contacts, referenceContacts } from './referenceContacts.ts'
import { ROUNDING_MARGIN, ROUNDING_SEEDS } from './rounding.ts'

/** The stage under judgement: fills `d.contact_…` and `d.ncon` from the poses of the geoms. */
export type CollisionStage = (m: Model, d: Data) => void

/**
 * Why contacts of a pair of geoms may differ from those of the reference and yet be right.
 * - `rounding`: with the reference's poses, which differ from ours in the last bit, ours are the same
 * - `tie`: the reference itself finds other contacts, among them ours, when its poses are off by rounding
 * - `hull`: with the reference's meshes ours are the same; the order of hull vertices and polygons is free
 */
export const REASONS = ['rounding', 'tie', 'hull'] as const
export type Reason = (typeof REASONS)[number]

export interface ContactDifference {
  readonly state: string
  readonly types: string
  readonly text: string
}

/** How many contacts the reference has, by what came of them. */
export interface ContactTally {
  contacts: number
  /** Those in pairs of geoms that match. */
  matched: number
  /** Those in pairs of geoms that differ with a reason. */
  rounding: number
  tie: number
  hull: number
  /** Pairs of geoms that differ without a reason. */
  different: number
  /** Largest error among the pairs that match. */
  worst: number
}

/** What came out for one model, over all states. */
export interface ContactVerdict {
  readonly states: number
  /** By types of geoms, for example `box–mesh`. */
  readonly types: Readonly<Record<string, ContactTally>>
  readonly differences: readonly ContactDifference[]
}

export interface ContactOptions {
  readonly seed?: number
  readonly states?: readonly TrialState[]
}

/** Sets states in which geoms touch, and compares the contacts that both engines find in them. */
export function judgeContacts(
  collision: CollisionStage,
  m: Model,
  reference: ReferenceModel,
  options: ContactOptions = {},
): ContactVerdict {
  const { seed = 1, states = contactStates(m, seed) } = options
  const court = new Court(collision, m, reference)
  try {
    for (const state of states) court.hear(state)
    return court.verdict(states.length)
  } finally {
    court.close()
  }
}

class Court {
  readonly #collision: CollisionStage
  readonly #pair: Pair
  /** A state of a model with the reference's meshes, made when it is needed. */
  #withTheirMeshes: Data | undefined
  #theirModel: Model | undefined
  readonly #types: Record<string, ContactTally> = {}
  readonly #differences: ContactDifference[] = []

  constructor(collision: CollisionStage, m: Model, rm: ReferenceModel) {
    this.#collision = collision
    this.#pair = { m, d: new Data(m), rm, rd: new ReferenceData(rm) }
  }

  hear(state: TrialState): void {
    const { m, d, rd } = this.#pair
    setState(this.#pair, state)
    kinematics(m, d)
    this.#collision(m, d)
    for (const stage of ['mj_kinematics', 'mj_comPos', 'mj_collision'] as const) rd.call(stage)
    const theirs = referenceContacts(rd)

    const results = compareContacts(m, d, theirs)
    for (const { types, theirs: count } of results) this.#tally(types).contacts += count
    const doubtful = results.filter((result) => !pairMatches(result))
    for (const result of results) if (pairMatches(result)) this.#accept(result)
    const moved = firstOutOfOrder(d, theirs)
    if (doubtful.length === 0 && !moved) return

    const nearby = this.#nearbyContacts()
    takePoses(d, rd)
    this.#collision(m, d)
    for (const result of doubtful) this.#weigh(result, state, theirs, nearby)
    const stillMoved = moved && firstOutOfOrder(d, theirs)
    if (stillMoved) {
      const types = pairTypes(m, ...stillMoved)
      this.#differences.push({
        state: state.label,
        types,
        text: `${types} comes in another place than in the reference`,
      })
    }
  }

  #tally(types: string): ContactTally {
    this.#types[types] ??= emptyTally()
    return this.#types[types]
  }

  #accept({ types, theirs, error }: PairResult): void {
    const tally = this.#tally(types)
    tally.matched += theirs
    tally.worst = Math.max(tally.worst, error)
  }

  /** A pair of geoms that differs: with a reason, or without. Our contacts are those for the reference's poses. */
  #weigh(result: PairResult, state: TrialState, theirs: Contacts, nearby: readonly Contacts[]): void {
    const { m, d } = this.#pair
    const { geom1, geom2, types } = result
    const again = compareOnePair(m, d, theirs, geom1, geom2)
    const reason = pairMatches(again)
      ? 'rounding'
      : isTie(m, d, theirs, nearby, again)
        ? 'tie'
        : this.#isHullOrder(theirs, again)
          ? 'hull'
          : undefined
    const tally = this.#tally(types)
    if (reason) tally[reason] += result.theirs
    else {
      tally.different++
      this.#differences.push({ state: state.label, types, text: pairLine(m, again) })
    }
  }

  /** What the reference finds when all geoms are off by what rounding may do. Their poses are put back. */
  #nearbyContacts(): Contacts[] {
    const { rd } = this.#pair
    const poses = POSES.map((name) => rd.array(name)!)
    const found = SHIFTS.flatMap((size) =>
      ROUNDING_SEEDS.map((seed) => {
        const random = new Random(seed)
        for (const [i, name] of POSES.entries())
          rd.set(
            name,
            poses[i].map((x) => x + size * Math.max(1, Math.abs(x)) * random.uniform(-1, 1)),
          )
        rd.call('mj_collision')
        return referenceContacts(rd)
      }),
    )
    POSES.forEach((name, i) => {
      rd.set(name, poses[i])
    })
    return found
  }

  /** Whether our contacts of a pair with a mesh are the reference's when the meshes are. */
  #isHullOrder(theirs: Contacts, { geom1, geom2 }: PairResult): boolean {
    const { m, rm, rd } = this.#pair
    if (m.geom_type[geom1] < GeomType.mesh && m.geom_type[geom2] < GeomType.mesh) return false
    this.#theirModel ??= modelFromReference(rm)
    this.#withTheirMeshes ??= new Data(this.#theirModel)
    takePoses(this.#withTheirMeshes, rd)
    this.#collision(this.#theirModel, this.#withTheirMeshes)
    return pairMatches(compareOnePair(m, this.#withTheirMeshes, theirs, geom1, geom2))
  }

  verdict(states: number): ContactVerdict {
    return { states, types: this.#types, differences: this.#differences }
  }

  close(): void {
    this.#pair.rd.delete()
  }
}

/** Poses of geoms are off by this much when the reference is asked again, m and entries of matrices. */
const SHIFTS = [1e-15, 1e-13, 1e-12] as const
const POSES = ['geom_xpos', 'geom_xmat'] as const

/** Takes over all poses that collision depends on. */
function takePoses(d: Data, rd: ReferenceData): void {
  for (const name of ['geom_xpos', 'geom_xmat', 'xpos', 'xmat', 'xipos', 'ximat'] as const) d[name].set(rd.array(name)!)
}

/** Whether the reference, slightly disturbed, finds our contacts, or moves nearly as far as ours are from its own. */
function isTie(m: Model, ours: Contacts, theirs: Contacts, nearby: readonly Contacts[], result: PairResult): boolean {
  const { geom1, geom2, error, field } = result
  let moved = 0
  for (const other of nearby) {
    if (pairMatches(compareOnePair(m, ours, other, geom1, geom2))) return true
    const shift = compareOnePair(m, other, theirs, geom1, geom2)
    if (shift.field === field && shift.error < Number.POSITIVE_INFINITY) moved = Math.max(moved, shift.error)
  }
  return error <= ROUNDING_MARGIN * moved
}

function emptyTally(): ContactTally {
  return { contacts: 0, matched: 0, rounding: 0, tie: 0, hull: 0, different: 0, worst: 0 }
}

/** Sums over several verdicts, by types of geoms. */
export function talliesOf(verdicts: readonly ContactVerdict[]): Record<string, ContactTally> {
  const sums: Record<string, ContactTally> = {}
  for (const { types } of verdicts) {
    for (const [name, tally] of Object.entries(types)) {
      sums[name] ??= emptyTally()
      add(sums[name], tally)
    }
  }
  return sums
}

/** The sum over all types of geoms. */
export function totalOf(verdicts: readonly ContactVerdict[]): ContactTally {
  const total = emptyTally()
  for (const { types } of verdicts) for (const tally of Object.values(types)) add(total, tally)
  return total
}

function add(sum: ContactTally, { contacts, matched, rounding, tie, hull, different, worst }: ContactTally): void {
  sum.contacts += contacts
  sum.matched += matched
  sum.rounding += rounding
  sum.tie += tie
  sum.hull += hull
  sum.different += different
  sum.worst = Math.max(sum.worst, worst)
}

/** `345 contacts, 340 match, 5 up to rounding of poses, worst error 2e-15` */
export function tallyLine(tally: ContactTally): string {
  const parts = [`${tally.contacts} contacts`, `${tally.matched} match`]
  for (const reason of REASONS) if (tally[reason] > 0) parts.push(`${tally[reason]} ${REASON_WORDS[reason]}`)
  if (tally.different > 0) parts.push(`${tally.different} pairs of geoms differ`)
  if (tally.worst > 0) parts.push(`worst error ${tally.worst.toExponential(1)}`)
  return parts.join(', ')
}

/** A line for each pair of types of geoms, then the sum. */
export function contactReport(verdicts: readonly ContactVerdict[]): string {
  const rows = Object.entries(talliesOf(verdicts)).sort(([, a], [, b]) => b.contacts - a.contacts)
  const lines = rows.map(([types, tally]) => `${types.padEnd(20)} ${tallyLine(tally)}`)
  const states = verdicts.reduce((sum, v) => sum + v.states, 0)
  lines.push(`${verdicts.length} models, ${states} states: ${tallyLine(totalOf(verdicts))}`)
  return lines.join('\n')
}

const REASON_WORDS: Readonly<Record<Reason, string>> = {
  rounding: 'up to rounding of poses',
  tie: 'where the reference itself is undecided',
  hull: 'up to the order of hull vertices',
}
