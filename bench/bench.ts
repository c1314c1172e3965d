import { ReferenceData, ReferenceModel, type ReferenceModule } from '../tools/compare/reference.ts'
import { measure, measureOnce, type Times, warmUp } from './measure.ts'
import { loadReference, watchMemory } from './reference.ts'
import {
  ALL_STEPS,
  type BenchResult,
  formatHeader,
  formatMean,
  formatResult,
  formatTime,
  meanRatios,
  suiteMeans,
} from './report.ts'
import type { BenchOptions, SceneBench, StageContest, Suite } from './suite.ts'
import { actuation } from './suites/actuation.ts'
import { batches, batchesWithKernels, batchOverhead, batchThreads, kernelsInBatches } from './suites/batches.ts'
import { collision, growth } from './suites/collision.ts'
import { contacts } from './suites/contacts.ts'
import { islands } from './suites/islands.ts'
import { kernels, kernelsAlone, withoutKernels, withoutKernelsAlone } from './suites/kernels.ts'
import { load } from './suites/load.ts'
import { inertia, partialFactor } from './suites/partialFactor.ts'
import { rays } from './suites/rays.ts'
import { sleep, sleepOption } from './suites/sleep.ts'
import { smoothDynamics } from './suites/smoothDynamics.ts'
import { ownSolvers, solvers } from './suites/solvers.ts'

/**
 * Speed of this engine. Most suites compare it with the official build of MuJoCo (WebAssembly) in one process, on the
 * same states, in alternating batches.
 */
export const SUITES: readonly Suite[] = [
  // first: threads start with code that has seen one model only, and so should this one
  batches,
  batchThreads,
  batchOverhead,
  batchesWithKernels,
  kernelsInBatches,
  withoutKernels,
  kernels,
  withoutKernelsAlone,
  kernelsAlone,
  smoothDynamics,
  actuation,
  contacts,
  solvers,
  ownSolvers,
  islands,
  sleepOption,
  inertia,
  partialFactor,
  collision,
  growth,
  rays,
  load,
  sleep,
]

/** Runs all suites. */
export async function runBench(options: BenchOptions): Promise<BenchResult[]> {
  const { filter = '', seconds = 0.3, slow = false, log: print = console.log } = options
  const mj = await loadReference()
  const hasGrown = watchMemory(mj)
  const results: BenchResult[] = []
  for (const suite of SUITES) {
    const found: BenchResult[] = []
    for (const scene of suite.scenes()) {
      const stages = scene.stages.filter((stage) => `${suite.name} / ${scene.name} / ${stage}`.includes(filter))
      if (stages.length === 0 || (scene.slow && !slow)) continue
      if (found.length === 0) print(formatHeader(suite.name, suite.against))
      for await (const result of runScene(mj, suite, scene, stages, seconds)) {
        found.push(result)
        print(formatResult(result))
      }
      await threadsToEnd()
    }
    if (found.length > 1) print(formatMean('geometric mean', meanRatios(found)))
    if (found.length > 0 && suite.note) print(suite.note())
    if (found.length > 0) print('')
    results.push(...found)
  }
  if (hasGrown()) print('The memory of the reference has grown: some times of ours are up to a third too long.')
  const steps = suiteMeans(results, SUITES)[ALL_STEPS]
  if (steps) print(formatMean(`geometric mean of ${ALL_STEPS}`, steps))
  if (results.length > 0)
    for (const [what, time] of callOverheads(mj, seconds))
      print(`time of the reference for ${what}: ${formatTime(time)}`)
  return results
}

/** Threads that a scene has ended are gone only when this one has paused. */
function threadsToEnd(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5))
}

/** Results one by one, as they are measured. */
async function* runScene(
  mj: ReferenceModule,
  suite: Suite,
  scene: SceneBench,
  stages: readonly string[],
  seconds: number,
): AsyncGenerator<BenchResult> {
  const opened = await scene.open(mj)
  if (opened.warmUp) warmUp(() => {}, opened.warmUp, seconds)
  for (const contest of opened.contests)
    if (stages.includes(contest.stage)) yield { suite: suite.name, model: scene.name, ...runContest(contest, seconds) }
  for (const { stage, measure } of opened.elsewhere ?? []) {
    if (!stages.includes(stage)) continue
    const { median, ratio, fastest } = measure(seconds)
    yield { suite: suite.name, model: scene.name, stage, ...median, ratio, fastest }
  }
  opened.delete()
}

function runContest(contest: StageContest, seconds: number): Omit<BenchResult, 'suite' | 'model'> {
  const { stage, step, once, share = 1, per = 1, iterations, contacts } = contest
  const { median, fastest, ratio } = once ? measureOnce(contest) : measure(contest, share * seconds)
  // counts of the state that is measured; what is measured once stays at the end of its step
  if (!once) contest.prepare()
  return {
    stage,
    ...(step ? { step } : {}),
    ...each(median, per),
    ratio,
    fastest: each(fastest, per),
    ...(iterations ? { iterations: iterations() } : {}),
    ...(contacts ? { contacts: contacts() } : {}),
  }
}

function each({ ours, reference }: Times, per: number): Times {
  return { ours: ours / per, reference: reference / per }
}

/** What calls through the binding of the reference cost by themselves, µs. Only solveM and rne are given vectors. */
function callOverheads(mj: ReferenceModule, seconds: number): [string, number][] {
  const model = new ReferenceModel(mj, '<mujoco/>')
  const data = new ReferenceData(model)
  const out = new mj.DoubleBuffer(27)
  const vector = Array.from({ length: 27 }, (_, i) => i)
  const timeOf = (call: () => void) =>
    measure({ prepare: () => {}, ours: () => {}, reference: call }, seconds).median.reference
  const overheads: [string, number][] = [
    ['a call that does nothing', timeOf(() => data.call('mj_sensorPos'))],
    ['a call with 27 numbers in and 27 out', timeOf(() => mj.mju_copy(out, vector))],
  ]
  for (const memory of [out, data, model]) memory.delete()
  return overheads
}
