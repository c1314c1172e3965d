import { stateSize } from '../core/data/stateVector.ts'
import { checkType, kindOf } from '../core/model/argumentChecks.ts'
import { StateBit } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { allocate } from './allocate.ts'
import { type BatchMemory, Failure, Word } from './batchMemory.ts'
import { checkInteger, MAX_STEPS, refuseUnknown } from './batchOptions.ts'
import { BatchError, failureText } from './batchResult.ts'
import { RolloutMemory, type RolloutShape, rolloutBytes } from './rolloutMemory.ts'

/**
 * Simulations of given controls from given states, for sampling planners and system identification. Rollouts are
 * independent of each other and of the environments of the batch, and have the models as they were given, without
 * randomization. With several models, rollout r has model r modulo their number.
 */
export interface RolloutOptions {
  /** Initial states, a row for each rollout; one row: all start there. The parts are those of `signature`. */
  readonly initial: ArrayLike<number>
  /** Number of steps. */
  readonly steps: number
  /** Controls for each rollout and step; of one rollout: all have the same. Without them all controls are zero. */
  readonly control?: ArrayLike<number>
  /** Number of rollouts, if that does not follow from the lengths of `initial` and `control`. */
  readonly rollouts?: number
  /** Parts of the state vectors; `StateBit.fullphysics` by default. */
  readonly signature?: number
  /** Parts that `control` sets, such as `StateBit.ctrl | StateBit.qfrc_applied`; `StateBit.ctrl` by default. */
  readonly controlSignature?: number
  /** Warm starts of the solver at the initial states, nv numbers for each rollout, or for all; zeros by default. */
  readonly warmstart?: ArrayLike<number>
  /** Rollouts that a thread takes at a time. */
  readonly chunk?: number
  /** Called now and then with the part that is done, from 0 to 1. */
  readonly onProgress?: (done: number) => void
  /** Gives the rollouts up; the call then rejects. */
  readonly signal?: AbortSignal
}

/** What rollouts give. The arrays are the caller's to keep. */
export interface RolloutResult {
  /** States after each step. Shape: rollouts × steps × the size of a state. */
  readonly states: Float64Array
  /** Sensor values of each step. Shape: rollouts × steps × nsensordata. */
  readonly sensors: Float64Array
  /** Steps until a rollout failed; the last good state then fills the rest. Shape: rollouts. */
  readonly lengths: Int32Array
  /** Why rollouts have failed; undefined for all others. Shape: rollouts. */
  readonly errors: readonly (BatchError | undefined)[]
}

/** Checks the options, and copies the inputs into memory for the threads. */
export function prepareRollouts(
  models: readonly Model[],
  options: RolloutOptions,
  threads: number,
  like: ArrayBufferLike,
) {
  const { initial, control, warmstart } = options
  const { signature = StateBit.fullphysics, controlSignature = StateBit.ctrl, steps } = options
  refuseUnknown('option of a rollout', options, KNOWN)
  for (const [name, list] of Object.entries({ initial, control, warmstart }))
    if (list !== undefined || name === 'initial') checkNumbers(name, list)
  const sizes = [stateSize(models[0], signature), stateSize(models[0], controlSignature)]
  for (const m of models)
    if (stateSize(m, signature) !== sizes[0] || stateSize(m, controlSignature) !== sizes[1] || m.nv !== models[0].nv)
      throw new RangeError('rollouts need models with states and controls of the same sizes')
  const [state, width] = sizes
  const initials = rows(initial.length, state, 'initial', 'a state')
  checkInteger("'steps' of a rollout", steps, 1, MAX_STEPS)
  const sequences =
    control === undefined || width === 0 ? 0 : rows(control.length, steps * width, 'control', `${steps} steps`)
  const { nv } = models[0]
  const warmstarts = warmstart === undefined || nv === 0 ? 0 : rows(warmstart.length, nv, 'warmstart', 'a warm start')
  const rollouts = options.rollouts ?? Math.max(initials, sequences, warmstarts)
  checkInteger("'rollouts'", rollouts, 1, MAX_STEPS)
  for (const [name, count] of Object.entries({ initial: initials, control: sequences, warmstart: warmstarts }))
    if (count > 1 && count !== rollouts)
      throw new RangeError(`'${name}' is for ${count} rollouts, of ${rollouts}: give one for each, or one for all`)
  const chunk = options.chunk ?? Math.max(1, Math.floor(rollouts / (16 * threads)))
  checkInteger("'chunk' of a rollout", chunk, 1, MAX_STEPS)
  const shape: RolloutShape = {
    rollouts,
    first: 0,
    steps,
    state,
    signature,
    control: width,
    controlSignature,
    sensor: Math.max(...models.map((m) => m.nsensordata)),
    initials,
    sequences,
    warmstarts,
    nv,
    models: models.length,
    chunk,
  }
  const isShared = typeof SharedArrayBuffer !== 'undefined' && like instanceof SharedArrayBuffer
  const memory = new RolloutMemory(
    shape,
    allocate(rolloutBytes(shape), isShared, `${rollouts} rollouts of ${steps} steps`),
  )
  memory.initial.set(initial)
  if (sequences > 0) memory.control.set(control!)
  if (warmstarts > 0) memory.warmstart.set(warmstart!)
  return memory
}

const KNOWN = [
  'initial',
  'steps',
  'control',
  'rollouts',
  'signature',
  'controlSignature',
  'warmstart',
  'chunk',
  'onProgress',
  'signal',
] as const satisfies (keyof RolloutOptions)[]

function checkNumbers(name: string, list: ArrayLike<number> | undefined): void {
  checkType(typeof list?.length === 'number', `'${name}' of a rollout`, list, 'a list of numbers')
  for (let i = 0; i < list!.length; i++)
    if (!(Math.abs(list![i]) < Infinity))
      throw new RangeError(`number ${i} of '${name}' of a rollout is ${kindOf(list![i])}; expected a finite number`)
}

function rows(length: number, width: number, name: string, what: string): number {
  if (width === 0) return 1
  if (length === 0 || length % width !== 0)
    throw new RangeError(`'${name}' has ${length} numbers; expected a multiple of ${width}, the numbers of ${what}`)
  return length / width
}

export function rolloutResult(rollouts: RolloutMemory, memory: BatchMemory): RolloutResult {
  const { states, sensors, lengths, failures, infos } = rollouts
  const errors = Array.from(failures, (failure, r) =>
    failure === Failure.none ? undefined : new BatchError(r, failureText(memory, r, failure, infos[r]), 'rollout'),
  )
  return { states, sensors, lengths, errors }
}

/** How often progress is looked at, ms. */
const LOOK = 50

/** Reports progress and gives rollouts up when asked to, while they run on other threads. */
export function watchRollouts({ onProgress, signal }: RolloutOptions, words: Int32Array, chunks: number) {
  let failure: { readonly error: unknown } | undefined
  const look = () => {
    if (signal?.aborted) Atomics.store(words, Word.cancel, 1)
    try {
      if (!failure) onProgress?.(Math.min(1, Atomics.load(words, Word.done) / chunks))
    } catch (error) {
      failure = { error }
      Atomics.store(words, Word.cancel, 1)
    }
  }
  look()
  const timer = onProgress || signal ? setInterval(look, LOOK) : undefined
  return {
    /** Throws what has given the rollouts up. */
    stop: () => {
      if (timer !== undefined) clearInterval(timer)
      look()
      if (failure) throw failure.error
      if (signal?.aborted) throw signal.reason
    },
  }
}
