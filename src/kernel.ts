/**
 * `kinetree/kernel`: stages of a step compiled for one model, as WebAssembly.
 * @module
 */
export {
  type Accelerated,
  type AccelerateOptions,
  accelerate,
  accelerateAsync,
  type KernelCode,
  type KernelReport,
} from './kernel/accelerate.ts'
export { kernelSource } from './kernel/kernelSource.ts'
