import { type BatchMemory, Word } from './batchMemory.ts'
import { finishChunk, nextEpoch, offerAll, takeChunk } from './chunkClaims.ts'
import type { EnvironmentStepper } from './environmentStepper.ts'
import type { RolloutRunner } from './rolloutRunner.ts'

/** What threads do for a batch. */
export const JobKind = { step: 1, reset: 2, rollout: 3 } as const

/** What a thread needs for jobs. */
export interface Workplace {
  readonly memory: BatchMemory
  readonly stepper: EnvironmentStepper
  /** The rollouts at hand. */
  rollouts: RolloutRunner | undefined
}

/** Row, or rollout, of a job that has taken down threads: it counts as failed. */
export function markDeadly({ memory, rollouts }: Workplace, kind: number, row: number): void {
  const { deadly } = kind === JobKind.rollout && rollouts ? rollouts.memory : memory
  deadly[row] = 1
}

/** Claims of the job at hand. */
export function claimsOf({ memory, rollouts }: Workplace, kind: number): Int32Array {
  return kind === JobKind.rollout && rollouts ? rollouts.memory.claims : memory.claims
}

/** Number of the job after the one at hand. */
export function epochAfter({ words }: BatchMemory): number {
  return nextEpoch(Atomics.load(words, Word.epoch))
}

/**
 * Makes a job known to threads that look for one. Returns its claims.
 * @param helpers threads that may take part, beside the caller
 */
export function openJob(place: Workplace, kind: number, helpers: number): Int32Array {
  const { words } = place.memory
  const epoch = epochAfter(place.memory)
  const claims = claimsOf(place, kind)
  Atomics.store(words, Word.helpers, helpers)
  Atomics.store(words, Word.kind, kind)
  Atomics.store(words, Word.done, 0)
  offerAll(claims, epoch)
  Atomics.store(words, Word.epoch, epoch)
  return claims
}

/** The job is over: a thread that looks for it finds none. */
export function closeJob({ memory }: Workplace): void {
  Atomics.store(memory.words, Word.kind, 0)
}

/**
 * Works on the job at hand until no chunk of it is free. Returns whether this thread has done the last chunk.
 * @param thread number of this thread; 0 is the caller's
 */
export function takeChunks(place: Workplace, thread: number): boolean {
  const { words } = place.memory
  const epoch = Atomics.load(words, Word.epoch)
  const kind = Atomics.load(words, Word.kind)
  if (thread > Atomics.load(words, Word.helpers)) return false
  if (kind === 0 || (kind === JobKind.rollout && place.rollouts?.epoch !== epoch)) return false
  const claims = claimsOf(place, kind)
  let last = false
  for (let c = takeChunk(claims, epoch, thread, 0); c >= 0; c = takeChunk(claims, epoch, thread, c + 1)) {
    runChunk(place, kind, c, thread)
    if (!finishChunk(claims, epoch, thread, c)) continue
    const done = Atomics.add(words, Word.done, 1) + 1
    if (Atomics.load(words, Word.waiting) !== 0) Atomics.notify(words, Word.done)
    last = done === claims.length
  }
  return last
}

/** Runs the environments of a chunk. Nothing here throws: failures are results. */
function runChunk(place: Workplace, kind: number, chunk: number, thread: number): void {
  const { memory, stepper, rollouts } = place
  const { words, shape, chosen } = memory
  if (kind === JobKind.rollout) {
    rollouts!.run(chunk, memory, thread)
    return
  }
  const side = Atomics.load(words, Word.side)
  const nstep = Atomics.load(words, Word.nstep)
  const first = shape.chunk * chunk
  const end = Math.min(shape.environments, first + shape.chunk)
  if (kind === JobKind.step) {
    stepper.step(first, end, side, nstep, thread)
    return
  }
  for (let row = first; row < end; row++) {
    memory.note(thread, row)
    if (chosen[row] === 1) stepper.reset(row, side)
  }
}
