/** Models over `fetch`, for browsers, workers, and other runtimes. */

import { ModelError } from './core/model/errors.ts'
import type { Model } from './core/model/model.ts'
import type { SdfShapes } from './core/model/sdfShape.ts'
import { readSpec } from './format/load.ts'
import { explainRefusal, type Refusal } from './format/missingFile.ts'
import { filesOf } from './format/mjcf/asset/assetPath.ts'
import { compile } from './format/mjcf/compile/compile.ts'
import type { Spec } from './format/mjcf/schema/spec.ts'
import { DEFAULT_MAX_BYTES } from './format/mjcf/text/memoryBudget.ts'
import { asText, folderOf, type LoadOptions, normalizePath, pathFault } from './format/mjcf/text/modelFiles.ts'
import { parseXml, type XmlElement } from './format/mjcf/text/xml.ts'

export { islandThreads, type WebIslandThreadsOptions } from './threads/webIslandThreads.ts'

/** Settings of `fetchModel`; all are optional. */
export interface FetchModelOptions {
  /**
   * Address that all files which the model names must start with. By default the folder above the model's, so that
   * models can share files with their neighbors (`../common/floor.xml`).
   */
  readonly root?: string | URL
  /** Stops the download. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Used in place of the global `fetch`, for example to add headers. */
  readonly fetch?: (url: string, init: { signal?: AbortSignal }) => Promise<Response>
  /**
   * Memory that loading may take at its peak, bytes; 1 GiB by default, see `LoadOptions`. No file of more than a quarter
   * of it is read.
   */
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
 * all at once. Whatever else the model turns out to need is fetched when loading stumbles over it.
 * MuJoCo: mj_loadXML.
 *
 * @param url address of the MJCF file; relative ones are taken from the address of the page or worker
 * @throws ModelError when the model is not right or a file it needs cannot be fetched
 */
export async function fetchModel(url: string | URL, options: FetchModelOptions = {}): Promise<Model> {
  const downloads = new Downloads(absolute(url), options)
  const xml = asText(await downloads.model())
  await fetchIncludes(downloads, xml)

  const { missingPictures = 'error', sdf = {}, maxBytes = DEFAULT_MAX_BYTES } = options
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

/** Fetches all files that the assets name, in parallel. */
async function fetchAssets(downloads: Downloads, { assets, compiler }: Spec): Promise<void> {
  const used = compiler.discardvisual === 1 ? assets.filter(({ kind }) => kind !== 'texture') : assets
  await Promise.all(
    used.flatMap(filesOf).map(async (candidates) => {
      for (const path of candidates) if ((await downloads.fetch(path)) !== undefined) return
    }),
  )
}

/** Thrown through `loadModel` for a file that is not yet there. */
class MissingFile extends Error {
  readonly path: string
  constructor(path: string) {
    super(path)
    this.path = path
  }
}

/** Files of one model, by path relative to its folder; undefined if the server does not have the file. */
class Downloads {
  modelUrl: URL
  readonly #options: FetchModelOptions
  readonly #files = new Map<string, Promise<Uint8Array | undefined>>()
  readonly #arrived = new Map<string, Uint8Array | undefined>()
  readonly #refused = new Map<string, Refusal>()
  /** Why the last file that was asked for was refused; undefined when it was not. */
  refusal: Refusal | undefined
  /** Undefined when the model has no folder, as in `blob:` and `data:` addresses. */
  #root: URL | undefined

  constructor(modelUrl: URL, options: FetchModelOptions) {
    this.modelUrl = modelUrl
    this.#options = options
  }

  /** The model itself. From here on its address, after redirects, is what file names are relative to. */
  async model(): Promise<Uint8Array> {
    const response = await this.#request(this.modelUrl)
    if (!response.ok) {
      throw new ModelError(`cannot fetch ${this.modelUrl.href}: the server answered ${statusOf(response)}`)
    }
    if (response.url !== '') this.modelUrl = new URL(response.url)
    const { root } = this.#options
    if (root !== undefined) this.#root = absolute(root)
    else if (URL.canParse('..', this.modelUrl)) this.#root = new URL('..', this.modelUrl)
    return this.#body(response, this.modelUrl)
  }

  /** A file for `loadModel`. */
  require(path: string): Uint8Array | undefined {
    if (!this.#arrived.has(path)) throw new MissingFile(path)
    this.refusal = this.#refused.get(path)
    return this.#arrived.get(path)
  }

  fetch(path: string): Promise<Uint8Array | undefined> {
    let file = this.#files.get(path)
    if (file === undefined) {
      file = this.#download(path).then((content) => {
        this.#arrived.set(path, content)
        return content
      })
      this.#files.set(path, file)
    }
    return file
  }

  async #download(path: string): Promise<Uint8Array | undefined> {
    const name = path.split('/').map(encodeURIComponent).join('/')
    if (!URL.canParse(name, this.modelUrl)) {
      this.#refused.set(path, { reason: `'${path}' cannot be found: the model has no folder` })
      return undefined
    }
    const url = new URL(name, this.modelUrl)
    if (!this.#inRoot(url, path)) return undefined
    const response = await this.#request(url)
    if (response.ok)
      return response.url === '' || this.#inRoot(new URL(response.url), path) ? this.#body(response, url) : undefined
    await response.body?.cancel()
    const missing = response.status === 404 || response.status === 410
    if (!missing)
      this.#refused.set(path, { reason: `cannot fetch ${url.href}: the server answered ${statusOf(response)}` })
    return undefined
  }

  /** Whether an address may be read; notes why not. */
  #inRoot(url: URL, path: string): boolean {
    const root = this.#root ?? this.modelUrl
    const folder = root.pathname.slice(0, root.pathname.lastIndexOf('/') + 1)
    if (url.origin === root.origin && url.pathname.startsWith(folder)) return true
    this.#refused.set(path, {
      reason: `'${path}' (${url.href}) lies outside of ${root.origin}${folder}`,
      suggestion: "give a wider address as option 'root' if the model is trusted",
    })
    return false
  }

  async #request(url: URL): Promise<Response> {
    const { signal, fetch = globalThis.fetch } = this.#options
    signal?.throwIfAborted()
    try {
      return await fetch(url.href, signal === undefined ? {} : { signal })
    } catch (error) {
      signal?.throwIfAborted()
      const reason = `cannot fetch ${url.href}: ${error instanceof Error ? error.message : String(error)}`
      throw new ModelError(reason, { suggestion: crossOriginAdvice(url) })
    }
  }

  /** Reads a body in chunks, so that an endless one is detected. */
  async #body(response: Response, url: URL): Promise<Uint8Array> {
    const { signal } = this.#options
    const maxBytes = (this.#options.maxBytes ?? DEFAULT_MAX_BYTES) / 4
    const tooLong = () => new ModelError(`${url.href} has more than the ${maxBytes} bytes allowed`)
    if (Number(response.headers.get('content-length')) > maxBytes) {
      await response.body?.cancel()
      throw tooLong()
    }
    const pieces: Uint8Array[] = []
    let length = 0
    const reader = response.body?.getReader()
    while (reader !== undefined) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) break
      pieces.push(value)
      length += value.length
      if (length > maxBytes) {
        await reader.cancel()
        throw tooLong()
      }
    }
    const whole = new Uint8Array(length)
    let at = 0
    for (const piece of pieces) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }
}

