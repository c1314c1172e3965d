import { geometricMean, type Times } from './measure.ts'
import type { Suite } from './suite.ts'

export interface BenchResult {
  readonly suite: string
  readonly model: string
  readonly stage: string
  /** A whole step. */
  readonly step?: boolean
  /** Median time of one call, µs. */
  readonly ours: number
  readonly reference: number
  /** Median of ours / reference over rounds: below 1 we are faster. */
  readonly ratio: number
  /** Times of one call in the fastest batches, µs. */
  readonly fastest: Times
  /** Iterations of the constraint solver in the state that is measured, over all islands. */
  readonly iterations?: readonly [ours: number, reference: number]
  readonly contacts?: number
}

/** Geometric means of ours / reference. */
export interface MeanRatios {
  /** Of the median ratio of each benchmark. */
  readonly median: number
  /** Of the ratios of the fastest batches. */
  readonly fastest: number
}

export function meanRatios(results: readonly Pick<BenchResult, 'ratio' | 'fastest'>[]): MeanRatios {
  return {
    median: geometricMean(results.map(({ ratio }) => ratio)),
    fastest: geometricMean(results.map(({ fastest }) => fastest.ours / fastest.reference)),
  }
}

/** Geometric means of the suites that compare with MuJoCo, by name, and of all whole steps in them. */
export function suiteMeans(
  results: readonly BenchResult[],
  suites: readonly Suite[],
): Readonly<Record<string, MeanRatios>> {
  const names = suites.filter(({ against }) => against === undefined).map(({ name }) => name)
  const compared = results.filter(({ suite }) => names.includes(suite))
  const groups = names.map((name) => [name, compared.filter(({ suite }) => suite === name)] as const)
  const steps = [ALL_STEPS, compared.filter(({ step }) => step)] as const
  return Object.fromEntries(
    [...groups, steps].filter(([, group]) => group.length > 0).map(([name, group]) => [name, meanRatios(group)]),
  )
}

/** Name of the mean of all whole steps. */
export const ALL_STEPS = 'all whole steps'

const MODEL_WIDTH = 44
const STAGE_WIDTH = 16
const TIME_WIDTH = 10

/** @param against what ours is compared with */
export function formatHeader(name: string, against = 'MuJoCo'): string {
  return `${names(name, 'stage')} ${'ours'.padStart(TIME_WIDTH)} ${'reference'.padStart(TIME_WIDTH)}   ratio   fastest   (reference: ${against})`
}

export function formatResult({ model, stage, ours, reference, ratio, fastest, iterations }: BenchResult): string {
  const times = [ours, reference].map((time) => formatTime(time).padStart(TIME_WIDTH)).join(' ')
  const line = `${names(model, stage)} ${times}   ${ratios(ratio, fastest.ours / fastest.reference)}`
  return iterations ? `${line}   iterations ${iterations[0]}, reference ${iterations[1]}` : line
}

export function formatMean(label: string, { median, fastest }: MeanRatios): string {
  return `${label.padEnd(MODEL_WIDTH + STAGE_WIDTH + 2 * TIME_WIDTH + 3)}   ${ratios(median, fastest)}`
}

/** Three digits or more: `0.042 µs`, `12.3 µs`, `45120 µs`. */
export function formatTime(time: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(time, 1e-3))))
  return `${time.toFixed(Math.min(3, digits))} µs`
}

function names(model: string, stage: string): string {
  return `${model.padEnd(MODEL_WIDTH)} ${stage.padEnd(STAGE_WIDTH)}`
}

function ratios(median: number, fastest: number): string {
  return `${median.toFixed(2).padStart(5)}   ${fastest.toFixed(2).padStart(7)}`
}
