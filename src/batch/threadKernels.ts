import type { Model } from '../core/model/model.ts'
import type { Accelerated, KernelCode, KernelReport } from '../kernel/accelerate.ts'
import type { ModelRandomizer } from './randomize/modelRandomizer.ts'

/** Whether the environments of a batch are stepped with kernels. */
export interface BatchKernels {
  readonly active: boolean
  /** Why they are not; undefined: they are. */
  readonly reason: string | undefined
  /** The stages of a step, and what became of them: of the first model, where there are several. */
  readonly stages: readonly KernelReport[]
}

/** Makes the kernels of the model with this index for this thread; undefined: it has none. */
export type Accelerate = (m: Model, index: number, randomizer: ModelRandomizer | undefined) => Accelerated | undefined

/** A thread may not use kernels that the calling thread could make. */
export class KernelRefusal extends Error {}

/** Records and compiles kernels. Only programs that ask for kernels load the compiler. */
export async function kernelMaker(sameBits: boolean): Promise<Accelerate> {
  const { accelerate } = await import('../kernel/accelerate.ts')
  return (m, _, randomizer) => accelerate(m, { sameBits, vary: randomizer?.varying ?? [] })
}

/** Uses kernels that the calling thread has made. */
export async function kernelUser(codes: readonly (KernelCode | undefined)[] | undefined): Promise<Accelerate> {
  if (codes === undefined) return () => undefined
  const { accelerate } = await import('../kernel/accelerate.ts')
  return (m, index) => {
    const code = codes[index]
    if (code === undefined) return undefined
    const kernels = accelerate(m, { code })
    if (!kernels.active) throw new KernelRefusal(kernels.reason)
    return kernels
  }
}
