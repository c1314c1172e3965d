/** Models from disk, and threads. The only part of the engine that imports from Node. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { availableParallelism, homedir } from 'node:os'
import { dirname, isAbsolute, parse, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Data } from './core/data/data.ts'
import { checkType } from './core/model/argumentChecks.ts'
import { ModelError } from './core/model/errors.ts'
import type { Model } from './core/model/model.ts'
import type { SdfShapes } from './core/model/sdfShape.ts'
import { loadModel } from './format/load.ts'
import { explainRefusal, type Refusal } from './format/missingFile.ts'
import { DEFAULT_MAX_BYTES } from './format/mjcf/text/memoryBudget.ts'
import type { IslandThreads, PoolOptions } from './threads/islandThreads.ts'
import type { ThreadLike } from './threads/threadLike.ts'
import { startPool } from './threads/workerPool.ts'

/** Settings of `loadModelFile`; all are optional. */
export interface LoadModelFileOptions {
  /**
   * Folder that the model and all files it names must lie in. By default the parent of the model's folder, so that
   * models can share files with their neighbors (`../common/floor.xml`); only the model's own folder when that
   * parent is the root of the file system, the user's home, or a folder above it. If the model is reached over a link,
   * both its folder as named and its real folder count. Links inside of the root may not leave it.
   */
  readonly root?: string
  /** Longest file that is read, bytes; 256 MiB by default. */
  readonly maxFileBytes?: number
  /** Memory that loading may take at its peak, bytes; 1 GiB by default, see `LoadOptions`. */
  readonly maxBytes?: number
  /** What to do about pictures that are not there, see `LoadOptions`. */
  readonly missingPictures?: 'error' | 'ignore'
  /** Shapes that are given by functions, see `LoadOptions`. */
  readonly sdf?: SdfShapes
}

const DEFAULT_MAX_FILE_BYTES = 256 * 1024 * 1024

/**
 * Loads a model and the files it names from disk.
 * MuJoCo: mj_loadXML.
 *
 * @param file the MJCF file: its path, or its `file:` address
 * @throws ModelError when the model is not right, names a file outside of the root folder, or cannot be read
 */
export function loadModelFile(file: string | URL, options: LoadModelFileOptions = {}): Model {
  checkType(typeof file === 'string' || file instanceof URL, 'the model file', file, "its path, or a 'file:' URL")
  checkOptions(options)
  const path = typeof file === 'string' ? file : fileURLToPath(file)
  const folder = new ModelFolder(path, options)
  const xml = folder.readModel()
  try {
    const { missingPictures = 'error', sdf = {}, maxBytes = DEFAULT_MAX_BYTES } = options
    const files = (name: string) => folder.read(name)
    return loadModel(xml, { files, fileName: path.replaceAll(sep, '/'), missingPictures, sdf, maxBytes })
  } catch (error) {
    throw explainRefusal(error, folder.refusal)
  }
}

const WIDER_ROOT = "give a wider folder as option 'root' if the model is trusted"

function checkOptions({ root, maxBytes, maxFileBytes }: LoadModelFileOptions): void {
  checkType(root === undefined || typeof root === 'string', "the option 'root'", root, 'the path of a folder')
  for (const [name, bytes] of Object.entries({ maxBytes, maxFileBytes }))
    checkType(bytes === undefined || bytes > 0, `the option '${name}'`, bytes, 'a positive number')
}

/** Reads files around one model, and none outside of the root. */
class ModelFolder {
  readonly #modelPath: string
  /** Folders of the model: as it was named, and without links. File names are relative to the first that has them. */
  readonly #folders: readonly string[]
  /** Folders that files must lie in, as they were named. */
  readonly #roots: readonly string[]
  /** The same without links. */
  readonly #realRoots: readonly string[]
  readonly #rootIsGiven: boolean
  readonly #maxFileBytes: number
  /** Why the last file that was asked for was refused; undefined when it was not. */
  refusal: Refusal | undefined

