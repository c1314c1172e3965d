import type { BatchOptions } from '../batch/batchOptions.ts'
import type { BatchError, BatchResult } from '../batch/batchResult.ts'
import type { BatchSimulation } from '../batch/batchSim.ts'
import type { AutoReset } from '../batch/environmentStepper.ts'
import { kindOf } from '../core/model/argumentChecks.ts'
import { checkRescalable, clipActions, rescaleActions } from './actionConversion.ts'
import { Box, type NumberArray } from './box.ts'
import { columnsOf, type InfoTerm, sizeOfTerms, termsOf } from './infoTerms.ts'
import { checkKnown, checkSeed } from './optionChecks.ts'

/** What happens to actions before the environments get them. */
export type ActionUse = 'asGiven' | 'clip' | 'rescale'

/** Settings of a `VectorEnvironment`. */
export interface VectorEnvironmentOptions {
  /** Observations of one environment, of the type that the batch has. */
  readonly observationSpace: Box
  /** Actions of one environment. */
  readonly actionSpace: Box
  /** The `autoReset` of the batch; by default what the batch says, or `off`. */
  readonly autoReset?: AutoReset
  /** Numbers behind each observation that belong to `infos.terms`; none by default. */
  readonly infoTerms?: readonly InfoTerm[]
  /**
   * `asGiven` (default): environments get the actions as they are, also outside of their space; the engine clips
   * controls. `clip`: actions are clipped to their space. `rescale`: actions from −1 to 1 are scaled to their space.
   */
  readonly actions?: ActionUse
  /**
   * Whether results are copies that may be kept (default). If not, they are memory of the batch, which the call after the
   * next one writes anew.
   */
  readonly copy?: boolean
}

const KNOWN: Readonly<Record<keyof VectorEnvironmentOptions, true>> = {
  observationSpace: true,
  actionSpace: true,
  autoReset: true,
  infoTerms: true,
  actions: true,
  copy: true,
}

/** Settings of `reset` of all environments; all are optional. */
export interface VectorResetOptions {
  /** Environment i gets the seed `seed` + i and begins its first episode. Without a seed the next episodes follow. */
  readonly seed?: number
  /** Which environments are reset; all by default. */
  readonly mask?: ArrayLike<number | boolean>
}

/** What environments tell beside observations and rewards. */
export interface VectorInfos {
  /** Why environments have failed; undefined for all others. Shape: n. */
  readonly errors: readonly (BatchError | undefined)[]
  /**
   * Numbers of the `info` of the tasks, by their names, of the type of observations; NaN where an environment has none,
   * such as the terms of the reward at the start of an episode. Shape of each: n, or n × the length of an array.
   */
  readonly terms: Readonly<Record<string, NumberArray>>
  /**
   * With the automatic reset `sameStep`: the last observations of the episodes that have ended in this call, in the rows
   * of their environments. Other rows mean nothing. Shape: n × size.
   */
  readonly finalObservations?: NumberArray
  /** With `sameStep`: the terms that belong to `finalObservations`. */
  readonly finalTerms?: Readonly<Record<string, NumberArray>>
}

/** Start of episodes. */
export interface VectorResetResult {
  /** A row for each environment. Shape: n × size. */
  readonly observations: NumberArray
  readonly infos: VectorInfos
}

/** What the actions led to. */
export interface VectorStepResult extends VectorResetResult {
  /** Shape: n. */
  readonly rewards: Float64Array
  /** 1: the episode has ended by itself. Shape: n. */
  readonly terminations: Uint8Array
  /** 1: the episode has been broken off. Shape: n. */
  readonly truncations: Uint8Array
}

/**
 * Many environments that are stepped together, in the shape of Gymnasium's vector environments, on the threads of a
 * batch. When an episode ends, the automatic reset of the batch decides:
 * - `nextStep`: the next call resets the environment, ignores its action, and has a reward of 0;
 * - `sameStep`: the observation is the first one of the next episode, and `infos.finalObservations` has the last one;
 * - `off`: call `reset` with a mask.
 */
