import type { PoolThread } from '../threads/workerPool.ts'
import { JobKind, markDeadly, type Workplace } from './batchJobs.ts'
import { Word } from './batchMemory.ts'
import type { BatchSetup } from './batchSetup.ts'
import type { BatchAnswer, BatchGreeting } from './batchWorker.ts'
import { packRollouts, packRows, unpackRollouts, unpackRows, type WorkDone, type WorkMessage } from './messageWork.ts'
import {
  DEATHS,
  DISPOSED,
  LOOK,
  LocalTeam,
  MAX_FAILED_STARTS,
  type StartThread,
  setRunning,
  type Team,
} from './team.ts'
import { KernelRefusal } from './threadKernels.ts'

/** Rows [first, first + count) of the job. */
interface Part {
  readonly first: number
  readonly count: number
}

/** A thread that gets its work in messages. */
interface Courier {
  readonly number: number
  readonly thread: PoolThread
  readonly port: MessagePort
  readonly fail: (error: Error) => void
  isReady: boolean
  /** What it works on, and since when. */
  part: Part | undefined
  since: number
}

/** A job under way. */
interface MessageJob {
  readonly kind: number
  readonly parts: Part[]
  /** Rows that are not done. */
  left: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Threads without shared memory: rows travel in messages. Synchronous jobs are done on the calling thread. */
export class MessageTeam implements Team {
  readonly ready: Promise<void>
  replaced = 0

  readonly #place: Workplace
  readonly #setup: BatchSetup
  readonly #start: StartThread
  readonly #patience: number
  readonly #couriers = new Map<number, Courier>()
  /** Deaths of threads in this job, by row. */
  readonly #deaths = new Map<number, number>()
  #job: MessageJob | undefined
  #failedStarts = 0
  #disposed = false

