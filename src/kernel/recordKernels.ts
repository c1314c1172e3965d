import type { Model } from '../core/model/model.ts'
import { kernelPairs, leavesPairs } from './collision/kernelPairs.ts'
import { KERNEL_TABLE, type KernelEntry } from './kernelTable.ts'
import { makeModule } from './makeModule.ts'
import { KernelLayout } from './record/kernelLayout.ts'
import type { Program } from './record/kernelProgram.ts'
import { VaryingNumbers } from './record/varyingNumbers.ts'
import { termsOf } from './run/conditions.ts'
import { fingerprint, type KernelFacts, type KernelOptions, plainOptions } from './run/kernelCode.ts'
import { PAIR } from './run/leftByKernel.ts'
import { type MadeKernels, refuseOthers } from './run/modelKernels.ts'
import { sensorsLeft } from './sensor/sensorKernels.ts'

/**
 * Makes the kernels of a model.
 * @param see is shown each program, and once more where it is recorded anew
 */
export function recordKernels(
  model: Model,
  options: KernelOptions = {},
  see?: (program: Program) => void,
): MadeKernels {
  refuseOthers(model)
  const { unroll, sameBits = false, lean = false } = options
  const vary = new VaryingNumbers(options.vary)
  const layout = new KernelLayout(model, vary)
  const varies = (name: string, index?: number): boolean => layout.varies(name, index)
  const reasonOf = ({ rounds = false, unsupported, flags }: KernelEntry): string | undefined => {
    if (rounds && sameBits) return 'its last bits may differ'
    const flag = flags?.find((name) => varies(name))
    return unsupported?.(model, varies) ?? (flag && `${flag} varies`)
  }
  const reasons = new Map(KERNEL_TABLE.map((entry) => [entry, reasonOf(entry)]))
  const entries = KERNEL_TABLE.filter((entry) => reasons.get(entry) === undefined)
  const { module, bytesOf, unrolled, sequences, unstored } = makeModule(model, layout, entries, { unroll, lean }, see)
  const stages = KERNEL_TABLE.map((entry) => ({
    stage: entry.name,
    bytes: bytesOf(entry.name),
    unrolled: unrolled.has(entry.name),
    reason: reasons.get(entry),
  }))
  const facts: KernelFacts = {
    model: fingerprint(model, vary),
    flags: flagsOf(entries, varies),
    terms: termsOf(model),
    sequences,
    pairs: pairsLeft(model),
    leftSensors: sensorsLeft(model) ?? new Uint8Array(0),
    unstored,
  }
  return { options: plainOptions(options), layout, bytes: module.bytes(), stages, facts }
}

/** Whole numbers of the model that are part of the code. */
function flagsOf(entries: readonly KernelEntry[], varies: (name: string) => boolean): string[] {
  const names = entries.flatMap(({ flags = [], looseFlags = [] }) => [
    ...flags,
    ...looseFlags.filter((name) => !varies(name)),
  ])
  return [...new Set(names)]
}

/** Pairs of geoms as `LeftByKernel` needs them; none, if the kernel of collision leaves none. */
function pairsLeft(model: Model): Int32Array {
  const pairs = kernelPairs(model)
  if (pairs === undefined || !leavesPairs(pairs)) return new Int32Array(0)
  const numbers = new Int32Array(PAIR * pairs.pairs.length)
  pairs.pairs.forEach(({ g1, g2, explicit }, i) => {
    numbers.set([g1, g2, explicit], PAIR * i)
  })
  return numbers
}
