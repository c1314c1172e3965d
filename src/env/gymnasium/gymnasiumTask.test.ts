import { describe, expect, test } from 'vitest'
import { loadModel } from '../../format/load.ts'
import { GYMNASIUM_DEFAULTS, type GymnasiumName, gymnasiumEnvironment, gymnasiumTask } from './gymnasiumTask.ts'

/** A block that slides in the xz-plane and turns, and a free one with an arm. Both have a motor. */
const planar = loadModel(`<mujoco><option gravity="0 0 0"/><worldbody><body pos="0 0 1">
  <joint name="x" type="slide" axis="1 0 0"/><joint name="z" type="slide" axis="0 0 1" ref="1"/>
  <joint name="pitch" axis="0 1 0"/><geom size=".1 .1 .1" type="box" mass="1"/></body></worldbody>
  <actuator><motor joint="x" ctrlrange="-1 1"/></actuator></mujoco>`)
const free = loadModel(`<mujoco><option gravity="0 0 0"/><worldbody><body name="torso" pos="0 0 1.4"><freejoint/>
  <geom size=".1"/><body name="arm" pos=".2 0 0"><joint name="elbow" axis="0 1 0"/><geom size=".05" fromto="0 0 0 .3 0 0"
  type="capsule"/></body></body></worldbody>
  <tendon><fixed><joint joint="elbow" coef="2"/></fixed></tendon>
  <actuator><motor joint="elbow" ctrlrange="-1 1"/></actuator></mujoco>`)

const modelOf = (name: GymnasiumName) => (name === 'Ant-v5' || name === 'Humanoid-v5' ? free : planar)

