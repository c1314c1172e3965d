import { GeomType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { CollisionCache } from '../../physics/collision/broad/collisionCache.ts'
import { type PlannedPair, plannedPairs } from '../../physics/collision/broad/plannedPairs.ts'
import type { Kernel } from '../language/kernelLanguage.ts'
import { boxBox } from './boxBoxPhase.ts'
import { capsuleBox } from './capsuleBoxPhase.ts'
import type { NarrowPhase } from './narrowPair.ts'
import { planeBox, planeCapsule, planeCylinder, planeEllipsoid, planeSphere } from './planePhases.ts'
import { capsuleCapsule, sphereBox, sphereCapsule, sphereSphere } from './spherePhases.ts'

const { plane, sphere, capsule, ellipsoid, cylinder, box } = GeomType

/** More than any type of geoms. */
const TYPES = 16

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
  [box, box, boxBox],
]

const PHASE_OF = new Map(NARROW_PHASES.map(([type1, type2, phase]) => [TYPES * type1 + type2, phase]))

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

/** The planned pairs of a model, as its kernel has them, in the order of contacts. */
export interface KernelPairs extends PairList {
  /** The narrow phases in use, and for each pair the number of its own; those without have the next number. */
  readonly phases: readonly NarrowPhase[]
  readonly phaseOf: readonly number[]
}

/** Pairs of a model that has a plan of pairs. Masks are part of the code. */
export function kernelPairs(m: Model): KernelPairs | undefined {
  const pairs = plannedPairs(m, new CollisionCache(m))?.filter((pair) => pair.explicit >= 0 || masksMeet(m, pair))
  if (pairs === undefined) return undefined
  const found = pairs.map(({ g1, g2 }) => PHASE_OF.get(TYPES * m.geom_type[g1] + m.geom_type[g2]))
  const phases = [...new Set(found)].filter((phase) => phase !== undefined)
  const phaseOf = found.map((phase) => (phase === undefined ? phases.length : phases.indexOf(phase)))
  return { pairs, runs: runsOf(m, pairs), phases, phaseOf }
}

/** Whether pairs of geoms are left to TypeScript where they are near to each other. */
export function leavesPairs({ phases, phaseOf }: KernelPairs): boolean {
  return phaseOf.includes(phases.length)
}

function masksMeet({ geom_contype, geom_conaffinity }: Model, { g1, g2 }: PlannedPair): boolean {
  return ((geom_contype[g1] & geom_conaffinity[g2]) | (geom_contype[g2] & geom_conaffinity[g1])) !== 0
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
export function collideUnsupported(m: Model, varies: Kernel['varies']): string | undefined {
  const pairs = kernelPairs(m)
  if (pairs === undefined) return 'it has many pairs of geoms'
  if (pairs.pairs.length === 0) return 'its geoms do not touch'
  if (m.geom_type.some((type, g) => type === plane && (m.geom_rbound[g] !== 0 || varies('geom_rbound', g))))
    return 'it has planes with a radius'
  return pairs.runs.length > MOST_RUNS ? 'its pairs of geoms are mixed' : undefined
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
