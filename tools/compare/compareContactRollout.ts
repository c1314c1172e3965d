import { Data } from '../../src/core/data/data.ts'
import { EnableBit } from '../../src/core/model/enums.ts'
import type { Model } from '../../src/core/model/model.ts'
import { step } from '../../src/index.ts'
import { compareContacts, pairMatches } from './compareContacts.ts'
import { perturb, type ReferenceIntegrator, setState, withIntegrator } from './compareData.ts'
import { distance, motionOf, PERTURBATION, setControls } from './compareRollout.ts'
import { whyWorse } from './contactQuality.ts'
import { nudged } from './contactStates.ts'
import { Random, randomControls } from './randomState.ts'
import { modelFromReference, ReferenceData, type ReferenceModel } from './reference.ts'
import { listOf, referenceContacts } from './referenceContacts.ts'

/**
 * Simulates both engines with all constraints, each with its own contacts. Contacts make motion chaotic. A third run,
 * the reference started 1e-12 away, shows for how long two computations can stay together. For that time, ours must
 * stay with the reference, unless a mesh has other contacts that are as good.
 */
export interface ContactRollout {
  /** Steps compared; fewer than requested if the reference diverges from itself or resets. */
  readonly steps: number
  /** Steps with contacts. */
  readonly stepsWithContacts: number
  readonly stepsWithRows: number
  /** Worst error over the steps compared. */
  readonly error: number
  /** First step in which ours exceeds the tolerance while the reference still agrees with itself. */
  readonly strayedAt: number | undefined
  /** First step with other contacts of a mesh that are as good, where ours exceeds the tolerance from then on. */
  readonly partedAt: number | undefined
  /** First step in which the reference no longer agrees with itself: the motion is chaotic. */
  readonly chaoticAt: number | undefined
}

/** Tolerance of positions and velocities. */
export const CONTACT_ROLLOUT_TOLERANCE = 1e-6

/** A perturbation in one direction may have little effect by chance: if ours seems to diverge, others are tried. */
const DIRECTIONS = 5

/**
 * Steps with Euler's method, random controls, and without sleeping, from a perturbed qpos0. At qpos0 itself geoms may
 * just touch, and the perturbation would decide whether they do.
 */
export function compareContactRollout(
  m: Model,
  reference: ReferenceModel,
  steps = 200,
  integrator: ReferenceIntegrator = 'Euler',
): ContactRollout {
  let rollout = rolloutWith(m, reference, steps, integrator, 1)
  for (let seed = 2; seed <= DIRECTIONS && rollout.strayedAt !== undefined; seed++)
    rollout = rolloutWith(m, reference, steps, integrator, seed)
  return rollout
}

/**
 * The same; if ours diverges and there are meshes, repeats with the meshes of the reference. The vertex order of a hull
 * is free, and decides which of several equally deep points is found.
 */
export function judgeContactRollout(
  m: Model,
  reference: ReferenceModel,
  steps = 200,
  integrator: ReferenceIntegrator = 'Euler',
): ContactRollout {
  const rollout = compareContactRollout(m, reference, steps, integrator)
  if (rollout.strayedAt === undefined || m.nmesh === 0) return rollout
  return compareContactRollout(modelFromReference(reference), reference, steps, integrator)
}

/** @param seed of the direction of the perturbation */
function rolloutWith(
  m: Model,
  reference: ReferenceModel,
  steps: number,
  integrator: ReferenceIntegrator,
  seed: number,
): ContactRollout {
  const qpos = nudged(m, new Random(2))
  const start = { label: 'push', time: 0, arrays: { qpos, qvel: new Random(1).vector(m.nv, 0.1) } }
  const d = new Data(m)
  const rd = new ReferenceData(reference)
  const perturbed = new ReferenceData(reference)
  const run = (): ContactRollout => {
    setState({ m, d, rm: reference, rd: perturbed }, start)
    setState({ m, d, rm: reference, rd }, start)
    perturb({ m, rm: reference, rd: perturbed }, PERTURBATION, new Random(seed))
    const random = new Random(3)
    let [error, stepsWithContacts, stepsWithRows] = [0, 0, 0]
    let otherAt: number | undefined
    for (let i = 1; i <= steps; i++) {
      const { time } = rd
      if (m.nu > 0 && i % STEPS_BETWEEN_CONTROLS === 1) setControls(randomControls(m, random), d, rd, perturbed)
      step(m, d)
      rd.call('mj_step')
      perturbed.call('mj_step')
      const counts = { steps: i - 1, stepsWithContacts, stepsWithRows, error }
      // bad numbers: the reference started over
      if (rd.time <= time) return { ...counts, ...ENDED, strayedAt: d.time === rd.time ? undefined : i }
      if (distance(motionOf(perturbed), rd) > CONTACT_ROLLOUT_TOLERANCE) return { ...counts, ...ENDED, chaoticAt: i }
      if (m.nmesh > 0 && otherAt === undefined && hasOtherContacts(m, d, rd)) otherAt = i
      if (rd.raw.ncon > 0) stepsWithContacts++
      if (rd.raw.nefc > 0) stepsWithRows++
      error = Math.max(error, distance(d, rd))
      if (error > CONTACT_ROLLOUT_TOLERANCE && otherAt !== undefined)
        return { ...counts, ...ENDED, stepsWithContacts, stepsWithRows, partedAt: otherAt }
      if (error > CONTACT_ROLLOUT_TOLERANCE)
        return { ...ENDED, steps: i, stepsWithContacts, stepsWithRows, error, strayedAt: i }
    }
    return { ...ENDED, steps, stepsWithContacts, stepsWithRows, error }
  }
  try {
    return withoutSleep(m, reference, () => withIntegrator(m, reference, integrator, run))
  } finally {
    rd.delete()
    perturbed.delete()
  }
}

/** Why a rollout ended: for no reason. */
const ENDED = { strayedAt: undefined, partedAt: undefined, chaoticAt: undefined }

/** Whether contacts of meshes are others than in the reference, and all that are others are as good. */
function hasOtherContacts(m: Model, d: Data, rd: ReferenceData): boolean {
  if (d.ncon + rd.raw.ncon === 0) return false
  const ours = listOf(d)
  const theirs = referenceContacts(rd)
  const others = compareContacts(m, ours, theirs).filter((result) => !pairMatches(result))
  return others.length > 0 && others.every((result) => whyWorse(m, d, result, ours, theirs) === '')
}

/** Controls are held for this many steps. */
const STEPS_BETWEEN_CONTROLS = 10

/** Runs `use` with sleeping disabled in both engines. */
function withoutSleep<T>(m: Model, reference: ReferenceModel, use: () => T): T {
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