export class VectorEnvironment {
  /** The batch that does the work. */
  readonly batch: BatchSimulation
  /** How many environments there are. */
  readonly numEnvs: number
  /** Observations of one environment. */
  readonly singleObservationSpace: Box
  /** Actions of one environment. */
  readonly singleActionSpace: Box
  /** Observations of all environments. */
  readonly observationSpace: Box
  /** Actions of all environments. */
  readonly actionSpace: Box
  /** What happens when an episode has ended. */
  readonly autoReset: AutoReset
  /** Numbers of `infos.terms`. */
  readonly infoTerms: readonly InfoTerm[]
  /** Resolves when all threads are ready; the synchronous calls need that. */
  readonly ready: Promise<void>
  readonly #use: ActionUse
  readonly #copies: boolean
  /** Actions of all environments as they get them. */
  readonly #innerSpace: Box
  readonly #converted: NumberArray
  #isChecked = false

  constructor(batch: BatchSimulation, options: VectorEnvironmentOptions) {
    checkKnown(options, Object.keys(KNOWN))
    const { observationSpace, actionSpace, infoTerms = [], actions = 'asGiven', copy = true } = options
    const told = batch.options
    checkChoice('actions', actions, ['asGiven', 'clip', 'rescale'])
    checkChoice('autoReset', options.autoReset ?? 'off', ['off', 'nextStep', 'sameStep'])
    checkAgainst(options, told)
    if (!copy && infoTerms.length > 0)
      throw new TypeError("'copy: false' gives no infoTerms, since they are taken from a copy of the results")
    if (actions === 'rescale') checkRescalable('the environments', actionSpace)
    this.batch = batch
    this.numEnvs = batch.n
    this.infoTerms = infoTerms
    this.autoReset = options.autoReset ?? told.autoReset ?? 'off'
    this.#use = actions
    this.#copies = copy
    this.singleObservationSpace = observationSpace
    this.singleActionSpace = outerSpace(actionSpace, actions)
    this.observationSpace = repeated(observationSpace, batch.n)
    this.actionSpace = repeated(this.singleActionSpace, batch.n)
    this.#innerSpace = repeated(actionSpace, batch.n)
    this.#converted = new Float64Array(this.#innerSpace.size)
    this.ready = batch.ready.then(() => this.#check())
    // a failure is also reported by the next call
    this.ready.catch(() => {})
  }

  /** Starts episodes. */
  async reset(options: VectorResetOptions = {}): Promise<VectorResetResult> {
    await this.ready
    const { batch } = this
    const { mask, seeds } = resetOf(options)
    return this.#start(await (mask ? batch.resetWhere(mask, seeds) : batch.reset(undefined, seeds)))
  }

  /** `reset`, while this thread waits. */
  resetSync(options: VectorResetOptions = {}): VectorResetResult {
    this.#check()
    const { batch } = this
    const { mask, seeds } = resetOf(options)
    return this.#start(mask ? batch.resetWhereSync(mask, seeds) : batch.resetSync(undefined, seeds))
  }

  /**
   * Acts once in each environment; this thread is free meanwhile.
   * @param actions a row of finite numbers for each environment
   */
  async step(actions: ArrayLike<number>): Promise<VectorStepResult> {
    const converted = this.#convert(actions)
    await this.ready
    return this.#stepped(await this.batch.step(converted))
  }

  /** `step`, while this thread works too, and waits. Not in the main thread of a page, which may not wait. */
  stepSync(actions: ArrayLike<number>): VectorStepResult {
    this.#check()
    return this.#stepped(this.batch.stepSync(this.#convert(actions)))
  }

  /** Ends the threads. It may be called again. */
  close(): void {
    this.batch.dispose()
  }

  #convert(actions: ArrayLike<number>): ArrayLike<number> {
    this.actionSpace.checkFinite(actions, 'the array of actions')
    if (this.#use === 'clip') return clipActions(this.#converted, actions, this.#innerSpace)
    if (this.#use === 'rescale') return rescaleActions(this.#converted, actions, this.actionSpace, this.#innerSpace)
    return actions
  }

  /** Throws where spaces are not those of the batch. */
  #check(): void {
    if (this.#isChecked) return
    const { batch, singleObservationSpace: observation, singleActionSpace: action, infoTerms } = this
    const { observationSize, actionSize, result } = batch
    const size = observation.size + sizeOfTerms(infoTerms)
    if (size !== observationSize)
      throw new RangeError(
        `observationSpace has ${observation.size} numbers and infoTerms ${size - observation.size}, but the batch observes ${observationSize}`,
      )
    if (action.size !== actionSize)
      throw new RangeError(`actionSpace has ${action.size} numbers, but the actions of the batch have ${actionSize}`)
    const dtype = result.observations instanceof Float32Array ? 'float32' : 'float64'
    if (observation.dtype !== dtype)
      throw new TypeError(`observationSpace is of ${observation.dtype}, but the batch observes ${dtype}`)
    this.#isChecked = true
  }

  #start({ observations, errors }: BatchResult): VectorResetResult {
    return { observations: this.#observed(observations), infos: this.#infos(observations, errors) }
  }

  #stepped(result: BatchResult): VectorStepResult {
    const { observations, errors, finalObservations } = result
    const infos = this.#infos(observations, errors)
    return {
      observations: this.#observed(observations),
      rewards: this.#kept(result.rewards),
      terminations: this.#kept(result.terminated),
      truncations: this.#kept(result.truncated),
      infos:
        this.autoReset === 'sameStep'
          ? {
              ...infos,
              finalObservations: this.#observed(finalObservations),
              finalTerms: this.#terms(finalObservations),
            }
          : infos,
    }
  }

  #infos(rows: NumberArray, errors: BatchResult['errors']): VectorInfos {
    return { errors: this.#copies ? errors.slice() : errors, terms: this.#terms(rows) }
  }

  #observed(rows: NumberArray): NumberArray {
    if (this.infoTerms.length === 0) return this.#kept(rows)
    return columnsOf(rows, this.numEnvs, 0, this.singleObservationSpace.size)
  }

