import { loadModel, type Model, ModelError } from '../../../src/index.ts'
import { fetchModel } from '../../../src/web.ts'
import type { LoadFailure, ModelSource } from './protocol.ts'

/** Loads a model from an address or from files. Missing images are ignored. */
export async function loadFrom(source: ModelSource): Promise<Model> {
  if (source.kind === 'url') return fetchModel(source.url, { missingPictures: 'ignore' })
  const { path, files } = source
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const xml = files.get(path)
  if (!xml) throw new ModelError(`file not found: ${path}`)
  return loadModel(new TextDecoder().decode(xml), {
    fileName: path,
    missingPictures: 'ignore',
    files: (relative) => files.get(resolve(folder, relative)),
  })
}

/** Resolves a relative path against a folder, both among the user's files. */
function resolve(folder: string, relative: string): string {
  const parts = folder.split('/').slice(0, -1)
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

/** An error in a form that can be sent to the page. */
export function failureOf(error: unknown): LoadFailure {
  if (!(error instanceof ModelError)) {
    const message = error instanceof Error ? error.message : String(error)
    return { message, reason: message }
  }
  const { message, reason, file, line, column, element, attribute, expected, found, suggestion } = error
  return { message, reason, file, line, column, element, attribute, expected, found, suggestion }
}
