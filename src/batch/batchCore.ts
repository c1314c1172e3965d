import { checkType } from '../core/model/argumentChecks.ts'
import type { Model } from '../core/model/model.ts'
import { modelFromMessage, modelMessage } from '../core/model/modelMessage.ts'
import { allocate } from './allocate.ts'
import type { Workplace } from './batchJobs.ts'
import {
  BatchMemory,
  type BatchShape,
  batchBytes,
  Column,
  EPISODE_WIDTH,
  PATCH_HEAD,
  RESET_WIDTH,
  Word,
} from './batchMemory.ts'
import { type BatchOptions, checkInteger, keyframeIndex, refuseUnknown } from './batchOptions.ts'
import { type BatchResult, SideResult } from './batchResult.ts'
import { type BatchSetup, makeStages, makeStepper, ownCopy, type Stages } from './batchSetup.ts'
import type { TaskMaker } from './taskSource.ts'
import type { Accelerate, ThreadKernelCode } from './threadKernels.ts'

/** New seeds and keyframes of environments that are reset. */
export interface ResetOptions {
  /**
   * New seed, for the first episode of that seed. Where several environments are reset, environment i gets `seed` + i.
   * By default each environment keeps its seed, and begins its next episode.
   */
  readonly seed?: number
  /** Keyframe to start from, by id or name, from now on; -1 for qpos0. */
  readonly keyframe?: number | string
}

/** What a batch is made of. */
export interface BatchPlan {
  readonly models: readonly Model[]
  readonly n: number
  readonly threads: number
  readonly options: BatchOptions
  readonly setup: BatchSetup
  /** Whether memory is shared with threads. */
  readonly shared: boolean
}

/** The environments of a batch, ready to be stepped: memory, what this thread needs to step them, and results. */
export class BatchCore {
  readonly memory: BatchMemory
  readonly stages: Stages
  /** Where the calling thread works. */
  readonly place: Workplace
  /** Side of the memory with the present states. */
  side = 0
  readonly #results: readonly [SideResult, SideResult]
  readonly #models: readonly Model[]

  constructor(plan: BatchPlan, task: TaskMaker, accelerate: Accelerate) {
    const { models, n, threads, options, setup } = plan
    this.#models = models
    this.stages = makeStages(setup, task, accelerate)
    const shape = shapeOf(this.stages, n, threads, options)
    this.memory = new BatchMemory(shape, allocate(batchBytes(shape), plan.shared, `${n} environments`))
    this.place = { memory: this.memory, stepper: makeStepper(this.memory, this.stages), rollouts: undefined }
    this.#results = [new SideResult(this.memory, 0), new SideResult(this.memory, 1)]
  }

  /** The results of the last call. */
  get result(): BatchResult {
    return this.#results[this.side]
  }

  /** The kernels of each model, for other threads; undefined where there are none, or they may not be used. */
  get kernels(): (ThreadKernelCode | undefined)[] | undefined {
    const codes = this.stages.stages.map(({ kernels, laneCode }) =>
      kernels?.active ? { kernels: kernels.code, lanes: laneCode } : undefined,
    )
    return codes.some((code) => code !== undefined) ? codes : undefined
  }

  /** What a job of steps reads. */
  setStep(actions: ArrayLike<number> | undefined, nstep: number): void {
    const { memory } = this
    if (actions !== undefined) {
      checkType(typeof actions?.length === 'number', "'actions'", actions, 'a list of numbers')
      if (actions.length !== memory.actions.length)
        throw new RangeError(
          `'actions' has ${actions.length} numbers; expected ${memory.actions.length}: ${memory.shape.action} for each of ${memory.shape.environments} environments`,
        )
      memory.actions.set(actions)
    }
    Atomics.store(memory.words, Word.side, this.side)
    Atomics.store(memory.words, Word.nstep, nstep)
  }

  /** The other side has the new states. */
  flip(): BatchResult {
    this.side = 1 - this.side
    return this.#results[this.side].refresh()
  }

