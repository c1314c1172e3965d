import { Arena } from '../core/memory/arena.ts'

/**
 * The memory of a batch: tables with a row for each environment, carved from one buffer that all threads share.
 *
 * What a step changes exists twice. Step k reads side k mod 2 and writes the other one, so a step can be done again
 * from the start wherever a thread died, and results can be read while the next step runs.
 */

/** Number of environments, and the widths of the rows: the largest that a model of the batch needs. */
export interface BatchShape {
  readonly environments: number
  /** Index in the batch of the environment in the first row. */
  readonly first: number
  /** qpos and qvel. */
  readonly state: number
  /** Numbers that a task keeps. */
  readonly memory: number
  /** The rest of a `StateRecord`. */
  readonly rest: number
  readonly action: number
  readonly observation: number
  readonly float32: boolean
  /** Observations: one number of all environments after the other, instead of one environment after the other. */
  readonly byField: boolean
  /** Numbers drawn by randomization, and numbers of the model that follow from them. */
  readonly parameter: number
  readonly patch: number
  /** Environments that a thread takes at a time. */
  readonly chunk: number
  readonly threads: number
  /** Exceptions of a call whose texts are kept. */
  readonly texts: number
}

/** Columns of `BatchSide.episodes`. */
export const Column = {
  seed: 0,
  /** Number of the episode. */
  episode: 1,
  /** Random numbers drawn in it. */
  drawn: 2,
  /** Calls since the reset. */
  steps: 3,
  /** What the next call does first, a `Pending`. */
  pending: 4,
  /** Keyframe that episodes start from; -1: qpos0. */
  keyframe: 5,
} as const
export const EPISODE_WIDTH = 6

/** What is due before the next step of an environment. */
export const Pending = {
  nothing: 0,
  /** Reset, then step. */
  reset: 1,
  /** Reset only: the call returns the first observation of the episode. */
  resetOnly: 2,
} as const

/** Why an environment has failed. */
export const Failure = {
  none: 0,
  /** A position, velocity or acceleration is not finite, or too large; the number is in `info`. */
  position: 1,
  velocity: 2,
  acceleration: 3,
  /** An exception; `info` is the place of its text. */
  exception: 4,
  /** Its thread ended while it was stepped, again and again. */
  thread: 5,
  /** The reward is not finite. */
  reward: 6,
  /** A number of the action is not finite; `info` is its index. */
  action: 7,
} as const

/** Longest text of an error that is kept, in characters. */
const TEXT_LENGTH = 256

/** What a step writes. */
export class BatchSide {
  readonly states: Float64Array
  readonly rests: Float64Array
  readonly memories: Float64Array
  readonly episodes: Float64Array
  readonly rewards: Float64Array
  readonly observations: Float64Array | Float32Array
  /** Numbers that randomization has drawn. */
  readonly parameters: Float64Array
  /** Last observations of episodes that ended in a call that also began the next one. */
  readonly finalObservations: Float64Array | Float32Array
  readonly terminated: Uint8Array
  readonly truncated: Uint8Array
  /** A `Failure` for each environment, and what it is about. */
  readonly failures: Uint8Array
  readonly infos: Float64Array

  constructor(arena: Arena, shape: BatchShape) {
    const n = shape.environments
    const numbers = shape.float32 ? arena.f32.bind(arena) : arena.f64.bind(arena)
    this.states = arena.f64(n, shape.state)
    this.rests = arena.f64(n, shape.rest)
    this.memories = arena.f64(n, shape.memory)
    this.episodes = arena.f64(n, EPISODE_WIDTH)
    this.rewards = arena.f64(n)
    this.observations = numbers(n, shape.observation)
    this.finalObservations = numbers(n, shape.observation)
    this.parameters = arena.f64(n, shape.parameter)
    this.infos = arena.f64(n)
    this.terminated = arena.u8(n)
    this.truncated = arena.u8(n)
    this.failures = arena.u8(n)
  }
}

