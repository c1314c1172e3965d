import { Data } from '../core/data/data.ts'
import { checkType, kindOf } from '../core/model/argumentChecks.ts'
import type { Model } from '../core/model/model.ts'
import { BatchCore, type ResetOptions } from './batchCore.ts'
import { epochAfter, JobKind } from './batchJobs.ts'
import { batchBytes, Column, EPISODE_WIDTH, Word } from './batchMemory.ts'
import { type BatchOptions, checkBatch, checkInteger, MAX_STEPS, refuseUnknown } from './batchOptions.ts'
import type { BatchResult } from './batchResult.ts'
import { type BatchSetup, sharedModelMessage } from './batchSetup.ts'
import type { BatchTask } from './batchTask.ts'
import { BatchTeam } from './batchTeam.ts'
import { MessageTeam } from './messageTeam.ts'
import { prepareRollouts, type RolloutOptions, type RolloutResult, rolloutResult, watchRollouts } from './rollout.ts'
import { RolloutRunner } from './rolloutRunner.ts'
import { StateRecord } from './stateRecord.ts'
import {
  checkTask,
  importTask,
  observationFields,
  type TaskMaker,
  type TaskModule,
  type TaskSource,
} from './taskSource.ts'
import { DISPOSED, LocalTeam, type StartThread, type Team } from './team.ts'
import { type Accelerate, type BatchKernels, KernelRefusal, kernelMaker } from './threadKernels.ts'

/** What a batch needs of its surroundings. */
export interface BatchHost {
  readonly start: StartThread
  /** Threads that the machine can run at once. */
  readonly parallelism: number
  /** Whether this thread may block: the main thread of a page may not. */
  readonly mayBlock: boolean
}

/**
 * Many independent environments of one model, or of several, stepped on threads. Environments are rows of tables in
 * memory that all threads share. Each environment has the bits that `step` gives it alone, whatever the number of
 * threads.
 *
 * Models are copied: later changes of the given ones have no effect on the batch.
 */
export class BatchSimulation {
  /** Number of environments. */
  readonly n: number
  /** Models of the batch. */
  readonly models: readonly Model[]
  /** Number of threads. */
  readonly threads: number
  /** How threads get their work: over shared memory, in messages, or not at all, when the calling thread does it. */
  readonly sharing: 'memory' | 'messages' | 'none'
  /** Resolves when the task is loaded and all threads are ready; rejects if that fails. */
  readonly ready: Promise<void>

  readonly #options: BatchOptions
  readonly #setup: BatchSetup
  readonly #host: BatchHost
  #core: BatchCore | undefined
  #team: Team | undefined
  #failure: unknown
  #refusal: string | undefined
  #isReady = false
  #busy = false
  #disposed = false

  constructor(model: Model | readonly Model[], n: number, options: BatchOptions, host: BatchHost) {
    const models = Array.isArray(model) ? (model as readonly Model[]) : [model as Model]
    checkBatch(models, n, options)
    const { modelOf = (i: number) => i % models.length } = options
    const { module, object } = splitTask(options.task)
    this.n = n
    this.models = models
    this.threads = options.threads ?? (object ? 1 : host.parallelism)
    if (object && this.threads > 1)
      throw new TypeError("a task of functions cannot go to other threads: give a module, or the option 'threads': 1")
    const canShare = typeof SharedArrayBuffer !== 'undefined' && options.sharing !== 'messages'
    this.sharing = object ? 'none' : canShare ? 'memory' : 'messages'
    this.#options = options
    this.#host = host
    this.#setup = {
      models: models.map(sharedModelMessage),
      modelOf: Uint16Array.from({ length: n }, (_, i) => checkedModel(modelOf(i), i, models.length)),
      rules: {
        noise: options.noise ?? {},
        autoReset: options.autoReset ?? 'off',
        maxSteps: options.maxSteps ?? Infinity,
        nstep: options.nstep ?? 1,
      },
      source: {
        ...module,
        reward: options.reward,
        terminated: options.terminated,
        truncated: options.truncated,
        observe: options.observe,
      },
      randomize: options.randomize,
    }
    const base = object ? checkTask(object, 'task') : {}
    if (options.kernels) this.ready = this.#beginWithKernels(module ? importTask(this.#setup.source) : () => base)
    else if (module) this.ready = importTask(this.#setup.source).then((maker) => this.#begin(maker))
    else this.ready = this.#begin(() => base)
    this.ready.catch((error) => {
      this.#failure = error
    })
  }

