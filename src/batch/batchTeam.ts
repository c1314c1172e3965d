import type { PoolThread } from '../threads/workerPool.ts'
import { claimsOf, closeJob, markDeadly, openJob, takeChunks, type Workplace } from './batchJobs.ts'
import { Word } from './batchMemory.ts'
import type { BatchSetup } from './batchSetup.ts'
import type { BatchAnswer, BatchGreeting, Letter } from './batchWorker.ts'
import { releaseChunks, threadsAtWork } from './chunkClaims.ts'
import {
  CALLER,
  DEATHS,
  DISPOSED,
  LOOK,
  MAX_FAILED_STARTS,
  Silence,
  SPINS,
  type StartThread,
  setRunning,
  type Team,
} from './team.ts'
import { KernelRefusal } from './threadKernels.ts'

/** A thread of a team. */
interface Member {
  readonly number: number
  readonly thread: PoolThread
  readonly port: MessagePort
  readonly ready: Promise<void>
  isReady: boolean
  /** Makes `ready` reject. */
  readonly fail: (error: Error) => void
}

/** A job that the caller does not wait for. */
interface OpenJob {
  /** Ends the job if all chunks are done. */
  readonly finish: () => void
  readonly fail: (error: Error) => void
}

/**
 * Threads that share the memory of a batch. A thread that dies, or shows no sign of life for long, is replaced. What it
 * had taken is done again, from the side of the memory that the job only reads.
 */
export class BatchTeam implements Team {
  readonly ready: Promise<void>
  replaced = 0

  readonly #place: Workplace
  readonly #setup: BatchSetup
  readonly #start: StartThread
  readonly #patience: number
  readonly #threads: number
  readonly #members = new Map<number, Member>()
  /** Deaths of threads in this job, by the row that they were at. */
  readonly #deaths = new Map<number, number>()
  /** The last message to all threads. */
  #letter: Letter = { mail: 0 }
  #job: OpenJob | undefined
  #failedStarts = 0
  #disposed = false

