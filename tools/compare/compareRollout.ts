import { Data } from '../../src/core/data/data.ts'
import type { Model } from '../../src/core/model/model.ts'
import { step } from '../../src/index.ts'
import { perturb, type ReferenceIntegrator, setState, withIntegrator, withSmoothDynamicsOnly } from './compareData.ts'
import { worstError } from './errorNorm.ts'
import { Random, randomControls, type TrialState } from './randomState.ts'
import { ReferenceData, type ReferenceModel } from './reference.ts'

/** Distance of the engines at one moment. */
export interface Checkpoint {
  readonly step: number
  /** Between ours and the reference. */
  readonly error: number
  /** Between the reference and itself started 1e-12 away: the growth of such an error. */
  readonly gauge: number
}

export interface RolloutResult {
  readonly integrator: string
  readonly steps: number
  readonly checkpoints: readonly Checkpoint[]
  /** Worst error over all steps. */
  readonly error: number
  /** Chaotic motion: errors grow too fast for any two engines to stay together, so only the growth is compared. */
  readonly chaotic: boolean
  /** The reference diverged and reset at this step; later steps are not compared, see `matches`. */
  readonly brokeDownAt: number | undefined
  /** All compared steps agree. If nothing was compared because of an early divergence, ours diverged too. */
  readonly matches: boolean
}

export interface RolloutOptions {
  readonly steps?: number
  readonly integrator?: ReferenceIntegrator
  /** Where to start; by default qpos0 with small random velocities. Controls are random in any case. */
  readonly start?: TrialState
  readonly seed?: number
  /** Called at intervals with the fraction done, 0 to 1. */
  readonly progress?: (done: number) => void
}

/** Tolerance of positions and velocities of regular motion. */
const ROLLOUT_TOLERANCE = 1e-9
export const PERTURBATION = 1e-12
/** Rounding errors enter at every step, the perturbation only once. */
const GAUGE_MARGIN = 10
const STEPS_BETWEEN_REPORTS = 50
/** Controls are held for this many steps. */
export const STEPS_BETWEEN_CONTROLS = 10

/** Steps both engines, with a third run, the perturbed reference, as a measure of chaos. */
export function compareRollout(m: Model, reference: ReferenceModel, options: RolloutOptions = {}): RolloutResult {
  const { steps = 1000, integrator = 'Euler', seed = 1 } = options
  const random = new Random(seed)
  const start = options.start ?? { label: 'push', time: 0, arrays: { qvel: random.vector(m.nv, 0.1) } }
  const d = new Data(m)
  const rd = new ReferenceData(reference)
  const perturbed = new ReferenceData(reference)
  const run = () => {
    setState({ m, d, rm: reference, rd: perturbed }, start)
    setState({ m, d, rm: reference, rd }, start)
    perturb({ m, rm: reference, rd: perturbed }, PERTURBATION, random)

    const checkpoints: Checkpoint[] = []
    let brokeDownAt: number | undefined
    for (let i = 1; i <= steps && brokeDownAt === undefined; i++) {
      const time = rd.time
      if (m.nu > 0 && i % STEPS_BETWEEN_CONTROLS === 1) setControls(randomControls(m, random), d, rd, perturbed)
      step(m, d)
      rd.call('mj_step')
      perturbed.call('mj_step')
      if (i % STEPS_BETWEEN_REPORTS === 0) options.progress?.(i / steps)
      if (rd.time <= time) brokeDownAt = i
      else if (i === steps || i % Math.ceil(steps / 20) === 0) checkpoints.push(measure(i, d, rd, perturbed))
    }
    const result = verdict(integrator, steps, checkpoints, brokeDownAt)
    return checkpoints.length > 0 ? result : { ...result, matches: d.time === rd.time }
  }
  try {
    return withSmoothDynamicsOnly(m, reference, () => withIntegrator(m, reference, integrator, run))
  } finally {
    rd.delete()
    perturbed.delete()
  }
}

/** Gives the same controls to ours and to states of the reference. */
export function setControls(ctrl: Float64Array, d: Data, ...references: readonly ReferenceData[]): void {
  d.ctrl.set(ctrl)
  for (const rd of references) rd.set('ctrl', ctrl)
}

function verdict(
  integrator: string,
  steps: number,
  checkpoints: readonly Checkpoint[],
  brokeDownAt: number | undefined,
): RolloutResult {
  const error = Math.max(0, ...checkpoints.map((c) => c.error))
  const chaotic = checkpoints.some((c) => GAUGE_MARGIN * c.gauge > ROLLOUT_TOLERANCE)
  const matches = checkpoints.every((c) => c.error <= Math.max(ROLLOUT_TOLERANCE, GAUGE_MARGIN * c.gauge))
  return { integrator, steps, checkpoints, error, chaotic, brokeDownAt, matches }
}

function measure(step: number, d: Data, rd: ReferenceData, perturbed: ReferenceData): Checkpoint {
  return { step, error: distance(d, rd), gauge: distance(motionOf(perturbed), rd) }
}

interface Motion {
  readonly qpos: Float64Array
  readonly qvel: Float64Array
  readonly act: Float64Array
}

export function motionOf(rd: ReferenceData): Motion {
  const [qpos, qvel, act] = ['qpos', 'qvel', 'act'].map((name) => rd.array(name) as Float64Array)
  return { qpos, qvel, act }
}

/** Worst difference of positions, velocities and activations, relative to the largest of each, at least 1. */
export function distance(ours: Motion, theirs: ReferenceData): number {
  const { qpos, qvel, act } = motionOf(theirs)
  const metric = { share: 1, floor: 1 }
  const error = (a: Float64Array, b: Float64Array) => worstError(a, b, 1, metric).error
  return Math.max(error(ours.qpos, qpos), error(ours.qvel, qvel), error(ours.act, act))
}
