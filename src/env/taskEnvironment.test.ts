import { describe, expect, test } from 'vitest'
import { Data } from '../core/data/data.ts'
import { Random } from '../core/random/philox.ts'
import { loadModel } from '../format/load.ts'
import { step } from '../pipeline/step.ts'
import type { EnvironmentTask } from './environmentTask.ts'
import { TaskEnvironment } from './taskEnvironment.ts'

const model = loadModel(`<mujoco><option timestep="0.01"/>
  <worldbody><body><joint name="hinge" damping="0.1"/><geom name="arm" type="capsule" mass="1" size="0.1" fromto="0 0 0 1 0 0"/></body></worldbody>
  <actuator><motor joint="hinge" ctrlrange="-2 2"/></actuator>
  <keyframe><key name="down" qpos="1.5"/></keyframe></mujoco>`)

/** Observes the angle, the speed, and a number of its own. */
const task: EnvironmentTask = {
  observationSize: () => 3,
  memorySize: () => 1,
  reset(_, d, { random }) {
    d.qpos[0] += random.uniform(-0.5, 0.5)
  },
  reward: (_, d, { memory, random }) => {
    memory[0] += random.next()
    return -Math.abs(d.qvel[0])
  },
  observe(_, d, out, { memory }) {
    out[0] = d.qpos[0]
    out[1] = d.qvel[0]
    out[2] = memory[0]
  },
  terminated: (_, d) => Math.abs(d.qpos[0]) > 3,
  info: (_, d, { steps, number }) => ({ steps, number, time: d.time }),
}

/** All observations and rewards of some steps. */
function run(env: TaskEnvironment, steps: number): number[] {
  const numbers: number[] = []
  for (let i = 0; i < steps; i++) {
    const { observation, reward } = env.step([Math.sin(i)])
    numbers.push(...observation, reward)
  }
  return numbers
}