/** All tables of a batch. */
export class BatchMemory {
  readonly shape: BatchShape
  readonly buffer: ArrayBufferLike | undefined
  readonly sides: readonly [BatchSide, BatchSide]
  readonly actions: Float64Array
  /** Seed, episode and keyframe of resets that are due. */
  readonly resets: Float64Array
  /** 1: to be reset by the job at hand. */
  readonly chosen: Uint8Array
  /** 1: the environment has killed threads; it counts as failed. */
  readonly deadly: Uint8Array
  /** Numbers of the model that follow from the parameters, and the seed and episode they are of: see `PATCH_HEAD`. */
  readonly patches: Float64Array
  readonly words: Int32Array
  /** Who works on each chunk; see `chunkClaims.ts`. */
  readonly claims: Int32Array
  /** Row that each thread is at. */
  readonly places: Int32Array
  /** Signs of life: each thread counts what it does. */
  readonly beats: Int32Array
  readonly #textLengths: Int32Array
  /** Rows that the texts are about. */
  readonly #textOwners: Int32Array
  readonly #texts: Int32Array

  /** @param memory a buffer of `batchBytes(shape)` bytes, or an arena that measures them */
  constructor(shape: BatchShape, memory: ArrayBufferLike | Arena) {
    const arena = memory instanceof Arena ? memory : new Arena(memory as ArrayBuffer)
    const n = shape.environments
    this.shape = shape
    this.buffer = arena.buffer
    this.words = arena.i32(WORD_COUNT)
    this.claims = arena.i32(Math.ceil(n / shape.chunk))
    this.places = arena.i32(shape.threads + 1)
    this.beats = arena.i32(shape.threads + 1)
    this.#textLengths = arena.i32(shape.texts)
    this.#textOwners = arena.i32(shape.texts)
    this.#texts = arena.i32(shape.texts, TEXT_LENGTH)
    this.sides = [new BatchSide(arena, shape), new BatchSide(arena, shape)]
    this.actions = arena.f64(n, shape.action)
    this.resets = arena.f64(n, RESET_WIDTH)
    this.chosen = arena.u8(n)
    this.deadly = arena.u8(n)
    this.patches = arena.f64(n, shape.patch)
  }

  /** Notes the row that a thread is at, as a sign of life. */
  note(thread: number, row: number): void {
    this.places[thread] = row
    this.beats[thread]++
  }

  /** Keeps the text of an error about a row; returns its place. The oldest one makes room. */
  keepText(row: number, text: string): number {
    const place = (Atomics.add(this.words, Word.texts, 1) >>> 0) % this.shape.texts
    const length = Math.min(text.length, TEXT_LENGTH)
    for (let i = 0; i < length; i++) this.#texts[place * TEXT_LENGTH + i] = text.charCodeAt(i)
    this.#textLengths[place] = length
    this.#textOwners[place] = row
    return place
  }

  /** The text about a row at a place; undefined if another one has taken the place since. */
  textAt(place: number, row: number): string | undefined {
    if (this.#textOwners[place] !== row) return undefined
    const start = place * TEXT_LENGTH
    return String.fromCharCode(...this.#texts.subarray(start, start + this.#textLengths[place]))
  }
}

/** Bytes of a batch. */
export function batchBytes(shape: BatchShape): number {
  return Arena.measure((arena) => new BatchMemory(shape, arena))
}

/** Columns of `BatchMemory.resets`: seed, episode, keyframe. */
export const RESET_WIDTH = 3

/** First columns of `BatchMemory.patches`: the seed and the episode, plus one, that the patch is of. */
export const PATCH_HEAD = 2

/** Places in `BatchMemory.words`. */
export const Word = {
  /** Changes when there is something to do. */
  job: 0,
  /** Number of the job; claims of other jobs do not count. */
  epoch: 1,
  /** What to do, a `JobKind`. */
  kind: 2,
  /** Side that is read. */
  side: 3,
  /** Steps of the engine for each call. */
  nstep: 4,
  /** Chunks that are done. */
  done: 5,
  /** Number of the last message to threads. */
  mail: 6,
  /** 1: threads end. */
  stop: 7,
  /** Texts of errors so far. */
  texts: 8,
  /** 1: the caller waits for a message. */
  report: 9,
  /** 1: the job is given up. */
  cancel: 10,
  /** Threads with higher numbers have no part in the job. */
  helpers: 11,
  /** 1: the caller is blocked until chunks are done. */
  waiting: 12,
} as const
const WORD_COUNT = 16
