import { Data } from '../core/data/data.ts'
import { kindOf } from '../core/model/argumentChecks.ts'
import { Warning } from '../core/model/enums.ts'
import type { Model } from '../core/model/model.ts'
import { Random } from '../core/random/philox.ts'
import type { LaneCode } from '../kernel/lanes/laneCode.ts'
import { LaneGroup } from '../kernel/lanes/laneGroup.ts'
import type { Accelerated } from '../kernel/run/modelKernels.ts'
import { integratePos } from '../physics/integrate/integratePos.ts'
import { forward } from '../pipeline/forward.ts'
import { resetData, resetDataKeyframe } from '../pipeline/reset.ts'
import { step, step1 } from '../pipeline/step.ts'
import {
  type BatchMemory,
  type BatchSide,
  Column,
  EPISODE_WIDTH,
  Failure,
  PATCH_HEAD,
  Pending,
  RESET_WIDTH,
} from './batchMemory.ts'
import type { BatchTask } from './batchTask.ts'
import { CurrentEpisode } from './currentEpisode.ts'
import type { ModelRandomizer } from './randomize/modelRandomizer.ts'
import { StateRecord } from './stateRecord.ts'
import type { ThreadTask } from './taskSource.ts'
import type { ThreadKernels } from './threadKernels.ts'

/** How far the start of an episode is from its keyframe, for each number. */
export interface ResetNoise {
  /** Of positions: m, rad; rotations of ball and free joints about a random axis. */
  readonly qpos?: number
  /** Of velocities: m/s, rad/s. */
  readonly qvel?: number
  /** Uniform between ± the given number (the default), or normal with that standard deviation. */
  readonly distribution?: 'uniform' | 'normal'
}

/** What to do when an episode has ended, as in Gymnasium. */
export type AutoReset = 'off' | 'nextStep' | 'sameStep'

/** Rules for all environments of a batch. */
export interface EpisodeRules {
  readonly noise: ResetNoise
  readonly autoReset: AutoReset
  /** Calls after which an episode is truncated. */
  readonly maxSteps: number
  /** Steps of the engine for each call, unless the call says otherwise. */
  readonly nstep: number
}

/** A model on this thread, with the one `Data` in which its environments are stepped. */
export interface Stage {
  readonly m: Model
  readonly d: Data
  readonly record: StateRecord
  readonly task: ThreadTask
  readonly randomizer: ModelRandomizer | undefined
  readonly episode: CurrentEpisode
  readonly observation: Float64Array
  /** The kernels of the model, if some were asked for. */
  readonly kernels: Accelerated | undefined
  /** Several environments at once, if that is possible; if not, why. */
  readonly lanes: LaneGroup | undefined
  readonly laneCode: LaneCode | undefined
  readonly laneReason: string | undefined
  /** Whether the task looks at what steps compute, or at states only. */
  readonly readsResults: boolean
  /** Whether actions are controls, so that environments go from the tables straight into lanes. */
  readonly actsByControl: boolean
  /** Lets kernels see the numbers that randomization has changed. */
  readonly refresh: () => void
}

/** @param made kernels of the model, made before its state */
export function makeStage(m: Model, task: ThreadTask, randomizer?: ModelRandomizer, made?: ThreadKernels): Stage {
  const { kernels, laneCode, laneReason } = made ?? {}
  const d = new Data(m)
  const stepper = made?.laneStepper?.(m, d)
  const lanes = stepper && new LaneGroup(stepper)
  task.setUp?.(m, d)
  const actionSize = sizeOf(m, task, 'actionSize', m.nu)
  if (!task.act && actionSize !== m.nu)
    throw new RangeError(
      `the task has actions of ${actionSize} numbers and no 'act', but the model has ${m.nu} controls`,
    )
  const episode = new CurrentEpisode(actionSize, sizeOf(m, task, 'memorySize', 0))
  const observation = new Float64Array(sizeOf(m, task, 'observationSize', 0))
  const refresh = kernels?.refresher(randomizer?.fields ?? []) ?? (() => {})
  const record = new StateRecord(m, d)
  const { observe, reward, rewardExpression, terminated, truncated } = task
  const readsResults = (observe ?? reward ?? rewardExpression ?? terminated ?? truncated) !== undefined
  const actsByControl = task.act === undefined && !task.freshAct
  const how = { kernels, lanes, laneCode, laneReason, readsResults, actsByControl, refresh }
  return { m, d, record, task, randomizer, episode, observation, ...how }
}

