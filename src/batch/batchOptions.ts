import { checkType, kindOf } from '../core/model/argumentChecks.ts'
import { ObjType } from '../core/model/enums.ts'
import { Model } from '../core/model/model.ts'
import type { PoolThread } from '../threads/workerPool.ts'
import type { BatchTask } from './batchTask.ts'
import { MAX_THREADS } from './chunkClaims.ts'
import type { AutoReset, ResetNoise } from './environmentStepper.ts'
import type { Randomization } from './randomize/modelRandomizer.ts'
import type { TaskExpressions, TaskModule } from './taskSource.ts'
import type { KernelChoice } from './threadKernels.ts'

/** Settings of a `BatchSim`; all are optional. */
export interface BatchOptions extends TaskExpressions {
  /** Number of threads; by default as many as the machine can run at once. */
  readonly threads?: number
  /** Environment i has the seed `seed` + i; 0 by default. */
  readonly seed?: number
  /** Steps of the engine for each call of `step`; 1 by default. */
  readonly nstep?: number
  /** Calls after which an episode is truncated; without it none is. */
  readonly maxSteps?: number
  /**
   * What a batch computes beside the physics: a module that every thread imports (its address, or a `TaskModule`), or,
   * on one thread, an object.
   * The expressions `reward`, `terminated`, `truncated` and `observe` replace parts of it.
   */
  readonly task?: BatchTask | TaskModule | URL | string
  /** Type of the numbers in `observations`; float32 by default. */
  readonly observationType?: 'float32' | 'float64'
  /**
   * `rows` (default): one environment after the other. `fields`: each number of all environments, then the next one;
   * number k of environment i stands at k·n + i.
   */
  readonly observationLayout?: 'rows' | 'fields'
  /** Keyframe that episodes start from, by id or name, for all environments or for each. */
  readonly keyframe?: number | string | ((environment: number) => number | string)
  /** How far the start of an episode is from its keyframe. */
  readonly noise?: ResetNoise
  /** Numbers of the model that differ between environments, drawn anew in each episode. */
  readonly randomize?: Randomization
  /**
   * When an episode has ended: `off` (default) leaves the environment to `reset`; `nextStep` resets it in the next call,
   * which does not step it; `sameStep` resets it at once, and keeps its last observation in `finalObservations`. A
   * failed environment is reset by the next call in any case.
   */
  readonly autoReset?: AutoReset
  /**
   * Whether threads step with kernels: stages of a step compiled to WebAssembly, faster, and the same for any number of
   * threads. Where the model allows it, two environments are stepped at once. `sameBits`: only kernels that have the bits
   * of steps without. `single`: four environments at once, in single precision. False by default. The batch is then
   * there when it is `ready`, and `kernels` says whether they are in use.
   */
  readonly kernels?: false | KernelChoice
  /** Index of the model of each environment, for several models; by default they take turns. */
  readonly modelOf?: (environment: number) => number
  /** Environments that a thread takes at a time. The default suits steps of more than some µs. */
  readonly chunk?: number
  /**
   * How long a call waits for a sign of life of a thread that works, ms; 10,000 by default. After that the thread counts
   * as dead and is replaced. A sign is given for each environment; over messages, for each chunk. Give more, or
   * Infinity, where the steps of one environment in one call take longer.
   */
  readonly patience?: number
  /** Starts a worker that calls `serveBatch`; by default one of this package. */
  readonly worker?: () => PoolThread
  /** `messages`: as if memory could not be shared, for tests. By default memory is shared where that is possible. */
  readonly sharing?: 'memory' | 'messages'
}

const KNOWN: readonly (keyof BatchOptions)[] = [
  'threads',
  'seed',
  'nstep',
  'maxSteps',
  'task',
  'reward',
  'terminated',
  'truncated',
  'observe',
  'observationType',
  'observationLayout',
  'keyframe',
  'noise',
  'randomize',
  'autoReset',
  'kernels',
  'modelOf',
  'chunk',
  'patience',
  'worker',
  'sharing',
]

