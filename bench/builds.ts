import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFile } from '../bin/packageFile.ts'
import * as kinetree from '../src/index.ts'
import { measure, median } from './measure.ts'
import { ALL_STEPS, type BenchResult, formatHeader, formatMean, formatResult, meanRatios } from './report.ts'
import { actuatedModels } from './scenes/actuatedModels.ts'
import { contactScenes } from './scenes/contactScenes.ts'
import { smoothScenes } from './scenes/models.ts'
import { sleepScenes } from './scenes/sleepScenes.ts'
import { type Build, Run, type StepScene, stepContest } from './scenes/stepScene.ts'
import type { BenchOptions } from './suite.ts'

/** Steps of this build against those of another, such as one of an earlier commit: in turns, from the same states. */
export async function compareBuilds(folder: string, options: BenchOptions): Promise<BenchResult[]> {
  const { filter = '', seconds = 0.3, slow = false, log: print = console.log } = options
  const other = await loadBuild(folder)
  const results: BenchResult[] = []
  print(formatHeader('steps', OTHER))
  for (const [suite, scenes] of Object.entries(stepSuites())) {
    for (const scene of scenes) {
      const { name: model, stage = 'step' } = scene
      if (!`${suite} / ${model} / ${stage}`.includes(filter) || (scene.slow && !slow)) continue
      const [ours, theirs] = [new Run(kinetree, scene), new Run(other, scene)]
      const { median, ratio, fastest } = measure(stepContest(ours, theirs), seconds)
      const result = { suite, model, stage, step: true, ...median, ratio, fastest }
      results.push(result)
      const apart = distance(ours.settled.qpos, theirs.settled.qpos)
      print(formatResult(result) + (apart === 0 ? '' : `   positions differ by ${apart.toExponential(0)}`))
    }
  }
  printMeans(results, print)
  return results
}

/**
 * The same in several processes, one after the other, because V8 optimizes a little differently in each: for each case
 * the fastest batches and the median ratio of all of them. Tables of the single processes go to standard error.
 */
export function compareBuildsIn(processes: number, folder: string, options: BenchOptions): BenchResult[] {
  const { filter, seconds, slow, log: print = console.log } = options
  const args = ['bench', '--json', '--against', resolve(folder)]
  if (filter !== undefined) args.push(`--filter=${filter}`)
  if (seconds !== undefined) args.push(`--seconds=${seconds}`)
  if (slow) args.push('--slow')
  const runs = Array.from({ length: processes }, (): BenchResult[] => {
    const command = [packageFile('dist/cli.js'), ...args]
    const { status, stdout } = spawnSync(process.execPath, command, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new BuildError('the comparison failed in a process of its own')
    return JSON.parse(stdout) as BenchResult[]
  })
  const results = combineRuns(runs)
  print(formatHeader('steps', `${OTHER}; ${processes} processes`))
  for (const result of results) print(formatResult(result))
  printMeans(results, print)
  return results
}

/** One result for each case from runs of the same cases: medians of medians and of ratios, fastest of fastest. */
export function combineRuns(runs: readonly (readonly BenchResult[])[]): BenchResult[] {
  return runs[0].map((first, i) => {
    const all = runs.map((run) => run[i])
    const fastest = (side: 'ours' | 'reference') => Math.min(...all.map((result) => result.fastest[side]))
    return {
      ...first,
      ours: median(all.map(({ ours }) => ours)),
      reference: median(all.map(({ reference }) => reference)),
      ratio: median(all.map(({ ratio }) => ratio)),
      fastest: { ours: fastest('ours'), reference: fastest('reference') },
    }
  })
}

const OTHER = 'the other build'

function printMeans(results: readonly BenchResult[], print: (line: string) => void): void {
  const suites = new Set(results.map(({ suite }) => suite))
  for (const name of suites) {
    const group = results.filter(({ suite }) => suite === name)
    print(formatMean(`geometric mean of ${name}`, meanRatios(group)))
  }
  if (results.length > 0) print(formatMean(`geometric mean of ${ALL_STEPS}`, meanRatios(results)))
}

export class BuildError extends Error {
  override readonly name = 'BuildError'
}

/** @param folder the folder `dist` of a checkout in which `npm run build` has run */
async function loadBuild(folder: string): Promise<Build> {
  const [engine, node] = ['kinetree.js', 'node.js'].map((name) => join(resolve(folder), name))
  if (!existsSync(engine)) throw new BuildError(`there is no build in '${folder}': it has no file kinetree.js`)
  // gives the engine Node's own comparison of memory, which this build has from the command line
  await import(pathToFileURL(node).href)
  return import(pathToFileURL(engine).href) as Promise<Build>
}

/** All step cases of the benchmark, by suite. */
function stepSuites(): Readonly<Record<string, readonly StepScene[]>> {
  const { Euler, RK4 } = kinetree.Integrator
  const withIntegrator = (scene: StepScene, integrator: kinetree.Integrator, stage: string) => ({
    ...scene,
    stage,
    options: { ...scene.options, integrator },
  })
  return {
    'smooth dynamics': smoothScenes().flatMap((scene) => [
      withIntegrator(scene, Euler, 'step (Euler)'),
      withIntegrator(scene, RK4, 'step (RK4)'),
    ]),
    actuation: actuatedModels(),
    contacts: contactScenes(),
    sleep: sleepScenes(),
  }
}

/** Largest difference of two vectors. */
function distance(a: Float64Array, b: Float64Array): number {
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i])), 0)
}