function sizeOf(m: Model, task: BatchTask, name: 'actionSize' | 'memorySize' | 'observationSize', fallback: number) {
  const size = task[name]?.(m) ?? fallback
  if (!(Number.isInteger(size) && size >= 0))
    throw new RangeError(`'${name}' of the task is ${kindOf(size)}; expected a count`)
  return size
}

/** Steps and resets environments of a batch on one thread. What happens to a row depends on that row only. */
export class EnvironmentStepper {
  readonly #memory: BatchMemory
  readonly #stages: readonly Stage[]
  readonly #modelOf: ArrayLike<number>
  readonly #rules: EpisodeRules
  readonly #draws = new Random()

  /** @param modelOf index of the model of each environment of the batch */
  constructor(memory: BatchMemory, stages: readonly Stage[], modelOf: ArrayLike<number>, rules: EpisodeRules) {
    this.#memory = memory
    this.#stages = stages
    this.#modelOf = modelOf
    this.#rules = rules
  }

  /**
   * Steps the environments of rows [first, end): from one side of the memory to the other. Those of a model whose kernels
   * have lanes are stepped several at once.
   * @param thread number of this thread, which notes its rows
   */
  step(first: number, end: number, side: number, nstep: number, thread = 0): void {
    const { sides, shape } = this.#memory
    for (let row = first; row < end; row++) {
      this.#memory.note(thread, row)
      const stage = this.#stages[this.#modelOf[shape.first + row]]
      const { lanes } = stage
      if (lanes !== undefined && this.#loadLane(stage, lanes, row, side)) {
        if (lanes.take(row)) this.#stepLanes(stage, lanes, side, nstep, thread)
        continue
      }
      if (!this.#start(stage, row, side, nstep)) continue
      if (lanes?.stepper.fits()) {
        // the action may have changed what the episode and the state keep
        const to = sides[1 - side]
        stage.episode.store(to, row, shape.memory, Pending.nothing)
        stage.record.store(to.states, shape.state * row, to.rests, shape.rest * row)
        if (lanes.add(row)) this.#stepLanes(stage, lanes, side, nstep, thread)
      } else this.#run(stage, row, side, 0, nstep)
    }
    const stages = this.#stages
    for (let s = 0; s < stages.length; s++) {
      const { lanes } = stages[s]
      if (lanes !== undefined) this.#stepLanes(stages[s], lanes, side, nstep, thread)
    }
  }

  /**
   * Puts the environment of a row into the next lane, straight from the tables, if its state needs nothing else. Returns
   * whether it has.
   */
  #loadLane(stage: Stage, { stepper, count }: LaneGroup, row: number, side: number): boolean {
    const { sides, shape, deadly, actions } = this.#memory
    const from = sides[side]
    const to = sides[1 - side]
    const e = EPISODE_WIDTH * row
    const a = shape.action * row
    if (!stage.actsByControl || from.episodes[e + Column.pending] !== Pending.nothing || deadly[row] === 1) return false
    for (let i = 0; i < stage.m.nu; i++) if (!(Math.abs(actions[a + i]) < Infinity)) return false
    // all of a group are under the same options
    if (count === 0 && !stepper.fits()) return false
    clearResult(to, row)
    copyRow(to.parameters, from.parameters, row, shape.parameter)
    copyRow(to.memories, from.memories, row, shape.memory)
    copyRow(to.episodes, from.episodes, row, EPISODE_WIDTH)
    to.episodes[e + Column.steps]++
    const r = shape.rest * row
    stepper.record.load(count, from.states, shape.state * row, from.rests, r, actions, a, to.rests)
    return true
  }

