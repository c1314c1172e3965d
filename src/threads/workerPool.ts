import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import { IslandThreads, type PoolOptions } from './islandThreads.ts'
import type { ThreadLike } from './threadLike.ts'

/** A worker that can be terminated. */
export interface PoolThread extends ThreadLike {
  terminate(): unknown
}

/**
 * Starts workers for the islands of a state; resolves when all are ready.
 * @param start starts a worker; calls its argument when the worker fails
 */
export async function startPool(
  m: Model,
  d: Data,
  threads: number,
  start: (fail: (reason: string) => void) => PoolThread,
  options: PoolOptions,
): Promise<IslandThreads> {
  if (!(Number.isInteger(threads) && threads >= 1))
    throw new RangeError(`the number of threads must be a positive integer, not ${threads}`)
  let pool: IslandThreads | undefined
  const fail = (reason: string) => pool?.fail(reason)
  const workers = Array.from({ length: threads - 1 }, () => start(fail))
  const onDispose = () => {
    for (const worker of workers) worker.terminate()
  }
  try {
    pool = new IslandThreads(m, d, workers, { ...options, onDispose })
    await pool.ready
    return pool
  } catch (error) {
    if (pool) pool.dispose()
    else onDispose()
    throw error
  }
}
