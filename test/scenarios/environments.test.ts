import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ObjType } from '../../src/core/model/enums.ts'
import { Random } from '../../src/core/random/philox.ts'
import {
  ActionRepeat,
  ClipAction,
  checkClose,
  checkEnvironment,
  type Environment,
  FrameStack,
  makeEnvironment,
  NormalizeObservation,
  NormalizeReward,
  RecordEpisode,
  RescaleAction,
  TASKS,
  TaskEnvironment,
  TimeLimit,
  taskDefinition,
  taskModel,
} from '../../src/env.ts'
import { loadModelFile } from '../../src/node.ts'
import { totalMass } from '../../src/physics/dynamics/totalMass.ts'
import { modelTextModule } from '../../tools/docs/modelTexts.ts'

const names = TASKS.map(({ name }) => name)

/** Steps with actions of a policy until so many steps are done; begins again after each end. */
function play(env: Environment, steps: number, policy: (observation: ArrayLike<number>) => ArrayLike<number>) {
  const rewards: number[] = []
  const lengths: number[] = []
  let terminations = 0
  let length = 0
  let { observation } = env.reset({ seed: 11 })
  for (let i = 0; i < steps; i++) {
    const result = env.step(policy(observation))
    expect(result.info['failure']).toBeUndefined()
    expect(env.observationSpace.contains(result.observation)).toBe(true)
    rewards.push(result.reward)
    length++
    observation = result.observation
    if (!result.terminated && !result.truncated) continue
    terminations += result.terminated ? 1 : 0
    lengths.push(length)
    length = 0
    observation = env.reset().observation
  }
  return { rewards, lengths, terminations, mean: rewards.reduce((sum, reward) => sum + reward) / steps }
}

describe.each(names)('%s', (name) => {
  const definition = taskDefinition(name)

  test("passes the checks of Gymnasium's environment checker", () => {
    const env = makeEnvironment(name)
    checkEnvironment(env)
    checkClose(env)
  })

  test('passes them in all wrappers', () => {
    const wraps: readonly ((env: Environment) => Environment)[] = [
      (env) => new TimeLimit(env, 7),
      (env) => new ActionRepeat(env, 2),
      (env) => new FrameStack(env, 3),
      (env) => new ClipAction(env),
      (env) => new RescaleAction(env, 0, 1),
      (env) => new RecordEpisode(env),
    ]
    const env = makeEnvironment(name)
    for (const wrap of wraps) checkEnvironment(wrap(env))
    // statistics of all observations and rewards so far make a difference, until they are kept
    for (const normalized of [new NormalizeObservation(env), new NormalizeReward(env)]) {
      normalized.learning = false
      checkEnvironment(normalized)
    }
  })

  test('has the observation and the actions that its table says', () => {
    const { actionSpace, observationSpace } = makeEnvironment(name)
    expect(observationSpace.size).toBe(definition.observation.reduce((sum, { size }) => sum + size, 0))
    expect(definition.actions.startsWith(`${actionSpace.size} `)).toBe(true)
    expect(actionSpace.low.every((low) => low === -1)).toBe(true)
    expect(actionSpace.high.every((high) => high === 1)).toBe(true)
  })

  test('survives 1,000 random actions with rewards in its range and episodes of its length', () => {
    const random = new Random(2)
    const env = makeEnvironment(name)
    const { rewards, lengths, terminations } = play(env, 1000, () => env.actionSpace.sample(random))
    const [low, high] = definition.rewardRange
    expect(Math.min(...rewards)).toBeGreaterThanOrEqual(low)
    expect(Math.max(...rewards)).toBeLessThanOrEqual(high)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(definition.timeLimit)
    if (definition.end === 'never') {
      expect(terminations).toBe(0)
      expect(lengths.every((length) => length === definition.timeLimit)).toBe(true)
    }
  })
})

