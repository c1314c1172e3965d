/** Bytes: one number that is boxed each time would be 16. What runs seldom is not compiled, and may box some. */
export const LIMIT = 15
const WARM_UP_BLOCKS = 100

/**
 * Bytes that the heap grows by each time, once the compiler has settled: the first block of runs without growth is the
 * steady state.
 *
 * @param warmUp runs before each measurement
 * @param count runs in a measurement
 */
export function steadyGrowth(
  run: (count: number) => void,
  warmUp: number,
  count: number,
  { limit = LIMIT, blocks = WARM_UP_BLOCKS } = {},
): number {
  const collect = globalThis.gc
  if (!collect) throw new Error('run with --expose-gc')
  let grown = Infinity
  for (let block = 0; block < blocks && grown >= limit; block++) {
    run(warmUp)
    // nothing that is left from before may be collected while it is measured
    collect()
    // the first object of the old space after that takes a stretch of it, all of which counts
    run(1)
    const before = process.memoryUsage().heapUsed
    run(count)
    grown = (process.memoryUsage().heapUsed - before) / count
  }
  return grown
}
