import type { Model } from '../core/model/model.ts'
import type { AccelerateOptions } from './accelerate.ts'
import { emitJavaScript } from './emit/emitJavaScript.ts'
import { WgslModule } from './emit/wgslModule.ts'
import { recordKernels } from './recordKernels.ts'
import { StatePool } from './statePool.ts'

/** The kernels that `accelerate` makes with these options, as JavaScript to be read. */
export function kernelSource(model: Model, options: AccelerateOptions = {}): string {
  const texts = new Map<string, string>()
  recordKernels(model, options, (program) => texts.set(program.name, emitJavaScript(program, StatePool.tables)))
  return [...texts.values()].join('\n\n')
}

/** The same as functions of a shader in WGSL, with loops kept, for graphics cards. */
export function kernelShader(model: Model): string {
  const module = new WgslModule()
  recordKernels(model, { unroll: false }, (program) => module.add(program))
  return module.text
}
