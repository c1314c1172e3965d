import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import type { LaneCode, StateLanes } from '../kernel/lanes/laneCode.ts'
import type { LaneStepper } from '../kernel/lanes/laneStepper.ts'
import type { KernelCode, KernelReport } from '../kernel/run/kernelCode.ts'
import type { Accelerated } from '../kernel/run/modelKernels.ts'
import type { ModelRandomizer } from './randomize/modelRandomizer.ts'

/** Whether the environments of a batch are stepped with kernels. */
export interface BatchKernels {
  readonly active: boolean
  /** Why they are not; undefined: they are. */
  readonly reason: string | undefined
  /** The stages of a step, and what became of them: of the first model, where there are several. */
  readonly stages: readonly KernelReport[]
  /** Environments that are stepped at once: of the first model, where there are several. */
  readonly lanes: number
  /** Why they are stepped one by one; undefined: they are not. */
  readonly laneReason: string | undefined
}

/** The kernels of a model on a thread. */
export interface ThreadKernels {
  readonly kernels: Accelerated
  /** What steps several environments at once, for other threads; undefined: nothing does. */
  readonly laneCode: LaneCode | undefined
  readonly laneReason: string | undefined
  /** Steps several environments of the model at once, which come from and go to a state. */
  readonly laneStepper: ((m: Model, d: Data) => LaneStepper) | undefined
}

/** Kernels of a model as messages carry them. */
export interface ThreadKernelCode {
  readonly kernels: KernelCode
  readonly lanes: LaneCode | undefined
}

/** Makes the kernels of the model with this index for this thread; undefined: it has none. */
export type Accelerate = (m: Model, index: number, randomizer: ModelRandomizer | undefined) => ThreadKernels | undefined

/** A thread may not use kernels that the calling thread could make. */
export class KernelRefusal extends Error {}

/** What a batch can ask for; see `BatchOptions.kernels`. */
export type KernelChoice = true | 'sameBits' | 'single'

/** Records and compiles kernels. Only programs that ask for kernels load the compiler. */
export async function kernelMaker(choice: KernelChoice): Promise<Accelerate> {
  const { accelerate } = await import('../kernel/accelerate.ts')
  const { lanesUnsupported, LaneStepper, recordLanes } = await import('../kernel/lanes/lanes.ts')
  const lanes: StateLanes = choice === 'single' ? 'f32x4' : 'f64x2'
  return (m, _, randomizer) => {
    const kernels = accelerate(m, { sameBits: choice === 'sameBits', vary: randomizer?.varying ?? [] })
    const { stages } = kernels
    const laneReason =
      kernels.reason ??
      (randomizer === undefined ? undefined : 'numbers of the model are randomized') ??
      lanesUnsupported(m, new Map(stages.map(({ stage, reason }) => [stage, reason])))
    if (laneReason !== undefined) return { kernels, laneCode: undefined, laneReason, laneStepper: undefined }
    const unrolled = new Set(stages.filter((stage) => stage.unrolled).map(({ stage }) => stage))
    const code = recordLanes(m, lanes, unrolled)
    return { kernels, laneCode: code, laneReason, laneStepper: (model, d) => new LaneStepper(model, d, code) }
  }
}

/** Uses kernels that the calling thread has made. */
export async function kernelUser(codes: readonly (ThreadKernelCode | undefined)[] | undefined): Promise<Accelerate> {
  if (codes === undefined) return () => undefined
  const { accelerateWith } = await import('../kernel/run/accelerateWith.ts')
  const { LaneStepper } = await import('../kernel/lanes/lanes.ts')
  return (m, index) => {
    const code = codes[index]
    if (code === undefined) return undefined
    const kernels = accelerateWith(m, code.kernels)
    if (!kernels.active) throw new KernelRefusal(kernels.reason)
    const { lanes } = code
    const laneStepper = lanes && ((model: Model, d: Data) => new LaneStepper(model, d, lanes))
    return { kernels, laneCode: lanes, laneReason: undefined, laneStepper }
  }
}
