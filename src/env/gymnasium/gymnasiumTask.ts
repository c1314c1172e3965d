import type { Model } from '../../core/model/model.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { TaskEnvironment } from '../taskEnvironment.ts'
import { type AntOptions, antTask } from './antTask.ts'
import { type HumanoidOptions, humanoidTask } from './humanoidTask.ts'
import { type HealthyPlanarOptions, halfCheetahTask, healthyPlanarTask, type PlanarOptions } from './planarTask.ts'

/** Settings of each task; their defaults are Gymnasium's. Names are Gymnasium's in camel case. */
export interface GymnasiumOptions {
  readonly 'HalfCheetah-v5': PlanarOptions
  readonly 'Hopper-v5': HealthyPlanarOptions
  readonly 'Walker2d-v5': HealthyPlanarOptions
  readonly 'Ant-v5': AntOptions
  readonly 'Humanoid-v5': HumanoidOptions
}

/** Tasks of Gymnasium that a user's own model can be given. */
export type GymnasiumName = keyof GymnasiumOptions

/** A task with the settings that Gymnasium runs it with. */
export interface GymnasiumTask {
  readonly name: GymnasiumName
  readonly task: EnvironmentTask
  /** Steps of the engine for each action (Gymnasium: `frame_skip`). */
  readonly nstep: number
  /** Actions after which an episode is truncated (Gymnasium: `max_episode_steps`). */
  readonly timeLimit: number
}

/** The defaults of version 5. */
export const GYMNASIUM_DEFAULTS: GymnasiumOptions = {
  'HalfCheetah-v5': {
    forwardRewardWeight: 1,
    ctrlCostWeight: 0.1,
    resetNoiseScale: 0.1,
    excludeCurrentPositionsFromObservation: true,
  },
  'Hopper-v5': {
    forwardRewardWeight: 1,
    ctrlCostWeight: 1e-3,
    healthyReward: 1,
    terminateWhenUnhealthy: true,
    healthyStateRange: [-100, 100],
    healthyZRange: [0.7, Infinity],
    healthyAngleRange: [-0.2, 0.2],
    resetNoiseScale: 5e-3,
    excludeCurrentPositionsFromObservation: true,
  },
  'Walker2d-v5': {
    forwardRewardWeight: 1,
    ctrlCostWeight: 1e-3,
    healthyReward: 1,
    terminateWhenUnhealthy: true,
    healthyZRange: [0.8, 2],
    healthyAngleRange: [-1, 1],
    resetNoiseScale: 5e-3,
    excludeCurrentPositionsFromObservation: true,
  },
  'Ant-v5': {
    forwardRewardWeight: 1,
    ctrlCostWeight: 0.5,
    contactCostWeight: 5e-4,
    healthyReward: 1,
    mainBody: 1,
    terminateWhenUnhealthy: true,
    healthyZRange: [0.2, 1],
    contactForceRange: [-1, 1],
    resetNoiseScale: 0.1,
    excludeCurrentPositionsFromObservation: true,
    includeCfrcExtInObservation: true,
  },
  'Humanoid-v5': {
    forwardRewardWeight: 1.25,
    ctrlCostWeight: 0.1,
    contactCostWeight: 5e-7,
    contactCostRange: [-Infinity, 10],
    healthyReward: 5,
    terminateWhenUnhealthy: true,
    healthyZRange: [1, 2],
    resetNoiseScale: 1e-2,
    excludeCurrentPositionsFromObservation: true,
    includeCinertInObservation: true,
    includeCvelInObservation: true,
    includeQfrcActuatorInObservation: true,
    includeCfrcExtInObservation: true,
  },
}

const NSTEP: Readonly<Record<GymnasiumName, number>> = {
  'HalfCheetah-v5': 5,
  'Hopper-v5': 4,
  'Walker2d-v5': 4,
  'Ant-v5': 5,
  'Humanoid-v5': 5,
}
const TIME_LIMIT = 1000

/** Settings of `gymnasiumTask`: those of the task, and how it is run. All are optional. */
export type GymnasiumTaskOptions<Name extends GymnasiumName> = Partial<GymnasiumOptions[Name]> & {
  /** Steps of the engine for each action. */
  readonly nstep?: number
  /** Actions after which an episode is truncated. */
  readonly timeLimit?: number
}

/**
 * Observations, rewards, and ends of a task of Gymnasium, from its published formulas, for a model that has the joints in
 * its order. https://gymnasium.farama.org/environments/mujoco/
 */
export function gymnasiumTask<Name extends GymnasiumName>(
  name: Name,
  { nstep = NSTEP[name], timeLimit = TIME_LIMIT, ...options }: GymnasiumTaskOptions<Name> = {},
): GymnasiumTask {
  const defaults: GymnasiumOptions[Name] | undefined = GYMNASIUM_DEFAULTS[name]
  if (defaults === undefined) {
    const known = Object.keys(GYMNASIUM_DEFAULTS).join(', ')
    throw new RangeError(`there is no task '${name}' of Gymnasium; expected one of ${known}`)
  }
  for (const option of Object.keys(options)) {
    if (!(option in defaults))
      throw new RangeError(`${name} has no option '${option}'; expected one of ${Object.keys(defaults).join(', ')}`)
  }
  return { name, task: makeTask(name, { ...defaults, ...options }), nstep, timeLimit }
}

function makeTask(name: GymnasiumName, options: GymnasiumOptions[GymnasiumName]): EnvironmentTask {
  switch (name) {
    case 'HalfCheetah-v5':
      return halfCheetahTask(options as PlanarOptions)
    case 'Hopper-v5':
    case 'Walker2d-v5':
      return healthyPlanarTask(name, options as HealthyPlanarOptions)
    case 'Ant-v5':
      return antTask(options as AntOptions)
    case 'Humanoid-v5':
      return humanoidTask(options as HumanoidOptions)
  }
}

/** An environment with a task of Gymnasium for a model. */
export function gymnasiumEnvironment<Name extends GymnasiumName>(
  name: Name,
  model: Model,
  options: GymnasiumTaskOptions<Name> = {},
): TaskEnvironment {
  const { task, nstep, timeLimit } = gymnasiumTask(name, options)
  return new TaskEnvironment(model, task, { nstep, timeLimit })
}
