import type { EnvironmentTask } from '../environmentTask.ts'

/** Numbers of an observation that belong together. */
export interface ObservationPart {
  /** What they are, with their unit. */
  readonly about: string
  readonly size: number
}

/** A task with a model of our own. The table of the documentation is made from these. */
export interface TaskDefinition {
  readonly name: string
  /** What is to be done, in a sentence. */
  readonly about: string
  /** The task of Gymnasium or of dm_control that it corresponds to, and what differs. */
  readonly corresponds: string
  /** The file in `models/tasks`. */
  readonly model: string
  /** Keyframe that episodes start from; qpos0 by default. */
  readonly keyframe?: string
  /** Makes the task; each thread has one of its own. */
  readonly task: () => EnvironmentTask
  /** Steps of the engine for each action. */
  readonly nstep: number
  /** Actions after which an episode is truncated. */
  readonly timeLimit: number
  /** What the actions, all from −1 to 1, do. */
  readonly actions: string
  /** The parts of an observation, in their order. */
  readonly observation: readonly ObservationPart[]
  readonly reward: string
  /** Between which numbers the reward lies. */
  readonly rewardRange: readonly [low: number, high: number]
  /** How an episode starts. */
  readonly start: string
  /** How an episode ends, besides the time limit. */
  readonly end: string
}

export function part(size: number, about: string): ObservationPart {
  return { size, about }
}
