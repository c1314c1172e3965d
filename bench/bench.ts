import { DisableBit, Integrator } from '../src/core/model/enums.ts'
import { ModelError } from '../src/core/model/errors.ts'
import {
  comPos,
  comVel,
  Data,
  energyPos,
  energyVel,
  factorM,
  forward,
  forwardAcceleration,
  kinematics,
  loadModel,
  massMatrix,
  passive,
  resetData,
  rne,
  solveM,
  step,
} from '../src/index.ts'
import { type Pair, setState } from '../tools/compare/compareData.ts'
import { Random, trialStates } from '../tools/compare/randomState.ts'
import { ReferenceData, ReferenceModel, type ReferenceModule } from '../tools/compare/reference.ts'
import { ACTUATION_STAGES, ActuationBench, actuatedModels } from './actuators.ts'
import { CollisionBench } from './collision.ts'
import { ContactBench, contactScenes } from './contacts.ts'
import { type Contest, measure, measureOnce, type Timing } from './measure.ts'
import { type BenchFiles, type BenchModel, benchFiles, benchModels } from './models.ts'
import { RayBench, rayScenes } from './rays.ts'
import { loadReference } from './reference.ts'
import { collisionScenes } from './scenes.ts'
import { awakeContest, awakeScenes, SleepBench, sleepScenes } from './sleep.ts'

/**
 * This engine against the official build of MuJoCo (WebAssembly), in one process, on the same states, in turns.
 * The stages of smooth dynamics and of actuation are measured without constraints; collision, whole steps with contacts and
 * the solvers have scenes of their own.
 */
export interface BenchResult {
  readonly model: string
  readonly stage: string
  /** Median time of one call, µs. */
  readonly ours: number
  readonly reference: number
  /** ours / reference, median over pairs of batches: below 1 we are faster. */
  readonly ratio: number
  /** Of the solvers, where they run: over all islands of the state that is measured. */
  readonly iterations?: readonly [ours: number, reference: number]
}

export interface BenchOptions {
  /** Only what has this text in `model / stage`. */
  readonly filter?: string
  /** How long to measure each stage, s. */
  readonly seconds?: number
  /** Takes the lines of the table as they come. */
  readonly log?: (line: string) => void
}

/** Measures every stage, whole steps and loading, on every model of the benchmark. */
export async function runBench(options: BenchOptions): Promise<BenchResult[]> {
  const { filter = '', seconds = 0.3, log: print = console.log } = options
  const mj = await loadReference()
  const results: BenchResult[] = []

  print(header())
  for (const model of benchModels()) {
    const bench = new ModelBench(mj, model)
    const contests = bench.contests().filter(([stage]) => `${model.name} / ${stage}`.includes(filter))
    if (contests.length > 0) bench.warmUp()
    for (const [stage, contest] of contests) {
      const timing = measure(contest, stage === 'load' ? 5 * seconds : seconds)
      const result = { model: model.name, stage, ...timesOf(timing) }
      results.push(result)
      print(row(result))
    }
    bench.delete()
  }
  for (const model of actuatedModels()) {
    if (!ACTUATION_STAGES.some((stage) => `${model.name} / ${stage}`.includes(filter))) continue
    const bench = new ActuationBench(mj, model)
    repeat(() => bench.warmUp())
    for (const [stage, contest] of bench.contests()) {
      if (!`${model.name} / ${stage}`.includes(filter)) continue
      repeat(contest.ours)
      const result = { model: model.name, stage, ...timesOf(measure(contest, seconds)) }
      results.push(result)
      print(row(result))
    }
    bench.delete()
  }
  for (const scene of collisionScenes()) {
    if (!`${scene.name} / collision`.includes(filter)) continue
    const bench = new CollisionBench(mj, scene)
    repeat(bench.contest.ours)
    const result = { model: scene.name, stage: 'collision', ...timesOf(measure(bench.contest, 2 * seconds)) }
    results.push(result)
    print(row(result))
    bench.delete()
  }
  for (const scene of rayScenes()) {
    if (!`${scene.name} / ray, multiRay`.includes(filter)) continue
    const bench = new RayBench(mj, scene)
    for (const [stage, contest] of bench.contests) {
      repeat(contest.ours)
      const result = { model: scene.name, stage, ...timesOf(measure(contest, seconds)) }
      results.push(result)
      print(row(result))
    }
    bench.delete()
  }
  for (const scene of contactScenes()) {
    const stages = ['step', 'solve'].filter((stage) => `${scene.name} / ${stage}`.includes(filter))
    if (stages.length === 0 || (scene.slow && filter !== `${scene.name} / step`)) continue
    const bench = new ContactBench(mj, scene)
    if (scene.slow) {
      const times = timesOf(measureOnce(bench.single()))
      const result = { model: scene.name, stage: 'step', ...times, iterations: bench.lastIterations() }
      results.push(result)
      print(row(result))
    } else {
      const iterations = bench.startIterations()
      for (const [stage, contest] of bench.contests()) {
        if (!stages.includes(stage)) continue
        repeat(contest.ours)
        const result = { model: scene.name, stage, ...timesOf(measure(contest, 2 * seconds)), iterations }
        results.push(result)
        print(row(result))
      }
    }
    bench.delete()
  }
  for (const scene of sleepScenes()) {
    const stage = scene.inertia ? 'massMatrix' : 'step'
    if (!`${scene.name} / ${stage}`.includes(filter) || (scene.slow && !filter.startsWith(scene.name))) continue
    const bench = new SleepBench(mj, scene)
    repeat(bench.contest.ours)
    const result = { model: scene.name, stage: bench.stage, ...timesOf(measure(bench.contest, seconds)) }
    results.push(result)
    print(row(result))
    bench.delete()
  }
  for (const { name, on, off } of awakeScenes()) {
    const stage = `${AWAKE_STEPS} steps`
    if (!`${name} / ${stage}`.includes(filter)) continue
    const contest = awakeContest(on, off, AWAKE_STEPS)
    repeat(contest.ours)
    repeat(contest.reference)
    const result = { model: name, stage, ...timesOf(measure(contest, 5 * seconds)) }
    results.push(result)
    print(row(result))
  }
  for (const model of benchFiles()) {
    if (!`${model.name} / load`.includes(filter)) continue
    const contest = loading(mj, model)
    repeat(contest.ours)
    const result = { model: model.name, stage: 'load', ...timesOf(measure(contest, 5 * seconds)) }
    results.push(result)
    print(row(result))
  }
  print('Part of the time of the reference is spent on the way into it:')
  for (const [what, time] of callOverheads(mj, seconds)) print(`  ${what}: ${micro(time).trim()}`)
  return results
}

