/**
 * Words in shared memory that synchronize the threads of an island pool. The stepping thread opens a job, and every
 * thread takes islands from a common counter until none are left.
 *
 * A worker joins (`ACTIVE` + 1) before it checks for an open job. The stepping thread closes a job before it checks
 * for workers that have joined. So a worker either finds the job closed and leaves, or is waited for. A late or dead
 * worker is not waited for. Frequently changed words are 64 bytes apart to avoid false sharing.
 */
const LINE = 16

/** Number of jobs; idle workers wait for it to change. */
export const JOB = 0
/** 1: islands may be taken. */
export const OPEN = LINE
/** Index of the next free island in the list. */
export const NEXT = 2 * LINE
/** Number of workers that have joined. */
export const ACTIVE = 3 * LINE
/** 1: the stepping thread waits until no worker is active. */
export const WAITING = 4 * LINE
/** Number of memory replacements; a worker with another number must get the new memory first. */
export const GENERATION = 5 * LINE
/** The job, and its number of islands. */
export const KIND = GENERATION + 1
export const COUNT = GENERATION + 2
/** 1: workers must end. */
export const STOP = GENERATION + 3
/** Worker that has failed, from 1 on. */
export const FAILED = GENERATION + 4
/** Length of its error message. */
export const MESSAGE_LENGTH = GENERATION + 5
export const WORD_COUNT = 6 * LINE

/** Longest error message of a worker. */
export const MESSAGE_SIZE = 500

/** Number of spins of an idle thread before it blocks: about 20 µs. */
export const SPINS = 10_000

/** Memory that all threads of a pool share for as long as it exists. */
export interface Control {
  readonly words: Int32Array
  /** Error message of a failed worker, as character codes. */
  readonly message: Uint16Array
  /** Options that solvers read, see `options.ts`. */
  readonly options: Float64Array
  /** Number of islands that each thread has solved; the stepping thread comes first. */
  readonly shares: Int32Array
}
