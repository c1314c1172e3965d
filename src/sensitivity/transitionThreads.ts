import type { Data } from '../core/data/data.ts'
import { getState, setState, stateSize } from '../core/data/stateVector.ts'
import { StateBit } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { type ModelMessage, modelFromMessage, modelMessage } from '../core/model/modelMessage.ts'
import type { Option } from '../core/model/option.ts'
import type { ThreadLike, ThreadScope } from '../threads/threadLike.ts'
import { TransitionDifferences, type TransitionMatrices, type TransitionOptions } from './transitionFD.ts'

/**
 * `transitionFD` on several threads. All share the initial state, the matrices, and a counter from which each takes
 * the next input. Each thread computes the nominal step itself. Columns of an input depend on nothing else, so the
 * results do not depend on the threads.
 */

/** First message to a thread: the model, and the port on which tasks come. */
interface Greeting {
  readonly kinetree: { readonly model: ModelMessage; readonly port: MessagePort }
}

/** One differentiation. All arrays are in shared memory. */
interface Task {
  readonly opt: Option
  readonly state: Float64Array
  readonly next: Int32Array
  readonly matrices: TransitionMatrices
  readonly options: TransitionOptions
}

/** Reply to a task: empty, or an error. */
interface Answer {
  readonly error?: string
}

/** Runs in each thread: waits for tasks of a `TransitionThreads`. */
export function serveTransitions(scope: ThreadScope | null): void {
  if (!scope) throw new TypeError('no message scope: call this in a worker')
  scope.onmessage = ({ data }: MessageEvent<Greeting>) => {
    const { model, port } = data.kinetree
    let m: Model | undefined
    let differences: TransitionDifferences | undefined
    port.onmessage = ({ data: task }: MessageEvent<Task>) => {
      let answer: Answer = {}
      try {
        m ??= modelFromMessage(model)
        differences ??= new TransitionDifferences(m)
        Object.assign(m.opt, task.opt)
        setState(m, differences.d, task.state, StateBit.integration)
        work(differences, task)
      } catch (error) {
        answer = { error: String(error) }
      }
      port.postMessage(answer)
    }
  }
}

/** Takes inputs from the counter, in ascending order as required, until none are left. */
function work(differences: TransitionDifferences, { next, matrices, options }: Task): void {
  differences.begin(matrices, options)
  const { inputs } = differences
  for (let i = Atomics.add(next, 0, 1); i < inputs; i = Atomics.add(next, 0, 1)) differences.differentiate(i)
}

/** A model on several threads, this one included, for `transitionFD`. */
export class TransitionThreads {
  readonly #m: Model
  readonly #ports: MessagePort[] = []
  readonly #differences: TransitionDifferences
  readonly #state: Float64Array
  readonly #next: Int32Array
  readonly #shared = new Map<string, Float64Array>()
  #busy = false

  /**
   * @param m the model; its options may change later, its arrays not
   * @param threads workers that run `serveTransitions`; this thread works too
   */
  constructor(m: Model, threads: readonly ThreadLike[]) {
    if (typeof SharedArrayBuffer === 'undefined')
      throw new TypeError('threads need shared memory: serve the page with cross-origin isolation')
    this.#m = m
    this.#differences = new TransitionDifferences(m)
    this.#state = sharedNumbers(stateSize(m, StateBit.integration))
    this.#next = new Int32Array(new SharedArrayBuffer(4))
    const model = modelMessage(m)
    for (const thread of threads) {
      const { port1, port2 } = new MessageChannel()
      const greeting: Greeting = { kinetree: { model, port: port2 } }
      thread.postMessage(greeting, [port2] as never[])
      setRunning(port1, false)
      this.#ports.push(port1)
    }
  }

  /**
   * The same as `transitionFD`, with the same results. Functions of the user cannot go to other threads: a state that
   * has some is refused.
   */
  async transitionFD(d: Data, given: TransitionMatrices, options: TransitionOptions = {}): Promise<void> {
    if (this.#busy) throw new Error('the threads are busy: await the previous call first')
    for (const [name, callback] of Object.entries(d.callbacks))
      if (callback !== undefined) throw new TypeError(`the callback '${name}' cannot run in other threads`)
    const m = this.#m
    const state = this.#state
    const next = this.#next
    const differences = this.#differences
    getState(m, d, state, StateBit.integration)
    setState(m, differences.d, state, StateBit.integration)
    Atomics.store(next, 0, 0)
    const matrices: TransitionMatrices = {
      A: this.#sharedLike('A', given.A),
      B: this.#sharedLike('B', given.B),
      C: this.#sharedLike('C', given.C),
      D: this.#sharedLike('D', given.D),
    }
    const task: Task = { opt: { ...m.opt }, state, next, matrices, options }
    this.#busy = true
    try {
      const answers = this.#ports.map((port) => ask(port, task))
      let failure: unknown
      try {
        work(differences, task)
      } catch (error) {
        // the other threads can stop
        Atomics.store(next, 0, differences.inputs)
        failure = error
      }
      for (const { error } of await Promise.all(answers)) if (error !== undefined) failure ??= new Error(error)
      if (failure !== undefined) throw failure
    } finally {
      this.#busy = false
    }
    for (const name of ['A', 'B', 'C', 'D'] as const) {
      const found = matrices[name]
      if (found) given[name]?.set(found)
    }
  }

  /** Releases the threads; they can then be terminated, or serve others. */
  close(): void {
    for (const port of this.#ports) port.close()
    this.#ports.length = 0
  }

  /** Shared memory of the same size, kept from call to call. */
  #sharedLike(name: string, matrix: Float64Array | undefined): Float64Array | undefined {
    if (!matrix) return undefined
    let shared = this.#shared.get(name)
    if (shared?.length !== matrix.length) {
      shared = sharedNumbers(matrix.length)
      this.#shared.set(name, shared)
    }
    return shared
  }
}

function sharedNumbers(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(8 * length))
}

/** Sends a task and waits for the answer. */
function ask(port: MessagePort, task: Task): Promise<Answer> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<Answer>) => {
      setRunning(port, false)
      resolve(data)
    }
    setRunning(port, true)
    port.postMessage(task)
  })
}

/** In Node an open port keeps a program running, so it is referenced only while a reply is pending. */
function setRunning(port: MessagePort, running: boolean): void {
  const { ref, unref } = port as MessagePort & { ref?: () => void; unref?: () => void }
  if (running) ref?.call(port)
  else unref?.call(port)
}
