import type { PoolThread } from '../threads/workerPool.ts'
import { openJob, takeChunks, type Workplace } from './batchJobs.ts'

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
  }

  dispose(): void {}
}

/** In Node an open port keeps a program running, so it is referenced only while an answer is due. */
export function setRunning(port: MessagePort, running: boolean): void {
  const { ref, unref } = port as MessagePort & { ref?: () => void; unref?: () => void }
  if (running) ref?.call(port)
  else unref?.call(port)
}
