import type { Episode } from '../../batch/batchTask.ts'
import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import type { Info } from '../environment.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import {
  append,
  appendClipped,
  checkCoordinates,
  isBetween,
  perturbPositions,
  perturbVelocities,
  perturbVelocitiesNormally,
  type Range,
  sumOfSquares,
} from './gymnasiumParts.ts'

/** Settings of robots in the xz-plane whose first three joints are x, z, and the pitch of the torso. */
export interface PlanarOptions {
  /** Weight of the speed in the reward. */
  readonly forwardRewardWeight: number
  /** Weight of the squared action. */
  readonly ctrlCostWeight: number
  /** Noise of the initial state. */
  readonly resetNoiseScale: number
  /** Whether observations leave out x. */
  readonly excludeCurrentPositionsFromObservation: boolean
}

/** Settings of those that can fall. */
export interface HealthyPlanarOptions extends PlanarOptions {
  /** Reward of a step in which the robot is healthy. */
  readonly healthyReward: number
  /** Whether the episode ends when the robot is not healthy. */
  readonly terminateWhenUnhealthy: boolean
  /** Where all of the state except x and z must be; Hopper only. */
  readonly healthyStateRange?: Range
  /** Where the height must be, m. */
  readonly healthyZRange: Range
  /** Where the pitch must be, rad. */
  readonly healthyAngleRange: Range
}

/** What is kept from call to call: x before the steps; terms of the reward. */
const X_BEFORE = 0
const X_VELOCITY = 1
const FORWARD = 2
const CTRL = 3
const SURVIVE = 4

const ROOT = 'x, z, and pitch of the torso as its first three coordinates'

/** HalfCheetah-v5: reward = w · Δx / Δt − c · ‖action‖². It never ends by itself. */
export function halfCheetahTask(options: PlanarOptions): EnvironmentTask {
  const { resetNoiseScale } = options
  return {
    ...planarTask('HalfCheetah-v5', options, undefined),
    reset(m, d, { random }) {
      perturbPositions(m, d, resetNoiseScale, random)
      perturbVelocitiesNormally(m, d, resetNoiseScale, random)
    },
  }
}

/** Hopper-v5 and Walker2d-v5: reward = w · Δx / Δt + healthy − c · ‖action‖². */
export function healthyPlanarTask(name: string, options: HealthyPlanarOptions): EnvironmentTask {
  const { resetNoiseScale, terminateWhenUnhealthy } = options
  return {
    ...planarTask(name, options, options),
    reset(m, d, { random }) {
      perturbPositions(m, d, resetNoiseScale, random)
      perturbVelocities(m, d, resetNoiseScale, random)
    },
    terminated: (_, d) => terminateWhenUnhealthy && !isHealthy(d, options),
  }
}

/** Velocities in observations of those that can fall. */
const VELOCITY_RANGE: Range = [-10, 10]

function planarTask(name: string, options: PlanarOptions, health: HealthyPlanarOptions | undefined): EnvironmentTask {
  const { forwardRewardWeight, ctrlCostWeight, excludeCurrentPositionsFromObservation } = options
  const first = excludeCurrentPositionsFromObservation ? 1 : 0
  return {
    observationSize: (m) => m.nq + m.nv - first,
    memorySize: () => 5,

    setUp: (m) => checkCoordinates(m, name, 3, ROOT),

    act(_, d, action, { memory }) {
      memory[X_BEFORE] = d.qpos[0]
      d.ctrl.set(action)
    },

    reward(m, d, { memory, action, nstep }) {
      const velocity = (d.qpos[0] - memory[X_BEFORE]) / (nstep * m.opt.timestep)
      memory[X_VELOCITY] = velocity
      memory[FORWARD] = forwardRewardWeight * velocity
      memory[CTRL] = ctrlCostWeight * sumOfSquares(action)
      memory[SURVIVE] = health !== undefined && isHealthy(d, health) ? health.healthyReward : 0
      return memory[FORWARD] + memory[SURVIVE] - memory[CTRL]
    },

    observe(_, d, out) {
      const at = append(out, 0, d.qpos, first)
      if (health === undefined) append(out, at, d.qvel, 0)
      else appendClipped(out, at, d.qvel, 0, VELOCITY_RANGE)
    },

    info: (m, d, episode) => planarInfo(m, d, episode, health !== undefined),
  }
}

function isHealthy({ qpos, qvel }: Data, health: HealthyPlanarOptions): boolean {
  const { healthyStateRange, healthyZRange, healthyAngleRange } = health
  if (healthyStateRange !== undefined) {
    for (let i = 2; i < qpos.length; i++) if (!isBetween(qpos[i], healthyStateRange)) return false
    for (let i = 0; i < qvel.length; i++) if (!isBetween(qvel[i], healthyStateRange)) return false
  }
  return isBetween(qpos[1], healthyZRange) && isBetween(qpos[2], healthyAngleRange)
}

function planarInfo(m: Model, d: Data, { memory, steps }: Episode, canFall: boolean): Info {
  const place = {
    x_position: d.qpos[0],
    ...(canFall ? { z_distance_from_origin: d.qpos[1] - m.qpos0[1] } : {}),
  }
  if (steps === 0) return place
  return {
    ...place,
    x_velocity: memory[X_VELOCITY],
    reward_forward: memory[FORWARD],
    reward_ctrl: -memory[CTRL],
    ...(canFall ? { reward_survive: memory[SURVIVE] } : {}),
  }
}
