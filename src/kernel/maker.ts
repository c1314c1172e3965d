/** What makes kernels: loaded when it is needed. */
export { accelerate } from './accelerate.ts'
export { recordKernels } from './recordKernels.ts'
export { verify } from './verify.ts'