/** Possible causes when a page cannot fetch from another origin: browsers hide the reason. */
function crossOriginAdvice(url: URL): string | undefined {
  const { location } = globalThis as { location?: { readonly origin: string; readonly protocol: string } }
  if (!location || !/^https?:$/.test(url.protocol) || url.origin === location.origin) return undefined
  if (location.protocol === 'https:' && url.protocol === 'http:')
    return 'browsers do not let pages that came over https: fetch over http:'
  return (
    `the server may be out of reach, or may not allow pages of ${location.origin} to read its files ` +
    '(CORS: it would have to answer with Access-Control-Allow-Origin)'
  )
}

/**
 * Fetches what a document includes, and what that includes. Faulty documents are left to `loadModel`, which says
 * what is wrong with them and where.
 *
 * @param path of the document, relative to the model's folder
 */
async function fetchIncludes(downloads: Downloads, xml: string, path = '', seen = new Set<string>()): Promise<void> {
  const names = includedNames(xml, path).filter((name) => pathFault(name) === undefined)
  await Promise.all(
    names.map(async (name) => {
      for (const candidate of new Set([normalizePath(name), normalizePath(folderOf(path) + name)])) {
        if (seen.has(candidate)) return
        seen.add(candidate)
        const content = await downloads.fetch(candidate)
        if (content !== undefined) return fetchIncludes(downloads, asText(content), candidate, seen)
      }
    }),
  )
}

function includedNames(xml: string, path: string): string[] {
  const names: string[] = []
  const search = (element: XmlElement): void => {
    const file = element.name === 'include' ? element.attributes.get('file') : undefined
    if (file) names.push(file.value)
    element.children.forEach(search)
  }
  try {
    search(parseXml(xml, path))
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
  }
  return names
}

/** `404 Not Found` */
function statusOf(response: Response): string {
  return `${response.status} ${response.statusText}`.trim()
}

function absolute(url: string | URL): URL {
  const base = (globalThis as { location?: { href?: string } }).location?.href
  try {
    return new URL(url, base)
  } catch {
    const reason = `'${String(url)}' is not an address`
    throw new ModelError(
      base === undefined ? `${reason}; outside of a browser it must be complete, with https://` : reason,
    )
  }
}
