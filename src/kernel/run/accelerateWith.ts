import type { Model } from '../../core/model/model.ts'
import type { KernelCode } from './kernelCode.ts'
import { type Accelerated, ModelKernels, type RunOptions } from './modelKernels.ts'

/**
 * Uses kernels that `accelerate` has made for an equal model: those of another thread, or of a file that
 * `readKernelCode` has read. Needs nothing of what makes kernels.
 */
export function accelerateWith(model: Model, code: KernelCode, options: RunOptions = {}): Accelerated {
  const kernels = ModelKernels.of(model, code, options)
  kernels.compile()
  return kernels
}