function timesOf({ ours, reference, ratio }: Timing): Pick<BenchResult, 'ours' | 'reference' | 'ratio'> {
  return { ours, reference, ratio }
}

/** Loading of a model with files, from memory. The reference shall not find them in its cache: each time has a folder. */
function loading(mj: ReferenceModule, { path, files }: BenchFiles): Contest {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const xml = new TextDecoder().decode(files(path))
  return {
    prepare: () => {},
    ours: () => loadModel(xml, { files: (file) => files(folder + file), fileName: path }),
    reference: () => new ReferenceModel(mj, { path, files }).delete(),
  }
}

/** What to keep of a run: nothing in it tells on which machine it was made. */
export function benchReport(results: readonly BenchResult[]): object {
  const round = (x: number) => Number(x.toPrecision(3))
  return {
    unit: 'µs per call, median',
    node: process.version,
    results: results.map((r) => ({ ...r, ours: round(r.ours), reference: round(r.reference), ratio: round(r.ratio) })),
  }
}

/** Steps in which nothing sleeps, for what the option costs: from the same start in every batch. */
const AWAKE_STEPS = 20

const WARM_UP_MS = 400

function repeat(run: () => void): void {
  const end = performance.now() + WARM_UP_MS
  while (performance.now() < end) run()
}

/** One model in both engines. */
class ModelBench {
  readonly #xml: string
  readonly #mj: ReferenceModule
  readonly #pair: Pair

  constructor(mj: ReferenceModule, { name, xml }: BenchModel) {
    this.#xml = xml
    this.#mj = mj
    const m = loadModel(xml)
    const rm = new ReferenceModel(mj, xml)
    if (m.nv !== rm.size('nv')) throw new ModelError(`'${name}' is not the same model in both engines`)
    for (const opt of [m.opt, rm.raw.opt]) opt.disableflags |= DisableBit.constraint
    this.#pair = { m, d: new Data(m), rm, rd: new ReferenceData(rm) }
  }

  /** Steps and loads for a while, so that the compilers have seen everything before the first stage is measured. */
  warmUp(): void {
    const { m, d, rd } = this.#pair
    const { ours, reference } = this.#loading()
    repeat(() => {
      resetData(m, d)
      for (let i = 0; i < 20; i++) {
        step(m, d)
        rd.call('mj_step')
      }
    })
    repeat(ours)
    repeat(reference)
  }

