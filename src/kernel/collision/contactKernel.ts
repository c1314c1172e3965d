import { MINVAL } from '../../core/math/constants.ts'
import { ContactExclude } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { PlannedPair } from '../../physics/collision/broad/plannedPairs.ts'
import { areZero } from '../language/fixedNumbers.ts'
import type { Index, Kernel, LaneKernel, Mask, Num } from '../language/kernelLanguage.ts'
import { cross, group, put, scale, sub, type Vec3 } from '../language/vectors.ts'
import { dot3, vec3 } from './narrowPair.ts'

/** Friction coefficients are at least this. */
const MIN_FRICTION = 1e-5
/** Shorter normals are no normals, and shorter tangents no proposals. */
const MIN_LENGTH = 0.5

/** Margin and gap of a pair; no operations where all of them are zero. */
export interface Margins {
  /** Up to where geoms push. */
  margin(geoms: readonly [Index, Index], explicit: Index): Num
  /** margin + gap: up to where they count as touching. */
  reach(geoms: readonly [Index, Index], explicit: Index): Num
}

/** Margins as `geomMargins`, or as `pairMargins`. */
export function marginsOf(k: LaneKernel, m: Model, ofPairs: boolean): Margins {
  const numbers = (name: 'geom_margin' | 'geom_gap' | 'pair_margin' | 'pair_gap', count: number) => {
    const isZero = areZero(k, m, name, 0, count)
    return (i: Index): Num => (isZero ? k.num(0) : k.numbers(name).at(i))
  }
  const ofPair = { margin: numbers('pair_margin', m.npair), gap: numbers('pair_gap', m.npair) }
  const ofGeom = { margin: numbers('geom_margin', m.ngeom), gap: numbers('geom_gap', m.ngeom) }
  const margin = ([g1, g2]: readonly [Index, Index], explicit: Index): Num =>
    ofPairs ? ofPair.margin(explicit) : ofGeom.margin(g1).plus(ofGeom.margin(g2))
  return {
    margin,
    reach: (geoms, explicit) => {
      const gap = ofPairs ? ofPair.gap(explicit) : ofGeom.gap(geoms[0]).plus(ofGeom.gap(geoms[1]))
      return margin(geoms, explicit).plus(gap)
    },
  }
}

/** Structure of a model's pairs that their contacts depend on. */
interface ContactTables {
  readonly geom1: number[]
  readonly geom2: number[]
  readonly explicit: number[]
  readonly dim: number[]
  /** The geoms whose parameters are mixed: the one with the higher priority with itself. */
  readonly source1: number[]
  readonly source2: number[]
}

function tablesOf(m: Model, pairs: readonly PlannedPair[]): ContactTables {
  const { geom_priority, geom_condim, pair_dim } = m
  const source = (g: number, other: number): number => (geom_priority[other] > geom_priority[g] ? other : g)
  const source1 = pairs.map(({ g1, g2 }) => source(g1, g2))
  const source2 = pairs.map(({ g1, g2 }) => source(g2, g1))
  return {
    geom1: pairs.map(({ g1 }) => g1),
    geom2: pairs.map(({ g2 }) => g2),
    explicit: pairs.map(({ explicit }) => explicit),
    dim: pairs.map(({ explicit }, i) =>
      explicit >= 0 ? pair_dim[explicit] : Math.max(geom_condim[source1[i]], geom_condim[source2[i]]),
    ),
    source1,
    source2,
  }
}

/**
 * Completes contacts whose distance, position, normal, and proposed tangent have been written, the last two as the first
 * rows of the frame: (contacts, their pairs) → contact_*. As `contactFrame` and `contactParameters.ts`.
 */
export function finishContacts(
  k: Kernel,
  m: Model,
  pairs: readonly PlannedPair[],
  count: Index,
  pairOf: (contact: Index) => Index,
): void {
  const tables = tablesOf(m, pairs)
  const table = (name: keyof ContactTables) => k.table(`collide_${name}`, tables[name])
  const isPriority = tables.source1.some((g, i) => g === tables.source2[i])
  const hasExplicit = tables.explicit.some((pair) => pair >= 0)
  const hasGeoms = tables.explicit.some((pair) => pair < 0)
  const marginsOfGeoms = marginsOf(k, m, false)
  const marginsOfPairs = marginsOf(k, m, true)
  const integer = (name: string, contact: Index, value: Index): void =>
    k.integers(`contact_${name}`).set(contact, value)
  k.repeat(0, count, (contact) => {
    const pair = pairOf(contact)
    const geoms = [table('geom1').at(pair), table('geom2').at(pair)] as const
    completeFrame(k, contact)
    integer('geom1', contact, geoms[0])
    integer('geom2', contact, geoms[1])
    integer('efc_address', contact, -1)
    k.field('contact_mu').set(contact, 0)
    const dim = table('dim').at(pair)
    const write = (margin: Num, p: Parameters): void => {
      const isApart = margin.atMost(k.field('contact_dist').at(contact))
      const isAdhesive = p.adhesion.equals(0).not()
      k.field('contact_includemargin').set(contact, margin)
      k.field('contact_adhesion').set(contact, p.adhesion)
      writeParameters(k, contact, p)
      integer('exclude', contact, k.product(k.any(isApart.and(isAdhesive.not())), ContactExclude.inGap))
      // an adhesive contact in the gap only pulls along its normal
      const pulls = k.any(isApart.and(isAdhesive))
      integer('dim', contact, k.sum(dim, k.product(pulls, k.sum(1, k.product(dim, -1)))))
    }
    const explicit = table('explicit').at(pair)
    const ofGeoms = (): void =>
      write(
        marginsOfGeoms.margin(geoms, explicit),
        mixGeoms(k, m, table('source1').at(pair), table('source2').at(pair), isPriority),
      )
    const ofPair = (): void => write(marginsOfPairs.margin(geoms, explicit), pairParameters(k, m, explicit))
    if (!hasExplicit) ofGeoms()
    else if (!hasGeoms) ofPair()
    else k.when(k.less(explicit, 0), ofGeoms, ofPair)
  })
}

