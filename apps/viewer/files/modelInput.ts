import type { ModelSource } from '../simulation/protocol.ts'
import { findModel } from './findModel.ts'
import { unzip } from './zip.ts'

/** A model: its address, its text (MJCF or URDF, a string that starts with `<`), or a set of files or an archive. */
export type ModelInput = string | URL | ModelFiles | ModelArchive

/** A model among files, by paths relative to one folder. */
export interface ModelFiles {
  readonly files: Readonly<Record<string, string | Uint8Array>> | ReadonlyMap<string, string | Uint8Array>
  /** Path of the model. By default the file that no other includes, preferably one named "scene". */
  readonly path?: string | undefined
  /** Text of the model, if it is not among the files. */
  readonly xml?: string | undefined
}

/** A zip archive with a model in it. */
export interface ModelArchive {
  readonly zip: Uint8Array
  readonly path?: string | undefined
}

/** Resolves an input for the worker. @throws RangeError where it contains no model */
export function sourceOf(input: ModelInput, base: string): ModelSource {
  if (input instanceof URL) return { kind: 'url', url: input.href }
  if (typeof input === 'string')
    return /^\s*</.test(input)
      ? { kind: 'files', path: 'model.xml', files: new Map([['model.xml', bytesOf(input)]]) }
      : { kind: 'url', url: new URL(input, base).href }
  if ('zip' in input) return among(unzip(input.zip), input.path)

  const given = input.files instanceof Map ? input.files : Object.entries(input.files)
  const files = new Map([...given].map(([path, content]) => [path, bytesOf(content)]))
  if (input.xml === undefined) return among(files, input.path)
  const path = input.path ?? 'model.xml'
  return { kind: 'files', path, files: files.set(path, bytesOf(input.xml)) }
}

function among(files: ReadonlyMap<string, Uint8Array>, given: string | undefined): ModelSource {
  const path = given ?? findModel(files)
  if (path === undefined)
    throw new RangeError(`no model among these ${files.size} files: none is an XML file with <mujoco> or <robot>`)
  if (!files.has(path)) throw new RangeError(`no file ${path} among: ${[...files.keys()].join(', ')}`)
  return { kind: 'files', path, files }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}
