import type { ReferenceModule } from '../tools/compare/reference.ts'
import type { Contest, Timing } from './measure.ts'

export interface BenchOptions {
  /** Only benchmarks that have this text in `suite / model / stage`. */
  readonly filter?: string
  /** How long to measure each stage, s. */
  readonly seconds?: number
  /** Also those that take minutes. */
  readonly slow?: boolean
  /** Takes the lines of the table as they come. */
  readonly log?: (line: string) => void
}

/** Benchmarks of one subject. */
export interface Suite {
  readonly name: string
  /** One line for the documentation. */
  readonly summary: string
  /** What ours is compared with, where that is not MuJoCo doing the same. */
  readonly against?: string
  readonly scenes: () => readonly SceneBench[]
  /** A line behind the results. */
  readonly note?: () => string
}

/** A model in a state, and what is timed there. */
export interface SceneBench {
  readonly name: string
  /** What may be timed, known before the model is loaded. */
  readonly stages: readonly string[]
  /** Takes minutes: measured on request only. */
  readonly slow?: boolean
  /** Loads the model into both engines. */
  readonly open: (mj: ReferenceModule) => OpenScene | Promise<OpenScene>
}

export interface OpenScene {
  /** Runs everything once, so that V8 has seen all paths before the first stage is optimized. */
  readonly warmUp?: () => void
  readonly contests: readonly StageContest[]
  /** What is timed in other processes. */
  readonly elsewhere?: readonly { readonly stage: string; readonly measure: (seconds: number) => Timing }[]
  /** Frees the memory of the reference. */
  readonly delete: () => void
}

/** A stage in both engines. */
export interface StageContest extends Contest {
  readonly stage: string
  /** Whether this is a whole step: these have a mean of their own. */
  readonly step?: boolean
  /** Seconds to measure, as a multiple of those asked for. */
  readonly share?: number
  /** Times are divided by this: environments of a batch. */
  readonly per?: number
  /** A single call takes seconds. */
  readonly once?: boolean
  /** Solver iterations in the state that is measured, over all islands. */
  readonly iterations?: () => [ours: number, reference: number]
  /** Contacts in the state that is measured. */
  readonly contacts?: () => number
}

/** Both sides of a contest once, from where it starts. */
export function alternate({ prepare, ours, reference }: Contest): () => void {
  return () => {
    prepare()
    ours()
    reference()
  }
}

/** Stages by name, each as what ours and what the reference does, all from the same state. */
export function stagesFrom(prepare: () => void, stages: Readonly<Record<string, Sides>>): StageContest[] {
  return Object.entries(stages).map(([stage, [ours, reference]]) => ({ stage, prepare, ours, reference }))
}

type Sides = readonly [ours: () => void, reference: () => void]