  /** Steps the environments that wait for each other. */
  #stepLanes(stage: Stage, lanes: LaneGroup, side: number, nstep: number, thread: number): void {
    const { sides, shape } = this.#memory
    const { d, episode, kernels } = stage
    const to = sides[1 - side]
    const taken = lanes.step(nstep, stage.readsResults)
    const endsInLanes = taken === nstep && !stage.readsResults && kernels?.active === true
    for (let lane = 0; lane < lanes.count; lane++) {
      const row = lanes.rows[lane]
      this.#memory.note(thread, row)
      if (endsInLanes && to.episodes[EPISODE_WIDTH * row + Column.steps] < this.#rules.maxSteps) {
        lanes.stepper.record.store(lane, to.states, shape.state * row, to.rests, shape.rest * row)
        continue
      }
      d.warning_number.fill(0)
      if (taken === nstep && stage.readsResults) lanes.stepper.store(lane)
      else lanes.stepper.storeState(lane)
      episode.load(to, row, shape.first + row, shape.memory)
      episode.nstep = nstep
      this.#readAction(stage, row)
      this.#run(stage, row, side, taken, nstep)
    }
    lanes.count = 0
  }

  /** Loads or begins the environment of a row, and gives it its action. Returns whether there are steps to be taken. */
  #start(stage: Stage, row: number, side: number, nstep: number): boolean {
    const { sides, shape, deadly } = this.#memory
    const from = sides[side]
    const to = sides[1 - side]
    const environment = shape.first + row
    const pending = from.episodes[EPISODE_WIDTH * row + Column.pending]
    clearResult(to, row)
    copyRow(to.parameters, from.parameters, row, shape.parameter)
    if (deadly[row] === 1) {
      this.#fail(stage, row, from, to, Failure.thread, 0)
      return false
    }
    try {
      if (pending === Pending.nothing) this.#load(stage, row, from, environment)
      else this.#beginNext(stage, row, from, to, environment)
      if (pending !== Pending.resetOnly) return this.#act(stage, row, from, to, nstep)
      this.#finishReset(stage, row, to)
    } catch (error) {
      this.#fail(stage, row, from, to, Failure.exception, this.#memory.keepText(row, String(error)))
    }
    return false
  }

  /** Takes the steps from `taken` on, then what the task makes of them. */
  #run(stage: Stage, row: number, side: number, taken: number, nstep: number): void {
    const { sides } = this.#memory
    const from = sides[side]
    const to = sides[1 - side]
    const { m, d } = stage
    try {
      for (let k = taken; k < nstep; k++) {
        step(m, d)
        const failure = failureOf(d)
        if (failure !== Failure.none) {
          this.#fail(stage, row, from, to, failure, d.warning_lastinfo[warningOf(failure)])
          return
        }
      }
      this.#finish(stage, row, from, to)
    } catch (error) {
      this.#fail(stage, row, from, to, Failure.exception, this.#memory.keepText(row, String(error)))
    }
  }

  /** Begins the episode that `resets` asks for, in place. Rewards and flags of the last step stay. */
  reset(row: number, side: number): void {
    const { sides, shape, resets, deadly } = this.#memory
    const to = sides[side]
    const environment = shape.first + row
    const stage = this.#stages[this.#modelOf[environment]]
    const r = RESET_WIDTH * row
    to.failures[row] = Failure.none
    try {
      if (deadly[row] === 1) this.#reportReset(stage, row, to, Failure.thread, 0)
      else {
        this.#begin(stage, row, to, environment, resets[r], resets[r + 1], resets[r + 2])
        this.#finishReset(stage, row, to)
      }
    } catch (error) {
      this.#reportReset(stage, row, to, Failure.exception, this.#memory.keepText(row, String(error)))
    }
  }

  /** An environment that could not be reset is reset by the next call, to the episode after this one. */
  #reportReset({ episode }: Stage, row: number, to: BatchSide, failure: number, info: number): void {
    const { resets, shape } = this.#memory
    const r = RESET_WIDTH * row
    // the thread may still be at the episode of another environment
    episode.begin(shape.first + row, resets[r], resets[r + 1], resets[r + 2], this.#rules.nstep)
    to.failures[row] = failure
    to.infos[row] = info
    to.terminated[row] = 1
    episode.store(to, row, shape.memory, this.#pendingReset)
  }

  #load(stage: Stage, row: number, from: BatchSide, environment: number): void {
    const { d, record, randomizer, episode } = stage
    const { shape } = this.#memory
    d.kernels.putBack(d)
    if (randomizer) {
      const e = EPISODE_WIDTH * row
      this.#applyPatch(stage, row, from, from.episodes[e + Column.seed], from.episodes[e + Column.episode])
    }
    record.load(from.states, shape.state * row, from.rests, shape.rest * row)
    episode.load(from, row, environment, shape.memory)
  }

  /** The episode after the one that has ended. */
  #beginNext(stage: Stage, row: number, { episodes }: BatchSide, to: BatchSide, environment: number): void {
    const e = EPISODE_WIDTH * row
    const next = episodes[e + Column.episode] + 1
    this.#begin(stage, row, to, environment, episodes[e + Column.seed], next, episodes[e + Column.keyframe])
  }

  /** Sets model and state to the start of an episode. All of it follows from seed and number of the episode. */
  #begin(
    stage: Stage,
    row: number,
    to: BatchSide,
    environment: number,
    seed: number,
    number: number,
    keyframe: number,
  ): void {
    const { m, d, task, randomizer, episode } = stage
    d.kernels.putBack(d)
    if (randomizer) {
      this.#sample(randomizer, row, to, seed, number)
      this.#applyPatch(stage, row, to, seed, number)
    }
    if (keyframe < 0) resetData(m, d)
    else resetDataKeyframe(m, d, keyframe)
    episode.begin(environment, seed, number, keyframe, this.#rules.nstep)
    this.#addNoise(m, d, episode.random)
    task.reset?.(m, d, episode)
  }

  /**
   * Gives the model the numbers of an episode. They are kept from step to step; where those of another episode are
   * found, such as when a chunk is done again, they are derived anew.
   */
  #applyPatch({ m, d, randomizer, refresh }: Stage, row: number, side: BatchSide, seed: number, number: number): void {
    const { shape, patches } = this.#memory
    const at = shape.patch * row
    if (patches[at] !== seed || patches[at + 1] !== number + 1) {
      patches[at + 1] = 0
      this.#sample(randomizer!, row, side, seed, number)
      randomizer!.derive(m, d, side.parameters, shape.parameter * row, patches, at + PATCH_HEAD)
      patches[at] = seed
      patches[at + 1] = number + 1
    }
    randomizer!.apply(m, patches, at + PATCH_HEAD)
    refresh()
  }

  #sample(randomizer: ModelRandomizer, row: number, side: BatchSide, seed: number, number: number): void {
    this.#draws.set(seed, RANDOMIZATION + number, 0)
    randomizer.sample(this.#draws, side.parameters, this.#memory.shape.parameter * row)
  }

  #addNoise(m: Model, d: Data, random: Random): void {
    const { qpos = 0, qvel = 0, distribution = 'uniform' } = this.#rules.noise
    if (qpos > 0) {
      const move = new Float64Array(m.nv)
      for (let i = 0; i < m.nv; i++) move[i] = qpos * draw(random, distribution)
      integratePos(m, d.qpos, move, 1)
    }
    if (qvel > 0) for (let i = 0; i < m.nv; i++) d.qvel[i] += qvel * draw(random, distribution)
  }

  /** Stores the start of an episode, and observes it. */
  #finishReset(stage: Stage, row: number, to: BatchSide): void {
    const { m, d, record, task, episode } = stage
    const { shape } = this.#memory
    // stored before `forward`, which sets the warm start: observing changes nothing
    record.store(to.states, shape.state * row, to.rests, shape.rest * row)
    if (task.observe) {
      forward(m, d)
      this.#observe(stage, row, to.observations)
    }
    episode.store(to, row, shape.memory, Pending.nothing)
  }

  /** Gives the environment its action. Returns false if that is no number. */
  #act(stage: Stage, row: number, from: BatchSide, to: BatchSide, nstep: number): boolean {
    const { m, d, task, episode } = stage
    const { action } = episode
    episode.steps++
    episode.nstep = nstep
    this.#readAction(stage, row)
    for (let i = 0; i < action.length; i++) {
      if (Math.abs(action[i]) < Infinity) continue
      this.#fail(stage, row, from, to, Failure.action, i)
      return false
    }
    if (task.freshAct) step1(m, d)
    if (task.act) task.act(m, d, action, episode)
    else for (let i = 0; i < action.length; i++) d.ctrl[i] = action[i]
    return true
  }

  #readAction({ episode: { action } }: Stage, row: number): void {
    const { shape, actions } = this.#memory
    for (let i = 0; i < action.length; i++) action[i] = actions[shape.action * row + i]
  }

  /** After the steps of the engine: what the task makes of them. */
  #finish(stage: Stage, row: number, from: BatchSide, to: BatchSide): void {
    const { m, d, record, task, episode, kernels } = stage
    const { shape } = this.#memory
    checkKernels(kernels)
    record.store(to.states, shape.state * row, to.rests, shape.rest * row)
    if (task.fresh) step1(m, d)
    if (task.rewardExpression) task.rewardExpression.evaluate(d, to.rewards, row)
    else if (task.reward) to.rewards[row] = task.reward(m, d, episode)
    if (!(Math.abs(to.rewards[row]) < Infinity)) {
      this.#fail(stage, row, from, to, Failure.reward, 0)
      return
    }
    if (task.terminated?.(m, d, episode)) to.terminated[row] = 1
    if (episode.steps >= this.#rules.maxSteps || task.truncated?.(m, d, episode)) to.truncated[row] = 1
    this.#observe(stage, row, to.observations)
    const ended = to.terminated[row] === 1 || to.truncated[row] === 1
    if (ended && this.#rules.autoReset === 'sameStep') {
      this.#keepFinal(row, to)
      this.#begin(stage, row, to, episode.environment, episode.seed, episode.number + 1, episode.keyframe)
      this.#finishReset(stage, row, to)
      return
    }
    const waits = ended && this.#rules.autoReset === 'nextStep'
    episode.store(to, row, shape.memory, waits ? Pending.resetOnly : Pending.nothing)
  }

  #observe({ m, d, task, observation, episode }: Stage, row: number, out: Float64Array | Float32Array): void {
    if (!task.observe) return
    const { shape } = this.#memory
    observation.fill(0)
    task.observe(m, d, observation, episode)
    const stride = shape.byField ? shape.environments : 1
    let at = shape.byField ? row : shape.observation * row
    for (let i = 0; i < observation.length; i++, at += stride) out[at] = observation[i]
  }

  /** The observation of this call is the last of its episode. */
  #keepFinal(row: number, to: BatchSide): void {
    const { shape } = this.#memory
    if (shape.byField) copyColumn(to.finalObservations, to.observations, row, shape.environments)
    else copyRow(to.finalObservations, to.observations, row, shape.observation)
  }

  /**
   * Reports a failure. The environment stays where it was until it is reset: by the next call, or with `sameStep` at
   * once.
   */
  #fail(stage: Stage, row: number, from: BatchSide, to: BatchSide, failure: number, info: number): void {
    const { shape } = this.#memory
    const { episode } = stage
    to.failures[row] = failure
    to.infos[row] = info
    to.rewards[row] = 0
    to.terminated[row] = 1
    to.truncated[row] = 0
    copyRow(to.states, from.states, row, shape.state)
    if (!hasFiniteRow(to.states, row, shape.state)) showStart(stage.m, to.states, shape.state * row)
    copyRow(to.rests, from.rests, row, shape.rest)
    if (shape.byField) copyColumn(to.observations, from.observations, row, shape.environments)
    else copyRow(to.observations, from.observations, row, shape.observation)
    episode.load(from, row, shape.first + row, shape.memory)
    episode.store(to, row, shape.memory, this.#pendingReset)
    if (this.#rules.autoReset !== 'sameStep' || failure === Failure.thread) return
    this.#keepFinal(row, to)
    try {
      this.#beginNext(stage, row, from, to, shape.first + row)
      this.#finishReset(stage, row, to)
    } catch {
      // the failure is reported already; the next call tries the reset again
    }
  }

  /** How the next call resets an environment. */
  get #pendingReset(): number {
    return this.#rules.autoReset === 'off' ? Pending.reset : Pending.resetOnly
  }
}

