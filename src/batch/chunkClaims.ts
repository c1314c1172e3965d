/**
 * How threads share the chunks of a job. A claim is one word for each chunk: free, taken by a thread, or done. A single
 * atomic operation takes a chunk, so a thread that dies leaves nothing but a chunk that is known to be its own.
 *
 * A word also holds the number of its job. A thread that is late, and still looks for chunks of the last job, finds
 * none.
 */

/** Most threads of a batch, beside the calling one. */
export const MAX_THREADS = 1021

const THREAD_BITS = 10
const DONE = (1 << THREAD_BITS) - 1
/** Numbers of jobs start again after so many. */
const EPOCHS = 1 << 20

/** The number of the job after another one. */
export function nextEpoch(epoch: number): number {
  return (epoch + 1) % EPOCHS
}

const free = (epoch: number): number => epoch << THREAD_BITS
const taken = (epoch: number, thread: number): number => (epoch << THREAD_BITS) | (thread + 1)
const done = (epoch: number): number => (epoch << THREAD_BITS) | DONE

/** Makes all chunks free, for a new job. */
export function offerAll(claims: Int32Array, epoch: number): void {
  for (let c = 0; c < claims.length; c++) Atomics.store(claims, c, free(epoch))
}

/** Takes the first free chunk from a place on; returns -1 if there is none. */
export function takeChunk(claims: Int32Array, epoch: number, thread: number, from: number): number {
  const word = free(epoch)
  for (let c = from; c < claims.length; c++)
    if (Atomics.load(claims, c) === word && Atomics.compareExchange(claims, c, word, taken(epoch, thread)) === word)
      return c
  return -1
}

/** Marks a chunk as done. Returns false if it was taken away from the thread, which had not been heard of. */
export function finishChunk(claims: Int32Array, epoch: number, thread: number, chunk: number): boolean {
  const mine = taken(epoch, thread)
  return Atomics.compareExchange(claims, chunk, mine, done(epoch)) === mine
}

/** Frees the chunks that a dead thread has taken; returns how many. */
export function releaseChunks(claims: Int32Array, epoch: number, thread: number): number {
  const theirs = taken(epoch, thread)
  let released = 0
  for (let c = 0; c < claims.length; c++)
    if (Atomics.compareExchange(claims, c, theirs, free(epoch)) === theirs) released++
  return released
}

/** Threads that have taken chunks which are not done. */
export function threadsAtWork(claims: Int32Array, epoch: number): Set<number> {
  const threads = new Set<number>()
  for (let c = 0; c < claims.length; c++) {
    const word = Atomics.load(claims, c)
    const thread = (word & DONE) - 1
    if (word >> THREAD_BITS === epoch && thread >= 0 && thread <= MAX_THREADS) threads.add(thread)
  }
  return threads
}
