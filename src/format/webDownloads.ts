import { checkType } from '../core/model/argumentChecks.ts'
import { ModelError } from '../core/model/errors.ts'
import type { Refusal } from './missingFile.ts'

/** Files of one model over `fetch`, within limits. */

/** Where files may come from, and how much may be fetched. All are optional. */
export interface DownloadOptions {
  /**
   * Address that all files which the model names must start with. By default the folder above the model's, so that
   * models can share files with their neighbors (`../common/floor.xml`).
   */
  readonly root?: string | URL
  /** Stops the download. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Used in place of the global `fetch`, for example to add headers. */
  readonly fetch?: (url: string, init: { signal?: AbortSignal; redirect?: 'follow' | 'error' }) => Promise<Response>
  /** Longest file that is read, bytes; 256 MiB by default. */
  readonly maxFileBytes?: number
  /** Most bytes of all files together; 1 GiB by default. */
  readonly maxTotalBytes?: number
  /** Most files that the server is asked for, whether it has them or not; 10,000 by default. */
  readonly maxFiles?: number
  /** How deep files may include files, or name other models; 100 by default. */
  readonly maxDepth?: number
  /** Most requests at a time; 16 by default. */
  readonly parallel?: number
  /**
   * What to do when the server moves a file elsewhere. With `follow`, the default, the file may come from another
   * address below the root, after at most 20 moves, as `fetch` has it. With `error` it is refused.
   */
  readonly redirects?: 'follow' | 'error'
}

const MIB = 1024 * 1024
const LIMITS = {
  maxFileBytes: 256 * MIB,
  maxTotalBytes: 1024 * MIB,
  maxFiles: 10_000,
  maxDepth: 100,
  parallel: 16,
} as const
type Limit = keyof typeof LIMITS

/** Files of one model, by path relative to its folder; undefined if the server does not have the file. */
export class Downloads {
  modelUrl: URL
  readonly #options: DownloadOptions
  readonly #limits: Readonly<Record<Limit, number>>
  readonly #files = new Map<string, Promise<Uint8Array | undefined>>()
  readonly #arrived = new Map<string, Uint8Array | undefined>()
  readonly #refused = new Map<string, Refusal>()
  /** Why the last file that was asked for was refused; undefined when it was not. */
  refusal: Refusal | undefined
  /** Undefined when the model has no folder, as in `blob:` and `data:` addresses. */
  #root: URL | undefined
  /** Ends all requests: when the user asks for it, and when one of them fails. */
  readonly #ending = new AbortController()
  readonly #underway = new Set<AbortController>()
  readonly #onAbort = (): void => this.#end(this.#options.signal?.reason)
  #totalBytes = 0
  #requests = 0
  readonly #waiting: (() => void)[] = []

