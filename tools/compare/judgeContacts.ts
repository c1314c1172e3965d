import { Data } from '../../src/core/data/data.ts'
import { EnableBit, GeomType } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { kinematics } from '../../src/physics/kinematics/kinematics.ts'
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
import { whyWorse } from './contactQuality.ts'
import { contactStates } from './contactStates.ts'
import { Random, type TrialState } from './randomState.ts'
import { modelFromReference, ReferenceData, type ReferenceModel } from './reference.ts'
import { type ContactList, listOf, referenceContacts } from './referenceContacts.ts'
import { ROUNDING_MARGIN, ROUNDING_SEEDS } from './rounding.ts'

/** The stage under judgment: fills `d.contact_…` and `d.ncon` from the poses of the geoms. */
export type CollisionStage = (m: Model, d: Data) => void

/**
 * Why contacts of a pair of geoms may differ from those of the reference and yet be right.
 * - `rounding`: with the reference's poses, which differ from ours in the last bit, ours are the same
 * - `tie`: the reference itself finds other contacts, among them ours, when its poses are off by rounding
 * - `good`: a mesh touches, and ours are as good as the reference's: as deep, with a normal as right, over as much of the
 *   faces (`contactQuality.ts`); which faces of a hull the reference takes is up to their order
 * - `hull`: with the reference's meshes ours are the same; for planes, height fields, signed distances and margins
 * - `reversed`: the normal of the reference points from the second geom to the first, which is a defect of it
 */
const REASONS = ['rounding', 'tie', 'good', 'hull', 'reversed'] as const
type Reason = (typeof REASONS)[number]

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
  good: number
  hull: number
  reversed: number
  /** Pairs of geoms with contacts. */
  pairs: number
  /** Pairs of geoms with the same contacts in the same order, and with the same contacts in another order. */
  equalPairs: number
  setPairs: number
  /** Pairs of geoms with other contacts that are right for one of the reasons. */
  goodPairs: number
  /** Pairs of geoms that differ without a reason: they are worse. */
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
  return withAllAwake(m, reference, () => {
    const court = new Court(collision, m, reference)
    try {
      for (const state of states) court.hear(state)
      return court.verdict(states.length)
    } finally {
      court.close()
    }
  })
}

/** Trees of bodies that sleep from the start would not collide. */
function withAllAwake<T>(m: Model, reference: ReferenceModel, use: () => T): T {
  const both = [m.opt, reference.raw.opt]
  const before = both.map(({ enableflags }) => enableflags)
  for (const opt of both) opt.enableflags &= ~EnableBit.sleep
  try {
    return use()
  } finally {
    both.forEach((opt, i) => {
      opt.enableflags = before[i]
    })
  }
}

class Court {
  readonly #collision: CollisionStage
  readonly #pair: Pair
  /** A model with the reference's meshes and a state of it, made when they are needed. */
  #theirModel: Model | undefined
  #dataWithTheirMeshes: Data | undefined
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
    for (const stage of ['mj_kinematics', 'mj_comPos', 'mj_collision'] as const) rd.call(stage)
    const theirs = referenceContacts(rd)
    const ours = this.#collide(m, d)

