import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as kinetree from '../src/index.ts'
import { measure } from './measure.ts'
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
  for (const [suite, scenes] of Object.entries(stepSuites())) {
    const found: BenchResult[] = []
    for (const scene of scenes) {
      const { name: model, stage = 'step' } = scene
      if (!`${suite} / ${model} / ${stage}`.includes(filter) || (scene.slow && !slow)) continue
      if (found.length === 0) print(formatHeader(suite, 'the other build'))
      const [ours, theirs] = [new Run(kinetree, scene), new Run(other, scene)]
      const { median, ratio, fastest } = measure(stepContest(ours, theirs), seconds)
      const result = { suite, model, stage, step: true, ...median, ratio, fastest }
      found.push(result)
      const apart = distance(ours.settled.qpos, theirs.settled.qpos)
      print(formatResult(result) + (apart === 0 ? '' : `   positions differ by ${apart.toExponential(0)}`))
    }
    if (found.length > 1) print(formatMean('geometric mean', meanRatios(found)))
    if (found.length > 0) print('')
    results.push(...found)
  }
  if (results.length > 0) print(formatMean(`geometric mean of ${ALL_STEPS}`, meanRatios(results)))
  return results
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