  /** @param place where the calling thread works */
  constructor(place: Workplace, setup: BatchSetup, threads: number, start: StartThread, patience: number) {
    this.#place = place
    this.#setup = setup
    this.#start = start
    this.#patience = patience
    this.#threads = threads
    try {
      for (let number = 1; number <= threads; number++) this.#hire(number)
    } catch (error) {
      this.dispose()
      throw error
    }
    this.ready = Promise.all([...this.#members.values()].map(({ ready }) => ready)).then(() => {})
    // a failure is also reported by the next call
    this.ready.catch(() => {})
  }

  /** Sends the memory of rollouts to all threads, or that there are none any more. */
  bring(rollouts: Letter['rollouts']): void {
    const mail = Atomics.add(this.#words, Word.mail, 1) + 1
    this.#letter = rollouts ? { mail, rollouts } : { mail }
    for (const { port, isReady } of this.#members.values()) if (isReady) port.postMessage(this.#letter)
    this.#call()
  }

  run(kind: number): Promise<void> {
    const words = this.#words
    this.#deaths.clear()
    Atomics.store(words, Word.report, 1)
    const claims = openJob(this.#place, kind, this.#threads)
    this.#call()
    const silence = new Silence(this.#patience)
    return new Promise((resolve, reject) => {
      for (const { port } of this.#members.values()) setRunning(port, true)
      // the timer also keeps a program of Node running
      const timer = setInterval(() => this.#look(claims, silence), LOOK)
      const end = () => {
        clearInterval(timer)
        for (const { port } of this.#members.values()) setRunning(port, false)
        closeJob(this.#place)
        this.#job = undefined
      }
      this.#job = {
        finish: () => {
          if (Atomics.load(words, Word.done) < claims.length) return
          end()
          resolve()
        },
        fail: (error) => {
          end()
          reject(error)
        },
      }
      this.#look(claims, silence)
    })
  }

  runSync(kind: number): void {
    const words = this.#words
    this.#deaths.clear()
    Atomics.store(words, Word.report, 0)
    // a chunk for the calling thread, and at most one thread for each of the others
    const helpers = Math.min(this.#threads, claimsOf(this.#place, kind).length) - 1
    const claims = openJob(this.#place, kind, helpers)
    if (helpers > 0) this.#call()
    takeChunks(this.#place, CALLER)
    const silence = new Silence(this.#patience)
    for (let done = Atomics.load(words, Word.done); done < claims.length; done = Atomics.load(words, Word.done)) {
      awaitProgress(words, done)
      // the end of a thread is not heard of while this one waits, only its silence
      if (this.#buryTheSilent(claims, silence)) this.#workAlone()
    }
    closeJob(this.#place)
  }

  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    Atomics.store(this.#words, Word.stop, 1)
    this.#call()
    const gone = new Error(DISPOSED)
    for (const { port, thread, fail } of this.#members.values()) {
      port.close()
      thread.terminate()
      fail(gone)
    }
    this.#members.clear()
    this.#job?.fail(gone)
  }

  get #words(): Int32Array {
    return this.#place.memory.words
  }

  /** Wakes all threads, to look for work. */
  #call(): void {
    Atomics.add(this.#words, Word.job, 1)
    Atomics.notify(this.#words, Word.job)
  }

  /** Looks after a job that threads work on. */
  #look(claims: Int32Array, silence: Silence): void {
    this.#buryTheSilent(claims, silence)
    if (this.#members.size === 0) this.#workAlone()
    this.#job?.finish()
  }

  /** The calling thread does what is left. It stays away from what has killed other threads. */
  #workAlone(): void {
    const kind = Atomics.load(this.#words, Word.kind)
    for (const row of this.#deaths.keys()) markDeadly(this.#place, kind, row)
    takeChunks(this.#place, CALLER)
  }

  #hire(number: number): void {
    const { port1, port2 } = new MessageChannel()
    const { shape, buffer, beats } = this.#place.memory
    beats[number] = 0
    const thread = this.#start((reason) => this.#mourn(member, reason))
    let fail = (_: Error): void => {}
    const ready = new Promise<void>((resolve, reject) => {
      fail = reject
      port1.onmessage = ({ data }: MessageEvent<BatchAnswer>) => {
        if (data.done) this.#job?.finish()
        else if (data.error !== undefined) {
          reject(data.refusal ? new KernelRefusal(data.error) : new Error(data.error))
          this.#leave(member)
        } else {
          member.isReady = true
          this.#failedStarts = 0
          if (this.#job === undefined) setRunning(port1, false)
          if (this.#letter.mail > 0) port1.postMessage(this.#letter)
          resolve()
        }
      }
    })
    ready.catch(() => {})
    const member: Member = { number, thread, port: port1, ready, isReady: false, fail }
    this.#members.set(number, member)
    const greeting: BatchGreeting = {
      kinetreeBatch: { thread: number, setup: this.#setup, port: port2, shared: { shape, buffer: buffer! } },
    }
    thread.postMessage(greeting, [port2] as never[])
  }

  /** A thread has ended. It is replaced, unless threads no longer start. */
  #mourn(member: Member, reason: string): void {
    if (this.#disposed || this.#members.get(member.number) !== member) return
    // it may have worked although its first message was lost
    const hasWorked = member.isReady || Atomics.load(this.#place.memory.beats, member.number) > 0
    member.fail(new Error(`a thread of the batch has ended: ${reason}`))
    this.#leave(member)
    if (!hasWorked && ++this.#failedStarts > MAX_FAILED_STARTS) return
    this.replaced++
    this.#hire(member.number)
  }

  /** Ends a thread, and frees what it has taken. */
  #leave(member: Member): void {
    const words = this.#words
    const { places } = this.#place.memory
    this.#members.delete(member.number)
    member.port.close()
    member.thread.terminate()
    const kind = Atomics.load(words, Word.kind)
    if (kind === 0) return
    const claims = claimsOf(this.#place, kind)
    if (releaseChunks(claims, Atomics.load(words, Word.epoch), member.number) === 0) return
    const row = places[member.number]
    const deaths = (this.#deaths.get(row) ?? 0) + 1
    this.#deaths.set(row, deaths)
    if (deaths >= DEATHS) markDeadly(this.#place, kind, row)
    this.#call()
  }

  /** Replaces threads that have work and show no sign of life; returns whether there were some. */
  #buryTheSilent(claims: Int32Array, silence: Silence): boolean {
    const { words, beats } = this.#place.memory
    let found = false
    for (const number of threadsAtWork(claims, Atomics.load(words, Word.epoch))) {
      const member = this.#members.get(number)
      if (!member || !silence.isLong(number, Atomics.load(beats, number))) continue
      this.#mourn(member, `nothing was heard of it for ${this.#patience / 1000} s`)
      found = true
    }
    return found
  }
}

/** Waits until chunks are done, but not for long. */
function awaitProgress(words: Int32Array, done: number): void {
  for (let i = 0; i < SPINS; i++) if (Atomics.load(words, Word.done) !== done) return
  // a thread that does not see this has changed `done` before, and the wait ends at once
  Atomics.store(words, Word.waiting, 1)
  Atomics.wait(words, Word.done, done, LOOK)
  Atomics.store(words, Word.waiting, 0)
}
