import { ModelError } from '../../../core/model/errors.ts'
import type { AssetSpec } from '../schema/spec.ts'
import { type Files, lookUp, normalizePath, pathFault } from '../text/modelFiles.ts'

/** From the file name that an asset gives to its bytes. */

/** Which of the compiler's folders an asset lies in. Height fields and skins are looked up as meshes are. */
export type AssetFolder = 'meshdir' | 'texturedir'

export interface AssetFile {
  readonly bytes: Uint8Array
  /** Relative to the folder of the top model. */
  readonly path: string
}

/** Content types by the ending of a file name. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  ktx: 'image/ktx',
  stl: 'model/stl',
  obj: 'model/obj',
  msh: 'model/vnd.mujoco.msh',
  skn: 'application/vnd.mujoco.skn',
  xml: 'text/xml',
}

/**
 * What a file holds: what the element says, else what the ending of its name says, else the empty string.
 * @param given the element's `content_type`
 */
export function contentTypeOf(name: string, given = ''): string {
  if (given !== '') return given.toLowerCase()
  const ending = /\.([^./\\]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(CONTENT_TYPES, ending) ? CONTENT_TYPES[ending] : ''
}

/** Name of an asset that has none: that of its file, without folders and without the last ending. */
export function nameFromFile(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).replace(/\.[^.]*$/, '')
}

/**
 * The paths where an asset's file may lie, most likely first: in the model's folder for such assets, and in the folder
 * of the included file that names it. Backslashes, which models from Windows have, count as `/`.
 */
export function assetPaths(asset: AssetSpec, attribute: string, name: string, folder: AssetFolder): string[] {
  const { folders, compiler, source } = asset
  const slashed = name.replaceAll('\\', '/')
  const file = compiler.strippath === 1 ? slashed.slice(slashed.lastIndexOf('/') + 1) : slashed
  const assetFolder = compiler[folder].replaceAll('\\', '/')
  const inFolder = assetFolder === '' ? file : `${assetFolder}/${file}`
  const found = pathFault(file) ?? pathFault(inFolder)
  if (found !== undefined) throw new ModelError('file name not allowed', { source, attribute, found })
  const paths = new Set([normalizePath(folders.model + inFolder)])
  if (folders.file !== undefined) paths.add(normalizePath(folders.file + file))
  for (const path of paths) {
    const fault = pathFault(path)
    if (fault !== undefined) throw new ModelError('file name not allowed', { source, attribute, found: fault })
  }
  for (const path of asset.otherPaths ?? []) {
    const other = normalizePath(folders.model + path)
    if (pathFault(other) === undefined) paths.add(other)
  }
  return [...paths]
}

/** The file that an asset names; undefined when it is nowhere. */
export function findAsset(
  files: Files,
  asset: AssetSpec,
  attribute: string,
  name: string,
  folder: AssetFolder,
): AssetFile | undefined {
  for (const path of assetPaths(asset, attribute, name, folder)) {
    const content = lookUp(files, path)
    if (content === undefined) continue
    const found = FOUND.get(asset)
    if (found) found.set(attribute, path)
    else FOUND.set(asset, new Map([[attribute, path]]))
    return { path, bytes: asBytes(content) }
  }
  return undefined
}

/** Where the files of assets were found, by attribute. */
const FOUND = new WeakMap<AssetSpec, Map<string, string>>()

/** Where the files that the attributes of an asset name were found, relative to the folder of the top model. */
export function foundFiles(asset: AssetSpec): ReadonlyMap<string, string> {
  return FOUND.get(asset) ?? new Map()
}

/** The file that an asset names. A missing file is an error that lists every path tried. */
export function readAsset(
  files: Files,
  asset: AssetSpec,
  attribute: string,
  name: string,
  folder: AssetFolder,
): AssetFile {
  const file = findAsset(files, asset, attribute, name, folder)
  if (file !== undefined) return file
  const paths = assetPaths(asset, attribute, name, folder).map((path) => `'${path}'`)
  throw new ModelError(`file '${name}' not found`, {
    source: asset.source,
    attribute,
    suggestion: `looked for ${paths.join(', ')}`,
    missingFile: true,
  })
}

function asBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}

/**
 * Every file that an asset names, as the paths where it may lie, so that all can be fetched at once. Names that are not
 * allowed are left out: they are found when the asset is read.
 */
export function filesOf(asset: AssetSpec): string[][] {
  const { kind, attributes } = asset
  if ('builtin' in attributes && attributes.builtin) return []
  const folder = kind === 'texture' ? 'texturedir' : 'meshdir'
  const files: string[][] = []
  for (const [attribute, name] of Object.entries(attributes)) {
    if (!attribute.startsWith('file') || typeof name !== 'string' || name === '') continue
    try {
      files.push(assetPaths(asset, attribute, name, folder))
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
    }
  }
  return files
}

/**
 * The bytes of a file are not valid. The caller, which knows the element that names the file, makes it a `ModelError`.
 */
export class FileFault extends Error {
  override readonly name = 'FileFault'
}