  #terms(rows: NumberArray): Record<string, NumberArray> {
    return termsOf(rows, this.numEnvs, this.singleObservationSpace.size, this.infoTerms)
  }

  #kept<T extends NumberArray | Uint8Array>(values: T): T {
    return this.#copies ? (values.slice() as T) : values
  }
}

/** Throws where options contradict those of the batch. */
function checkAgainst({ autoReset }: VectorEnvironmentOptions, told: BatchOptions): void {
  if (told.observationLayout === 'fields')
    throw new TypeError("the batch has the observationLayout 'fields'; a vector environment needs 'rows'")
  if (autoReset === undefined || autoReset === (told.autoReset ?? 'off')) return
  throw new TypeError(`autoReset is '${autoReset}', but that of the batch is '${told.autoReset ?? 'off'}'`)
}

function checkChoice(name: string, value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return
  const expected = choices.map((choice) => `'${choice}'`).join(' or ')
  throw new TypeError(`the option '${name}' is ${kindOf(value)}; expected ${expected}`)
}

function resetOf(options: VectorResetOptions) {
  checkKnown(options, ['seed', 'mask'])
  const { seed, mask } = options
  if (seed !== undefined) checkSeed(seed)
  return { mask, seeds: seed === undefined ? {} : { seed } }
}

/** The space of actions before they are converted. */
function outerSpace(space: Box, use: ActionUse): Box {
  const { shape, dtype } = space
  if (use === 'asGiven') return space
  return use === 'clip'
    ? new Box({ low: -Infinity, high: Infinity, shape, dtype })
    : new Box({ low: -1, high: 1, shape, dtype })
}

/** The space of so many arrays, one after the other. */
function repeated({ low, high, shape, dtype, size }: Box, count: number): Box {
  const rows = (bounds: NumberArray) => Float64Array.from({ length: count * size }, (_, i) => bounds[i % size])
  return new Box({ low: rows(low), high: rows(high), shape: [count, ...shape], dtype })
}
