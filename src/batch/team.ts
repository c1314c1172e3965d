import type { PoolThread } from '../threads/workerPool.ts'
import { closeJob, openJob, takeChunks, type Workplace } from './batchJobs.ts'

/** Starts a thread that runs `serveBatch`; calls its argument when the thread ends. */
export type StartThread = (onEnd: (reason: string) => void) => PoolThread

/** Threads that do the jobs of a batch. */
export interface Team {
  /** Resolves when all threads are ready; rejects if one cannot be. */
  readonly ready: Promise<void>
  /** Threads that have died and been replaced. */
  readonly replaced: number
  /** Does a job; this thread is free meanwhile. */
  run(kind: number): Promise<void>
  /** Does a job, and works on it too; this thread waits. */
  runSync(kind: number): void
  dispose(): void
}

/** The number of the calling thread. */
export const CALLER = 0

/** What was being done when so many threads died is not tried again. */
export const DEATHS = 2

/** Threads that fail as soon as they start are replaced so often. */
export const MAX_FAILED_STARTS = 3

/** How often a waiting caller looks around, ms. */
export const LOOK = 200

/** How often an idle thread looks for work before it blocks: about 20 µs. */
export const SPINS = 10_000

export const DISPOSED = 'the batch has been disposed of'

/** How long threads have shown no sign of life. */
export class Silence {
  readonly #patience: number
  readonly #last = new Map<number, { readonly sign: number; readonly time: number }>()

  /** @param patience ms */
  constructor(patience: number) {
    this.#patience = patience
  }

  /** Whether a thread has given the same sign for too long. */
  isLong(thread: number, sign: number): boolean {
    const now = performance.now()
    const last = this.#last.get(thread)
    if (last?.sign === sign) return now - last.time > this.#patience
    this.#last.set(thread, { sign, time: now })
    return false
  }
}

/** The calling thread alone. */
export class LocalTeam implements Team {
  readonly ready: Promise<void> = Promise.resolve()
  readonly replaced = 0
  readonly #place: Workplace

  constructor(place: Workplace) {
    this.#place = place
  }

  async run(kind: number): Promise<void> {
    this.runSync(kind)
  }

  runSync(kind: number): void {
    openJob(this.#place, kind, 0)
    takeChunks(this.#place, CALLER)
    closeJob(this.#place)
  }

  dispose(): void {}
}

/** In Node an open port keeps a program running, so it is referenced only while an answer is due. */
export function setRunning(port: MessagePort, running: boolean): void {
  const { ref, unref } = port as MessagePort & { ref?: () => void; unref?: () => void }
  if (running) ref?.call(port)
  else unref?.call(port)
}