describe('tasks of Gymnasium', () => {
  test('run with its frame skip and its time limit, unless told otherwise', () => {
    const skips = (Object.keys(GYMNASIUM_DEFAULTS) as GymnasiumName[]).map((name) => {
      const { nstep, timeLimit } = gymnasiumTask(name)
      expect(timeLimit).toBe(1000)
      return [name, nstep]
    })
    expect(Object.fromEntries(skips)).toEqual({
      'HalfCheetah-v5': 5,
      'Hopper-v5': 4,
      'Walker2d-v5': 4,
      'Ant-v5': 5,
      'Humanoid-v5': 5,
    })
    expect(gymnasiumTask('Ant-v5', { nstep: 2, timeLimit: 7 })).toMatchObject({ nstep: 2, timeLimit: 7 })
  })

  test.each(['HalfCheetah-v5', 'Hopper-v5', 'Walker2d-v5'] as const)('%s can observe x', (name) => {
    const options = { excludeCurrentPositionsFromObservation: false, resetNoiseScale: 0 }
    const env = gymnasiumEnvironment(name, planar, options)
    expect(Array.from(env.reset().observation)).toEqual([0, 1, 0, 0, 0, 0])
    const { observation } = gymnasiumEnvironment(name, planar, { resetNoiseScale: 0 }).reset()
    expect(Array.from(observation)).toEqual([1, 0, 0, 0, 0])
  })

  test('Ant and Humanoid observe what they are told to', () => {
    const size = (env: { readonly observationSpace: { readonly size: number } }) => env.observationSpace.size
    // nq = 8, nv = 7, two bodies
    expect(size(gymnasiumEnvironment('Ant-v5', free))).toBe(6 + 7 + 12)
    expect(size(gymnasiumEnvironment('Ant-v5', free, { includeCfrcExtInObservation: false }))).toBe(6 + 7)
    expect(size(gymnasiumEnvironment('Humanoid-v5', free))).toBe(6 + 7 + 20 + 12 + 1 + 12)
    const little = {
      excludeCurrentPositionsFromObservation: false,
      includeCinertInObservation: false,
      includeCvelInObservation: false,
      includeQfrcActuatorInObservation: false,
      includeCfrcExtInObservation: false,
    }
    const env = gymnasiumEnvironment('Humanoid-v5', free, little)
    const { observation } = env.reset()
    expect(Array.from(observation)).toEqual([...env.data.qpos, ...env.data.qvel])
  })

  test('clip velocities of robots that can fall to ±10', () => {
    const env = gymnasiumEnvironment('Hopper-v5', planar, { terminateWhenUnhealthy: false })
    env.reset()
    env.data.qvel[0] = 30
    env.setData(env.data)
    expect(env.step([0]).observation[2]).toBe(10)
    expect(env.step([0]).info['x_velocity']).toBeCloseTo(30)
  })

  test.each(Object.keys(GYMNASIUM_DEFAULTS) as GymnasiumName[])('%s starts with noise of its scale', (name) => {
    const m = modelOf(name)
    const { resetNoiseScale: scale } = GYMNASIUM_DEFAULTS[name]
    const env = gymnasiumEnvironment(name, m)
    const noise: number[] = []
    const speeds: number[] = []
    for (let seed = 0; seed < 300; seed++) {
      env.reset({ seed })
      for (let i = 0; i < m.nq; i++) noise.push((env.data.qpos[i] - m.qpos0[i]) / scale)
      speeds.push(...env.data.qvel.map((v) => v / scale))
    }
    const variance = (values: number[]) => values.reduce((sum, x) => sum + x * x, 0) / values.length
    expect(Math.max(...noise.map(Math.abs))).toBeLessThanOrEqual(1 + 1e-9)
    expect(variance(noise)).toBeCloseTo(1 / 3, 1)
    // velocities are uniform, or normal for the cheetah and the ant
    const isNormal = name === 'HalfCheetah-v5' || name === 'Ant-v5'
    expect(variance(speeds)).toBeGreaterThan(isNormal ? 0.9 : 0.29)
    expect(variance(speeds)).toBeLessThan(isNormal ? 1.1 : 0.38)
  })

  test('end where the robot is not healthy, and give no reward for health there', () => {
    const low = gymnasiumEnvironment('Walker2d-v5', planar, { healthyZRange: [1.5, 2] })
    low.reset()
    expect(low.step([0])).toMatchObject({ terminated: true, info: { reward_survive: 0 } })
    const ongoing = gymnasiumEnvironment('Walker2d-v5', planar, {
      healthyZRange: [1.5, 2],
      terminateWhenUnhealthy: false,
    })
    ongoing.reset()
    expect(ongoing.step([0])).toMatchObject({ terminated: false, info: { reward_survive: 0 } })
    const fast = gymnasiumEnvironment('Hopper-v5', planar, { healthyStateRange: [-1, 1] })
    fast.reset()
    fast.data.qvel[0] = 2
    fast.setData(fast.data)
    expect(fast.step([0]).terminated).toBe(true)
  })

  test('weigh their terms as told', () => {
    const env = gymnasiumEnvironment('HalfCheetah-v5', planar, { ctrlCostWeight: 2, forwardRewardWeight: 0 })
    env.reset()
    expect(env.step([0.5]).reward).toBeCloseTo(-0.5, 12)
    const ant = gymnasiumEnvironment('Ant-v5', free, { healthyReward: 7, healthyZRange: [0, 9], mainBody: 'arm' })
    ant.reset({ seed: 1 })
    const x = ant.data.xpos[6]
    const { info, reward } = ant.step([0])
    expect(info['reward_survive']).toBe(7)
    expect(info['x_velocity']).toBeCloseTo((ant.data.xpos[6] - x) / (5 * free.opt.timestep), 12)
    expect(reward).toBeCloseTo(7 + (info['reward_forward'] as number) + (info['reward_contact'] as number), 12)
  })

  test('count actions beyond the ranges of the controls as they are given, though the engine clips them', () => {
    const play = (name: GymnasiumName, action: number) => {
      const env = gymnasiumEnvironment(name, modelOf(name), { resetNoiseScale: 0 })
      env.reset()
      const { observation, info } = env.step([action])
      return { observation: Array.from(observation), cost: info['reward_ctrl'] }
    }
    for (const name of Object.keys(GYMNASIUM_DEFAULTS) as GymnasiumName[]) {
      const { ctrlCostWeight } = GYMNASIUM_DEFAULTS[name]
      const [inside, beyond] = [play(name, 1), play(name, 3)]
      expect(beyond.observation).toEqual(inside.observation)
      expect(beyond.cost).toBeCloseTo(-9 * ctrlCostWeight, 12)
    }
  })

  test('clip the weighted cost of contacts of the humanoid, not the squares', () => {
    const bumping = loadModel(`<mujoco><worldbody><geom type="plane" size="1 1 1" pos="0 0 1.31"/>
      <body pos="0 0 1.4"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`)
    const cost = (contactCostWeight: number, high: number) => {
      const options = { contactCostWeight, contactCostRange: [-Infinity, high] as const, resetNoiseScale: 0 }
      const env = gymnasiumEnvironment('Humanoid-v5', bumping, options)
      env.reset()
      return env.step([]).info['reward_contact'] as number
    }
    const squares = -cost(1, Infinity)
    expect(squares).toBeGreaterThan(100)
    expect(cost(1e-3, 1e-3 * squares + 1)).toBeCloseTo(-1e-3 * squares, 12)
    expect(cost(1e-3, 0.05)).toBe(-0.05)
  })

  test('show the tendons of the humanoid', () => {
    const { info } = gymnasiumEnvironment('Humanoid-v5', free, { resetNoiseScale: 0 }).reset()
    expect(info['tendon_length']).toEqual(Float64Array.of(0))
    expect(info['tendon_velocity']).toEqual(Float64Array.of(0))
  })

  test('say what is wrong with names, options, and models', () => {
    expect(() => gymnasiumTask('Ant-v4' as never)).toThrow(
      "there is no task 'Ant-v4' of Gymnasium; expected one of HalfCheetah-v5, Hopper-v5",
    )
    expect(() => gymnasiumTask('Ant-v5', { ctrlCost: 1 } as never)).toThrow("Ant-v5 has no option 'ctrlCost'")
    const hinge = loadModel('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>')
    expect(() => gymnasiumEnvironment('Hopper-v5', hinge)).toThrow('the model has nq = 1; Hopper-v5 needs x, z, and')
    expect(() => gymnasiumEnvironment('Humanoid-v5', hinge)).toThrow('Humanoid-v5 needs a free torso')
    expect(() => gymnasiumEnvironment('Ant-v5', free, { mainBody: 'leg' })).toThrow(
      "the option 'mainBody' is 'leg', which is no body; the model has world, torso, arm",
    )
  })
})
