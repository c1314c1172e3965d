import type { Data } from '../core/data/data.ts'
import { indicesLike } from '../core/memory/growingTable.ts'
import { StepError } from '../core/model/errors.ts'
import type { Model } from '../core/model/model.ts'
import type { DualProblem } from '../physics/solver/dual/dualProblem.ts'
import type { IslandPool } from '../physics/solver/island/islandPool.ts'
import { IslandResults } from '../physics/solver/island/islandResults.ts'
import type { IslandSpace } from '../physics/solver/island/islandSolver.ts'
import type { Problem } from '../physics/solver/problem/primalProblem.ts'
import { SolverStatistics } from '../physics/solver/problem/solverStatistics.ts'
import { setIslandPool } from '../physics/solver/solverSpace.ts'
import { IslandSchedule } from './islandSchedule.ts'
import { isCurrent, type MemoryMessage, memoryMessage, structureMessage } from './poolMemory.ts'
import type { IslandAnswer, IslandGreeting } from './serveIslands.ts'
import { OPTION_COUNT, writeOptions } from './sharedOptions.ts'
import {
  ACTIVE,
  COUNT,
  type Control,
  FAILED,
  GENERATION,
  JOB,
  KIND,
  MESSAGE_LENGTH,
  MESSAGE_SIZE,
  NEXT,
  OPEN,
  SPINS,
  STOP,
  WAITING,
  WORD_COUNT,
} from './sharedWords.ts'
import { Trial } from './speedTrial.ts'
import { takeIslands } from './takeIslands.ts'
import type { ThreadLike } from './threadLike.ts'

/** Options of island threads. */
export interface PoolOptions {
  /**
   * How long a step waits for an island on a worker, ms; 30,000 by default. After that the worker counts as dead, and
   * the step throws.
   */
  readonly patience?: number
  /** Wake workers in every step with more than one island, for measurements and tests. */
  readonly always?: boolean
}

/** Settings of `IslandThreads`; all are optional. */
export interface IslandThreadsOptions extends PoolOptions {
  /** Called on disposal, to end the workers. */
  readonly onDispose?: () => void
}

/**
 * A state whose islands are solved on several threads. Once `ready` resolves, `step` and `forward` share islands with
 * workers where that pays. Results are bit-identical to one thread. After `dispose` the state steps on one thread
 * again.
 *
 * When a worker ends or throws, the current or next step throws a `StepError` once, and the workers are disposed of.
 * As after any `StepError` the state is unchanged.
 */
export class IslandThreads implements IslandPool {
  /** Resolves when all workers are ready; rejects if one fails. */
  readonly ready: Promise<void>
  results: IslandResults

  readonly #d: Data
  readonly #patience: number
  readonly #always: boolean
  readonly #onDispose: (() => void) | undefined
  readonly #ports: MessagePort[] = []
  readonly #control: Control
  readonly #schedule = new IslandSchedule()
  readonly #trial = new Trial()
  readonly #statistics = new SolverStatistics()
  readonly #mayBlock: boolean
  /** Work of the stepping thread; workers need its memory locations. */
  readonly #state: { m: Model; d: Data; whole: Problem; dual: DualProblem; list: Int32Array; results: IslandResults }
  readonly #space: IslandSpace
  #message: MemoryMessage
  #failure: string | undefined
  /** Makes `ready` reject. */
  #reject: ((error: Error) => void) | undefined
  #disposed = false