  /** Where a thread may not use the kernels that this one has made, no thread uses any. */
  async #beginWithKernels(task: TaskMaker | Promise<TaskMaker>): Promise<void> {
    const [maker, accelerate] = await Promise.all([task, kernelMaker(this.#options.kernels || true)])
    try {
      await this.#begin(maker, accelerate)
    } catch (error) {
      if (!(error instanceof KernelRefusal)) throw error
      this.#team?.dispose()
      this.#core = undefined
      this.#refusal = `in a thread, ${error.message}`
      await this.#begin(maker)
    }
  }

  /** Makes the environments and starts the threads. Throws at once if the task or an option does not fit. */
  #begin(task: TaskMaker, accelerate: Accelerate = () => undefined): Promise<void> {
    if (this.#disposed) throw new Error(DISPOSED)
    const { models, n, threads } = this
    const options = this.#options
    const setup = this.#setup
    const shared = this.sharing === 'memory'
    const core = new BatchCore({ models, n, threads, options, setup, shared }, task, accelerate)
    core.chooseFirst(options)
    const here = new LocalTeam(core.place)
    const team = this.sharing === 'none' ? here : this.#startTeam(core)
    this.#team = team
    // a page stays responsive: there, other threads do the first resets
    if (!this.#host.mayBlock && team !== here)
      return team.ready
        .then(() => team.run(JobKind.reset))
        .then(() => {
          core.afterFirst()
          this.#core = core
        })
    here.runSync(JobKind.reset)
    try {
      core.afterFirst()
    } catch (error) {
      team.dispose()
      throw error
    }
    this.#core = core
    return team.ready
  }

  #startTeam({ place, kernels }: BatchCore): Team {
    const { start } = this.#host
    const { patience = PATIENCE } = this.#options
    const Threads = this.sharing === 'memory' ? BatchTeam : MessageTeam
    return new Threads(place, { ...this.#setup, ...(kernels && { kernels }) }, this.threads, start, patience)
  }

  /** The settings of the batch. */
  get options(): BatchOptions {
    return this.#options
  }

  /** Whether environments are stepped with kernels; undefined: the option `kernels` does not ask for them. */
  get kernels(): BatchKernels | undefined {
    if (!this.#options.kernels) return undefined
    const made = this.#made.stages.stages
    const reason = this.#refusal ?? made.find(({ kernels }) => kernels?.active === false)?.kernels?.reason
    const [{ kernels, lanes, laneReason }] = made
    return {
      active: reason === undefined,
      reason,
      stages: kernels?.stages ?? [],
      lanes: lanes?.stepper.count ?? 1,
      laneReason: reason ?? laneReason,
    }
  }

  /** The first of the models. */
  get model(): Model {
    return this.models[0]
  }

  /** The model of an environment. */
  modelOf(environment: number): Model {
    checkInteger('the environment', environment, 0, this.n - 1)
    return this.models[this.#setup.modelOf[environment]]
  }

  /**
   * Actions of the next call: controls, unless the task gives them another meaning. Write here, or give them to `step`.
   * Shape: n × `actionSize`.
   */
  get actions(): Float64Array {
    return this.#made.memory.actions
  }

  /** Numbers of an action: nu, unless the task says otherwise. */
  get actionSize(): number {
    return this.#made.memory.shape.action
  }

  /** Numbers of an observation. */
  get observationSize(): number {
    return this.#made.memory.shape.observation
  }

  /** Where the expressions of the option `observe` are in an observation: of the first model, where there are several. */
  get observationFields(): readonly { readonly name: string; readonly offset: number; readonly size: number }[] {
    return observationFields(this.model, this.#options.observe ?? [])
  }

  /** The results of the last call; at first those of the first reset. */
  get result(): BatchResult {
    return this.#made.result
  }

  /** The present positions and velocities. They may be changed between calls. Shape: n × (nq + nv). */
  get states(): Float64Array {
    return this.#made.result.states
  }

  /** Numbers that randomization has drawn for the present episodes. Shape: n × `parameterNames.length`. */
  get parameters(): Float64Array {
    return this.#made.result.parameters
  }

  /** What the columns of `parameters` are: for the first model, where there are several. */
  get parameterNames(): readonly string[] {
    return this.#made.stages.stages[0].randomizer?.names ?? []
  }

  /** A copy of the model of an environment, with the numbers that randomization has given it. */
  randomizedModel(environment: number): Model {
    checkInteger('the environment', environment, 0, this.n - 1)
    return this.#made.ownModel(environment)
  }

  /** Bytes of memory for each environment, tables of results included. */
  get bytesPerEnvironment(): number {
    const { shape } = this.#made.memory
    return Math.round((batchBytes(shape) - batchBytes({ ...shape, environments: 0 })) / this.n)
  }

  /** Threads that have died and been replaced so far. */
  get replaced(): number {
    return this.#team?.replaced ?? 0
  }

  /**
   * Steps all environments; this thread is free meanwhile.
   * @param actions a row for each environment; by default what `actions` holds
   * @param nstep steps of the engine; by default the option `nstep`
   */
  async step(actions?: ArrayLike<number>, nstep = this.#options.nstep ?? 1): Promise<BatchResult> {
    checkInteger("'nstep'", nstep, 1, MAX_STEPS)
    // the caller may change its array after the call
    const kept = this.#isReady || actions === undefined ? actions : Float64Array.from(actions)
    return this.#during(async (core, team) => {
      core.setStep(kept, nstep)
      await team.run(JobKind.step)
      return core.flip()
    })
  }

  /** `step`, while this thread works too, and waits. Not in the main thread of a page, which may not wait. */
  stepSync(actions?: ArrayLike<number>, nstep = this.#options.nstep ?? 1): BatchResult {
    const [core, team] = this.#idle(true)
    checkInteger("'nstep'", nstep, 1, MAX_STEPS)
    core.setStep(actions, nstep)
    team.runSync(JobKind.step)
    return core.flip()
  }

  /** Begins the next episode of an environment, or of all. */
  async reset(environment?: number, options: ResetOptions = {}): Promise<BatchResult> {
    return this.#reset(this.#checked(environment), undefined, options)
  }

  /** `reset`, while this thread waits. */
  resetSync(environment?: number, options: ResetOptions = {}): BatchResult {
    return this.#resetSync(this.#checked(environment), undefined, options)
  }

  /** Begins the next episode of all environments where the mask is true, or not zero. */
  async resetWhere(mask: Mask, options: ResetOptions = {}): Promise<BatchResult> {
    return this.#reset(undefined, this.#checkedMask(mask), options)
  }

  /** `resetWhere`, while this thread waits. */
  resetWhereSync(mask: Mask, options: ResetOptions = {}): BatchResult {
    return this.#resetSync(undefined, this.#checkedMask(mask), options)
  }

  /**
   * Copies an environment into a state, to look at it: time, positions, velocities, activations, inputs. Call `forward`
   * for what follows from them.
   * @param d a state of the environment's model; by default a new one
   */
  data(environment: number, d?: Data): Data {
    const core = this.#made
    const m = this.modelOf(environment)
    const target = d ?? new Data(m)
    target.acceptModel(m)
    const { shape, sides } = core.memory
    const { states, rests } = sides[core.side]
    new StateRecord(m, target).load(states, shape.state * environment, rests, shape.rest * environment)
    return target
  }

  /** Copies a state into an environment, which goes on from there. */
  setData(environment: number, d: Data): void {
    const [core] = this.#idle(false)
    const m = this.modelOf(environment)
    d.acceptModel(m)
    const { shape, sides } = core.memory
    const { states, rests, episodes } = sides[core.side]
    new StateRecord(m, d).store(states, shape.state * environment, rests, shape.rest * environment)
    episodes[EPISODE_WIDTH * environment + Column.pending] = 0
  }

  /** Simulates given controls from given states: see `RolloutOptions`. The environments stay as they are. */
  async rollout(options: RolloutOptions): Promise<RolloutResult> {
    return this.#during(async ({ memory, place, stages }, team) => {
      const rollouts = prepareRollouts(this.models, options, this.threads, memory.buffer!)
      const { words } = memory
      const epoch = epochAfter(memory)
      Atomics.store(words, Word.cancel, 0)
      Atomics.store(words, Word.done, 0)
      place.rollouts = new RolloutRunner(rollouts, epoch, stages.stages, (r, text) => memory.keepText(r, text))
      if (team instanceof BatchTeam) team.bring({ shape: rollouts.shape, buffer: rollouts.buffer!, epoch })
      const watch = watchRollouts(options, words, rollouts.claims.length)
      try {
        await team.run(JobKind.rollout)
      } finally {
        watch.stop()
        place.rollouts = undefined
        Atomics.store(words, Word.cancel, 0)
        if (team instanceof BatchTeam) team.bring(undefined)
      }
      return rolloutResult(rollouts, memory)
    })
  }

  /** Ends the threads. Results stay readable; further calls throw. */
  dispose(): void {
    if (this.#disposed) return
    this.#disposed = true
    this.#team?.dispose()
  }

  get #made(): BatchCore {
    if (this.#failure !== undefined) throw this.#failure
    if (!this.#core) throw new Error('the batch is not there yet: await batch.ready first')
    return this.#core
  }

  /** Core and threads, if nothing is under way. */
  #idle(blocks: boolean): [BatchCore, Team] {
    if (this.#disposed) throw new Error(DISPOSED)
    if (this.#busy) throw new Error('the batch is busy: await the previous call first')
    if (blocks && !this.#host.mayBlock && this.sharing === 'memory')
      throw new TypeError('the main thread of a page may not wait: use the asynchronous form, with await')
    return [this.#made, this.#team!]
  }

  async #during<T>(run: (core: BatchCore, team: Team) => Promise<T>): Promise<T> {
    if (this.#disposed || this.#busy) this.#idle(false)
    this.#busy = true
    try {
      if (!this.#isReady) {
        await this.ready
        this.#isReady = true
        if (this.#disposed) throw new Error(DISPOSED)
      }
      return await run(this.#made, this.#team!)
    } finally {
      this.#busy = false
    }
  }

  #reset(only: number | undefined, mask: Mask | undefined, options: ResetOptions): Promise<BatchResult> {
    return this.#during(async (core, team) => {
      core.choose(only, mask, options)
      await team.run(JobKind.reset)
      return core.afterReset()
    })
  }

  #resetSync(only: number | undefined, mask: Mask | undefined, options: ResetOptions): BatchResult {
    const [core, team] = this.#idle(true)
    core.choose(only, mask, options)
    team.runSync(JobKind.reset)
    return core.afterReset()
  }

  #checked(environment: number | undefined): number | undefined {
    if (environment !== undefined) checkInteger('the environment', environment, 0, this.n - 1)
    return environment
  }

  #checkedMask(mask: Mask): Mask {
    if (mask?.length !== this.n)
      throw new RangeError(
        `the mask is ${kindOf(mask)} of length ${mask?.length}; expected ${this.n}, the environments`,
      )
    return mask
  }
}

/** Which environments: true or not zero. */
type Mask = ArrayLike<number | boolean>

/** A task is in a module, or an object of functions. */
function splitTask(task: BatchOptions['task']): { module?: TaskSource; object?: BatchTask } {
  if (task === undefined) return {}
  if (typeof task === 'string' || task instanceof URL) return { module: { module: String(task) } }
  checkType(typeof task === 'object' && task !== null, "the option 'task'", task, 'a module, or an object of functions')
  if (!('module' in task)) return { object: task as BatchTask }
  refuseUnknown("part of the option 'task'", task, ['module', 'export', 'options'])
  const { module, export: name, options } = task as TaskModule
  return {
    module: {
      module: String(module),
      ...(name !== undefined && { export: name }),
      ...(options !== undefined && { options }),
    },
  }
}

/** ms */
const PATIENCE = 10_000

function checkedModel(index: number, environment: number, models: number): number {
  checkInteger(`the model of environment ${environment}`, index, 0, models - 1)
  return index
}
