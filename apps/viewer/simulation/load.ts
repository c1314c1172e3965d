import { loadModel, type Model, ModelError } from '../../../src/index.ts'
import { fetchModel } from '../../../src/web.ts'
import type { LoadFailure, ModelSource } from './protocol.ts'

/** Loads a model from wherever the page has it. Pictures that are missing do not stop it. */
export async function loadFrom(source: ModelSource): Promise<Model> {
  if (source.kind === 'url') return fetchModel(source.url, { missingPictures: 'ignore' })
  const { path, files } = source
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const xml = files.get(path)
  if (!xml) throw new ModelError(`there is no file ${path}`)
  return loadModel(new TextDecoder().decode(xml), {
    fileName: path,
    missingPictures: 'ignore',
    files: (relative) => files.get(resolve(folder, relative)),
  })
}

/** A path relative to a folder, both within what was dropped. */
function resolve(folder: string, relative: string): string {
  const parts = folder.split('/').slice(0, -1)
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** What to tell a page about an error. */
export function failureOf(error: unknown): LoadFailure {
  if (!(error instanceof ModelError)) {
    const message = error instanceof Error ? error.message : String(error)
    return { message, reason: message }
  }
  const { message, reason, file, line, column, element, attribute, expected, found, suggestion } = error
  return { message, reason, file, line, column, element, attribute, expected, found, suggestion }
}
