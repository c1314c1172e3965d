import type { ModelErrorDetails, ModelMessage } from '../../../src/index.ts'
import type { Command, ExportRequest } from './commands.ts'
import type { Frame } from './frames.ts'
import type { Status } from './simulator.ts'

/** Where a model comes from: an address, or files that the user opened. */
export type ModelSource =
  | { readonly kind: 'url'; readonly url: string }
  /** `path` is the model among the files; all paths are relative to one folder. */
  | { readonly kind: 'files'; readonly path: string; readonly files: ReadonlyMap<string, Uint8Array> }

/** Why a model could not be loaded, with the fields of `ModelError`. */
export interface LoadFailure extends Omit<ModelErrorDetails, 'source'> {
  readonly message: string
  readonly reason: string
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly element?: string | undefined
}

/** Messages from the page to the worker. */
export type ToSimulation =
  /** `kernels`: whether stages are compiled for the model. */
  | { readonly type: 'load'; readonly id: number; readonly source: ModelSource; readonly kernels: boolean }
  | { readonly type: 'command'; readonly command: Command }
  | { readonly type: 'export'; readonly id: number; readonly request: ExportRequest }
  /** The page is done with a frame: its memory can be reused, and the next frame may come. */
  | { readonly type: 'frameDone'; readonly frame: Frame }

/** Messages from the worker to the page. */
export type FromSimulation =
  | {
      readonly type: 'loaded'
      readonly id: number
      readonly model: ModelMessage
      readonly frame: Frame
      readonly status: Status
    }
  | { readonly type: 'loadFailed'; readonly id: number; readonly failure: LoadFailure }
  | { readonly type: 'frame'; readonly frame: Frame; readonly status: Status }
  /** The exported text, in pieces. */
  | { readonly type: 'exported'; readonly id: number; readonly text: readonly string[]; readonly mediaType: string }
  | { readonly type: 'exportFailed'; readonly id: number; readonly reason: string }
