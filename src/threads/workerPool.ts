import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import { IslandThreads, type PoolOptions } from './islandThreads.ts'
import type { ThreadLike } from './threadLike.ts'

/** A worker that can be ended. */
export interface PoolThread extends ThreadLike {
  terminate(): unknown
}

/**
 * Starts workers and puts them to work on the islands of a state; resolves when all are ready.
 * @param start starts one, and calls the function that it is given when the worker fails
 */
export async function startPool(
  m: Model,
  d: Data,
  threads: number,
  start: (fail: (reason: string) => void) => PoolThread,
  options: PoolOptions,
): Promise<IslandThreads> {
  if (!(Number.isInteger(threads) && threads >= 1)) throw new RangeError(`there cannot be ${threads} threads`)
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
