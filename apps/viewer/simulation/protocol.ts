import type { ModelErrorDetails, ModelMessage, Snapshot } from '../../../src/index.ts'
import type { Command, Question } from './commands.ts'
import type { Status } from './simulator.ts'

/** A model as a page has it: an address, or files that were dropped onto it. */
export type ModelSource =
  | { readonly kind: 'url'; readonly url: string }
  /** `path` is the model among the files; all paths are relative to one folder. */
  | { readonly kind: 'files'; readonly path: string; readonly files: ReadonlyMap<string, Uint8Array> }

/** What went wrong with a model, in the words of `ModelError`. */
export interface LoadFailure extends Omit<ModelErrorDetails, 'source'> {
  readonly message: string
  readonly reason: string
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly element?: string | undefined
}

/** From the page to the simulation. */
export type ToSimulation =
  | { readonly type: 'load'; readonly id: number; readonly source: ModelSource }
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'ask'; readonly id: number; readonly question: Question }
  /** A state has been taken over: its memory can be used again, and the next may come. */
  | { readonly type: 'shown'; readonly frame: Snapshot }

/** From the simulation to the page. */
export type FromSimulation =
  | {
      readonly type: 'loaded'
      readonly id: number
      readonly model: ModelMessage
      readonly frame: Snapshot
      readonly status: Status
    }
  | { readonly type: 'failed'; readonly id: number; readonly failure: LoadFailure }
  | { readonly type: 'frame'; readonly frame: Snapshot; readonly status: Status }
  /** Pieces of a text that was asked for. */
  | { readonly type: 'answer'; readonly id: number; readonly text: readonly string[]; readonly mediaType: string }
  | { readonly type: 'noAnswer'; readonly id: number; readonly reason: string }