/** Rows (n, t, n × t). Gives up where the normal is far from unit length. */
function completeFrame(k: Kernel, contact: Index): void {
  const frame = k.field('contact_frame', 9)
  const given = vec3((i) => frame.at(contact, i))
  const proposed = vec3((i) => frame.at(contact, i + 3))
  const length = dot3(given, given).sqrt()
  k.giveUp(k.num(MIN_LENGTH).atMost(length).not())
  const n = scale(given, k.num(1).over(length))
  // without a proposal the tangent is near y, or near z where the normal is close to y
  const isNone = dot3(proposed, proposed).below(MIN_LENGTH * MIN_LENGTH)
  const alongY = n[1].abs().below(0.5)
  const t0: Vec3 = [
    k.choose(isNone, 0, proposed[0]),
    k.choose(isNone, k.choose(alongY, 1, 0), proposed[1]),
    k.choose(isNone, k.choose(alongY, 0, 1), proposed[2]),
  ]
  const across = sub(t0, scale(n, dot3(n, t0)))
  const rest = dot3(across, across).sqrt()
  const isAlong: Mask = rest.below(MINVAL)
  const inverse = k.num(1).over(rest)
  const t = vec3((i) => k.choose(isAlong, i === 0 ? 1 : 0, across[i].times(inverse)))
  put(frame, contact, [...n, ...t, ...cross(n, t)])
}

/** What all contacts of a pair have in common. */
interface Parameters {
  /** Slide, spin, roll; or all five. */
  readonly friction: readonly Num[]
  readonly solref: readonly Num[]
  readonly solreffriction: readonly Num[]
  readonly solimp: readonly Num[]
  readonly adhesion: Num
}

function writeParameters(k: Kernel, contact: Index, { friction, solref, solreffriction, solimp }: Parameters): void {
  put(
    k.field('contact_friction', 5),
    contact,
    friction.map((mu) => mu.max(MIN_FRICTION)),
  )
  put(k.field('contact_solref', 2), contact, solref)
  put(k.field('contact_solreffriction', 2), contact, solreffriction)
  put(k.field('contact_solimp', 5), contact, solimp)
}

/** The larger friction; adhesion adds up; solref and solimp are averaged with the weights `solmix`. */
function mixGeoms(k: Kernel, m: Model, g1: Index, g2: Index, isPriority: boolean): Parameters {
  const solmix = k.numbers('geom_solmix')
  const mix1 = solmix.at(g1)
  const mix2 = solmix.at(g2)
  const none2 = mix2.below(MINVAL)
  const mix = k.choose(mix1.below(MINVAL), k.choose(none2, 0.5, 0), k.choose(none2, 1, mix1.over(mix1.plus(mix2))))
  const rest = k.num(1).minus(mix)
  const both = (name: string, width: number): (readonly [Num, Num])[] => {
    const numbers = k.numbers(name, width)
    const second = group(numbers, g2, width)
    return group(numbers, g1, width).map((x, i) => [x, second[i]] as const)
  }
  const average = ([x, y]: readonly [Num, Num]): Num => mix.times(x).plus(rest.times(y))
  const solref = both('geom_solref', 2)
  // the direct format, which is negative, is not averaged
  const isAveraged = k.num(0).below(solref[0][0]).and(k.num(0).below(solref[0][1]))
  const [slide, spin, roll] = both('geom_friction', 3).map(([x, y]) => x.max(y))
  const zero = k.num(0)
  let adhesion = zero
  if (!areZero(k, m, 'geom_adhesion', 0, m.ngeom)) {
    const numbers = k.numbers('geom_adhesion')
    const own = numbers.at(g1)
    adhesion = own.plus(numbers.at(g2))
    if (isPriority) adhesion = k.choose(k.real(k.same(g1, g2)).equals(0), adhesion, own)
  }
  return {
    friction: [slide, slide, spin, roll, roll],
    solref: solref.map((pair) => k.choose(isAveraged, average(pair), pair[0].min(pair[1]))),
    solreffriction: [zero, zero],
    solimp: both('geom_solimp', 5).map(average),
    adhesion,
  }
}

/** What an explicit pair says. */
function pairParameters(k: Kernel, m: Model, pair: Index): Parameters {
  return {
    friction: group(k.numbers('pair_friction', 5), pair, 5),
    solref: group(k.numbers('pair_solref', 2), pair, 2),
    solreffriction: group(k.numbers('pair_solreffriction', 2), pair, 2),
    solimp: group(k.numbers('pair_solimp', 5), pair, 5),
    adhesion: areZero(k, m, 'pair_adhesion', 0, m.npair) ? k.num(0) : k.numbers('pair_adhesion').at(pair),
  }
}
