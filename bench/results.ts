import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { packageFile } from '../bin/packageFile.ts'
import { MUJOCO_VERSION } from '../src/index.ts'
import { SUITES } from './bench.ts'
import { type BenchResult, type MeanRatios, suiteMeans } from './report.ts'

/** Results of one machine: the file `bench/results/<machine>.json`. */
export interface MachineResults {
  /** Model name of the processor. */
  readonly processor: string
  readonly cores: number
  /** What the times in `results` are. */
  readonly unit: string
  /** The last run with each major version of Node. */
  readonly runs: Readonly<Record<string, BenchRun>>
}

export interface BenchRun {
  /** Short hash of the commit, with `+` where `src` had changes that were not committed. */
  readonly commit: string
  /** Day, as `2026-01-31`. */
  readonly date: string
  readonly node: string
  readonly v8: string
  /** Version of the reference. */
  readonly mujoco: string
  /** Geometric means of ours / MuJoCo's, by suite. */
  readonly means: Readonly<Record<string, MeanRatios>>
  readonly results: readonly BenchResult[]
  /** Later runs of some of the cases. */
  readonly updates?: readonly BenchUpdate[]
}

/** A later run of the cases that a filter selects. */
export type BenchUpdate = Pick<BenchRun, 'commit' | 'date'> & { readonly filter: string }

export type Machine = Pick<MachineResults, 'processor' | 'cores'>

export const RESULTS_FOLDER = 'bench/results'

export function thisMachine(): Machine {
  const all = cpus()
  return { processor: all[0]?.model.trim() ?? 'unknown processor', cores: all.length }
}

/** Name of a machine for its file: `AMD EPYC` with 2 cores is `amd-epyc-2-cores`. */
export function machineName({ processor, cores }: Machine): string {
  const words = processor.replace(/\((R|TM)\)|@.*|\bCPU\b/gi, ' ')
  return `${words} ${cores} cores`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** A run with the present Node, date and commit. Times keep three digits. */
export function describeRun(results: readonly BenchResult[]): BenchRun {
  const { node, v8 } = process.versions
  return {
    commit: currentCommit(),
    date: new Date().toISOString().slice(0, 10),
    node,
    v8,
    mujoco: referenceVersion(),
    means: roundedMeans(suiteMeans(results, SUITES)),
    results: results.map(rounded),
  }
}

/** The results of a machine, with a run in the place of the last one with the same major version of Node. */
export function addRun(before: MachineResults | undefined, machine: Machine, run: BenchRun): MachineResults {
  const [major] = run.node.split('.')
  return {
    ...machine,
    unit: 'µs per call: median, and fastest batch; ratio: ours / reference',
    runs: { ...before?.runs, [major]: run },
  }
}

/** A run in which the results of a later run of some cases, selected by a filter, replace those of the same cases. */
export function updateRun(stored: BenchRun, later: BenchRun, filter: string): BenchRun {
  const cases = new Map([...stored.results, ...later.results].map((result) => [caseName(result), result]))
  const results = [...cases.values()]
  const { commit, date } = later
  return {
    ...stored,
    means: roundedMeans(suiteMeans(results, SUITES)),
    results,
    updates: [...(stored.updates ?? []).filter((update) => update.filter !== filter), { filter, commit, date }],
  }
}

function caseName({ suite, model, stage }: BenchResult): string {
  return `${suite} / ${model} / ${stage}`
}

/**
 * Stores a run of this machine, and returns the path of its file.
 * @param filter selects the cases of the run, where these are not all: they replace those in the stored run
 */
export function saveRun(run: BenchRun, folder = packageFile(RESULTS_FOLDER), filter?: string): string {
  const machine = thisMachine()
  const file = join(folder, `${machineName(machine)}.json`)
  mkdirSync(folder, { recursive: true })
  const before = existsSync(file) ? readResults(file) : undefined
  const stored = before?.runs[run.node.split('.')[0]]
  const whole = filter === undefined || stored === undefined ? run : updateRun(stored, run, filter)
  writeFileSync(file, formatResults(addRun(before, machine, whole)))
  return file
}

/** All stored results, by name of machine. */
export function storedResults(folder = packageFile(RESULTS_FOLDER)): MachineResults[] {
  const files = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.json'))
  return files.sort().map((name) => readResults(join(folder, name)))
}

function readResults(file: string): MachineResults {
  return JSON.parse(readFileSync(file, 'utf8')) as MachineResults
}

/** JSON with one line for each mean and each result, so that differences between runs can be read. */
export function formatResults(results: MachineResults): string {
  const lines: string[] = []
  const keep = (value: unknown) => `@${lines.push(JSON.stringify(value)) - 1}@`
  const marked = {
    ...results,
    runs: Object.fromEntries(
      Object.entries(results.runs).map(([major, run]) => {
        const means = Object.fromEntries(Object.entries(run.means).map(([name, mean]) => [name, keep(mean)]))
        return [major, { ...run, means, results: run.results.map(keep) }]
      }),
    ),
  }
  const text = JSON.stringify(marked, null, 2).replace(/"@(\d+)@"/g, (_, index) => lines[Number(index)])
  return `${text}\n`
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}

function roundedMeans(means: BenchRun['means']): BenchRun['means'] {
  return Object.fromEntries(
    Object.entries(means).map(([name, { median, fastest }]) => [
      name,
      { median: round(median), fastest: round(fastest) },
    ]),
  )
}

function rounded(result: BenchResult): BenchResult {
  const { ours, reference, ratio, fastest } = result
  return {
    ...result,
    ours: round(ours),
    reference: round(reference),
    ratio: round(ratio),
    fastest: { ours: round(fastest.ours), reference: round(fastest.reference) },
  }
}

/** `3014000` is `3.14.0`. */
function referenceVersion(): string {
  return [1_000_000, 1_000, 1].map((unit) => Math.floor(MUJOCO_VERSION / unit) % 1000).join('.')
}

function currentCommit(): string {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: packageFile('.'), encoding: 'utf8' }).stdout?.trim() ?? ''
  const commit = git('rev-parse', '--short=10', 'HEAD')
  if (commit === '') return 'unknown'
  return git('status', '--porcelain', '--', 'src') === '' ? commit : `${commit}+`
}
