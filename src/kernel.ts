/**
 * `kinetree/kernel`: stages of a step compiled for one model, as WebAssembly.
 * @module
 */
export { accelerate } from './kernel/accelerate.ts'
export { kernelSource } from './kernel/kernelSource.ts'
export * from './kernelAsync.ts'
