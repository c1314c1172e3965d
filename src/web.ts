/** Models over `fetch`, for browsers, workers, and other runtimes. */

import { ModelError } from './core/model/errors.ts'
import type { Model } from './core/model/model.ts'
import type { SdfShapes } from './core/model/sdfShape.ts'
import { readSpec } from './format/load.ts'
import { explainRefusal } from './format/missingFile.ts'
import { filesOf } from './format/mjcf/asset/assetPath.ts'
import { compile } from './format/mjcf/compile/compile.ts'
import type { Spec } from './format/mjcf/schema/spec.ts'
import { DEFAULT_MAX_BYTES } from './format/mjcf/text/memoryBudget.ts'
import { asText, folderOf, type LoadOptions, normalizePath, pathFault } from './format/mjcf/text/modelFiles.ts'
import { parseXml, type XmlElement } from './format/mjcf/text/xml.ts'
import { absolute, type DownloadOptions, Downloads, MissingFile } from './format/webDownloads.ts'

export { islandThreads, type WebIslandThreadsOptions } from './threads/webIslandThreads.ts'

/** Settings of `fetchModel`; all are optional. */
export interface FetchModelOptions extends DownloadOptions {
  /** Memory that loading may take at its peak, bytes; 1 GiB by default, see `LoadOptions`. */
  readonly maxBytes?: number
  /** What to do about pictures that are not there, see `LoadOptions`. */
  readonly missingPictures?: 'error' | 'ignore'
  /** Shapes that are given by functions, see `LoadOptions`. */
  readonly sdf?: SdfShapes
}

/**
 * Loads a model and the files it names over the network.
 *
 * Includes are searched for before the model is read, all of one level at once; then the files of assets are fetched,
 * all at once. Whatever else the model turns out to need is fetched when loading stumbles over it. The options bound
 * how much is fetched; give an `AbortSignal.timeout` to bound the time.
 * MuJoCo: mj_loadXML.
 *
 * @param url address of the MJCF file; relative ones are taken from the address of the page or worker
 * @throws ModelError when the model is not right, a file it needs cannot be fetched, or a limit is exceeded
 */
export async function fetchModel(url: string | URL, options: FetchModelOptions = {}): Promise<Model> {
  const downloads = new Downloads(absolute(url), options)
  return downloads.during(() => load(downloads, options))
}

async function load(downloads: Downloads, options: FetchModelOptions): Promise<Model> {
  const { missingPictures = 'error', sdf = {}, maxBytes = DEFAULT_MAX_BYTES } = options
  const xml = asText(await downloads.model())
  await fetchIncludes(downloads, xml)

  const loadOptions: LoadOptions = {
    files: (path) => downloads.require(path),
    fileName: downloads.modelUrl.href,
    missingPictures,
    sdf,
    maxBytes,
  }
  const spec = await withFiles(downloads, () => readSpec(xml, loadOptions))
  await fetchAssets(downloads, spec)
  return withFiles(downloads, () => compile(spec, loadOptions))
}

/** Runs a function that may need a missing file; fetches the file, and runs it again. */
async function withFiles<T>(downloads: Downloads, run: () => T): Promise<T> {
  for (;;) {
    try {
      return run()
    } catch (error) {
      if (!(error instanceof MissingFile)) throw explainRefusal(error, downloads.refusal)
      await downloads.fetch(error.path)
    }
  }
}

/** Fetches all files that the assets name. */
async function fetchAssets(downloads: Downloads, { assets, compiler }: Spec): Promise<void> {
  const used = compiler.discardvisual === 1 ? assets.filter(({ kind }) => kind !== 'texture') : assets
  await Promise.all(
    used.flatMap(filesOf).map(async (candidates) => {
      for (const path of candidates) if ((await downloads.fetch(path)) !== undefined) return
    }),
  )
}

/**
 * Fetches what a document includes, the models that it names, and what those need. Faulty documents are left to
 * `loadModel`, which says what is wrong with them and where.
 *
 * @param path of the document, relative to the model's folder
 */
async function fetchIncludes(
  downloads: Downloads,
  xml: string,
  path = '',
  seen = new Set<string>(),
  depth = 1,
): Promise<void> {
  await Promise.all(
    namedDocuments(xml, path).map(async (candidates) => {
      for (const candidate of candidates) {
        if (seen.has(candidate)) return
        seen.add(candidate)
        downloads.checkDepth(depth, candidate)
        const content = await downloads.fetch(candidate)
        if (content !== undefined) return fetchIncludes(downloads, asText(content), candidate, seen, depth + 1)
      }
    }),
  )
}

/** The documents that a document names, each as the paths where it may lie. */
function namedDocuments(xml: string, path: string): string[][] {
  const documents: string[][] = []
  const search = (element: XmlElement): void => {
    const isInclude = element.name === 'include'
    const file = isInclude || element.name === 'model' ? element.attributes.get('file')?.value : undefined
    if (file !== undefined && pathFault(file) === undefined) {
      const beside = normalizePath(folderOf(path) + file)
      documents.push(isInclude ? [...new Set([normalizePath(file), beside])] : [beside])
    }
    element.children.forEach(search)
  }
  try {
    search(parseXml(xml, path))
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
  }
  return documents
}
