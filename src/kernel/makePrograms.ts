import type { Model } from '../core/model/model.ts'
import { emitWasm, type WasmModule } from './emit/emitWasm.ts'
import type { KernelEntry } from './kernelTable.ts'
import type { KernelLayout } from './record/kernelLayout.ts'
import type { Program } from './record/kernelProgram.ts'
import { type Routines, record } from './record/recorder.ts'
import { StatePool } from './statePool.ts'

/** Code that is written out runs at the speed at which a core fetches it; beyond this, loops are as fast. */
const MOST_BYTES = 120_000
/** Models of this size are not tried. */
const MOST_DOFS = 80
const MOST_FRAMES = 400

/** The programs of a model, and their module. */
export interface ModelPrograms {
  readonly programs: readonly Program[]
  readonly module: WasmModule
  /** Stages whose loops are written out. */
  readonly unrolled: ReadonlySet<string>
}

/**
 * Records kernels of a model. Loops are written out; while that is too large, the largest stage is recorded anew
 * with its loops.
 * @param unroll whether all loops are written out, or none
 */
export function makePrograms(
  m: Model,
  layout: KernelLayout,
  entries: readonly KernelEntry[],
  unroll?: boolean,
): ModelPrograms {
  const small = m.nv <= MOST_DOFS && m.nbody + m.ngeom + m.nsite <= MOST_FRAMES
  const unrolled = new Set<string>(
    (unroll ?? small) ? entries.filter(({ rolled }) => unroll || !rolled?.(m)).map(({ name }) => name) : [],
  )
  const routines: Routines = new Map()
  const make = (entry: KernelEntry): Program =>
    record(entry.name, entry.kernel(m, layout), layout, { unroll: unrolled.has(entry.name) }, routines)
  const stages = entries.map(make)
  for (;;) {
    const programs = [...stages, ...routines.values()]
    const module = emitWasm(programs, { lanes: 'f64', tables: StatePool.tables })
    const size = (name: string): number => module.sizes[name]
    const [largest] = [...unrolled].sort((a, b) => size(b) - size(a))
    const written = [...unrolled].reduce((sum, name) => sum + size(name), 0)
    if (unroll !== undefined || largest === undefined || written <= MOST_BYTES) return { programs, module, unrolled }
    unrolled.delete(largest)
    const i = stages.findIndex(({ name }) => name === largest)
    stages[i] = make(entries[i])
  }
}
