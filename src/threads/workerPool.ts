import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import { type CrewOptions, IslandThreads } from './islandThreads.ts'
import type { ThreadLike } from './threadLike.ts'

/** A worker that can be ended. */
export interface CrewThread extends ThreadLike {
  terminate(): unknown
}

/**
 * Starts workers and puts them to work on the islands of a state; resolves when all are ready.
 * @param start starts one, and calls the function that it is given when the worker fails
 */
export async function startCrew(
  m: Model,
  d: Data,
  threads: number,
  start: (fail: (reason: string) => void) => CrewThread,
  options: CrewOptions,
): Promise<IslandThreads> {
  if (!(Number.isInteger(threads) && threads >= 1)) throw new RangeError(`there cannot be ${threads} threads`)
  let crew: IslandThreads | undefined
  const fail = (reason: string) => crew?.fail(reason)
  const workers = Array.from({ length: threads - 1 }, () => start(fail))
  const onDispose = () => {
    for (const worker of workers) worker.terminate()
  }
  try {
    crew = new IslandThreads(m, d, workers, { ...options, onDispose })
    await crew.ready
    return crew
  } catch (error) {
    if (crew) crew.dispose()
    else onDispose()
    throw error
  }
}