/** Throws where kernels are no longer those of the model: later steps would have other bits on this thread. */
export function checkKernels(kernels: Accelerated | undefined): void {
  if (kernels !== undefined && !kernels.active)
    throw new Error(`its kernels are of no use any more: ${kernels.reason}; tasks must not change the model`)
}

/** Streams of random numbers from here on are for randomization, the ones below for the episodes themselves. */
const RANDOMIZATION = 2 ** 40

function draw(random: Random, distribution: 'uniform' | 'normal'): number {
  return distribution === 'normal' ? random.normal() : random.uniform(-1, 1)
}

/** The warning behind a failure of the state. */
export function warningOf(failure: number): number {
  if (failure === Failure.position) return Warning.badqpos
  return failure === Failure.velocity ? Warning.badqvel : Warning.badqacc
}

/** Whether the last step of the engine found a state that cannot be right. */
export function failureOf({ warning_number }: Data): number {
  if (warning_number[Warning.badqpos] > 0) return Failure.position
  if (warning_number[Warning.badqvel] > 0) return Failure.velocity
  if (warning_number[Warning.badqacc] > 0) return Failure.acceleration
  return Failure.none
}

function clearResult(to: BatchSide, row: number): void {
  to.rewards[row] = 0
  to.terminated[row] = 0
  to.truncated[row] = 0
  to.failures[row] = Failure.none
}

function copyRow(to: Float64Array | Float32Array, from: Float64Array | Float32Array, row: number, width: number): void {
  for (let i = width * row; i < width * (row + 1); i++) to[i] = from[i]
}

function hasFiniteRow(states: Float64Array, row: number, width: number): boolean {
  for (let i = width * row; i < width * (row + 1); i++) if (!(Math.abs(states[i]) < Infinity)) return false
  return true
}

/** Numbers that the user has set to NaN are not handed on. */
function showStart({ nv, nq, qpos0 }: Model, states: Float64Array, s: number): void {
  states.set(qpos0, s)
  states.fill(0, s + nq, s + nq + nv)
}

function copyColumn(
  to: Float64Array | Float32Array,
  from: Float64Array | Float32Array,
  column: number,
  width: number,
): void {
  for (let i = column; i < to.length; i += width) to[i] = from[i]
}