describe('simple policies', () => {
  test('energy and then a linear feedback swing up the cart-pole, for most of the reward', () => {
    const env = makeEnvironment('CartpoleSwingup')
    const swing = ([x, c, s, v, w]: ArrayLike<number> & Iterable<number>) => {
      const angle = Math.atan2(s, c)
      // energy of a pole of length 0.8 m, per unit of its inertia, less that of the upright pole at rest
      const energy = 0.5 * w * w + 18 * (c - 1)
      const push = c > 0.9 ? 8 * angle + 1.6 * w + 0.4 * x + 0.6 * v : 0.1 * energy * w * c - 0.4 * x - 0.2 * v
      return [Math.max(-1, Math.min(1, push))]
    }
    const { rewards } = play(env, 1000, (o) => swing(o as never))
    const last = rewards.slice(-300)
    expect(last.reduce((sum, r) => sum + r) / 300).toBeGreaterThan(0.8)
    expect(rewards[0]).toBeLessThan(0.01)
  })

  test('a resting quadruped gets nothing, a trotting one some of the reward', () => {
    const rest = makeEnvironment('QuadrupedHeights')
    expect(play(rest, 100, () => rest.actionSpace.zeros()).mean).toBeLessThan(0.05)
    const env = makeEnvironment('QuadrupedHeights')
    const trot = () =>
      Array.from({ length: 4 }, (_, leg) => {
        const phase = 4 * Math.PI * env.data.time + (leg === 0 || leg === 3 ? 0 : Math.PI)
        const lift = 0.6 * Math.max(0, Math.sin(phase))
        // fractions of 0.4, 0.8, and 0.9 rad
        return [0, (-0.25 * Math.cos(phase) - 0.5 * lift) / 0.8, lift / 0.9]
      }).flat()
    const { mean, terminations } = play(env, 300, trot)
    expect(terminations).toBe(0)
    expect(mean).toBeGreaterThan(0.15)
    expect(env.data.qpos[0]).toBeGreaterThan(0.5)
  })

  test('an arm that turns toward the ball comes closer than one at rest', () => {
    const rest = makeEnvironment('Reacher')
    const still = play(rest, 500, () => [0, 0]).mean
    const env = makeEnvironment('Reacher')
    const { mean } = play(env, 500, (o) => {
      // the transpose of the Jacobian, with damping
      const [s1, s2] = [o[2], o[3]]
      const [c1, c2] = [o[0], o[1]]
      const [s12, c12] = [s1 * c2 + c1 * s2, c1 * c2 - s1 * s2]
      const J = [-0.12 * s1 - 0.11 * s12, -0.11 * s12, 0.12 * c1 + 0.11 * c12, 0.11 * c12]
      const torque = [0, 1].map((i) => -30 * (J[i] * o[8] + J[2 + i] * o[9]) - 0.05 * o[6 + i])
      return torque.map((t) => Math.max(-1, Math.min(1, t)))
    })
    expect(mean).toBeGreaterThan(still + 0.05)
  })

  test('a person who holds the joints stands longer than one who does not, and gets more', () => {
    const limp = makeEnvironment('HumanoidStand')
    const held = makeEnvironment('HumanoidStand')
    // as fractions of the greatest torques, from angles and angular velocities
    const hold = (o: ArrayLike<number>) =>
      Array.from({ length: 21 }, (_, i) => Math.max(-1, Math.min(1, -2 * o[i] - 0.05 * o[46 + i])))
    const [falls, stands] = [play(limp, 100, () => limp.actionSpace.zeros()).mean, play(held, 100, hold).mean]
    expect(stands).toBeGreaterThan(falls + 0.1)
  })

  test('a hopper at rest falls over after some steps; a cheetah stays', () => {
    const hopper = makeEnvironment('Hopper')
    const { lengths, mean } = play(hopper, 300, () => [0, 0, 0])
    expect(lengths.length).toBeGreaterThan(1)
    expect(mean).toBeGreaterThan(0.5)
    const cheetah = makeEnvironment('HalfCheetah')
    expect(Math.abs(play(cheetah, 300, () => cheetah.actionSpace.zeros()).mean)).toBeLessThan(0.02)
  })

  test('a hand that only holds the cube keeps it', () => {
    const hold = makeEnvironment('HandReorient')
    expect(play(hold, 500, () => hold.actionSpace.zeros()).terminations).toBe(0)
  })
})

describe('tasks', () => {
  test('are made by their names', () => {
    expect(names).toEqual([...new Set(names)])
    const env = makeEnvironment('Ant', { timeLimit: 3, nstep: 2, seed: 5 })
    expect(env).toBeInstanceOf(TaskEnvironment)
    env.reset()
    env.step(env.actionSpace.zeros())
    expect(env.data.time).toBeCloseTo(0.02)
    env.step(env.actionSpace.zeros())
    expect(env.step(env.actionSpace.zeros()).truncated).toBe(true)
    expect(() => makeEnvironment('Snake')).toThrow("there is no task 'Snake'; expected one of CartpoleSwingup, ")
  })

  test('have the models of the folder models/tasks, without reading files (npm run tables)', () => {
    const module = readFileSync(new URL('../../src/env/tasks/modelTexts.ts', import.meta.url), 'utf8')
    expect(module).toBe(modelTextModule())
    for (const { name, model } of TASKS) {
      const [ours, file] = [taskModel(name), loadModelFile(`models/tasks/${model}`)]
      expect(totalMass(ours)).toBe(totalMass(file))
      expect(ours.names.all(ObjType.joint)).toEqual(file.names.all(ObjType.joint))
      expect(ours.qpos0).toEqual(file.qpos0)
    }
  })

  test('draw another goal when the hand has reached one', () => {
    const env = makeEnvironment('HandReorient')
    env.reset({ seed: 1 })
    const goal = env.data.mocap_quat.slice()
    // the cube as wanted, held in the air
    env.data.qpos.set(goal, env.model.nq - 4)
    env.setData(env.data)
    const result = env.step(env.actionSpace.zeros())
    expect(result.reward).toBeGreaterThan(5)
    expect(result.info['reached']).toBe(1)
    const next = result.observation.slice(45, 49)
    expect(next).not.toEqual(goal)
    // the pale cube follows with the next action, in a batch too
    env.step(env.actionSpace.zeros())
    expect(env.data.mocap_quat).toEqual(next)
  })
})
