import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadModelFile } from '../../../src/node.ts'
import type { ModelFiles, Subject } from '../../../tools/compare/index.ts'

const repository = new URL('../../../', import.meta.url)
const ownFolder = fileURLToPath(new URL('models', repository))
const sharedFolder = fileURLToPath(new URL('../shared/models', repository))

/** Whether the models that others wrote are at hand. They are not part of this project. */
export const sharedIsThere = existsSync(`${sharedFolder}/manifest.jsonl`)

/** A model that both engines can be given. */
export interface CorpusModel extends Subject {
  readonly source: ModelFiles
  /** Degrees of freedom, where they are known. */
  readonly dofs: number
  /** Soft bodies, where they are known. */
  readonly flexes: number
}

/** Our own example models. */
export function ownModels(): CorpusModel[] {
  const files = readdirSync(ownFolder).filter((file) => file.endsWith('.xml'))
  return files.sort().map((file) => ({ ...subject(ownFolder, file), dofs: 0, flexes: 0 }))
}

/** A line of the manifest: what the reference makes of a file. Sizes are there when it loads the file. */
interface ManifestLine {
  readonly file: string
  readonly ok: boolean
  readonly nq?: number
  readonly nv?: number
  readonly nmesh?: number
  readonly nhfield?: number
  readonly ntendon?: number
  readonly nflex?: number
}

/** A model that others wrote, with what the manifest says about it. */
export interface SharedModel extends CorpusModel {
  readonly sizes: ManifestLine
}

/**
 * Models that others wrote, all or those in some folders; some are wrong on purpose. None where they are not at hand.
 */
export function sharedModels(...folders: readonly string[]): SharedModel[] {
  if (!sharedIsThere) return []
  const lines = readFileSync(`${sharedFolder}/manifest.jsonl`, 'utf8').trim().split('\n')
  const models = lines.map((line) => {
    const sizes = JSON.parse(line) as ManifestLine
    const { file, ok, nq, nv = 0, nflex = 0 } = sizes
    return { ...subject(sharedFolder, file), loadsInReference: ok || nq !== undefined, dofs: nv, flexes: nflex, sizes }
  })
  return folders.length === 0 ? models : models.filter(({ name }) => folders.some((f) => name.startsWith(`${f}/`)))
}

function subject(folder: string, path: string): Subject & { source: ModelFiles } {
  const files = (file: string) => {
    const full = `${folder}/${file}`
    return statSync(full, { throwIfNoEntry: false })?.isFile() ? readFileSync(full) : undefined
  }
  return { name: path, load: () => loadModelFile(`${folder}/${path}`, { root: folder }), source: { path, files } }
}