  /**
   * Marks the environments that a job of resets begins anew.
   * @param only the one environment, if it is one
   * @param mask which of them; by default all
   */
  choose(only: number | undefined, mask: ArrayLike<number | boolean> | undefined, options: ResetOptions): void {
    refuseUnknown('option of a reset', options, ['seed', 'keyframe'])
    const { seed, keyframe } = options
    const { chosen, deadly, resets, sides, words, shape } = this.memory
    if (seed !== undefined) checkInteger("'seed'", seed, 0, Number.MAX_SAFE_INTEGER - shape.environments)
    const { episodes } = sides[this.side]
    for (let i = 0; i < chosen.length; i++) {
      chosen[i] = (only === undefined || i === only) && (mask === undefined || mask[i]) ? 1 : 0
      if (chosen[i] === 0) continue
      deadly[i] = 0
      const e = EPISODE_WIDTH * i
      const r = RESET_WIDTH * i
      const m = this.#models[this.stages.modelOf[i]]
      resets[r] = seed === undefined ? episodes[e + Column.seed] : only === undefined ? seed + i : seed
      resets[r + 1] = seed === undefined ? episodes[e + Column.episode] + 1 : 0
      resets[r + 2] = keyframe === undefined ? episodes[e + Column.keyframe] : keyframeIndex(m, keyframe)
    }
    Atomics.store(words, Word.side, this.side)
  }

  /** The results after resets, which are done in place. */
  afterReset(): BatchResult {
    return this.#results[this.side].refresh()
  }

  /** Marks all environments to begin their first episode. */
  chooseFirst({ seed = 0, keyframe }: BatchOptions): void {
    const { episodes } = this.memory.sides[0]
    for (let i = 0; i < this.memory.shape.environments; i++) {
      const key = typeof keyframe === 'function' ? keyframe(i) : keyframe
      episodes[EPISODE_WIDTH * i + Column.keyframe] = keyframeIndex(this.#models[this.stages.modelOf[i]], key)
    }
    this.choose(undefined, undefined, { seed })
  }

  /** The results after the first resets; throws the first error. */
  afterFirst(): void {
    for (const error of this.afterReset().errors) if (error) throw error
  }

  /** A copy of the model of an environment, with the numbers that randomization has given it. */
  ownModel(environment: number): Model {
    const { modelOf, stages } = this.stages
    const m = modelFromMessage(ownCopy(modelMessage(this.#models[modelOf[environment]])))
    const { shape, patches } = this.memory
    stages[modelOf[environment]].randomizer?.apply(m, patches, shape.patch * environment + PATCH_HEAD)
    return m
  }
}

/** Widths of the tables: the largest that a model needs. */
function shapeOf({ stages }: Stages, n: number, threads: number, options: BatchOptions): BatchShape {
  const most = (size: (stage: Stages['stages'][number]) => number) => Math.max(...stages.map(size))
  return {
    environments: n,
    first: 0,
    state: most(({ record }) => record.stateSize),
    rest: most(({ record }) => record.restSize),
    memory: most(({ episode }) => episode.memory.length),
    action: most(({ episode }) => episode.action.length),
    observation: most(({ observation }) => observation.length),
    float32: options.observationType !== 'float64',
    byField: options.observationLayout === 'fields',
    parameter: most(({ randomizer }) => randomizer?.sampleSize ?? 0),
    patch: most(({ randomizer }) => (randomizer ? PATCH_HEAD + randomizer.patchSize : 0)),
    chunk: options.chunk ?? most(({ lanes }) => multiple(lanes?.stepper.count ?? 1, n / (CHUNKS * threads))),
    threads,
    texts: Math.min(n, TEXTS),
  }
}

/** The last multiple that is not above, but at least the first one. */
function multiple(of: number, most: number): number {
  return of * Math.max(1, Math.floor(most / of))
}

/** Exceptions of a call whose texts are kept. */
const TEXTS = 256

/** Chunks for each thread: the more, the better the balance; the fewer, the less there is to share out. */
const CHUNKS = 16
