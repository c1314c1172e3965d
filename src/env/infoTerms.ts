import type { BatchTask } from '../batch/batchTask.ts'
import type { Model } from '../core/model/model.ts'
import type { NumberArray } from './box.ts'
import type { Info } from './environment.ts'
import { batchPart, type EnvironmentTask } from './environmentTask.ts'
import { LoneEpisodes } from './loneEpisodes.ts'

/** Numbers of the `info` of a task that have a name. */
export interface InfoTerm {
  readonly name: string
  /** How many numbers there are; 1 for a number that is no array. */
  readonly size: number
}

/** The numbers that a task tells after a step. They are found out by one step with an action of zeros. */
export function infoTermsOf(m: Model, task: EnvironmentTask, keyframe: number): InfoTerm[] {
  if (!task.info) return []
  const episodes = new LoneEpisodes(m, batchPart(task), 1, Infinity)
  episodes.reset(0, 0, keyframe)
  episodes.step(new Float64Array(episodes.episode.action.length))
  const info = task.info(m, episodes.data, episodes.episode)
  return Object.keys(info)
    .map((name) => ({ name, size: sizeOf(info[name]) }))
    .filter(({ size }) => size > 0)
}

/** Numbers of all terms together. */
export function sizeOfTerms(terms: readonly InfoTerm[]): number {
  return terms.reduce((sum, { size }) => sum + size, 0)
}

/**
 * A task whose observations are followed by terms of its `info`, so that they come back from the threads of a batch. NaN
 * stands for those that `info` leaves out, such as at the start of an episode.
 */
export function withInfoTerms(task: EnvironmentTask, terms: readonly InfoTerm[]): BatchTask {
  const part = batchPart(task)
  if (terms.length === 0) return part
  const extra = sizeOfTerms(terms)
  const sizeOf = (m: Model) => task.observationSize?.(m) ?? 0
  let observation = new Float64Array(0)
  return {
    ...part,
    observationSize: (m) => sizeOf(m) + extra,
    observe(m, d, out, episode) {
      if (observation.length !== out.length - extra) observation = new Float64Array(out.length - extra)
      observation.fill(0)
      part.observe?.(m, d, observation, episode)
      out.set(observation)
      const info = task.info?.(m, d, episode) ?? {}
      let at = observation.length
      for (const { name, size } of terms) {
        writeTerm(out, at, size, info[name])
        at += size
      }
    },
  }
}

function writeTerm(out: Float64Array, at: number, size: number, value: Info[string]): void {
  for (let i = 0; i < size; i++) {
    const x = typeof value === 'object' && value !== null ? (value as ArrayLike<number>)[i] : value
    out[at + i] = typeof x === 'number' ? x : typeof x === 'boolean' ? Number(x) : Number.NaN
  }
}

function sizeOf(value: Info[string]): number {
  if (typeof value === 'number' || typeof value === 'boolean') return 1
  const isNumbers = value instanceof Float64Array || value instanceof Float32Array
  return isNumbers ? value.length : 0
}

/** Columns of rows, in an array of their own. */
export function columnsOf<T extends NumberArray>(rows: T, count: number, first: number, size: number): T {
  const width = rows.length / count
  const out = new (rows.constructor as new (length: number) => T)(count * size)
  for (let i = 0; i < count; i++) for (let k = 0; k < size; k++) out[i * size + k] = rows[i * width + first + k]
  return out
}

/** The terms behind the observations, by their names. Shape of each: count × size. */
export function termsOf(
  rows: NumberArray,
  count: number,
  first: number,
  terms: readonly InfoTerm[],
): Record<string, NumberArray> {
  const out: Record<string, NumberArray> = {}
  let at = first
  for (const { name, size } of terms) {
    out[name] = columnsOf(rows, count, at, size)
    at += size
  }
  return out
}
