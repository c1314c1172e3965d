/** Bytes: one number that is boxed each time would be 16. What runs seldom is not compiled, and may box some. */
export const LIMIT = 15
const WARM_UP_BLOCKS = 100

/**
 * Bytes that the heap grows by each time, once the compiler has settled: the first block of runs without growth is the
 * steady state.
 */
export function steadyGrowth(run: (count: number) => void, warmUp: number, count: number): number {
  let grown = Infinity
  for (let block = 0; block < WARM_UP_BLOCKS && grown >= LIMIT; block++) {
    globalThis.gc!()
    run(warmUp)
    const before = process.memoryUsage().heapUsed
    run(count)
    grown = (process.memoryUsage().heapUsed - before) / count
  }
  return grown
}
