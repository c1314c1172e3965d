import { checkType } from '../core/model/argumentChecks.ts'
import type { Model } from '../core/model/model.ts'
import type { AccelerateOptions } from './accelerate.ts'
import { askKernelWorker, type StartKernelWorker } from './kernelWorker.ts'
import { checkOptions } from './run/checkOptions.ts'
import { type Accelerated, type Check, countCall, ModelKernels, refuseOthers } from './run/modelKernels.ts'

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
  given: AccelerateLaterOptions,
  startWorker: StartKernelWorker,
): Promise<Accelerated> {
  refuseOthers(model)
  checkOptions(model, given, ['worker'])
  const { code, worker = false, ...options } = given
  const isWorker = typeof worker === 'boolean' || typeof worker === 'function'
  checkType(isWorker, "the option 'worker'", worker, 'true, false, or a function that starts a worker')
  const call = countCall(model)
  if (code !== undefined) return compileLater(ModelKernels.of(model, code, options, call))
  // functions that give distances do not travel
  if (worker !== false && model.sdf.length === 0) {
    const answer = await askKernelWorker(startWorker, worker === true ? undefined : worker, model, options)
    const kernels = ModelKernels.of(model, answer.code, options, call)
    if (answer.reason === undefined) return compileLater(kernels)
    kernels.refuse(answer.reason)
    return kernels
  }
  const { recordKernels, verify } = await import('./maker.ts')
  return compileLater(new ModelKernels(model, recordKernels(model, options), options, call), verify)
}

async function compileLater(kernels: ModelKernels, check?: Check): Promise<Accelerated> {
  await kernels.compileLater(check)
  return kernels
}
