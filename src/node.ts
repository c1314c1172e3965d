/** Models from disk, and threads. The only part of the engine that imports from Node. */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { availableParallelism, homedir } from 'node:os'
import { dirname, isAbsolute, parse, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Data } from './core/data/data.ts'
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
   * parent is the root of the file system, the user's home, or a folder above it.
   */
  readonly root?: string
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
 * Loads a model and the files it names from disk.
 * MuJoCo: mj_loadXML.
 *
 * @param file the MJCF file: its path, or its `file:` address
 * @throws ModelError when the model is not right, names a file outside of the root folder, or cannot be read
 */
export function loadModelFile(file: string | URL, options: LoadModelFileOptions = {}): Model {
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

/** Reads files around one model, and none outside of the root. */
class ModelFolder {
  readonly #modelPath: string
  readonly #folder: string
  readonly #root: string
  readonly #rootIsGiven: boolean
  readonly #maxBytes: number
  /** Why the last file that was asked for was refused; undefined when it was not. */
  refusal: Refusal | undefined

  constructor(path: string, options: LoadModelFileOptions) {
    this.#modelPath = resolve(path)
    this.#folder = dirname(this.#modelPath)
    this.#rootIsGiven = options.root !== undefined
    this.#root = options.root === undefined ? defaultRoot(this.#folder) : resolve(options.root)
    this.#maxBytes = (options.maxBytes ?? DEFAULT_MAX_BYTES) / 4
  }

  readModel(): string {
    if (this.#rootIsGiven && !this.#inRoot(this.#modelPath)) {
      throw new ModelError(`'${this.#modelPath}' lies outside of the root folder '${this.#root}'`)
    }
    const content = this.#readChecked(this.#modelPath)
    if (content !== undefined) return new TextDecoder().decode(content)
    throw new ModelError(this.refusal?.reason ?? `cannot read '${this.#modelPath}': there is no such file`)
  }

  /** A file that the model names, relative to the model's folder; undefined when it is missing or refused. */
  read(file: string): Uint8Array | undefined {
    this.refusal = undefined
    const path = resolve(this.#folder, file)
    if (this.#inRoot(path)) return this.#readChecked(path)
    this.refusal = {
      reason: `'${file}' lies outside of the folder '${this.#root}'`,
      suggestion: "give a wider folder as option 'root' if the model is trusted",
    }
    return undefined
  }

  #readChecked(path: string): Uint8Array | undefined {
    try {
      if (path !== this.#modelPath && !contains(realpathSync(this.#root), realpathSync(path))) {
        this.refusal = { reason: `'${path}' is a link that leaves the folder '${this.#root}'` }
        return undefined
      }
      const stat = statSync(path)
      if (!stat.isFile()) {
        this.refusal = { reason: `'${path}' is not a file` }
        return undefined
      }
      if (stat.size > this.#maxBytes) {
        this.refusal = { reason: `'${path}' has ${stat.size} bytes, more than the ${this.#maxBytes} allowed` }
        return undefined
      }
      return readFileSync(path)
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      this.refusal = { reason: `cannot read '${path}': ${message}` }
      return undefined
    }
  }

  #inRoot(path: string): boolean {
    return contains(this.#root, path)
  }
}

/** The parent of the model's folder, unless that would open up the whole disk or the user's home. */
function defaultRoot(folder: string): string {
  const parent = dirname(folder)
  const tooWide = parent === parse(parent).root || contains(parent, homedir())
  return tooWide ? folder : parent
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
