import type { Model } from '../core/model/model.ts'
import { WgslModule } from './emit/wgslModule.ts'
import { recordKernels } from './recordKernels.ts'

/** The kernels of a model as functions of a shader in WGSL, with their loops, for graphics cards. */
export function kernelShader(model: Model): string {
  const module = new WgslModule()
  recordKernels(model, { unroll: false }, (program) => module.add(program))
  return module.text
}
