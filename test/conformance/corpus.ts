import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Subject } from '../../src/compare/index.ts'
import { loadModelFile } from '../../src/node.ts'

const repository = new URL('../../', import.meta.url)
const ownFolder = fileURLToPath(new URL('models', repository))
const sharedFolder = fileURLToPath(new URL('../shared/models', repository))

/** Whether the models that others wrote are at hand. They are not part of this project. */
export const sharedIsThere = existsSync(`${sharedFolder}/manifest.jsonl`)

/** Our own example models. */
export function ownModels(): Subject[] {
  const files = readdirSync(ownFolder).filter((file) => file.endsWith('.xml'))
  return files.sort().map((file) => subject(ownFolder, file))
}

/** A line of the manifest: what the reference makes of a file. */
interface ManifestLine {
  readonly file: string
  readonly ok: boolean
  /** Present when the reference loads the file, even if it then fails to step it. */
  readonly nq?: number
}

/** Models that others wrote, among them some that are wrong on purpose. */
export function sharedModels(): Subject[] {
  const lines = readFileSync(`${sharedFolder}/manifest.jsonl`, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const { file, ok, nq } = JSON.parse(line) as ManifestLine
    return { ...subject(sharedFolder, file), loadsInReference: ok || nq !== undefined }
  })
}

function subject(folder: string, path: string): Subject {
  const files = (file: string) => {
    const full = `${folder}/${file}`
    return statSync(full, { throwIfNoEntry: false })?.isFile() ? readFileSync(full) : undefined
  }
  return { name: path, load: () => loadModelFile(`${folder}/${path}`, { root: folder }), source: { path, files } }
}
