import type { PoolThread } from '../threads/workerPool.ts'
import { JobKind, openJob, takeChunks, type Workplace } from './batchJobs.ts'
import { Word } from './batchMemory.ts'
import type { BatchSetup } from './batchSetup.ts'
import type { BatchAnswer, BatchGreeting } from './batchWorker.ts'
import { finishChunk, releaseChunks, takeChunk } from './chunkClaims.ts'
import { packRows, unpackRows, type WorkDone, type WorkMessage } from './messageWork.ts'
import { CALLER, LocalTeam, type StartThread, setRunning, type Team } from './team.ts'

/** A thread that gets its work in messages. */
interface Courier {
  readonly number: number
  readonly thread: PoolThread
  readonly port: MessagePort
}

/**
 * Threads without shared memory: chunks travel in messages. Synchronous jobs and rollouts are done on the calling
 * thread.
 */
export class MessageTeam implements Team {
  readonly ready: Promise<void>
  replaced = 0

  readonly #place: Workplace
  readonly #setup: BatchSetup
  readonly #start: StartThread
  readonly #couriers = new Map<number, Courier>()
  #resolve: (() => void) | undefined
  #disposed = false

  constructor(place: Workplace, setup: BatchSetup, threads: number, start: StartThread) {
    this.#place = place
    this.#setup = setup
    this.#start = start
    const started = Array.from({ length: threads }, (_, i) => this.#hire(i + 1))
    this.ready = Promise.all(started).then(() => {})
    this.ready.catch(() => {})
  }

  run(kind: number): Promise<void> {
    if (kind === JobKind.rollout || this.#couriers.size === 0) {
      this.runSync(kind)
      return Promise.resolve()
    }
    openJob(this.#place, kind, 0)
    return new Promise((resolve) => {
      this.#resolve = () => {
        for (const { port } of this.#couriers.values()) setRunning(port, false)
        this.#resolve = undefined
        resolve()
      }
      for (const courier of this.#couriers.values()) {
        setRunning(courier.port, true)
        this.#send(courier)
      }
    })
  }

  runSync(kind: number): void {
    new LocalTeam(this.#place).runSync(kind)
  }

  dispose(): void {
    this.#disposed = true
    for (const { port, thread } of this.#couriers.values()) {
      port.close()
      thread.terminate()
    }
    this.#couriers.clear()
  }

  #hire(number: number): Promise<void> {
    const { port1, port2 } = new MessageChannel()
    return new Promise((resolve, reject) => {
      let isReady = false
      const thread = this.#start((reason) => {
        reject(new Error(`a thread of the batch has ended: ${reason}`))
        this.#mourn(courier, isReady)
      })
      const courier: Courier = { number, thread, port: port1 }
      port1.onmessage = ({ data }: MessageEvent<BatchAnswer & Partial<WorkDone>>) => {
        if (data.finished !== undefined) this.#receive(courier, data as WorkDone)
        else if (data.error !== undefined) {
          reject(new Error(data.error))
          this.#mourn(courier, false)
        } else {
          isReady = true
          setRunning(port1, this.#resolve !== undefined)
          if (this.#resolve) this.#send(courier)
          resolve()
        }
      }
      this.#couriers.set(number, courier)
      const greeting: BatchGreeting = {
        kinetreeBatch: { thread: number, setup: this.#setup, port: port2, shared: undefined },
      }
      thread.postMessage(greeting, [port2] as never[])
    })
  }

  /** Gives a thread a chunk, if one is left. */
  #send({ number, port }: Courier): void {
    const { memory } = this.#place
    const { words, claims } = memory
    const chunk = takeChunk(claims, words[Word.epoch], number, 0)
    if (chunk < 0) return
    const { shape, buffer } = packRows(memory, chunk)
    const message: WorkMessage = {
      kind: words[Word.kind],
      side: words[Word.side],
      nstep: words[Word.nstep],
      chunk,
      shape,
      buffer,
    }
    port.postMessage(message, [buffer] as never[])
  }

  #receive(courier: Courier, done: WorkDone): void {
    const { memory } = this.#place
    const { words, claims } = memory
    if (this.#disposed) return
    unpackRows(memory, done)
    if (finishChunk(claims, words[Word.epoch], courier.number, done.finished)) words[Word.done]++
    if (words[Word.done] === claims.length) this.#resolve?.()
    else this.#send(courier)
  }

  /** A thread has ended: others do its chunk; without others, this one does. */
  #mourn(courier: Courier, replace: boolean): void {
    if (this.#disposed || this.#couriers.get(courier.number) !== courier) return
    const { words, claims } = this.#place.memory
    this.#couriers.delete(courier.number)
    courier.port.close()
    releaseChunks(claims, words[Word.epoch], courier.number)
    if (replace) {
      this.replaced++
      this.#hire(courier.number).catch(() => {})
    }
    if (!this.#resolve) return
    for (const other of this.#couriers.values()) this.#send(other)
    if (this.#couriers.size > 0) return
    takeChunks(this.#place, CALLER)
    this.#resolve()
  }
}