    const results = compareContacts(m, ours, theirs)
    for (const result of results) {
      const tally = this.#tally(result.types)
      tally.contacts += result.theirs
      tally.pairs++
      if (pairMatches(result)) this.#accept(result)
    }
    const doubtful = results.filter((result) => !pairMatches(result))
    const moved = firstOutOfOrder(ours, theirs)
    if (doubtful.length > 0 || moved) this.#weigh(doubtful, state, theirs)
  }

  #collide(m: Model, d: Data): ContactList {
    this.#collision(m, d)
    return listOf(d)
  }

  #tally(types: string): ContactTally {
    this.#types[types] ??= emptyTally()
    return this.#types[types]
  }

  #accept({ types, theirs, error, inOrder }: PairResult): void {
    const tally = this.#tally(types)
    tally.matched += theirs
    if (inOrder) tally.equalPairs++
    else tally.setPairs++
    tally.worst = Math.max(tally.worst, error)
  }

  /** Pairs of geoms that differ: with a reason, or without. */
  #weigh(doubtful: readonly PairResult[], state: TrialState, theirs: ContactList): void {
    const { m, d, rd } = this.#pair
    takePoses(d, rd)
    const ours = this.#collide(m, d)
    const evidence: Evidence = {
      ours,
      theirs,
      withTheirMeshes: once(() => this.#collideWithTheirMeshes()),
      nearby: once(() => this.#nearbyContacts()),
    }

    for (const { geom1, geom2, types, theirs: count } of doubtful) {
      const result = compareOnePair(m, ours, theirs, geom1, geom2)
      const tally = this.#tally(types)
      const worse = once(() => whyWorse(m, d, result, ours, theirs))
      const reason = reasonFor(m, result, evidence, worse)
      if (reason) {
        tally[reason] += count
        if (reason !== 'rounding') tally.goodPairs++
        else if (result.inOrder) tally.equalPairs++
        else tally.setPairs++
      } else {
        tally.different++
        const text = worse() ? `${pairLine(m, result)}, and worse: ${worse()}` : pairLine(m, result)
        this.#differences.push({ state: state.label, types, text })
      }
    }
    const moved = firstOutOfOrder(ours, theirs)
    if (!moved) return
    const types = pairTypes(m, ...moved)
    this.#differences.push({ state: state.label, types, text: `${types} comes in another place than in the reference` })
  }

  /** What the reference finds when all geoms are off by what rounding may do. Their poses are put back. */
  #nearbyContacts(): ContactList[] {
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

  /** Our contacts for the reference's poses and meshes. */
  #collideWithTheirMeshes(): ContactList {
    const { rm, rd } = this.#pair
    this.#theirModel ??= modelFromReference(rm)
    this.#dataWithTheirMeshes ??= new Data(this.#theirModel)
    takePoses(this.#dataWithTheirMeshes, rd)
    return this.#collide(this.#theirModel, this.#dataWithTheirMeshes)
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

/** Makes something when it is asked for the first time. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Contacts of one state from different points of view. All of ours are for the reference's poses. */
interface Evidence {
  readonly ours: ContactList
  readonly theirs: ContactList
  readonly withTheirMeshes: () => ContactList
  /** What the reference finds when its poses are off by rounding. */
  readonly nearby: () => readonly ContactList[]
}

function reasonFor(
  m: Model,
  result: PairResult,
  evidence: Evidence,
  worse: () => string | undefined,
): Reason | undefined {
  const { geom1, geom2 } = result
  if (pairMatches(result)) return 'rounding'
  if (isReversed(m, evidence.ours, evidence.theirs, result)) return 'reversed'
  if (worse() === '') return 'good'
  // planes take the corners of one polygon, by the same rule as in the reference
  const isSameRule = worse() === undefined || m.geom_type[geom1] === GeomType.plane
  if (isSameRule && m.geom_type[geom2] >= GeomType.mesh) {
    const ours = evidence.withTheirMeshes()
    const again = compareOnePair(m, ours, evidence.theirs, geom1, geom2)
    if (pairMatches(again) || isReversed(m, ours, evidence.theirs, again)) return 'hull'
  }
  return isTie(m, result, evidence) ? 'tie' : undefined
}

/** Whether the one contact of a pair is the reference's with its normal turned round. */
function isReversed(
  m: Model,
  ours: ContactList,
  theirs: ContactList,
  { geom1, geom2, ...result }: PairResult,
): boolean {
  if (result.field !== 'frame' || result.theirs !== 1) return false
  const [row] = theirs.rowsOf(geom1, geom2)
  const frame = theirs.contact_frame
  turnFrame(frame, 9 * row)
  const matched = pairMatches(compareOnePair(m, ours, theirs, geom1, geom2))
  turnFrame(frame, 9 * row)
  return matched
}

/** A right-handed frame with the opposite normal: the first tangent stays, as it does not depend on the sign. */
function turnFrame(frame: Float64Array, start: number): void {
  for (const k of [0, 1, 2, 6, 7, 8]) frame[start + k] *= -1
}

/** Whether the reference, slightly disturbed, finds our contacts, or moves nearly as far as ours are from its own. */
function isTie(m: Model, { geom1, geom2, error, field }: PairResult, { ours, theirs, nearby }: Evidence): boolean {
  let moved = 0
  for (const other of nearby()) {
    if (pairMatches(compareOnePair(m, ours, other, geom1, geom2))) return true
    const shift = compareOnePair(m, other, theirs, geom1, geom2)
    if (shift.field === field && shift.error < Number.POSITIVE_INFINITY) moved = Math.max(moved, shift.error)
  }
  return error <= ROUNDING_MARGIN * moved
}

function emptyTally(): ContactTally {
  const none = { contacts: 0, matched: 0, rounding: 0, tie: 0, good: 0, hull: 0, reversed: 0 }
  return { ...none, pairs: 0, equalPairs: 0, setPairs: 0, goodPairs: 0, different: 0, worst: 0 }
}

/** Sums over several verdicts, by types of geoms. */
function talliesOf(verdicts: readonly ContactVerdict[]): Record<string, ContactTally> {
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

const PAIR_COUNTS = ['pairs', 'equalPairs', 'setPairs', 'goodPairs', 'different'] as const

function add(sum: ContactTally, tally: ContactTally): void {
  for (const key of ['contacts', 'matched', ...REASONS, ...PAIR_COUNTS] as const) sum[key] += tally[key]
  sum.worst = Math.max(sum.worst, tally.worst)
}

/** `345 contacts, 340 match, 5 up to rounding of poses, worst error 2e-15` */
export function tallyLine(tally: ContactTally): string {
  const parts = [`${tally.contacts} contacts`, `${tally.matched} match`]
  for (const reason of REASONS) if (tally[reason] > 0) parts.push(`${tally[reason]} ${REASON_WORDS[reason]}`)
  if (tally.different > 0) parts.push(`${tally.different} pairs of geoms are worse`)
  if (tally.worst > 0) parts.push(`worst error ${tally.worst.toExponential(1)}`)
  return parts.join(', ')
}

/** `120 pairs of geoms: 100 equal, 15 equal as sets, 5 other but as good, 0 worse` */
export function pairsLine({ pairs, equalPairs, setPairs, goodPairs, different }: ContactTally): string {
  return `${pairs} pairs of geoms: ${equalPairs} equal, ${setPairs} equal as sets, ${goodPairs} other but as good, ${different} worse`
}

/** A line for each pair of types of geoms, then the sum. */
export function contactReport(verdicts: readonly ContactVerdict[]): string {
  const rows = Object.entries(talliesOf(verdicts)).sort(([, a], [, b]) => b.contacts - a.contacts)
  const lines = rows.map(([types, tally]) => `${types.padEnd(20)} ${tallyLine(tally)}`)
  const states = verdicts.reduce((sum, v) => sum + v.states, 0)
  lines.push(`${verdicts.length} models, ${states} states: ${tallyLine(totalOf(verdicts))}`)
  lines.push(pairsLine(totalOf(verdicts)))
  return lines.join('\n')
}

const REASON_WORDS: Readonly<Record<Reason, string>> = {
  rounding: 'up to rounding of poses',
  tie: 'where the reference itself is undecided',
  good: 'other but as good',
  hull: 'up to the order of hull vertices',
  reversed: 'with a normal that the reference reverses',
}