  constructor(place: Workplace, setup: BatchSetup, threads: number, start: StartThread, patience: number) {
    this.#place = place
    this.#setup = setup
    this.#start = start
    this.#patience = patience
    try {
      this.ready = Promise.all(Array.from({ length: threads }, (_, i) => this.#hire(i + 1))).then(() => {})
    } catch (error) {
      this.dispose()
      throw error
    }
    this.ready.catch(() => {})
  }

  run(kind: number): Promise<void> {
    const { words, shape } = this.#place.memory
    const { rollouts } = this.#place
    const isRollout = kind === JobKind.rollout && rollouts !== undefined
    const total = isRollout ? rollouts.memory.shape.rollouts : shape.environments
    const size = isRollout ? rollouts.memory.shape.chunk : shape.chunk
    const parts: Part[] = []
    for (let first = 0; first < total; first += size) parts.push({ first, count: Math.min(size, total - first) })
    this.#deaths.clear()
    words[Word.done] = 0
    return new Promise((resolve, reject) => {
      const timer = setInterval(() => this.#look(), LOOK)
      const end = () => {
        clearInterval(timer)
        for (const { port } of this.#couriers.values()) setRunning(port, false)
        this.#job = undefined
      }
      this.#job = {
        kind,
        parts,
        left: total,
        resolve: () => {
          end()
          resolve()
        },
        reject: (error) => {
          end()
          reject(error)
        },
      }
      for (const courier of this.#couriers.values()) {
        setRunning(courier.port, true)
        if (courier.isReady) this.#send(courier)
      }
      if (this.#couriers.size === 0) this.#workAlone()
    })
  }

  runSync(kind: number): void {
    new LocalTeam(this.#place).runSync(kind)
  }

  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    const gone = new Error(DISPOSED)
    for (const { port, thread, fail } of this.#couriers.values()) {
      port.close()
      thread.terminate()
      fail(gone)
    }
    this.#couriers.clear()
    this.#job?.reject(gone)
  }

  #hire(number: number): Promise<void> {
    const { port1, port2 } = new MessageChannel()
    const ready = new Promise<void>((resolve, reject) => {
      const thread = this.#start((reason) => this.#mourn(courier, reason))
      const courier: Courier = {
        number,
        thread,
        port: port1,
        fail: reject,
        isReady: false,
        part: undefined,
        since: 0,
      }
      port1.onmessage = ({ data }: MessageEvent<BatchAnswer & Partial<WorkDone>>) => {
        if (data.finished !== undefined) this.#receive(courier, data as WorkDone)
        else if (data.error !== undefined) {
          reject(data.refusal ? new KernelRefusal(data.error) : new Error(data.error))
          this.#leave(courier)
        } else {
          courier.isReady = true
          this.#failedStarts = 0
          setRunning(port1, this.#job !== undefined)
          if (this.#job) this.#send(courier)
          resolve()
        }
      }
      this.#couriers.set(number, courier)
      const greeting: BatchGreeting = {
        kinetreeBatch: { thread: number, setup: this.#setup, port: port2, shared: undefined },
      }
      thread.postMessage(greeting, [port2] as never[])
    })
    ready.catch(() => {})
    return ready
  }

  /** Gives a thread the next rows, if some are left. */
  #send(courier: Courier): void {
    const { memory, rollouts } = this.#place
    const { words } = memory
    const job = this.#job
    if (!job || courier.part) return
    if (words[Word.cancel] !== 0) this.#dropParts(job)
    const part = job.parts.shift()
    if (!part) return
    courier.part = part
    courier.since = performance.now()
    const isRollout = job.kind === JobKind.rollout && rollouts !== undefined
    const { first, count } = part
    const rows = isRollout ? packRollouts(rollouts.memory, first, count) : packRows(memory, first, count)
    const message: WorkMessage = { kind: job.kind, side: words[Word.side], nstep: words[Word.nstep], rows }
    courier.port.postMessage(message, [rows.buffer] as never[])
  }

  #receive(courier: Courier, { finished, texts }: WorkDone): void {
    const { memory, rollouts } = this.#place
    const job = this.#job
    const { part } = courier
    courier.part = undefined
    if (!job || !part) return
    if (!('rollouts' in finished)) unpackRows(memory, finished.shape, finished.buffer)
    else if (rollouts) unpackRollouts(rollouts.memory, memory, finished.rollouts, finished.buffer, texts)
    this.#count(job, part.count)
    if (this.#job) this.#send(courier)
  }

  #count(job: MessageJob, rows: number): void {
    const { words, claims } = this.#place.memory
    job.left -= rows
    // progress is counted in chunks
    words[Word.done] = Math.min(words[Word.done] + 1, this.#place.rollouts?.memory.claims.length ?? claims.length)
    if (job.left === 0) job.resolve()
  }

  #dropParts(job: MessageJob): void {
    for (const { count } of job.parts.splice(0)) job.left -= count
    if (job.left === 0) job.resolve()
  }

  /** Replaces threads that have had their work for too long. */
  #look(): void {
    const now = performance.now()
    for (const courier of [...this.#couriers.values()])
      if (courier.part && now - courier.since > this.#patience)
        this.#mourn(courier, `nothing was heard of it for ${this.#patience / 1000} s`)
  }

  /** A thread has ended. It is replaced, unless threads no longer start. */
  #mourn(courier: Courier, reason: string): void {
    if (this.#disposed || this.#couriers.get(courier.number) !== courier) return
    courier.fail(new Error(`a thread of the batch has ended: ${reason}`))
    const mayStart = courier.isReady || ++this.#failedStarts <= MAX_FAILED_STARTS
    if (mayStart) this.replaced++
    this.#leave(courier, mayStart)
  }

  #leave(courier: Courier, replace = false): void {
    this.#couriers.delete(courier.number)
    courier.port.close()
    courier.thread.terminate()
    const job = this.#job
    if (courier.part && job) this.#suspect(job, courier.part)
    if (replace) void this.#hire(courier.number)
    if (!job) return
    for (const other of this.#couriers.values()) if (other.isReady) this.#send(other)
    if (this.#couriers.size === 0) this.#workAlone()
  }

  /** Rows that a thread died of are done one by one; a row that kills again is not tried any more. */
  #suspect(job: MessageJob, { first, count }: Part): void {
    if (count === 1) {
      const deaths = (this.#deaths.get(first) ?? 0) + 1
      this.#deaths.set(first, deaths)
      if (deaths >= DEATHS) markDeadly(this.#place, job.kind, first)
    }
    job.parts.unshift(...Array.from({ length: count }, (_, i) => ({ first: first + i, count: 1 })))
  }

  /** Without threads, the calling one does the whole job: again where rows are done, with the same results. */
  #workAlone(): void {
    const job = this.#job
    if (!job) return
    for (const row of this.#deaths.keys()) markDeadly(this.#place, job.kind, row)
    this.runSync(job.kind)
    job.resolve()
  }
}
