import type { Model } from '../core/model/model.ts'
import { recordKernels } from './recordKernels.ts'
import { accelerateWith } from './run/accelerateWith.ts'
import { checkOptions } from './run/checkOptions.ts'
import type { KernelCode, KernelOptions } from './run/kernelCode.ts'
import { type Accelerated, ModelKernels, type RunOptions, refuseOthers } from './run/modelKernels.ts'
import { verify } from './verify.ts'

/** How `accelerate` makes and uses kernels. */
export interface AccelerateOptions extends KernelOptions, RunOptions {
  /**
   * What `accelerate` has made for an equal model, such as in another thread, or what `readKernelCode` has read: takes
   * no time to record, and is not compared with the stages again. The options are then those with which it was made.
   */
  readonly code?: KernelCode
}

/**
 * Compiles stages of a step for a model. States that are made afterwards (`new Data(model)`) use them in `step` and
 * `forward`, with the same results; all other stages run in TypeScript on the same memory. Where WebAssembly is not
 * there or not allowed, nothing changes, and `active` is false.
 */
export function accelerate(model: Model, options: AccelerateOptions = {}): Accelerated {
  refuseOthers(model)
  checkOptions(model, options)
  const { code } = options
  if (code !== undefined) return accelerateWith(model, code, options)
  const kernels = new ModelKernels(model, recordKernels(model, options), options)
  kernels.compile(verify)
  return kernels
}
