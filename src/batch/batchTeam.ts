import type { PoolThread } from '../threads/workerPool.ts'
import { claimsOf, JobKind, openJob, takeChunks, type Workplace } from './batchJobs.ts'
import { Word } from './batchMemory.ts'
import type { BatchSetup } from './batchSetup.ts'
import type { BatchAnswer, BatchGreeting, Letter } from './batchWorker.ts'
import { releaseChunks, threadsAtWork } from './chunkClaims.ts'
import { CALLER, type StartThread, setRunning, type Team } from './team.ts'

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

/** An environment that was being stepped when so many threads died is not stepped again until it is reset. */
const DEATHS = 2

/** How often a waiting caller looks around, ms. */
const LOOK = 200

/**
 * Threads that share the memory of a batch. A thread that dies, or is not heard of for long, is replaced. What it had
 * taken is done again, from the side of the memory that the job only reads.
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
  /** Deaths of threads by the row that they were at. */
  readonly #deaths = new Map<number, number>()
  /** The last message to all threads. */
  #letter: Letter = { mail: 0 }
  #finish: (() => void) | undefined
  #disposed = false

  /** @param place where the calling thread works */
  constructor(place: Workplace, setup: BatchSetup, threads: number, start: StartThread, patience: number) {
    this.#place = place
    this.#setup = setup
    this.#start = start
    this.#patience = patience
    this.#threads = threads
    for (let number = 1; number <= threads; number++) this.#hire(number)
    this.ready = Promise.all([...this.#members.values()].map(({ ready }) => ready)).then(() => {})
    // a failure is also reported by the next call
    this.ready.catch(() => {})
  }

  /** Sends the memory of rollouts to all threads; the next job is theirs. */
  bring(rollouts: NonNullable<Letter['rollouts']>): void {
    this.#letter = { mail: Atomics.add(this.#words, Word.mail, 1) + 1, rollouts }
    for (const { port, isReady } of this.#members.values()) if (isReady) port.postMessage(this.#letter)
    this.#call()
  }

  run(kind: number): Promise<void> {
    const words = this.#words
    Atomics.store(words, Word.report, 1)
    const claims = openJob(this.#place, kind, this.#threads)
    this.#call()
    return new Promise((resolve) => {
      let last = -1
      let silence = 0
      for (const { port } of this.#members.values()) setRunning(port, true)
      // the timer also keeps a program of Node running
      const timer = setInterval(() => {
        const done = Atomics.load(words, Word.done)
        if (done === claims.length) this.#finish?.()
        else if (this.#members.size === 0) takeChunks(this.#place, CALLER)
        silence = done === last ? silence + LOOK : 0
        last = done
        if (silence >= this.#patience) this.#buryTheSilent(claims)
      }, LOOK)
      this.#finish = () => {
        if (Atomics.load(words, Word.done) < claims.length) return
        clearInterval(timer)
        for (const { port } of this.#members.values()) setRunning(port, false)
        this.#finish = undefined
        resolve()
      }
      this.#finish()
    })
  }

  runSync(kind: number): void {
    const words = this.#words
    Atomics.store(words, Word.report, 0)
    const claims = openJob(this.#place, kind, this.#threads - 1)
    this.#call()
    takeChunks(this.#place, CALLER)
    let silence = 0
    for (let done = Atomics.load(words, Word.done); done < claims.length; done = Atomics.load(words, Word.done)) {
      silence = awaitProgress(words, done) ? 0 : silence + LOOK
      if (silence < this.#patience) continue
      // the end of a thread is not heard of while this one waits: do its work here
      const epoch = Atomics.load(words, Word.epoch)
      for (const number of threadsAtWork(claims, epoch)) releaseChunks(claims, epoch, number)
      takeChunks(this.#place, CALLER)
      silence = 0
    }
  }

  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    Atomics.store(this.#words, Word.stop, 1)
    this.#call()
    for (const { port, thread } of this.#members.values()) {
      port.close()
      thread.terminate()
    }
    this.#members.clear()
  }

  get #words(): Int32Array {
    return this.#place.memory.words
  }

  /** Wakes all threads, to look for work. */
  #call(): void {
    Atomics.add(this.#words, Word.job, 1)
    Atomics.notify(this.#words, Word.job)
  }

  #hire(number: number): void {
    const { port1, port2 } = new MessageChannel()
    const thread = this.#start((reason) => this.#mourn(member, reason))
    const { shape, buffer } = this.#place.memory
    const greeting: BatchGreeting = {
      kinetreeBatch: { thread: number, setup: this.#setup, port: port2, shared: { shape, buffer: buffer! } },
    }
    let fail = (_: Error): void => {}
    const ready = new Promise<void>((resolve, reject) => {
      fail = reject
      port1.onmessage = ({ data }: MessageEvent<BatchAnswer>) => {
        if (data.done) this.#finish?.()
        else if (data.error !== undefined) {
          reject(new Error(data.error))
          this.#leave(member)
        } else {
          member.isReady = true
          if (this.#finish === undefined) setRunning(port1, false)
          if (this.#letter.mail > 0) port1.postMessage(this.#letter)
          resolve()
        }
      }
    })
    ready.catch(() => {})
    const member: Member = { number, thread, port: port1, ready, isReady: false, fail }
    this.#members.set(number, member)
    thread.postMessage(greeting, [port2] as never[])
  }

  /** A thread has ended. */
  #mourn(member: Member, reason: string): void {
    if (this.#disposed || this.#members.get(member.number) !== member) return
    member.fail(new Error(`a thread of the batch has ended: ${reason}`))
    this.#leave(member)
    // one that never worked would fail again
    if (!member.isReady) return
    this.replaced++
    this.#hire(member.number)
  }

  /** Frees what a thread has taken. */
  #leave(member: Member): void {
    const { memory } = this.#place
    this.#members.delete(member.number)
    member.port.close()
    const words = this.#words
    const kind = Atomics.load(words, Word.kind)
    if (kind === 0) return
    const claims = claimsOf(this.#place, kind)
    if (releaseChunks(claims, Atomics.load(words, Word.epoch), member.number) === 0) return
    if (kind !== JobKind.rollout) {
      const row = memory.places[member.number]
      const deaths = (this.#deaths.get(row) ?? 0) + 1
      this.#deaths.set(row, deaths)
      if (deaths >= DEATHS) {
        memory.deadly[row] = 1
        this.#deaths.delete(row)
      }
    }
    this.#call()
  }

  /** Replaces threads that have work and show no sign of it. */
  #buryTheSilent(claims: Int32Array): void {
    for (const number of threadsAtWork(claims, Atomics.load(this.#words, Word.epoch))) {
      const member = this.#members.get(number)
      if (!member) continue
      member.thread.terminate()
      this.#mourn(member, `nothing was heard of it for ${this.#patience / 1000} s`)
    }
  }
}

/** Waits until chunks are done, but not for long: returns whether some were. */
function awaitProgress(words: Int32Array, done: number): boolean {
  for (let i = 0; i < SPINS; i++) if (Atomics.load(words, Word.done) !== done) return true
  return Atomics.wait(words, Word.done, done, LOOK) !== 'timed-out'
}

/** About 20 µs. */
const SPINS = 10_000
