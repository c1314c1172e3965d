/**
 * `kinetree/kernel` for Node.
 * @module
 */
export { accelerate } from './kernel/accelerate.ts'
export { kernelSource } from './kernel/kernelSource.ts'
export * from './kernelAsyncNode.ts'
