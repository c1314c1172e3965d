import { packageFile } from '../../bin/packageFile.ts'
import { type BatchOptions, BatchSim } from '../../src/batchNode.ts'
import { Data, type Model, saveModel, step } from '../../src/index.ts'
import { loadModelFile } from '../../src/node.ts'
import { ReferenceTeam } from '../batch/referenceTeam.ts'
import { sharedFiles } from '../scenes/models.ts'
import type { OpenScene, SceneBench, Suite } from '../suite.ts'

type BatchKernelOption = NonNullable<BatchOptions['kernels']>

const COUNTS = [1, 8, 64, 512, 4096]
/** The same for kernels, where starting takes longer. */
const KERNEL_COUNTS = [512, 4096]

interface BatchModel {
  readonly name: string
  readonly file: string
}

function tasks(...names: readonly string[]): BatchModel[] {
  return names.map((name) => ({ name, file: packageFile(`models/tasks/${name}.xml`) }))
}

/** Models for kernels; MuJoCo's humanoid where it is at hand. */
function kernelModels(): BatchModel[] {
  const others = sharedFiles([{ name: "MuJoCo's humanoid", path: 'mujoco/humanoid/humanoid.xml' }])
  return [
    ...tasks('humanoid', 'ant', 'half_cheetah', 'cartpole'),
    ...others.map(({ name, path }) => ({ name, file: packageFile(`../shared/models/${path}`) })),
  ]
}

/** Four environments at once. */
const SINGLE = '1 thread, single precision'

/** Steps of batches beside one `MjData` for each environment on worker threads. */
export const batches: Suite = {
  name: 'batches',
  summary: 'steps of many environments, time for each environment, on one and on two threads',
  scenes: () => scenes(['1 thread', '2 threads'], (bench, stage) => bench.againstReference(Number(stage[0]))),
  note: () => `a humanoid in a batch takes ${humanoidBytes()} bytes`,
}

function humanoidBytes(): number {
  const batch = new BatchSim(loadModelFile(packageFile('models/tasks/humanoid.xml')), 64, { threads: 1 })
  const { bytesPerEnvironment } = batch
  batch.dispose()
  return bytesPerEnvironment
}

/** The same with kernels. */
export const batchesWithKernels: Suite = {
  name: 'batches with kernels',
  summary:
    'steps of many environments with kernels, time for each, on one and on two threads; in single precision ' +
    'on one',
  scenes: () =>
    kernelScenes(['1 thread', '2 threads', SINGLE], (bench, stage) =>
      bench.againstReference(Number(stage[0]), stage === SINGLE ? 'single' : true),
    ),
}

/** What kernels bring. */
export const kernelsInBatches: Suite = {
  name: 'kernels in batches',
  summary: 'steps of many environments with kernels, on one and on two threads, against those without',
  against: 'no kernels',
  scenes: () => kernelScenes(['1 thread', '2 threads'], (bench, stage) => bench.againstTypeScript(Number(stage[0]))),
}

/** What two threads bring. */
export const batchThreads: Suite = {
  name: 'batches on two threads',
  summary: 'steps of many environments on two threads, against one',
  against: 'one thread',
  scenes: () => scenes(['2 threads'], (bench) => bench.againstOneThread()),
}

/** What a batch costs beyond its steps. */
export const batchOverhead: Suite = {
  name: 'overhead of batches',
  summary: 'a batch on the calling thread, against a loop over environments',
  against: 'step of one Data each',
  scenes: () => scenes(['step'], (bench) => bench.againstLoop()),
}

type Opener = (bench: BatchBench, stage: string) => Promise<Sides>

function scenes(
  stages: readonly string[],
  contest: Opener,
  models: readonly BatchModel[] = tasks('humanoid', 'ant', 'cartpole'),
  counts: readonly number[] = COUNTS,
): SceneBench[] {
  return models.flatMap((model) =>
    counts.map((n) => ({
      name: `${n} × ${model.name}`,
      stages,
      open: () => openScene(model, n, stages, contest),
    })),
  )
}

function kernelScenes(stages: readonly string[], contest: Opener): SceneBench[] {
  return scenes(stages, contest, kernelModels(), KERNEL_COUNTS)
}

