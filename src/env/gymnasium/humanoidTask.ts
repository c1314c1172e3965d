import type { Data } from '../../core/data/data.ts'
import type { Model } from '../../core/model/model.ts'
import { rnePostConstraint } from '../../physics/constraint/rnePostConstraint.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import {
  append,
  CONTACT,
  CTRL,
  checkCoordinates,
  clip,
  distanceFromOrigin,
  FORWARD,
  isBetween,
  perturbPositions,
  perturbVelocities,
  type Range,
  SURVIVE,
  sumOfSquares,
  X_BEFORE,
  X_VELOCITY,
  Y_BEFORE,
  Y_VELOCITY,
} from './gymnasiumParts.ts'

/** Settings of Humanoid-v5. */
export interface HumanoidOptions {
  /** Weight of the speed of the center of mass in the reward. */
  readonly forwardRewardWeight: number
  /** Weight of the squared controls. */
  readonly ctrlCostWeight: number
  /** Weight of the squared contact forces. */
  readonly contactCostWeight: number
  /** The cost of contact forces, weighted, is clipped to this range. */
  readonly contactCostRange: Range
  /** Reward of a step in which the humanoid is healthy. */
  readonly healthyReward: number
  /** Whether the episode ends when the humanoid is not healthy. */
  readonly terminateWhenUnhealthy: boolean
  /** Where the height of the first body must be, m. */
  readonly healthyZRange: Range
  /** Noise of the initial state. */
  readonly resetNoiseScale: number
  /** Whether observations leave out x and y. */
  readonly excludeCurrentPositionsFromObservation: boolean
  /** Whether observations contain `cinert` of all bodies except the world. */
  readonly includeCinertInObservation: boolean
  /** Whether observations contain `cvel` of all bodies except the world. */
  readonly includeCvelInObservation: boolean
  /** Whether observations contain `qfrc_actuator` of all dofs except the six of the root. */
  readonly includeQfrcActuatorInObservation: boolean
  /** Whether observations contain `cfrc_ext` of all bodies except the world. */
  readonly includeCfrcExtInObservation: boolean
}

/**
 * Humanoid-v5: reward = w · Δx / Δt + healthy − c · ‖ctrl‖² − clip(k · ‖contact forces‖²), with x of the center of mass.
 * As in Gymnasium, its place is that before the last step of the engine (`xipos`).
 */
export function humanoidTask(options: HumanoidOptions): EnvironmentTask {
  const { contactCostRange, resetNoiseScale, healthyZRange } = options
  const first = options.excludeCurrentPositionsFromObservation ? 2 : 0
  return {
    observationSize(m) {
      let size = m.nq + m.nv - first
      if (options.includeCinertInObservation) size += 10 * (m.nbody - 1)
      if (options.includeCvelInObservation) size += 6 * (m.nbody - 1)
      if (options.includeQfrcActuatorInObservation) size += m.nv - 6
      if (options.includeCfrcExtInObservation) size += 6 * (m.nbody - 1)
      return size
    },
    memorySize: () => 8,

    setUp: (m) => checkCoordinates(m, 'Humanoid-v5', 7, 'a free torso as its first joint'),

    reset(m, d, { random }) {
      perturbPositions(m, d, resetNoiseScale, random)
      perturbVelocities(m, d, resetNoiseScale, random)
    },

    reward(m, d, { memory, nstep }) {
      rnePostConstraint(m, d)
      const duration = nstep * m.opt.timestep
      memory[X_VELOCITY] = (centerOfMass(m, d, 0) - memory[X_BEFORE]) / duration
      memory[Y_VELOCITY] = (centerOfMass(m, d, 1) - memory[Y_BEFORE]) / duration
      memory[FORWARD] = options.forwardRewardWeight * memory[X_VELOCITY]
      memory[CTRL] = options.ctrlCostWeight * sumOfSquares(d.ctrl)
      memory[CONTACT] = clip(options.contactCostWeight * sumOfSquares(d.cfrc_ext), contactCostRange)
      memory[SURVIVE] = isBetween(d.qpos[2], healthyZRange) ? options.healthyReward : 0
      return memory[FORWARD] + memory[SURVIVE] - (memory[CTRL] + memory[CONTACT])
    },

    terminated: (_, d) => options.terminateWhenUnhealthy && !isBetween(d.qpos[2], healthyZRange),

    observe(m, d, out, { memory }) {
      let at = append(out, 0, d.qpos, first)
      at = append(out, at, d.qvel, 0)
      if (options.includeCinertInObservation) at = append(out, at, d.cinert, 10)
      if (options.includeCvelInObservation) at = append(out, at, d.cvel, 6)
      if (options.includeQfrcActuatorInObservation) at = append(out, at, d.qfrc_actuator, 6)
      if (options.includeCfrcExtInObservation) append(out, at, d.cfrc_ext, 6)
      memory[X_BEFORE] = centerOfMass(m, d, 0)
      memory[Y_BEFORE] = centerOfMass(m, d, 1)
    },

    info(_, d, { memory, steps }) {
      const place = {
        x_position: d.qpos[0],
        y_position: d.qpos[1],
        tendon_length: d.ten_length.slice(),
        tendon_velocity: d.ten_velocity.slice(),
        distance_from_origin: distanceFromOrigin(d),
      }
      if (steps === 0) return place
      return {
        ...place,
        x_velocity: memory[X_VELOCITY],
        y_velocity: memory[Y_VELOCITY],
        reward_survive: memory[SURVIVE],
        reward_forward: memory[FORWARD],
        reward_ctrl: -memory[CTRL],
        reward_contact: -memory[CONTACT],
      }
    },
  }
}

/** One coordinate of the center of mass of all bodies. */
function centerOfMass(m: Model, d: Data, axis: number): number {
  let moment = 0
  let mass = 0
  for (let body = 0; body < m.nbody; body++) {
    moment += m.body_mass[body] * d.xipos[3 * body + axis]
    mass += m.body_mass[body]
  }
  return moment / mass
}
