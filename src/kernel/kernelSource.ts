import type { Model } from '../core/model/model.ts'
import { emitJavaScript } from './emit/emitJavaScript.ts'
import { recordKernels } from './recordKernels.ts'
import type { KernelOptions } from './run/kernelCode.ts'
import { TABLES } from './run/kernelMemory.ts'

/** The kernels that `accelerate` makes with these options, as JavaScript to be read. */
export function kernelSource(model: Model, options: KernelOptions = {}): string {
  const texts = new Map<string, string>()
  recordKernels(model, options, (program) => texts.set(program.name, emitJavaScript(program, TABLES)))
  return [...texts.values()].join('\n\n')
}