interface Sides {
  readonly prepare: () => void
  readonly ours: () => void
  readonly reference: () => void
}

async function openScene(
  { file }: BatchModel,
  n: number,
  stages: readonly string[],
  contest: Opener,
): Promise<OpenScene> {
  const bench = new BatchBench(file, n)
  const sides = await Promise.all(stages.map((stage) => contest(bench, stage)))
  return {
    contests: stages.map((stage, i) => ({ stage, per: n, ...sides[i] })),
    delete: () => bench.dispose(),
  }
}

/** Environments in the middle of motions, with controls. */
class BatchBench {
  readonly #m: Model
  readonly #n: number
  readonly #states: Float64Array
  readonly #controls: Float64Array
  readonly #ends: (() => void)[] = []

  constructor(file: string, n: number) {
    this.#n = n
    this.#m = loadModelFile(file)
    const { nq, nv, nu } = this.#m
    this.#states = new Float64Array(n * (nq + nv))
    this.#controls = Float64Array.from({ length: n * nu }, (_, i) => 0.5 * Math.sin(7 * i))
    const samples = Array.from({ length: Math.min(n, SAMPLES) }, (_, i) => this.#settle(i))
    for (let i = 0; i < n; i++) this.#states.set(samples[i % samples.length], i * (nq + nv))
  }

  async againstReference(threads: number, kernels: BatchKernelOption = false): Promise<Sides> {
    const batch = await this.#batch(threads, kernels)
    const team = new ReferenceTeam(saveModel(this.#m, { dialect: 'mujoco' }), this.#n, this.#m, threads)
    this.#ends.push(() => team.dispose())
    team.controls.set(this.#controls)
    return {
      prepare: () => {
        batch.states.set(this.#states)
        team.states.set(this.#states)
      },
      ours: () => batch.stepSync(),
      reference: () => team.step(),
    }
  }

  async againstOneThread(): Promise<Sides> {
    return this.#both(await this.#batch(2), await this.#batch(1))
  }

  async againstTypeScript(threads: number): Promise<Sides> {
    return this.#both(await this.#batch(threads, true), await this.#batch(threads))
  }

  #both(ours: BatchSim, other: BatchSim): Sides {
    return {
      prepare: () => {
        ours.states.set(this.#states)
        other.states.set(this.#states)
      },
      ours: () => ours.stepSync(),
      reference: () => other.stepSync(),
    }
  }

  async againstLoop(): Promise<Sides> {
    const batch = await this.#batch(1)
    const m = this.#m
    const all = Array.from({ length: this.#n }, (_, i) => {
      const d = new Data(m)
      d.ctrl.set(this.#controls.subarray(i * m.nu, (i + 1) * m.nu))
      return d
    })
    return {
      prepare: () => {
        batch.states.set(this.#states)
        all.forEach((d, i) => {
          const s = i * (m.nq + m.nv)
          d.qpos.set(this.#states.subarray(s, s + m.nq))
          d.qvel.set(this.#states.subarray(s + m.nq, s + m.nq + m.nv))
        })
      },
      ours: () => batch.stepSync(),
      reference: () => {
        for (const d of all) step(m, d)
      },
    }
  }

  dispose(): void {
    for (const end of this.#ends) end()
  }

  async #batch(threads: number, kernels: BatchKernelOption = false): Promise<BatchSim> {
    const batch = new BatchSim(this.#m, this.#n, { threads, kernels })
    this.#ends.push(() => batch.dispose())
    await batch.ready
    if (kernels && !batch.kernels?.active) throw new Error(`no kernels: ${batch.kernels?.reason}`)
    batch.actions.set(this.#controls)
    return batch
  }

  /** The state of an environment after some steps with its controls. */
  #settle(i: number): number[] {
    const m = this.#m
    const d = new Data(m)
    d.ctrl.set(this.#controls.subarray(i * m.nu, (i + 1) * m.nu))
    for (let k = 0; k < 100 + 25 * i; k++) step(m, d)
    return [...d.qpos, ...d.qvel]
  }
}

/** Different states. */
const SAMPLES = 16
