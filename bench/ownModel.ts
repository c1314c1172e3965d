import { type StageTime, stageTimes, timeStages } from '../bin/stageTimes.ts'
import type { Model } from '../src/index.ts'
import { type Accelerated, accelerate } from '../src/kernel.ts'
import type { ModelFiles, ReferenceModule } from '../tools/compare/reference.ts'
import { timeOf, warmUp } from './measure.ts'
import { type MotionPlan, OwnMotion, ReferenceMotion } from './scenes/drivenRun.ts'

/** Times of a user's model under random controls. */
export interface ModelTimes {
  /** Seconds of a step: fastest batch. */
  readonly step: {
    readonly typescript: number
    readonly kernels: number | undefined
    readonly mujoco: number | undefined
  }
  /** Why kernels are not used; undefined: they are. */
  readonly reason: string | undefined
  readonly stages: {
    readonly typescript: readonly StageTime[]
    readonly kernels: readonly StageTime[] | undefined
  }
}

/** What to measure. */
export interface ModelBench {
  readonly load: () => Model
  readonly plan: MotionPlan
  readonly seconds: number
  /** Whether steps with kernels are lean. */
  readonly lean?: boolean
  /** The reference, where it is installed, and the files of the model for it. */
  readonly reference?: { readonly mj: ReferenceModule; readonly source: ModelFiles }
}

/** Times steps of a model without and with kernels, and of the reference where there is one, in turn; then stages. */
export function benchModel({ load, plan, seconds, lean = false, reference }: ModelBench): ModelTimes {
  const plain = new OwnMotion(load(), plan)
  const accelerated = load()
  const kernels = accelerate(accelerated, { lean })
  const fast = kernels.active ? new OwnMotion(accelerated, plan) : undefined
  const theirs = reference && new ReferenceMotion(reference.mj, reference.source, plain)
  const times = fastestInTurn([plain.run, fast?.run, theirs?.run], seconds)
  const [typescript, withKernels, mujoco] = times.map((time) => time && time / plan.steps)
  theirs?.delete()
  return {
    step: { typescript: typescript!, kernels: withKernels, mujoco },
    reason: kernels.reason,
    stages: {
      typescript: stagesOf(plain, seconds),
      kernels: fast && stagesOf(fast, seconds, kernels),
    },
  }
}

/** Seconds of one call of each in its fastest batch; batches take turns. */
function fastestInTurn(runs: readonly ((() => void) | undefined)[], seconds: number): (number | undefined)[] {
  const sides = runs.map(
    (run) => run && { run, calls: warmUp(() => {}, run, seconds), fastest: Number.POSITIVE_INFINITY },
  )
  const end = performance.now() + 1000 * seconds * runs.length
  for (let round = 0; performance.now() < end || round < MIN_ROUNDS; round++)
    for (const side of sides) if (side) side.fastest = Math.min(side.fastest, 1e-6 * timeOf(side.run, side.calls))
  return sides.map((side) => side?.fastest)
}

const MIN_ROUNDS = 3

function stagesOf({ d, run }: OwnMotion, seconds: number, kernels?: Accelerated): StageTime[] {
  timeStages(d, () => performance.now() / 1000)
  for (const end = performance.now() + 1000 * seconds; performance.now() < end; ) run()
  const times = stageTimes(d, kernels?.stages)
  d.callbacks.time = undefined
  return times
}
