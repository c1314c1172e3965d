import type { Integrator, Model, Solver } from '../../src/index.ts'
import { type ModelFiles, ReferenceModel, type ReferenceModule } from '../../tools/compare/reference.ts'
import type { Contest } from '../measure.ts'

/** The text of a model, or where its files are. */
export type ModelSource = string | ModelFiles

/** A step to time: a model, its options, and the state from which it starts. */
export interface StepScene {
  readonly name: string
  /** `step` where nothing else is said. */
  readonly stage?: string
  readonly source: ModelSource
  readonly options?: StepOptions
  /** Arrays of the initial state by name; else those of a reset. */
  readonly start?: (m: Model) => Readonly<Record<string, ArrayLike<number>>>
  /** Steps from there to the state that is measured. */
  readonly settle: number
  /** Steps of one call, each call from a reset; else a call is one step, and goes on from the one before. */
  readonly steps?: number
  /** Trees sleep in the state that is measured: each engine gets there by its own steps. */
  readonly asleep?: boolean
  /** `Data.sleepWatch`. */
  readonly watch?: number
  /** The reference takes minutes. */
  readonly slow?: boolean
}

export interface StepOptions {
  readonly integrator?: Integrator
  readonly solver?: Solver
  /** Bits of `DisableBit`. */
  readonly disable?: number
}

/** What a step needs of a build of this engine. */
export type Build = Pick<typeof import('../../src/index.ts'), 'Data' | 'forward' | 'loadModel' | 'resetData' | 'step'>

/** The arrays that a step changes and from which it starts. */
const STATE = ['qpos', 'qvel', 'act', 'qacc_warmstart'] as const

export type SettledState = Readonly<Record<(typeof STATE)[number], Float64Array>>

/** Loads a model from its text, or from its files. */
export function loadSource(loadModel: Build['loadModel'], source: ModelSource): Model {
  if (typeof source === 'string') return loadModel(source)
  const { path, files } = source
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const text = new TextDecoder().decode(files(path) as Uint8Array)
  return loadModel(text, { files: (file) => files(folder + file), fileName: path })
}

/** A scene in this engine, or in another build of it. */
export class Run {
  readonly m: Model
  readonly d: InstanceType<Build['Data']>
  readonly settled: SettledState
  readonly #build: Build
  readonly #scene: StepScene

  constructor(build: Build, scene: StepScene) {
    const m = loadSource(build.loadModel, scene.source)
    setOptions(m.opt, scene.options)
    const d = new build.Data(m)
    // trees with the sleep policy init are asleep from here on
    build.resetData(m, d)
    if (scene.watch !== undefined) d.sleepWatch = scene.watch
    write(d, scene.start?.(m) ?? {})
    for (let i = 0; i < scene.settle; i++) build.step(m, d)
    this.m = m
    this.d = d
    this.settled = copyState(d)
    this.#build = build
    this.#scene = scene
    const { step } = build
    const { steps = 1 } = scene
    this.step = () => {
      for (let i = 0; i < steps; i++) step(m, d)
    }
  }

  /** Returns to the state that is measured, with everything computed. */
  restore(): void {
    const { m, d } = this
    if (this.#scene.steps !== undefined) {
      this.#build.resetData(m, d)
      return
    }
    this.place()
    if (!this.#scene.asleep) this.#build.forward(m, d)
  }

  /** Writes the arrays of that state only. */
  place(): void {
    write(this.d, this.settled)
  }

  /** One call of what is timed. */
  readonly step: () => void
}

/** The same scene in the reference. */
export class ReferenceRun {
  readonly mj: ReferenceModule
  readonly model: ReferenceModel
  readonly data: InstanceType<ReferenceModule['MjData']>
  readonly #settled: SettledState
  readonly #scene: StepScene

  /** @param ours gives the state to start from, unless the reference has to go to sleep by itself */
  constructor(mj: ReferenceModule, scene: StepScene, ours: Run) {
    this.mj = mj
    this.model = new ReferenceModel(mj, scene.source)
    setOptions(this.model.raw.opt, scene.options)
    this.data = new mj.MjData(this.model.raw)
    if (scene.asleep) {
      for (let i = 0; i < scene.settle; i++) mj.mj_step(this.model.raw, this.data)
      const [awake, theirs] = [ours.d.ntree_awake, this.data.ntree_awake]
      if (awake !== theirs) throw new Error(`'${scene.name}': ${awake} trees awake, ${theirs} in the reference`)
      this.#settled = copyState(this.data)
    } else {
      write(this.data, scene.start?.(ours.m) ?? {})
      this.#settled = ours.settled
    }
    this.#scene = scene
  }

  restore(): void {
    const { mj, data } = this
    const model = this.model.raw
    if (this.#scene.steps !== undefined) {
      mj.mj_resetData(model, data)
      return
    }
    this.place()
    if (!this.#scene.asleep) mj.mj_forward(model, data)
  }

  place(): void {
    write(this.data, this.#settled)
  }

  readonly step = (): void => {
    const count = this.#scene.steps ?? 1
    for (let i = 0; i < count; i++) this.mj.mj_step(this.model.raw, this.data)
  }

  delete(): void {
    this.data.delete()
    this.model.delete()
  }
}

/** Steps of both, each from its settled state. */
export function stepContest(ours: Run, reference: Pick<ReferenceRun, 'restore' | 'step'>): Contest {
  return { prepare: restoring(ours, reference), ours: ours.step, reference: reference.step }
}

/** Returns all to their settled states. */
export function restoring(...runs: readonly { restore(): void }[]): () => void {
  return () => {
    for (const run of runs) run.restore()
  }
}

function setOptions(
  opt: { integrator: number; solver: number; disableflags: number },
  options: StepOptions = {},
): void {
  if (options.integrator !== undefined) opt.integrator = options.integrator
  if (options.solver !== undefined) opt.solver = options.solver
  opt.disableflags |= options.disable ?? 0
}

/** Sets arrays of a state of either engine by name. */
export function write(data: object, arrays: Readonly<Record<string, ArrayLike<number>>>): void {
  for (const [name, values] of Object.entries(arrays))
    if (values.length > 0) (Reflect.get(data, name) as Float64Array).set(values)
}

/** The arrays from which a step starts. */
export function copyState(state: Readonly<Record<(typeof STATE)[number], ArrayLike<number>>>): SettledState {
  const [qpos, qvel, act, qacc_warmstart] = STATE.map((name) => Float64Array.from(state[name] ?? []))
  return { qpos, qvel, act, qacc_warmstart }
}
