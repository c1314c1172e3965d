import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { CollisionCache } from '../../physics/collision/broad/collisionCache.ts'
import { type PlannedPair, plannedPairs } from '../../physics/collision/broad/plannedPairs.ts'
import { capsuleBox } from './capsuleBoxPhase.ts'
import type { NarrowPhase } from './narrowPair.ts'
import { planeBox, planeCapsule, planeCylinder, planeEllipsoid, planeSphere } from './planePhases.ts'
import { capsuleCapsule, sphereBox, sphereCapsule, sphereSphere } from './spherePhases.ts'

const { plane, sphere, capsule, ellipsoid, cylinder, box } = GeomType

/** Narrow phases by the types of the two geoms. */
const NARROW_PHASES: readonly (readonly [type1: GeomType, type2: GeomType, phase: NarrowPhase])[] = [
  [plane, sphere, planeSphere],
  [plane, capsule, planeCapsule],
  [plane, ellipsoid, planeEllipsoid],
  [plane, cylinder, planeCylinder],
  [plane, box, planeBox],
  [sphere, sphere, sphereSphere],
  [sphere, capsule, sphereCapsule],
  [sphere, box, sphereBox],
  [capsule, capsule, capsuleCapsule],
  [capsule, box, capsuleBox],
]

/** Pairs that follow each other in a list, and whose distances are tested in the same way. */
export interface PairRun {
  readonly first: number
  readonly end: number
  /** The plane that all of them have as their first geom; -1: they have none. */
  readonly plane: number
  /** Whether they are explicit pairs, with margins of their own. */
  readonly explicit: boolean
}

/** Pairs of geoms, their distances tested run by run. */
export interface PairList {
  readonly pairs: readonly PlannedPair[]
  readonly runs: readonly PairRun[]
}

/** The planned pairs of a model, as its kernel has them. */
export interface KernelPairs {
  /** Those with a narrow phase, in the order of contacts. */
  readonly near: PairList
  /** The narrow phases in use, and for each pair the number of its own. */
  readonly phases: readonly NarrowPhase[]
  readonly phaseOf: readonly number[]
  /** Those without: where one of them may touch, the kernel gives up. */
  readonly others: PairList
}

/** Pairs of a model that has a plan of pairs. Masks are part of the code. */
export function kernelPairs(m: Model): KernelPairs | undefined {
  const planned = plannedPairs(m, new CollisionCache(m))?.filter((pair) => pair.explicit >= 0 || masksMeet(m, pair))
  if (planned === undefined) return undefined
  const phase = ({ g1, g2 }: PlannedPair): NarrowPhase | undefined =>
    NARROW_PHASES.find(([type1, type2]) => m.geom_type[g1] === type1 && m.geom_type[g2] === type2)?.[2]
  const own = planned.filter((pair) => phase(pair) !== undefined)
  const phases = [...new Set(own.map((pair) => phase(pair)!))]
  return {
    near: { pairs: own, runs: runsOf(m, own) },
    phases,
    phaseOf: own.map((pair) => phases.indexOf(phase(pair)!)),
    others: listOf(
      m,
      planned.filter((pair) => phase(pair) === undefined),
    ),
  }
}

function masksMeet({ geom_contype, geom_conaffinity }: Model, { g1, g2 }: PlannedPair): boolean {
  return ((geom_contype[g1] & geom_conaffinity[g2]) | (geom_contype[g2] & geom_conaffinity[g1])) !== 0
}

/** A list whose order does not matter: pairs with one plane stand together. */
function listOf(m: Model, pairs: readonly PlannedPair[]): PairList {
  const key = (pair: PlannedPair): number => 2 * planeOf(m, pair) + (pair.explicit >= 0 ? 1 : 0)
  const sorted = [...pairs].sort((a, b) => key(a) - key(b))
  return { pairs: sorted, runs: runsOf(m, sorted) }
}

function planeOf({ geom_type }: Model, { g1 }: PlannedPair): number {
  return geom_type[g1] === plane ? g1 : -1
}

function runsOf(m: Model, pairs: readonly PlannedPair[]): PairRun[] {
  const runs: PairRun[] = []
  pairs.forEach((pair, i) => {
    const run = { first: i, end: i + 1, plane: planeOf(m, pair), explicit: pair.explicit >= 0 }
    const last = runs.at(-1)
    if (last?.plane === run.plane && last.explicit === run.explicit)
      runs[runs.length - 1] = { ...run, first: last.first }
    else runs.push(run)
  })
  return runs
}

/** More runs than this are too much code. */
const MOST_RUNS = 64

/** Why a model has no kernel for collision; undefined: it has one. */
export function collideUnsupported(m: Model): string | undefined {
  const pairs = kernelPairs(m)
  if (pairs === undefined) return 'it has many pairs of geoms'
  const { near, others } = pairs
  if (near.pairs.length + others.pairs.length === 0) return 'its geoms do not touch'
  if (others.pairs.some(({ g1 }) => m.geom_type[g1] === GeomType.hfield)) return 'it has a height field'
  if (others.pairs.length > near.pairs.length) return 'most pairs of its geoms have no closed form in kernels'
  if (m.geom_rbound.some((radius, g) => radius !== 0 && m.geom_type[g] === plane)) return 'it has planes with a radius'
  return near.runs.length + others.runs.length > MOST_RUNS ? 'its pairs of geoms are mixed' : undefined
}

/** Whole numbers that pairs, and how their parameters are mixed, follow from. */
export const COLLIDE_FLAGS = [
  'geom_type',
  'geom_contype',
  'geom_conaffinity',
  'geom_condim',
  'geom_priority',
  'body_contype',
  'body_conaffinity',
  'pair_dim',
  'pair_geom1',
  'pair_geom2',
] as const satisfies readonly (keyof Model)[]
