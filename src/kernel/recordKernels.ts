import type { Model } from '../core/model/model.ts'
import type { AccelerateOptions } from './accelerate.ts'
import { termsOf } from './conditions.ts'
import { KERNEL_TABLE, type KernelEntry } from './kernelTable.ts'
import { makeModule } from './makeModule.ts'
import { KernelLayout } from './record/kernelLayout.ts'
import type { Program } from './record/kernelProgram.ts'
import { VaryingNumbers } from './record/varyingNumbers.ts'

/**
 * What kernels of a model are made of.
 * @param see is shown each program, and once more where it is recorded anew
 */
export function recordKernels(
  model: Model,
  { unroll, sameBits = false, lean = false, vary }: AccelerateOptions,
  see?: (program: Program) => void,
) {
  const layout = new KernelLayout(model, new VaryingNumbers(vary))
  const varies = (name: string, index?: number): boolean => layout.varies(name, index)
  const reasonOf = ({ rounds = false, unsupported, flags }: KernelEntry): string | undefined => {
    if (rounds && sameBits) return 'its last bits may differ'
    const flag = flags?.find((name) => varies(name))
    return unsupported?.(model, varies) ?? (flag && `${flag} varies`)
  }
  const entries = KERNEL_TABLE.filter((entry) => reasonOf(entry) === undefined)
  const { module, unrolled, sequences, unstored } = makeModule(model, layout, entries, { unroll, lean }, see)
  const stages = KERNEL_TABLE.map((entry) => ({
    stage: entry.name,
    bytes: module.size(entry.name) ?? 0,
    unrolled: unrolled.has(entry.name),
    reason: reasonOf(entry),
  }))
  return { layout, bytes: module.bytes(), stages, sequences, unstored, made: termsOf(model) }
}