  constructor(path: string, { root, maxFileBytes = DEFAULT_MAX_FILE_BYTES }: LoadModelFileOptions) {
    this.#modelPath = resolve(path)
    const folder = dirname(this.#modelPath)
    this.#folders = [...new Set([folder, withoutLinks(folder), dirname(withoutLinks(this.#modelPath))])]
    this.#roots = root === undefined ? this.#folders.map(defaultRoot) : [resolve(root)]
    this.#realRoots = this.#roots.map(withoutLinks)
    this.#rootIsGiven = root !== undefined
    this.#maxFileBytes = maxFileBytes
  }

  readModel(): string {
    if (this.#rootIsGiven && !this.#contains(this.#modelPath) && !this.#contains(withoutLinks(this.#modelPath))) {
      throw new ModelError(`'${this.#modelPath}' lies outside of the root folder '${this.#roots[0]}'`)
    }
    const content = this.#readChecked(this.#modelPath)
    if (content !== undefined) return new TextDecoder().decode(content)
    throw new ModelError(this.refusal?.reason ?? `cannot read '${this.#modelPath}': there is no such file`)
  }

  /** A file that the model names, relative to the model's folder; undefined when it is missing or refused. */
  read(file: string): Uint8Array | undefined {
    let first: Refusal | undefined
    for (const folder of this.#folders) {
      this.refusal = undefined
      const content = this.#readNamed(file, resolve(folder, file))
      if (content !== undefined) return content
      first ??= this.refusal
    }
    this.refusal = first
    return undefined
  }

  #readNamed(file: string, path: string): Uint8Array | undefined {
    if (this.#contains(path)) return this.#readChecked(path)
    const reason = `'${file}' lies outside of the folder '${this.#roots[0]}'`
    this.refusal = { reason, suggestion: WIDER_ROOT }
    return undefined
  }

  #readChecked(path: string): Uint8Array | undefined {
    try {
      const real = realpathSync(path)
      if (!this.#realRoots.some((root) => contains(root, real))) {
        const reason = `'${path}' is a link that leaves the folder '${this.#roots[0]}'`
        this.refusal = { reason, suggestion: WIDER_ROOT }
        return undefined
      }
      const stat = statSync(real)
      if (!stat.isFile()) {
        this.refusal = { reason: `'${path}' is not a file` }
        return undefined
      }
      if (stat.size > this.#maxFileBytes) {
        this.refusal = { reason: `'${path}' has ${stat.size} bytes, more than the ${this.#maxFileBytes} allowed` }
        return undefined
      }
      return readFileSync(real)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      this.refusal = { reason: `cannot read '${path}': ${message}` }
      return undefined
    }
  }

  /** Whether a path lies in a root, links aside. */
  #contains(path: string): boolean {
    return this.#roots.some((root) => contains(root, path)) || this.#realRoots.some((root) => contains(root, path))
  }
}

/** The parent of the model's folder, unless that would open up the whole disk or the user's home. */
function defaultRoot(folder: string): string {
  const parent = dirname(folder)
  const home = homeFolder()
  const tooWide = [parent, withoutLinks(parent)].some(
    (wide) =>
      wide === parse(wide).root || (home !== undefined && (contains(wide, home) || contains(wide, withoutLinks(home)))),
  )
  return tooWide ? folder : parent
}

/** The user's home; undefined if there is none, as for users without an account in containers. */
function homeFolder(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? home : undefined
  } catch {
    return undefined
  }
}

/** The real path of a file; the path itself if there is no such file. */
function withoutLinks(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function contains(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** A thread of `startThreads`. */
export interface Thread extends ThreadLike {
  terminate(): Promise<number>
}

/**
 * Starts threads that serve a `TransitionThreads`. They do not keep the program running, and end with it; `terminate`
 * ends them earlier.
 */
export function startThreads(count: number): Thread[] {
  return startWorkers(count, 'serveTransitions')
}

/** Settings of `islandThreads` in Node; all are optional. */
export interface NodeIslandThreadsOptions extends PoolOptions {
  /** How many threads solve islands, this one included; by default as many as the machine can run at once. */
  readonly threads?: number
}

/**
 * Lets threads solve islands of a state, wherever that pays: afterward just call `step`. The numbers are those of one
 * thread, bit for bit. The threads do not keep the program running, and end with it; `dispose` ends them earlier.
 *
 * @param d a state in shared memory, see `sharedData`
 */
export async function islandThreads(
  m: Model,
  d: Data,
  { threads = availableParallelism(), ...options }: NodeIslandThreadsOptions = {},
): Promise<IslandThreads> {
  const start = (fail: (reason: string) => void) => {
    const [worker] = startWorkers(1, 'serveIslands')
    worker.on('error', (error) => fail(String(error)))
    worker.on('exit', () => fail('its worker has ended'))
    return worker
  }
  return startPool(m, d, threads, start, options)
}

/** Starts threads that run a function of the package. */
function startWorkers(count: number, serve: 'serveTransitions' | 'serveIslands'): Worker[] {
  // the build may put this module among the shared ones
  const folder = import.meta.url.replace(/(\/chunks)?\/[^/]*$/, '')
  const entry = `${folder}/kinetree.js`
  const code = `import { parentPort } from 'node:worker_threads'
    import { ${serve} } from '${entry}'
    ${serve}(parentPort)`
  const program = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  return Array.from({ length: count }, () => {
    const thread = new Worker(program)
    thread.unref()
    return thread
  })
}
