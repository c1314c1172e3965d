import { Data, type Model, modelFromMessage } from '../../../src/index.ts'
import type { Command, ExportRequest } from './commands.ts'
import { type Frame, restoreFrame, transferOf } from './frames.ts'
import type { FromSimulation, LoadFailure, ModelSource, ToSimulation } from './protocol.ts'
import type { Status } from './simulator.ts'

/** A page that is hidden or slow acknowledges a frame after this time at the latest, ms. */
const ACKNOWLEDGE_TIMEOUT = 50

/** A loaded model and the newest state that the worker has sent. */
export interface Loaded {
  readonly model: Model
  readonly data: Data
  status: Status
}

/** Callbacks of a promise. */
interface Pending<T> {
  readonly resolve: (value: T) => void
  readonly reject: (error: Error) => void
}

/** The page's side of a simulation in a worker. Its `model` and `data` are read like those of any simulation. */
export class SimulationClient {
  /** Called when a model has replaced the one before, with its first state. */
  onLoad: ((loaded: Loaded) => void) | undefined
  /** Called when a new state has arrived. */
  onFrame: ((loaded: Loaded) => void) | undefined
  /** Called when the worker fails for another reason than a model that cannot be loaded. */
  onError: ((message: string) => void) | undefined
  readonly #worker: Worker
  readonly #kernels: boolean
  readonly #exports = new Map<number, Pending<Blob>>()
  #loaded: Loaded | undefined
  #exportId = 0
  #loadId = 0
  #loading: Pending<Loaded> | undefined

  /**
   * @param worker runs `worker.ts`
   * @param kernels whether stages are compiled for models
   */
  constructor(worker: Worker, kernels: boolean) {
    this.#worker = worker
    this.#kernels = kernels
    worker.addEventListener('message', ({ data }: MessageEvent<FromSimulation>) => this.#receive(data))
    worker.addEventListener('error', ({ message }) => this.#fail(message || 'the simulation worker could not start'))
    worker.addEventListener('messageerror', () => this.#fail('a message of the simulation worker could not be read'))
  }

  get loaded(): Loaded | undefined {
    return this.#loaded
  }

  /**
   * Loads a model in place of the current one. Rejects with a `SimulationError` when it cannot be loaded; the current
   * one then stays. Rejects with an `AbortError` when a newer load request supersedes this one.
   */
  load(source: ModelSource): Promise<Loaded> {
    this.#loading?.reject(new DOMException('superseded by a newer load request', 'AbortError'))
    return new Promise((resolve, reject) => {
      this.#loading = { resolve, reject }
      this.#post({ type: 'load', id: ++this.#loadId, source, kernels: this.#kernels })
    })
  }

  send(command: Command): void {
    this.#post({ type: 'command', command })
  }

  /** Requests a text to save as a file. */
  export(request: ExportRequest): Promise<Blob> {
    return new Promise((resolve, reject) => {
      const id = this.#exportId++
      this.#exports.set(id, { resolve, reject })
      this.#post({ type: 'export', id, request })
    })
  }

  dispose(): void {
    this.#loading?.reject(new DOMException('the viewer was disposed of', 'AbortError'))
    this.#loading = undefined
    this.#worker.terminate()
  }

  #post(message: ToSimulation, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  #fail(message: string): void {
    this.#loading?.reject(new SimulationError({ message, reason: message }))
    this.#loading = undefined
    for (const { reject } of this.#exports.values()) reject(new Error(message))
    this.#exports.clear()
    this.onError?.(message)
  }

  /** Lets the next frame come: with the next animation frame, or after a timeout where there is none. */
  #acknowledge(frame: Frame): void {
    const acknowledge = () => {
      cancelAnimationFrame(request)
      clearTimeout(timer)
      this.#post({ type: 'frameDone', frame }, transferOf(frame))
    }
    const request = requestAnimationFrame(acknowledge)
    const timer = setTimeout(acknowledge, ACKNOWLEDGE_TIMEOUT)
  }

  #receive(message: FromSimulation): void {
    switch (message.type) {
      case 'loadFailed':
        if (message.id !== this.#loadId) return
        this.#loading?.reject(new SimulationError(message.failure))
        this.#loading = undefined
        return
      case 'exported':
        this.#exports.get(message.id)?.resolve(new Blob([...message.text], { type: message.mediaType }))
        this.#exports.delete(message.id)
        return
      case 'exportFailed':
        this.#exports.get(message.id)?.reject(new Error(message.reason))
        this.#exports.delete(message.id)
        return
      case 'loaded': {
        const model = modelFromMessage(message.model)
        this.#loaded = { model, data: new Data(model), status: message.status }
        restoreFrame(this.#loaded.data, message.frame)
        this.onLoad?.(this.#loaded)
        if (message.id === this.#loadId) {
          this.#loading?.resolve(this.#loaded)
          this.#loading = undefined
        }
        this.#acknowledge(message.frame)
        return
      }
      case 'frame':
        if (!this.#loaded) return
        restoreFrame(this.#loaded.data, message.frame)
        this.#loaded.status = message.status
        this.onFrame?.(this.#loaded)
        this.#acknowledge(message.frame)
        return
      default:
        message satisfies never
    }
  }
}

/** A model that could not be loaded, with the place of the error if there is one. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError'
  readonly failure: LoadFailure

  constructor(failure: LoadFailure) {
    super(failure.message)
    this.failure = failure
  }
}