  constructor(modelUrl: URL, options: DownloadOptions) {
    this.modelUrl = modelUrl
    this.#options = options
    this.#limits = limitsOf(options)
    const { signal } = options
    signal?.throwIfAborted()
    signal?.addEventListener('abort', this.#onAbort)
  }

  /** Waits for some work, or until the user ends it, even where `fetch` does not heed the signal. Then ends all. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#ending
    const ended = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    try {
      return await Promise.race([work(), ended])
    } finally {
      this.#options.signal?.removeEventListener('abort', this.#onAbort)
      this.#end(new Error('the model is loaded, or cannot be'))
    }
  }

  #end(reason: unknown): void {
    this.#ending.abort(reason)
    for (const request of this.#underway) request.abort(reason)
    this.#underway.clear()
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
      if (this.#files.size >= this.#limits.maxFiles)
        throw this.#exceeds('maxFiles', `the model names more than ${this.#limits.maxFiles} files`)
      file = this.#inTurn(() => this.#download(path)).then((content) => {
        this.#arrived.set(path, content)
        return content
      })
      this.#files.set(path, file)
    }
    return file
  }

  /** Throws if files include each other too deep. */
  checkDepth(depth: number, path: string): void {
    const { maxDepth } = this.#limits
    if (depth > maxDepth)
      throw this.#exceeds('maxDepth', `'${path}' is included through more than ${maxDepth} other files`)
  }

  /** Runs a request when fewer than `parallel` others run. */
  async #inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (this.#requests < this.#limits.parallel) this.#requests++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      this.#ending.signal.throwIfAborted()
      return await run()
    } finally {
      // the place goes to the next one that waits
      const next = this.#waiting.shift()
      if (next) next()
      else this.#requests--
    }
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
    if (response.ok && (response.url === '' || this.#inRoot(new URL(response.url), path)))
      return this.#body(response, url)
    await response.body?.cancel()
    const missing = response.ok || response.status === 404 || response.status === 410
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
    const { fetch = globalThis.fetch, redirects = 'follow' } = this.#options
    this.#ending.signal.throwIfAborted()
    // a signal for each: Node warns where thousands of requests listen to one
    const own = new AbortController()
    this.#underway.add(own)
    try {
      return await fetch(url.href, { signal: own.signal, redirect: redirects })
    } catch (error) {
      this.#underway.delete(own)
      this.#ending.signal.throwIfAborted()
      const reason = `cannot fetch ${url.href}: ${error instanceof Error ? error.message : String(error)}`
      throw new ModelError(reason, { suggestion: crossOriginAdvice(url) })
    }
  }

  /** Reads a body in chunks, so that an endless one is detected. */
  async #body(response: Response, url: URL): Promise<Uint8Array> {
    const { maxFileBytes, maxTotalBytes } = this.#limits
    const announced = Number(response.headers.get('content-length'))
    const pieces: Uint8Array[] = []
    let length = 0
    const reader = response.body?.getReader()
    const refuse = async (error: ModelError): Promise<never> => {
      await reader?.cancel()
      throw error
    }
    if (announced > maxFileBytes) await refuse(this.#tooLong(url))
    while (reader !== undefined) {
      this.#ending.signal.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) break
      pieces.push(value)
      length += value.length
      this.#totalBytes += value.length
      if (length > maxFileBytes) await refuse(this.#tooLong(url))
      if (this.#totalBytes > maxTotalBytes)
        await refuse(this.#exceeds('maxTotalBytes', `the files of the model have more than ${maxTotalBytes} bytes`))
    }
    return joined(pieces, length)
  }

  #tooLong(url: URL): ModelError {
    return this.#exceeds('maxFileBytes', `${url.href} has more than the ${this.#limits.maxFileBytes} bytes allowed`)
  }

  #exceeds(limit: Limit, reason: string): ModelError {
    return new ModelError(reason, { suggestion: `give a larger '${limit}' if the model is trusted` })
  }
}

/** Thrown through `loadModel` for a file that is not yet there. */
export class MissingFile extends Error {
  readonly path: string
  constructor(path: string) {
    super(path)
    this.path = path
  }
}

function limitsOf(options: DownloadOptions): Record<Limit, number> {
  const { redirects, fetch, signal } = options
  const limits: Record<Limit, number> = { ...LIMITS }
  for (const name of Object.keys(LIMITS) as Limit[]) {
    const given: unknown = options[name]
    const isRight = given === undefined || (typeof given === 'number' && given >= 1)
    checkType(isRight, `the option '${name}'`, given, 'a number of at least 1')
    limits[name] = options[name] ?? LIMITS[name]
  }
  const isKnown = redirects === undefined || redirects === 'follow' || redirects === 'error'
  checkType(isKnown, "the option 'redirects'", redirects, "'follow' or 'error'")
  checkType(fetch === undefined || typeof fetch === 'function', "the option 'fetch'", fetch, 'a function')
  const isSignal = signal === undefined || typeof signal?.throwIfAborted === 'function'
  checkType(isSignal, "the option 'signal'", signal, 'an AbortSignal')
  return limits
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
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

/** `404 Not Found` */
function statusOf(response: Response): string {
  return `${response.status} ${response.statusText}`.trim()
}

/** An address, relative to that of the page or worker. */
export function absolute(url: string | URL): URL {
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
