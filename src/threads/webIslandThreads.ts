import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import type { IslandThreads, PoolOptions } from './islandThreads.ts'
import { startPool } from './workerPool.ts'

/** Settings of `islandThreads` in a browser. */
export interface WebIslandThreadsOptions extends PoolOptions {
  /**
   * Starts a worker that calls `serveIslands(self)`; this is a module of yours, so that your bundler and your content
   * policy know it: `() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })`.
   */
  readonly worker: () => Worker
  /** Number of threads that solve islands, including this one; by default the number of logical processors. */
  readonly threads?: number
}

/**
 * Lets workers solve islands of a state, wherever that pays: afterward just call `step`. The numbers are those of one
 * thread, bit for bit. The page needs cross-origin isolation.
 *
 * A worker is the better place to step from: the thread of a page may not sleep, so it looks again and again
 * while it waits for the last island of a step.
 *
 * @param d a state in shared memory, see `sharedData`
 */
export async function islandThreads(
  m: Model,
  d: Data,
  { worker, threads = navigator.hardwareConcurrency, ...options }: WebIslandThreadsOptions,
): Promise<IslandThreads> {
  const start = (fail: (reason: string) => void) => {
    const thread = worker()
    thread.addEventListener('error', (event) => fail(event.message || 'its worker could not be loaded'))
    thread.addEventListener('messageerror', () => fail('a message could not be read'))
    return thread
  }
  return startPool(m, d, threads, start, options)
}
