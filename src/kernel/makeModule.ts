import type { Model } from '../core/model/model.ts'
import { WasmModule } from './emit/wasmModule.ts'
import type { KernelEntry } from './kernelTable.ts'
import { type LeanPrograms, leanPrograms } from './leanForward.ts'
import type { KernelLayout } from './record/kernelLayout.ts'
import type { Program } from './record/kernelProgram.ts'
import { type Routines, record } from './record/recorder.ts'
import type { KernelFacts, SequenceName, StageName } from './run/kernelCode.ts'
import { TABLES } from './run/kernelMemory.ts'
import { END_NAMES, SEQUENCE_NAMES, sequence, sequenceOf } from './stageSequences.ts'

/** Code that is written out runs at the speed at which a core fetches it; beyond this, loops are as fast. */
const MOST_BYTES = 120_000
/** Models of this size are not tried. */
const MOST_DOFS = 80
const MOST_FRAMES = 400

/** The kernels of a model. */
export interface ModelModule {
  readonly module: WasmModule
  /** Bytes of a stage with its routines; those that several stages call count for the first one. */
  bytesOf(stage: string): number
  /** Stages whose loops are written out. */
  readonly unrolled: ReadonlySet<string>
  /** The stages of each sequence that there is, in order. */
  readonly sequences: KernelFacts['sequences']
  /** What lean steps do not store. */
  readonly unstored: LeanPrograms['unstored']
}

/**
 * Records kernels of a model. Loops are written out; while that is too large, the largest stage is recorded anew
 * with its loops.
 * @param unroll whether all loops are written out, or none
 * @param lean whether there are lean steps, too; kernels that store all fields then keep their loops
 * @param see is shown each program, and once more where it is recorded anew
 */
export function makeModule(
  m: Model,
  layout: KernelLayout,
  entries: readonly KernelEntry[],
  { unroll, lean = false }: { readonly unroll?: boolean | undefined; readonly lean?: boolean },
  see?: (program: Program) => void,
): ModelModule {
  const small = m.nv <= MOST_DOFS && m.nbody + m.ngeom + m.nsite <= MOST_FRAMES
  const unrolled = new Set<string>(
    (unroll ?? small) ? entries.filter((entry) => unroll || !keepsLoops(m, entry)).map(({ name }) => name) : [],
  )
  const module = new WasmModule(
    { lanes: 'f64', tables: TABLES },
    entries.map(({ name }) => name),
  )
  const programs = new Map<string, Program>()
  const add = (program: Program): void => {
    module.add(program)
    if (lean) programs.set(program.name, program)
    see?.(program)
  }
  const routineBytes = new Map<string, number>()
  const routinesOf = (stage: string): Routines => ({
    has: (name, ofOneLane) => module.has(name, ofOneLane),
    add(program) {
      add(program)
      const { name, ofOneLane } = program
      routineBytes.set(stage, (routineBytes.get(stage) ?? 0) + module.size(name, ofOneLane)!)
    },
  })
  const make = ({ name, kernel }: KernelEntry): void =>
    add(record(name, kernel(m, layout), layout, { unroll: unrolled.has(name) }, routinesOf(name)))
  const size = (name: string): number => module.size(name)!
  const bytesOf = (stage: string): number => (module.size(stage) ?? 0) + (routineBytes.get(stage) ?? 0)
  entries.forEach(make)
  const sequences: { [Name in SequenceName]?: readonly StageName[] } = {}
  for (const name of SEQUENCE_NAMES) {
    if (name === 'lean' && !lean) continue
    const stages = sequenceOf(m, name, (stage) => module.has(stage))
    if (stages === undefined) continue
    sequences[name] = stages
    add(record(name, sequence(m, name, stages), layout, { unroll: false }, routinesOf(name)))
  }
  const keepLoops = (name: string): void => {
    unrolled.delete(name)
    make(entries.find((entry) => entry.name === name)!)
  }
  for (;;) {
    const [largest] = [...unrolled].sort((a, b) => size(b) - size(a))
    const written = [...unrolled].reduce((sum, name) => sum + size(name), 0)
    if (unroll !== undefined || largest === undefined || written <= MOST_BYTES) break
    keepLoops(largest)
  }
  if (!programs.has('lean')) return { module, bytesOf, unrolled, sequences, unstored: [] }
  const {
    programs: leanOnes,
    replaced,
    unstored,
  } = leanPrograms(programs, END_NAMES, ({ name }) => layout.isField(name))
  for (const program of leanOnes) add(program)
  for (const name of [...unrolled]) if (replaced.has(name)) keepLoops(name)
  return { module, bytesOf, unrolled, sequences, unstored }
}

/** Whether the loops of a kernel are kept: written out, it would be large and no faster. */
function keepsLoops(m: Model, entry: KernelEntry): boolean {
  return entry.inTurn === true || entry.rolled?.(m) === true
}
