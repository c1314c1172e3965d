import type { KernelsByStage, StageSequences } from '../../core/data/stageKernels.ts'
import { SIZE_NAMES } from '../../core/model/fields/modelSizes.ts'
import type { Model } from '../../core/model/model.ts'
import type { LayoutMessage } from '../record/kernelLayout.ts'
import type { VaryingNumbers } from '../record/varyingNumbers.ts'
import type { UnstoredField } from './leanState.ts'

/** How kernels are made. */
export interface KernelOptions {
  /**
   * Whether loops over bodies and dofs are written out: faster, and larger. By default where that is faster, as far
   * as the code stays below 120 kB.
   */
  readonly unroll?: boolean
  /**
   * Leaves out kernels whose results may differ from those of TypeScript in their last bits: that of the constraint
   * solver. False by default.
   */
  readonly sameBits?: boolean
  /**
   * Whether `step` stores the state, contacts, and sensors only, besides what it needs on the way. The fields that are
   * then not stored, `Accelerated.notStored`, are NaN after a step; `forward` computes all. False by default.
   */
  readonly lean?: boolean
  /**
   * Numbers of the model that will change, and are therefore no part of the code, also where they are 0 or ±1 now:
   * `body_mass`, or `body_mass[3]` for one of them. Changes are noticed as those of other numbers.
   */
  readonly vary?: readonly string[]
}

/** Only what makes kernels, as plain data. */
export function plainOptions({ unroll, sameBits, lean, vary }: KernelOptions): KernelOptions {
  return {
    ...(unroll !== undefined && { unroll }),
    ...(sameBits !== undefined && { sameBits }),
    ...(lean !== undefined && { lean }),
    ...(vary !== undefined && { vary: [...vary] }),
  }
}

/** A stage of a step, and what became of it. */
export interface KernelReport {
  readonly stage: string
  /** Bytes of WebAssembly, with routines of the stage; 0 if it runs in TypeScript. */
  readonly bytes: number
  /** Whether its loops are written out. */
  readonly unrolled: boolean
  /** Why the stage runs in TypeScript; undefined: it does not. */
  readonly reason: string | undefined
}

export type StageName = keyof KernelsByStage
export type SequenceName = keyof StageSequences

/** What runs kernels needs to know of them, besides their layout. */
export interface KernelFacts {
  /** Structure of the model, as `fingerprint` gives it. */
  readonly model: string
  /** Whole numbers of the model that are part of the code. */
  readonly flags: readonly string[]
  /** What they were made for besides: `Term`s. */
  readonly terms: Float64Array
  /** Stages that follow each other as one function. */
  readonly sequences: { readonly [Name in SequenceName]?: readonly StageName[] }
  /** Pairs of geoms, as the kernel of collision counts them, if it leaves some: see `LeftByKernel`. */
  readonly pairs: Int32Array
  /** Marks sensors that kernels leave to TypeScript; empty: there are none. */
  readonly leftSensors: Uint8Array
  /** What lean steps do not store. */
  readonly unstored: readonly UnstoredField[]
}

/** Kernels of a model as plain data, which messages carry to other threads, and `writeKernelCode` to files. */
export interface KernelCode {
  readonly options: KernelOptions
  readonly stages: readonly KernelReport[]
  /** The WebAssembly module. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** @internal */
  readonly layout: LayoutMessage
  /** @internal */
  readonly facts: KernelFacts
}

/**
 * A hash of the structure of a model: of its sizes, and of all whole numbers but those that vary. Two of
 * [FNV-1a](https://doi.org/10.17487/RFC9923) with different starts.
 */
export function fingerprint(m: Model, vary: VaryingNumbers): string {
  let [a, b] = [0x811c9dc5, 0x01000193]
  const add = (x: number): void => {
    a = Math.imul(a ^ x, 0x01000193)
    b = Math.imul(b ^ x, 0x01000193)
    b ^= b >>> 15
  }
  for (const name of SIZE_NAMES) add(m[name])
  for (const [name, values] of Object.entries(m)) {
    if (!(values instanceof Int32Array || values instanceof Uint8Array) || vary.has(name)) continue
    // what is elsewhere has been made from these when it was first needed
    if (values.buffer !== m.arena.buffer) continue
    add(values.length)
    for (let i = 0; i < values.length; i++) add(values[i])
  }
  return [a, b].map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('')
}
