import { Data, type Model, modelFromMessage, restore, type Snapshot } from '../../../src/index.ts'
import type { Command, Question } from './commands.ts'
import { transferOf } from './frames.ts'
import type { FromSimulation, LoadFailure, ModelSource, ToSimulation } from './protocol.ts'
import type { Status } from './simulator.ts'

/** A page that does not draw gets a state about this often, ms. */
const LATEST = 50

/** A model that is loaded, and the newest state of it that the simulation has sent. */
export interface Loaded {
  readonly model: Model
  readonly data: Data
  status: Status
}

/** The page's side of a simulation in a worker. `model` and `data` can be read like those of any simulation. */
export class SimulationClient {
  /** Called when a model has taken the place of another, with its first state. */
  onLoad: ((loaded: Loaded) => void) | undefined
  /** Called when another state has arrived. */
  onFrame: ((loaded: Loaded) => void) | undefined
  /** Called when the worker has failed, other than by a model that cannot be loaded. */
  onError: ((message: string) => void) | undefined
  readonly #worker: Worker
  #loaded: Loaded | undefined
  readonly #questions = new Map<number, { resolve: (text: Blob) => void; reject: (error: Error) => void }>()
  #asked = 0
  #loads = 0
  #settle: { resolve: (loaded: Loaded) => void; reject: (failure: SimulationError | DOMException) => void } | undefined

  /** @param worker runs `worker.ts` */
  constructor(worker: Worker) {
    this.#worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<FromSimulation>) => this.#receive(data))
    worker.addEventListener('error', ({ message }) =>
      this.#fail(message || 'the worker of the simulation could not start'),
    )
    worker.addEventListener('messageerror', () => this.#fail('a message of the simulation could not be read'))
  }

  get loaded(): Loaded | undefined {
    return this.#loaded
  }

  /**
   * Loads a model in place of what is there. Rejects with a `SimulationError` when it cannot, and what is there then stays;
   * rejects with an `AbortError` when another is asked for before it is there.
   */
  load(source: ModelSource): Promise<Loaded> {
    this.#settle?.reject(new DOMException('another model was asked for', 'AbortError'))
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#post({ type: 'load', id: ++this.#loads, source })
    })
  }

  /** Asks the simulation to do something. */
  send(command: Command): void {
    this.#post({ type: 'command', command })
  }

  /** Asks the simulation for a text to save. */
  ask(question: Question): Promise<Blob> {
    return new Promise((resolve, reject) => {
      const id = this.#asked++
      this.#questions.set(id, { resolve, reject })
      this.#post({ type: 'ask', id, question })
    })
  }

  dispose(): void {
    this.#settle?.reject(new DOMException('the viewer is gone', 'AbortError'))
    this.#settle = undefined
    this.#worker.terminate()
  }

  #post(message: ToSimulation): void {
    this.#worker.postMessage(message)
  }

  #fail(message: string): void {
    this.#settle?.reject(new SimulationError({ message, reason: message }))
    this.#settle = undefined
    for (const { reject } of this.#questions.values()) reject(new Error(message))
    this.#questions.clear()
    this.onError?.(message)
  }

  /** Lets the next state come: with the next refresh of the screen, or soon, where the screen is hidden or slow. */
  #acknowledge(frame: Snapshot): void {
    const tell = () => {
      cancelAnimationFrame(request)
      clearTimeout(timer)
      this.#worker.postMessage({ type: 'shown', frame } satisfies ToSimulation, transferOf(frame))
    }
    const request = requestAnimationFrame(tell)
    const timer = setTimeout(tell, LATEST)
  }

  #receive(message: FromSimulation): void {
    switch (message.type) {
      case 'failed':
        if (message.id !== this.#loads) return
        this.#settle?.reject(new SimulationError(message.failure))
        this.#settle = undefined
        return
      case 'answer':
        this.#questions.get(message.id)?.resolve(new Blob([...message.text], { type: message.mediaType }))
        this.#questions.delete(message.id)
        return
      case 'noAnswer':
        this.#questions.get(message.id)?.reject(new Error(message.reason))
        this.#questions.delete(message.id)
        return
      case 'loaded': {
        const model = modelFromMessage(message.model)
        this.#loaded = { model, data: new Data(model), status: message.status }
        restore(this.#loaded.data, message.frame)
        this.onLoad?.(this.#loaded)
        if (message.id === this.#loads) {
          this.#settle?.resolve(this.#loaded)
          this.#settle = undefined
        }
        this.#acknowledge(message.frame)
        return
      }
      case 'frame':
        if (!this.#loaded) return
        restore(this.#loaded.data, message.frame)
        this.#loaded.status = message.status
        this.onFrame?.(this.#loaded)
        this.#acknowledge(message.frame)
    }
  }
}

/** A model that could not be loaded, with the place of the mistake if there is one. */
export class SimulationError extends Error {
  override readonly name = 'SimulationError'
  readonly failure: LoadFailure

  constructor(failure: LoadFailure) {
    super(failure.message)
    this.failure = failure
  }
}
