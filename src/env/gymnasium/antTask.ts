import type { Data } from '../../core/data/data.ts'
import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { rnePostConstraint } from '../../physics/constraint/rnePostConstraint.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import {
  append,
  appendClipped,
  CONTACT,
  CTRL,
  checkCoordinates,
  clip,
  distanceFromOrigin,
  FORWARD,
  perturbPositions,
  perturbVelocitiesNormally,
  type Range,
  SURVIVE,
  sumOfSquares,
  X_BEFORE,
  X_VELOCITY,
  Y_BEFORE,
  Y_VELOCITY,
} from './gymnasiumParts.ts'

/** Settings of Ant-v5. */
export interface AntOptions {
  /** Weight of the speed in the reward. */
  readonly forwardRewardWeight: number
  /** Weight of the squared action. */
  readonly ctrlCostWeight: number
  /** Weight of the squared contact forces. */
  readonly contactCostWeight: number
  /** Reward of a step in which the ant is healthy. */
  readonly healthyReward: number
  /** Id or name of the body whose motion is rewarded. */
  readonly mainBody: number | string
  /** Whether the episode ends when the ant is not healthy. */
  readonly terminateWhenUnhealthy: boolean
  /** Where the height must be, m. */
  readonly healthyZRange: Range
  /** Contact forces are clipped to this range. */
  readonly contactForceRange: Range
  /** Noise of the initial state. */
  readonly resetNoiseScale: number
  /** Whether observations leave out x and y. */
  readonly excludeCurrentPositionsFromObservation: boolean
  /** Whether observations contain the contact forces of all bodies except the world. */
  readonly includeCfrcExtInObservation: boolean
}

/**
 * Ant-v5: reward = w · Δx / Δt + healthy − c · ‖action‖² − k · ‖clipped contact forces‖², with x of the main body. As in
 * Gymnasium, its place is that before the last step of the engine (`xpos`).
 */
export function antTask(options: AntOptions): EnvironmentTask {
  const { contactForceRange, resetNoiseScale, includeCfrcExtInObservation } = options
  const first = options.excludeCurrentPositionsFromObservation ? 2 : 0
  return {
    observationSize: (m) => m.nq + m.nv - first + (includeCfrcExtInObservation ? 6 * (m.nbody - 1) : 0),
    memorySize: () => 8,

    setUp(m) {
      checkCoordinates(m, 'Ant-v5', 3, 'a free torso as its first joint')
      checkMainBody(m, options)
    },

    reset(m, d, { random }) {
      perturbPositions(m, d, resetNoiseScale, random)
      perturbVelocitiesNormally(m, d, resetNoiseScale, random)
    },

    reward(m, d, { memory, action, nstep }) {
      rnePostConstraint(m, d)
      const duration = nstep * m.opt.timestep
      const body = 3 * mainBodyOf(m, options)
      memory[X_VELOCITY] = (d.xpos[body] - memory[X_BEFORE]) / duration
      memory[Y_VELOCITY] = (d.xpos[body + 1] - memory[Y_BEFORE]) / duration
      memory[FORWARD] = options.forwardRewardWeight * memory[X_VELOCITY]
      memory[CTRL] = options.ctrlCostWeight * sumOfSquares(action)
      memory[CONTACT] = options.contactCostWeight * clippedSquares(d.cfrc_ext, contactForceRange)
      memory[SURVIVE] = isHealthy(d, options) ? options.healthyReward : 0
      return memory[FORWARD] + memory[SURVIVE] - (memory[CTRL] + memory[CONTACT])
    },

    terminated: (_, d) => options.terminateWhenUnhealthy && !isHealthy(d, options),

    observe(m, d, out, { memory }) {
      let at = append(out, 0, d.qpos, first)
      at = append(out, at, d.qvel, 0)
      if (includeCfrcExtInObservation) appendClipped(out, at, d.cfrc_ext, 6, contactForceRange)
      const body = 3 * mainBodyOf(m, options)
      memory[X_BEFORE] = d.xpos[body]
      memory[Y_BEFORE] = d.xpos[body + 1]
    },

    info(_, d, { memory, steps }) {
      const place = { x_position: d.qpos[0], y_position: d.qpos[1], distance_from_origin: distanceFromOrigin(d) }
      if (steps === 0) return place
      return {
        ...place,
        x_velocity: memory[X_VELOCITY],
        y_velocity: memory[Y_VELOCITY],
        reward_forward: memory[FORWARD],
        reward_ctrl: -memory[CTRL],
        reward_contact: -memory[CONTACT],
        reward_survive: memory[SURVIVE],
      }
    },
  }
}

function mainBodyOf(m: Model, { mainBody }: AntOptions): number {
  return typeof mainBody === 'string' ? m.names.id(ObjType.body, mainBody) : mainBody
}

function checkMainBody(m: Model, options: AntOptions): void {
  const body = mainBodyOf(m, options)
  if (body >= 0 && body < m.nbody) return
  const names = m.names.all(ObjType.body).slice(0, 12).join(', ')
  throw new RangeError(`the option 'mainBody' is '${options.mainBody}', which is no body; the model has ${names}`)
}

function isHealthy({ qpos, qvel }: Data, { healthyZRange }: AntOptions): boolean {
  for (let i = 0; i < qpos.length; i++) if (!Number.isFinite(qpos[i])) return false
  for (let i = 0; i < qvel.length; i++) if (!Number.isFinite(qvel[i])) return false
  return healthyZRange[0] <= qpos[2] && qpos[2] <= healthyZRange[1]
}

function clippedSquares(values: Float64Array, range: Range): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) {
    const value = clip(values[i], range)
    sum += value * value
  }
  return sum
}
