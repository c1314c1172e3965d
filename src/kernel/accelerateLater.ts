import type { Model } from '../core/model/model.ts'
import type { AccelerateOptions } from './accelerate.ts'
import { askKernelWorker, type StartKernelWorker } from './kernelWorker.ts'
import { type Accelerated, type Check, ModelKernels } from './run/modelKernels.ts'

/** How `accelerateAsync` makes kernels. */
export interface AccelerateLaterOptions extends AccelerateOptions {
  /**
   * Makes kernels in a worker, so that this thread goes on meanwhile: `true`, or a function that starts a worker of
   * yours, which calls `serveKernels`. By default they are made on this thread.
   */
  readonly worker?: boolean | (() => unknown)
}

/**
 * Makes kernels without having their compiler at hand: it is loaded when it is needed, here or in a worker.
 * @param startWorker how these surroundings start a worker
 */
export async function accelerateLater(
  model: Model,
  { code, worker = false, ...options }: AccelerateLaterOptions,
  startWorker: StartKernelWorker,
): Promise<Accelerated> {
  if (code !== undefined) return compileLater(ModelKernels.of(model, code, options))
  // functions that give distances do not travel
  if (worker !== false && model.sdf.length === 0) {
    const answer = await askKernelWorker(startWorker, worker === true ? undefined : worker, model, options)
    const kernels = ModelKernels.of(model, answer.code, options)
    if (answer.reason === undefined) return compileLater(kernels)
    kernels.refuse(answer.reason)
    return kernels
  }
  const { recordKernels, verify } = await import('./maker.ts')
  return compileLater(new ModelKernels(model, recordKernels(model, options), options), verify)
}

async function compileLater(kernels: ModelKernels, check?: Check): Promise<Accelerated> {
  await kernels.compileLater(check)
  return kernels
}