  /** Each stage alone, then all together, then steps, then loading. */
  contests(): [string, Contest][] {
    const { m, d, rm, rd } = this.#pair
    const mj = this.#mj
    const [model, data] = [rm.raw, rd.raw]
    const out = new Float64Array(m.nv)
    const theirOut = new mj.DoubleBuffer(m.nv)
    const vector = new Random(1).vector(m.nv)
    const theirVector = [...vector]

    const random = trialStates(m, 1, 1).find((state) => state.label === 'random 0')!
    const calm = { ...random, arrays: { qpos: random.arrays['qpos'] } }
    const prepare = () => {
      setState(this.#pair, calm)
      forward(m, d)
      mj.mj_forward(model, data)
    }
    const stage = (name: string, ours: () => void, reference: () => void): [string, Contest] => [
      name,
      { prepare, ours, reference },
    ]
    const steps = (integrator: Integrator): Contest => ({
      prepare: () => {
        prepare()
        m.opt.integrator = integrator
        model.opt.integrator = integrator
      },
      ours: () => step(m, d),
      reference: () => mj.mj_step(model, data),
    })

    return [
      stage(
        'kinematics',
        () => kinematics(m, d),
        () => mj.mj_kinematics(model, data),
      ),
      stage(
        'comPos',
        () => comPos(m, d),
        () => mj.mj_comPos(model, data),
      ),
      stage(
        'massMatrix',
        () => massMatrix(m, d),
        () => mj.mj_crb(model, data),
      ),
      stage(
        'factorM',
        () => factorM(m, d),
        () => mj.mj_factorM(model, data),
      ),
      stage(
        'solveM',
        () => {
          out.set(vector)
          solveM(m, d, out)
        },
        () => mj.mj_solveM(model, data, theirOut, theirVector),
      ),
      stage(
        'comVel',
        () => comVel(m, d),
        () => mj.mj_comVel(model, data),
      ),
      stage(
        'passive',
        () => passive(m, d),
        () => mj.mj_passive(model, data),
      ),
      stage(
        'rne',
        () => rne(m, d, out, false),
        () => mj.mj_rne(model, data, 0, theirOut),
      ),
      stage(
        'energy',
        () => {
          energyPos(m, d)
          energyVel(m, d)
        },
        () => {
          mj.mj_energyPos(model, data)
          mj.mj_energyVel(model, data)
        },
      ),
      stage(
        'acceleration',
        () => forwardAcceleration(m, d),
        () => mj.mj_fwdAcceleration(model, data),
      ),
      stage(
        'forward',
        () => forward(m, d),
        () => mj.mj_forward(model, data),
      ),
      ['step (Euler)', steps(Integrator.Euler)],
      ['step (RK4)', steps(Integrator.RK4)],
      ['load', this.#loading()],
    ]
  }

  #loading(): Contest {
    return {
      prepare: () => {},
      ours: () => loadModel(this.#xml),
      reference: () => this.#mj.MjModel.from_xml_string(this.#xml).delete(),
    }
  }

  delete(): void {
    this.#pair.rd.delete()
    this.#pair.rm.delete()
  }
}

/** What calls through the binding cost by themselves, µs. Only solveM and rne are given vectors. */
function callOverheads(mj: ReferenceModule, seconds: number): [string, number][] {
  const reference = new ReferenceModel(mj, '<mujoco/>')
  const data = new ReferenceData(reference)
  const out = new mj.DoubleBuffer(27)
  const vector = Array.from({ length: 27 }, (_, i) => i)
  const timeOf = (call: () => void) =>
    measure({ prepare: () => {}, ours: () => {}, reference: call }, seconds).reference
  const overheads: [string, number][] = [
    ['a call that does nothing', timeOf(() => data.call('mj_sensorPos'))],
    ['a call that is given 27 numbers and a place for 27', timeOf(() => mj.mju_copy(out, vector))],
  ]
  out.delete()
  data.delete()
  reference.delete()
  return overheads
}

function header(): string {
  return `${'model'.padEnd(18)} ${'stage'.padEnd(13)} ${'ours'.padStart(10)} ${'reference'.padStart(10)}   ours / reference`
}

function row({ model, stage, ours, reference, ratio, iterations }: BenchResult): string {
  const times = `${model.padEnd(18)} ${stage.padEnd(13)} ${micro(ours)} ${micro(reference)}   ${ratio.toFixed(2)}`
  return iterations ? `${times}   iterations ${iterations[0]}, reference ${iterations[1]}` : times
}

/** Three digits or more: `0.042 µs`, `12.3 µs`, `45120 µs`. */
function micro(time: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(time, 1e-3))))
  return `${time.toFixed(Math.min(3, digits))} µs`.padStart(10)
}