  /**
   * @param m the model; its options may change later, its structure not
   * @param d a state in shared memory, see `sharedData`
   * @param workers that run `serveIslands`; the thread that steps works too
   */
  constructor(m: Model, d: Data, workers: readonly ThreadLike[], options: IslandThreadsOptions = {}) {
    if (typeof SharedArrayBuffer === 'undefined')
      throw new TypeError('threads need shared memory: serve the page with cross-origin isolation')
    if (!(d.arena.buffer instanceof SharedArrayBuffer))
      throw new TypeError('threads need a state in shared memory: make it with sharedData(model)')
    this.#d = d
    this.#patience = options.patience ?? 30_000
    this.#always = options.always ?? false
    this.#onDispose = options.onDispose
    this.#control = {
      words: new Int32Array(new SharedArrayBuffer(4 * WORD_COUNT)),
      message: new Uint16Array(new SharedArrayBuffer(2 * MESSAGE_SIZE)),
      options: new Float64Array(new SharedArrayBuffer(8 * OPTION_COUNT)),
      shares: new Int32Array(new SharedArrayBuffer(4 * (workers.length + 1))),
    }
    this.#mayBlock = mayBlock(this.#control.words)
    this.results = new IslandResults(LEAST_ISLANDS)
    const list = indicesLike(d.arena.buffer, LEAST_ISLANDS)
    const { whole, dual, islands } = setIslandPool(d, this)
    this.#space = islands
    this.#state = { m, d, whole, dual, list, results: this.results }
    this.#message = memoryMessage(0, this.#state)
    this.ready = new Promise((resolve, reject) => {
      this.#reject = reject
      this.#greet(m, workers).then(resolve, reject)
    })
    // without an awaited `ready`, the next step reports a failure
    this.ready.catch(() => {})
  }

  /** Number of threads, including the stepping one. */
  get threads(): number {
    return this.#ports.length + 1
  }

  /**
   * Number of islands that each thread has solved since the start, the stepping thread first. Steps too small for
   * threads do not count.
   */
  get shares(): Int32Array {
    return this.#control.shares
  }

  /** Releases the workers. Later steps run on one thread. */
  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    setIslandPool(this.#d, undefined)
    const { words } = this.#control
    Atomics.store(words, STOP, 1)
    this.#callAll()
    for (const port of this.#ports) port.close()
    this.#ports.length = 0
    this.#onDispose?.()
  }

  /** Reports that a worker has ended or cannot start; the next step throws. For code that starts workers. */
  fail(reason: string): void {
    if (this.#disposed) return
    this.#failure ??= reason
    this.#reject?.(new Error(`a worker cannot solve islands: ${reason}`))
  }

  /** Solves all islands, if that pays: see `IslandPool`. */
  solve(kind: number, m: Model, d: Data): boolean {
    if (this.#failure !== undefined) this.#giveUp(this.#failure)
    this.#reserve(d.nisland)
    const schedule = this.#schedule
    const state = this.#state
    schedule.list(m, d, state.list)
    const most = this.#ports.length
    const helpers = this.#always ? most : schedule.helpers(most)
    if (helpers <= 0 || d.nisland < 2) return false
    state.m = m
    const { words, options, shares } = this.#control
    if (!isCurrent(this.#message, state)) this.#tellPlaces()
    writeOptions(options, m, state.dual, d.effectiveInertia.joinsTrees)
    words[KIND] = kind
    words[COUNT] = d.nisland
    Atomics.store(words, NEXT, 0)
    const together = this.#always || this.#trial.begin()
    if (together) {
      Atomics.store(words, OPEN, 1)
      Atomics.add(words, JOB, 1)
      Atomics.notify(words, JOB, helpers)
    }
    try {
      shares[0] += takeIslands(words, state, this.#space, this.#statistics)
    } finally {
      if (together) {
        Atomics.store(words, OPEN, 0)
        this.#awaitOthers()
      }
    }
    if (!this.#always) this.#trial.end(schedule.time)
    if (Atomics.load(words, FAILED) !== 0) this.#giveUp(this.#complaint())
    return true
  }

  /** Makes room for the results of some islands. */
  #reserve(islands: number): void {
    if (islands <= this.results.capacity) return
    const capacity = Math.max(islands, 2 * this.results.capacity)
    this.results = new IslandResults(capacity)
    this.#state.results = this.results
    this.#state.list = indicesLike(this.#d.arena.buffer, capacity)
  }

  /** Waits until no worker has an island: first spins, then blocks. */
  #awaitOthers(): void {
    const { words } = this.#control
    for (let i = 0; i < SPINS; i++) if (Atomics.load(words, ACTIVE) === 0) return
    if (!this.#mayBlock) {
      this.#spin()
      return
    }
    Atomics.store(words, WAITING, 1)
    let left = this.#patience
    for (let active = Atomics.load(words, ACTIVE); active !== 0; active = Atomics.load(words, ACTIVE)) {
      if (left <= 0) this.#giveUp(this.#silence())
      const slice = Math.min(left, 1000)
      if (Atomics.wait(words, ACTIVE, active, slice) === 'timed-out') left -= slice
    }
    Atomics.store(words, WAITING, 0)
  }

  /** Waits by spinning, for threads that may not block, such as the main thread of a page. */
  #spin(): void {
    const { words } = this.#control
    const start = performance.now()
    while (Atomics.load(words, ACTIVE) !== 0) {
      for (let i = 0; i < SPINS; i++) if (Atomics.load(words, ACTIVE) === 0) return
      if (performance.now() - start > this.#patience) this.#giveUp(this.#silence())
    }
  }

  /** Sends workers the locations of replaced memory, and wakes those that wait. */
  #tellPlaces(): void {
    const { words } = this.#control
    const generation = Atomics.add(words, GENERATION, 1) + 1
    this.#message = memoryMessage(generation, this.#state)
    for (const port of this.#ports) port.postMessage(this.#message)
    this.#callAll()
  }

  #callAll(): void {
    const { words } = this.#control
    Atomics.add(words, JOB, 1)
    Atomics.notify(words, JOB)
  }

  async #greet(m: Model, workers: readonly ThreadLike[]): Promise<void> {
    const structure = structureMessage(m)
    const answers = workers.map((worker, i) => {
      const { port1, port2 } = new MessageChannel()
      const greeting: IslandGreeting = {
        kinetree: { number: i + 1, structure, control: this.#control, port: port2 },
      }
      worker.postMessage(greeting, [port2] as never[])
      this.#ports.push(port1)
      port1.postMessage(this.#message)
      return firstAnswer(port1)
    })
    for (const { error } of await Promise.all(answers)) if (error !== undefined) this.fail(error)
  }

  #giveUp(reason: string): never {
    this.dispose()
    throw new StepError(
      `a thread that solves islands has failed: ${reason}. The state has not moved; from now on it is stepped on one thread`,
    )
  }

  #complaint(): string {
    const { words, message } = this.#control
    const text = String.fromCharCode(...message.subarray(0, Atomics.load(words, MESSAGE_LENGTH)))
    return `worker ${Atomics.load(words, FAILED)} says '${text}'`
  }

  #silence(): string {
    return `it has taken an island, and nothing was heard of it for ${this.#patience / 1000} s`
  }
}

/** Room for as many islands from the start. */
const LEAST_ISLANDS = 64

/** Whether this thread may block; the main thread of a page may not. */
function mayBlock(words: Int32Array): boolean {
  try {
    Atomics.wait(words, JOB, -1, 0)
    return true
  } catch {
    return false
  }
}

function firstAnswer(port: MessagePort): Promise<IslandAnswer> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<IslandAnswer>) => {
      // in Node an open port keeps a program running: unreference it
      ;(port as MessagePort & { unref?: () => void }).unref?.()
      resolve(data)
    }
  })
}
