import { Data, type Model, modelFromMessage, restore } from '../../../src/index.ts'
import type { Command } from './commands.ts'
import { transferOf } from './frames.ts'
import type { FromSimulation, LoadFailure, ModelSource, ToSimulation } from './protocol.ts'
import type { Status } from './simulator.ts'

/** A model that is loaded, and the newest state of it that the simulation has sent. */
export interface Loaded {
  readonly model: Model
  readonly data: Data
  status: Status
}

/** The page's side of a simulation in a worker. `model` and `data` can be read like those of any simulation. */
export class SimulationClient {
  /** Called when a new state has arrived. */
  onFrame: ((loaded: Loaded) => void) | undefined
  readonly #worker: Worker
  #loaded: Loaded | undefined
  #settle: { resolve: (loaded: Loaded) => void; reject: (failure: SimulationError) => void } | undefined

  /** @param worker runs `worker.ts` */
  constructor(worker: Worker) {
    this.#worker = worker
    worker.addEventListener('message', ({ data }: MessageEvent<FromSimulation>) => this.#receive(data))
    worker.addEventListener('error', ({ message }) =>
      this.#settle?.reject(new SimulationError({ message, reason: message })),
    )
  }

  get loaded(): Loaded | undefined {
    return this.#loaded
  }

  /** Loads a model in place of what is there. Rejects with a `SimulationError` when it cannot; what is there then stays visible. */
  load(source: ModelSource): Promise<Loaded> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#post({ type: 'load', source })
    })
  }

  /** Asks the simulation to do something. */
  send(command: Command): void {
    this.#post({ type: 'command', command })
  }

  dispose(): void {
    this.#worker.terminate()
  }

  #post(message: ToSimulation): void {
    this.#worker.postMessage(message)
  }

  #receive(message: FromSimulation): void {
    switch (message.type) {
      case 'failed':
        this.#settle?.reject(new SimulationError(message.failure))
        return
      case 'loaded': {
        const model = modelFromMessage(message.model)
        this.#loaded = { model, data: new Data(model), status: message.status }
        restore(this.#loaded.data, message.frame)
        this.#settle?.resolve(this.#loaded)
        break
      }
      case 'frame':
        if (!this.#loaded) return
        restore(this.#loaded.data, message.frame)
        this.#loaded.status = message.status
    }
    this.onFrame?.(this.#loaded!)
    this.#worker.postMessage({ type: 'shown', frame: message.frame } satisfies ToSimulation, transferOf(message.frame))
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
