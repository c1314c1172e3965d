import type { Data } from '../core/data/data.ts'
import type { Model } from '../core/model/model.ts'
import type { Random } from '../core/random/philox.ts'

/**
 * What a batch computes beside the physics: controls, observations, rewards, the end of episodes. Every thread has its
 * own copy of the task, and a thread may step any environment. So functions may depend on their arguments only; what an
 * environment must remember from step to step goes into `episode.memory`.
 *
 * A call of `step` runs, for each environment: `act`, then `nstep` steps of the engine, then `reward`, `terminated`,
 * `truncated`, `observe`. A reset runs: the keyframe, noise, `reset`, `forward`, `observe`.
 *
 * `act` and `reset` may change the state and the inputs; what the others change is lost. Derived fields of `Data`, such
 * as `xpos` and `sensordata`, are those of the positions before the last step, as after `step` of the engine, unless
 * `fresh` is set. For `act` they hold nothing of use, since the thread may have stepped another environment meanwhile,
 * unless `freshAct` is set.
 */
export interface BatchTask {
  /** Numbers of an action; nu by default. */
  readonly actionSize?: (m: Model) => number
  /** Numbers of an observation; 0 by default. */
  readonly observationSize?: (m: Model) => number
  /** Numbers that each environment keeps in `episode.memory`; 0 by default. They are zero at the start of an episode. */
  readonly memorySize?: (m: Model) => number
  /**
   * True: positions and velocities are followed by everything that depends on them (`step1`) before `reward` and
   * `observe`, as in dm_control. This takes about half a step more for each call.
   */
  readonly fresh?: boolean
  /** True: the same before `act`. */
  readonly freshAct?: boolean

  /** Called once in each thread for each model: sets callbacks of `d`, looks up names. */
  setUp?(m: Model, d: Data): void
  /** Changes the state at the start of an episode. */
  reset?(m: Model, d: Data, episode: Episode): void
  /** Sets controls and applied forces. By default the action becomes `d.ctrl`. */
  act?(m: Model, d: Data, action: Float64Array, episode: Episode): void
  /** Writes the observation. */
  observe?(m: Model, d: Data, observation: Float64Array, episode: Episode): void
  /** Reward of the call; 0 by default. */
  reward?(m: Model, d: Data, episode: Episode): number
  /** Whether the episode has ended by itself, such as by a fall. */
  terminated?(m: Model, d: Data, episode: Episode): boolean
  /** Whether the episode is broken off, such as after some time. */
  truncated?(m: Model, d: Data, episode: Episode): boolean
}

/** An environment between two resets, as its task sees it. */
export interface Episode {
  /** Index of the environment in the batch. */
  readonly environment: number
  /** Number of resets of the environment so far, the first one not counted. */
  readonly number: number
  /** Calls of `step` since the reset, this one included. */
  readonly steps: number
  /** Steps of the engine for each call. */
  readonly nstep: number
  /** The action of this call; zeros at a reset. */
  readonly action: Float64Array
  /** Numbers that the environment keeps until the next reset. */
  readonly memory: Float64Array
  /** Random numbers of this environment, which continue from call to call. */
  readonly random: Random
}
