/** What `kinetree/kernel` and `kinetree/kernel/async` have in common. */
export type { AccelerateOptions } from './accelerate.ts'
export type { AccelerateLaterOptions } from './accelerateLater.ts'
export { serveKernels } from './kernelWorker.ts'
export { accelerateWith } from './run/accelerateWith.ts'
export type { KernelCode, KernelOptions, KernelReport } from './run/kernelCode.ts'
export { readKernelCode, writeKernelCode } from './run/kernelFile.ts'
export type { Accelerated, RunOptions } from './run/modelKernels.ts'