describe('an environment of a task', () => {
  test('takes the same steps as the engine', () => {
    const env = new TaskEnvironment(model, task, { nstep: 3 })
    const { observation } = env.reset({ seed: 5 })
    const d = new Data(model)
    d.qpos[0] = new Random(5, 0).uniform(-0.5, 0.5)
    expect(observation[0]).toBe(d.qpos[0])
    for (let i = 0; i < 20; i++) {
      const result = env.step([1.5])
      d.ctrl[0] = 1.5
      for (let k = 0; k < 3; k++) step(model, d)
      expect(result.observation[0]).toBe(d.qpos[0])
      expect(result.reward).toBe(-Math.abs(d.qvel[0]))
    }
    expect(env.data.time).toBeCloseTo(0.6)
  })

  test('calls the functions of the task in the order of a batch', () => {
    const calls: string[] = []
    const spy =
      <T>(name: string, value: T) =>
      () => {
        calls.push(name)
        return value
      }
    const env = new TaskEnvironment(model, {
      setUp: spy('setUp', undefined),
      reset: spy('reset', undefined),
      act: spy('act', undefined),
      reward: spy('reward', 0),
      terminated: spy('terminated', false),
      truncated: spy('truncated', false),
      observe: spy('observe', undefined),
      observationSize: () => 1,
    })
    env.reset()
    expect(calls.splice(0)).toEqual(['setUp', 'reset', 'observe'])
    env.step([0])
    expect(calls).toEqual(['act', 'reward', 'terminated', 'truncated', 'observe'])
  })

  test('shows poses before the last step, or the fresh ones if the task wants them', () => {
    const poses = [false, true].map((fresh) => {
      const env = new TaskEnvironment(model, { fresh }, { keyframe: 'down' })
      env.reset()
      env.step([2])
      return { angle: env.data.qpos[0], tip: env.data.xmat[9] }
    })
    expect(poses[0].angle).toBe(poses[1].angle)
    expect(poses[0].tip).toBeCloseTo(Math.cos(1.5), 12)
    expect(poses[1].tip).toBeCloseTo(Math.cos(poses[1].angle), 12)
  })

  test('starts at the keyframe that it is given', () => {
    const env = new TaskEnvironment(model, { ...task, reset: () => {} }, { keyframe: 'down' })
    expect(env.reset().observation[0]).toBe(1.5)
    const level = new TaskEnvironment(model, { ...task, reset: () => {} })
    expect(level.reset({ options: { keyframe: 'down' } }).observation[0]).toBe(1.5)
    expect(level.reset().observation[0]).toBe(0)
  })

  test('repeats all episodes after the same seed', () => {
    const env = new TaskEnvironment(model, task)
    const play = (seed?: number) => [...env.reset(seed === undefined ? {} : { seed }).observation, ...run(env, 10)]
    const first = play(7)
    const second = play()
    expect(second).not.toEqual(first)
    expect(play(8)).not.toEqual(first)
    expect(play(7)).toEqual(first)
    expect(play()).toEqual(second)
  })

  test('draws the random numbers of its seed and of the number of the episode', () => {
    const env = new TaskEnvironment(model, task, { seed: 4 })
    expect(env.reset().observation[0]).toBe(new Random(4, 0).uniform(-0.5, 0.5))
    env.reset()
    const { observation, info } = env.reset()
    expect(info['number']).toBe(2)
    const random = new Random(4, 2)
    expect(observation[0]).toBe(random.uniform(-0.5, 0.5))
    expect(env.step([0]).observation[2]).toBe(random.next())
  })

  test('clears the memory of the task at the start of an episode', () => {
    const env = new TaskEnvironment(model, task)
    env.reset()
    expect(env.step([0]).observation[2]).toBeGreaterThan(0)
    expect(env.reset().observation[2]).toBe(0)
  })

  test('ends when the task says so, and is truncated at the time limit', () => {
    const env = new TaskEnvironment(model, task, { timeLimit: 500 })
    env.reset({ seed: 1 })
    let result = env.step([2])
    while (!result.terminated) result = env.step([2])
    expect(Math.abs(result.observation[0])).toBeGreaterThan(3)
    expect(result.truncated).toBe(false)
    expect(() => env.step([0])).toThrow('the episode has ended; call reset')

    env.reset({ seed: 1 })
    for (let i = 1; i < 500; i++) expect(env.step([0]).truncated).toBe(false)
    expect(env.step([0])).toMatchObject({ truncated: true, terminated: false, info: { steps: 500 } })
  })

  test('ends when the state cannot be stepped, and says why', () => {
    const env = new TaskEnvironment(model, {
      ...task,
      act(_, d) {
        d.qfrc_applied[0] = 1e300
      },
    })
    env.reset()
    const { observation } = env.reset()
    const result = env.step([0])
    expect(result).toMatchObject({ reward: 0, terminated: true, truncated: false })
    expect(result.info['failure']).toMatch(/^the acceleration of dof 0 is not finite, or too large/)
    expect(env.data.qvel[0]).toBe(0)
    expect(result.observation).toEqual(observation)
    expect(env.reset().observation.every(Number.isFinite)).toBe(true)
  })

  test('throws what its task throws, and can be reset then', () => {
    const failure = new TypeError('no such thing')
    const env = new TaskEnvironment(model, {
      ...task,
      reward: (_, __, { action }) => {
        if (action[0] > 0) throw failure
        return 0
      },
    })
    env.reset({ seed: 1 })
    expect(() => env.step([1])).toThrow(failure)
    expect(() => env.step([0])).toThrow('the episode has ended; call reset')
    env.reset({ seed: 1 })
    expect(env.step([0]).terminated).toBe(false)
  })

  test('ends where a reward is not finite, and says so', () => {
    const env = new TaskEnvironment(model, { ...task, reward: (_, __, { steps }) => (steps < 2 ? 1 : Number.NaN) })
    env.reset()
    const { observation } = env.step([0])
    const result = env.step([0])
    expect(result).toMatchObject({
      reward: 0,
      terminated: true,
      info: { failure: 'the reward is not a finite number' },
    })
    expect(result.observation).toEqual(observation)
  })

  test('goes on from a state that it is given, and from no other', () => {
    const env = new TaskEnvironment(model, task)
    env.reset({ seed: 1 })
    const next = env.step([0]).observation
    env.reset({ seed: 1 })
    env.data.qpos[0] = 1
    expect(env.step([0]).observation).toEqual(next)
    env.data.qpos[0] = 1
    env.data.qvel[0] = 0
    env.setData(env.data)
    expect(env.step([0]).observation[0]).toBeCloseTo(1, 1)
  })

  test('loses what functions after the steps change in the state, as a batch does', () => {
    const env = new TaskEnvironment(model, {
      ...task,
      reward(_, d) {
        d.qpos[0] = 2
        return 0
      },
      reset: () => {},
    })
    env.reset()
    env.step([0])
    expect(env.step([0]).observation[0]).toBe(2)
    const plain = new TaskEnvironment(model, { ...task, reset: () => {} })
    plain.reset()
    plain.step([0])
    plain.step([0])
    env.step([0])
    const { observation } = plain.step([0])
    expect(env.data.qvel[0]).toBe(observation[1])
  })

  test('has actions of the ranges of controls; beyond them the engine clips, and tasks see the numbers given', () => {
    const seen: number[] = []
    const env = new TaskEnvironment(model, { ...task, reward: (_, __, { action }) => seen.push(action[0]) })
    expect(Array.from(env.actionSpace.low)).toEqual([-2])
    env.reset({ seed: 1 })
    const { observation } = env.step([5])
    env.reset({ seed: 1 })
    expect(env.step([2]).observation).toEqual(observation)
    expect(seen).toEqual([5, 2])
  })

  test('refuses actions that are not finite, and those of another size', () => {
    const env = new TaskEnvironment(model, task)
    env.reset()
    expect(() => env.step([Infinity])).toThrow('the action has Infinity at 0; expected a finite number')
    expect(() => env.step(['1'] as never)).toThrow('the action has the string "1" at 0; expected a number')
    expect(() => env.step([])).toThrow('the action has 0 numbers; expected 1')
    expect(() => env.step([Number.NaN])).toThrow('the action has NaN at 0')
    expect(() => env.step(undefined as never)).toThrow('the action is undefined; expected 1 numbers')
  })

  test('must be reset before it is stepped, and cannot be used when closed', () => {
    const env = new TaskEnvironment(model, task)
    expect(() => env.step([0])).toThrow('call reset before the first step')
    env.reset()
    env.close()
    env.close()
    expect(() => env.step([0])).toThrow('the environment is closed')
    expect(() => env.reset()).toThrow('the environment is closed')
  })

  test('refuses settings that make no sense', () => {
    expect(() => new TaskEnvironment(model, task, { nstep: 0 })).toThrow("the option 'nstep' is the number 0")
    expect(() => new TaskEnvironment(model, task, { timeLimit: -1 })).toThrow("the option 'timeLimit'")
    expect(() => new TaskEnvironment(model, task, { seed: 0.5 })).toThrow('the seed is the number 0.5')
    expect(() => new TaskEnvironment(model, task).reset({ seed: -1 })).toThrow('a nonnegative integer')
    expect(() => new TaskEnvironment(model, task, { steps: 3 } as never)).toThrow(
      "unknown option 'steps'; there are nstep, timeLimit, keyframe, seed",
    )
    expect(() => new TaskEnvironment(model, task, { timeLimit: 2.5 })).toThrow(
      'expected a positive integer, or Infinity',
    )
    expect(() => new TaskEnvironment(model, task).reset({ sed: 1 } as never)).toThrow(
      "unknown option 'sed'; there are seed, options",
    )
    expect(() => new TaskEnvironment(model, { ...task, rewards: () => 0 } as never)).toThrow(
      "the task has an unknown part 'rewards'; there are setUp, reset, act, observe, reward",
    )
    expect(() => new TaskEnvironment(model, { ...task, reward: 3 } as never)).toThrow(
      "'reward' of the task is the number 3; expected a function",
    )
    expect(() => new TaskEnvironment(model, task).reset({ options: { key: 1 } })).toThrow("unknown option 'key'")
    expect(() => new TaskEnvironment(model, task).reset({ options: { keyframe: 'up' } })).toThrow('no keyframe is')
    expect(() => new TaskEnvironment(model, { ...task, actionSize: () => 2, act: () => {} }).reset()).not.toThrow()
    const odd: EnvironmentTask = { ...task, observationSize: () => 2, observationSpace: () => env.observationSpace }
    const env = new TaskEnvironment(model, task)
    expect(() => new TaskEnvironment(model, odd)).toThrow('observationSpace of the task has 3 numbers')
  })
})
