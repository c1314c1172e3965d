import { DUAL_SCALE, DualProblem } from '../physics/solver/dual/dualProblem.ts'
import { IslandSpace } from '../physics/solver/island/islandSolver.ts'
import { Problem } from '../physics/solver/problem/primalProblem.ts'
import { SolverStatistics } from '../physics/solver/problem/solverStatistics.ts'
import {
  type MemoryMessage,
  type PoolState,
  poolState,
  type StructureMessage,
  structureModel,
  takeEffectiveInertia,
} from './poolMemory.ts'
import { JOINS_TREES, readOptions, SCALE_OF_DUAL } from './sharedOptions.ts'
import {
  ACTIVE,
  type Control,
  FAILED,
  GENERATION,
  JOB,
  MESSAGE_LENGTH,
  MESSAGE_SIZE,
  OPEN,
  SPINS,
  STOP,
  WAITING,
} from './sharedWords.ts'
import { takeIslands } from './takeIslands.ts'
import type { ThreadScope } from './threadLike.ts'

/** A `MessagePort` of Node or browsers, typed without DOM types. */
export interface IslandPort {
  onmessage: unknown
  postMessage(answer: IslandAnswer): void
  close(): void
}

/** First message to a worker: its constants, and the port for later messages. */
export interface IslandGreeting {
  readonly kinetree: {
    /** Number of the worker, from 1 on. */
    readonly number: number
    readonly structure: StructureMessage
    readonly control: Control
    readonly port: IslandPort
  }
}

/** Reply to a message: empty, or an error. */
export interface IslandAnswer {
  readonly error?: string
}

/**
 * Runs in each worker: solves islands for an `IslandThreads`. Messages arrive only when memory has been replaced;
 * otherwise the worker waits for jobs in shared memory.
 */
export function serveIslands(scope: ThreadScope | null): void {
  if (!scope) throw new TypeError('no message scope: call this in a worker')
  scope.onmessage = ({ data }: MessageEvent<IslandGreeting>) => {
    const { number, structure, control, port } = data.kinetree
    const worker = new IslandWorker(number, structure, control)
    port.onmessage = ({ data: message }: MessageEvent<MemoryMessage>) => {
      try {
        worker.remember(message)
        port.postMessage({} satisfies IslandAnswer)
        if (worker.serve()) port.close()
      } catch (error) {
        worker.report(error)
        port.postMessage({ error: String(error) } satisfies IslandAnswer)
        port.close()
      }
    }
  }
}

class IslandWorker {
  readonly #number: number
  readonly #control: Control
  readonly #structure: StructureMessage
  readonly #space = new IslandSpace()
  readonly #statistics = new SolverStatistics()
  readonly #whole = new Problem()
  readonly #dual = new DualProblem()
  #message: MemoryMessage | undefined
  #state: PoolState | undefined

  constructor(number: number, structure: StructureMessage, control: Control) {
    this.#number = number
    this.#structure = structure
    this.#control = control
  }

  /** Receives memory locations. */
  remember(message: MemoryMessage): void {
    const m = this.#state?.m ?? structureModel(this.#structure)
    this.#message = message
    this.#state = poolState(m, message, this.#whole, this.#dual)
  }

  /** Works until memory has been replaced, or until the pool ends: then returns true. */
  serve(): boolean {
    const { words } = this.#control
    const message = this.#message!
    for (;;) {
      const job = Atomics.load(words, JOB)
      if (Atomics.load(words, STOP) !== 0) return true
      if (Atomics.load(words, GENERATION) !== message.generation) return false
      Atomics.add(words, ACTIVE, 1)
      try {
        if (Atomics.load(words, OPEN) === 1 && Atomics.load(words, GENERATION) === message.generation)
          this.#work(message)
      } catch (error) {
        this.report(error)
        throw error
      } finally {
        Atomics.sub(words, ACTIVE, 1)
        if (Atomics.load(words, WAITING) !== 0) Atomics.notify(words, ACTIVE)
      }
      awaitChange(words, job)
    }
  }

  #work(message: MemoryMessage): void {
    const { words, options, shares } = this.#control
    const state = this.#state!
    readOptions(options, state.m)
    takeEffectiveInertia(state, message, options[JOINS_TREES] !== 0)
    this.#dual.register[DUAL_SCALE] = options[SCALE_OF_DUAL]
    shares[this.#number] += takeIslands(words, state, this.#space, this.#statistics)
  }

  /** Stores an error, unless another worker has stored one. */
  report(error: unknown): void {
    const { words, message } = this.#control
    if (Atomics.compareExchange(words, FAILED, 0, this.#number) !== 0) return
    const text = String(error).slice(0, MESSAGE_SIZE)
    for (let i = 0; i < text.length; i++) message[i] = text.charCodeAt(i)
    Atomics.store(words, MESSAGE_LENGTH, text.length)
  }
}

/** Waits for the next job: first spins, because steps often follow closely, then blocks. */
function awaitChange(words: Int32Array, job: number): void {
  for (let i = 0; i < SPINS; i++) if (Atomics.load(words, JOB) !== job) return
  Atomics.wait(words, JOB, job)
}