/** Throws unless the arguments of a `BatchSim` are right. */
export function checkBatch(models: readonly Model[], n: number, options: BatchOptions): void {
  checkType(models.length > 0, 'the list of models', models, 'at least one Model')
  for (const m of models) checkType(m instanceof Model, 'the model of a batch', m, 'a Model, as loadModel gives it')
  checkInteger('the number of environments', n, 1, MAX_ENVIRONMENTS)
  checkType(typeof options === 'object' && options !== null, 'the options', options, 'an object')
  refuseUnknown('option', options, KNOWN)
  refuseUnknown("part of the option 'noise'", options.noise ?? {}, ['qpos', 'qvel', 'distribution'])
  const { threads, seed, nstep, maxSteps, chunk, patience } = options
  if (threads !== undefined) checkInteger("the option 'threads'", threads, 1, MAX_THREADS)
  if (seed !== undefined) checkInteger("the option 'seed'", seed, 0, Number.MAX_SAFE_INTEGER - n)
  if (nstep !== undefined) checkInteger("the option 'nstep'", nstep, 1, MAX_STEPS)
  if (maxSteps !== undefined && maxSteps !== Infinity) checkInteger("the option 'maxSteps'", maxSteps, 1, MAX_STEPS)
  if (chunk !== undefined) checkInteger("the option 'chunk'", chunk, 1, MAX_ENVIRONMENTS)
  if (patience !== undefined && !(typeof patience === 'number' && patience >= MIN_PATIENCE))
    throw new RangeError(
      `the option 'patience' is ${kindOf(patience)}; expected at least ${MIN_PATIENCE} ms, or Infinity`,
    )
  if (options.sharing === 'memory' && typeof SharedArrayBuffer === 'undefined')
    throw new TypeError('memory cannot be shared here: serve the page with cross-origin isolation')
  checkNumber("the option 'noise.qpos'", options.noise?.qpos ?? 0)
  checkNumber("the option 'noise.qvel'", options.noise?.qvel ?? 0)
  checkChoice('noise.distribution', options.noise?.distribution, ['uniform', 'normal'])
  checkChoice('observationType', options.observationType, ['float32', 'float64'])
  checkChoice('observationLayout', options.observationLayout, ['rows', 'fields'])
  checkChoice('autoReset', options.autoReset, ['off', 'nextStep', 'sameStep'])
  const isKernels = options.kernels === undefined || [true, false, 'sameBits', 'single'].includes(options.kernels)
  checkType(isKernels, "the option 'kernels'", options.kernels, "true, false, 'sameBits', or 'single'")
  checkChoice('sharing', options.sharing, ['memory', 'messages'])
  const { observe } = options
  const isList = observe === undefined || (Array.isArray(observe) && observe.every((x) => typeof x === 'string'))
  checkType(isList, "the option 'observe'", observe, "a list of expressions, such as ['qpos', 'sensor(gyro)']")
}

/** Throws where an object has a name that is not known. */
export function refuseUnknown(what: string, found: object, known: readonly string[]): void {
  for (const name of Object.keys(found))
    if (!known.includes(name)) throw new TypeError(`unknown ${what} '${name}'; there are ${known.join(', ')}`)
}

/** ms */
const MIN_PATIENCE = 500
const MAX_ENVIRONMENTS = 1 << 24
export const MAX_STEPS = 1_000_000_000

export function checkInteger(name: string, value: unknown, low: number, high: number): void {
  if (!(Number.isInteger(value) && (value as number) >= low && (value as number) <= high))
    throw new RangeError(`${name} is ${kindOf(value)}; expected an integer from ${low} to ${high}`)
}

function checkNumber(name: string, value: unknown): void {
  if (!(typeof value === 'number' && value >= 0 && value < Infinity))
    throw new RangeError(`${name} is ${kindOf(value)}; expected a number that is not negative`)
}

function checkChoice(name: string, value: unknown, choices: readonly string[]): void {
  if (value !== undefined && !choices.includes(value as string))
    throw new TypeError(
      `the option '${name}' is ${kindOf(value)}; expected ${choices.map((x) => `'${x}'`).join(' or ')}`,
    )
}

/** Index of a keyframe, by id or name; -1: qpos0. */
export function keyframeIndex(m: Model, keyframe: number | string | undefined): number {
  if (keyframe === undefined || keyframe === -1) return -1
  const id = typeof keyframe === 'string' ? m.names.id(ObjType.key, keyframe) : keyframe
  if (Number.isInteger(id) && id >= 0 && id < m.nkey) return id
  throw new RangeError(`no keyframe is ${kindOf(keyframe)}; the model has ${m.nkey}`)
}
