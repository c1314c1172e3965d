/**
 * Words in shared memory by which threads that solve islands talk: the thread that steps opens a job, and every thread takes
 * islands of it from a common counter until there are none left.
 *
 * A worker joins (`ACTIVE` + 1) before it looks whether a job is open, and the thread that steps closes a job before it
 * looks whether somebody has joined. So a worker either finds the job closed and leaves, or is waited for; and
 * one that comes late, or that never comes, is not. Words that change often are 64 bytes apart, so that cores do not fight for them.
 */
const LINE = 16

/** Counts jobs; idle workers wait for it to change. */
export const JOB = 0
/** 1: islands may be taken. */
export const OPEN = LINE
/** Place in the list of the next island that nobody has. */
export const NEXT = 2 * LINE
/** Workers that have joined. */
export const ACTIVE = 3 * LINE
/** 1: the thread that steps waits until nobody is active. */
export const WAITING = 4 * LINE
/** Counts blocks of memory that were replaced by larger ones: a worker with another number must get the new ones first. */
export const GENERATION = 5 * LINE
/** What is to be done with the islands, and how many there are. */
export const KIND = GENERATION + 1
export const COUNT = GENERATION + 2
/** 1: workers are to leave for good. */
export const STOP = GENERATION + 3
/** Worker that has failed, from 1 on. */
export const FAILED = GENERATION + 4
/** Length of what it says. */
export const MESSAGE_LENGTH = GENERATION + 5
export const WORD_COUNT = 6 * LINE

/** Longest message of a worker that has failed. */
export const MESSAGE_SIZE = 500

/** How often an idle thread looks before it goes to sleep: some 20 µs. */
export const SPINS = 10_000

/** Memory that all threads of a pool share for as long as it exists. */
export interface Control {
  readonly words: Int32Array
  /** What a worker that has failed says, as codes of characters. */
  readonly message: Uint16Array
  /** Options that solvers read, see `options.ts`. */
  readonly options: Float64Array
  /** Islands that each thread has solved so far; the first is the one that steps. */
  readonly shares: Int32Array
}
