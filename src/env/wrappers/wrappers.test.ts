import { describe, expect, test } from 'vitest'
import { loadModel } from '../../format/load.ts'
import type { EnvironmentTask } from '../environmentTask.ts'
import { TaskEnvironment } from '../taskEnvironment.ts'
import { ClipAction, RescaleAction } from './actionRange.ts'
import { ActionRepeat } from './actionRepeat.ts'
import { FrameStack } from './frameStack.ts'
import { NormalizeObservation, NormalizeReward } from './normalize.ts'
import { RecordEpisode, type Trajectory, trajectoryFromJson, trajectoryToJson } from './recordEpisode.ts'
import { RecordVideo } from './recordVideo.ts'
import { TimeLimit } from './timeLimit.ts'
import { Wrapper } from './wrapper.ts'

const model = loadModel(`<mujoco><option gravity="0 0 0" timestep="1"/>
  <worldbody><body><joint name="slide" type="slide"/><geom size="0.1" mass="1"/></body></worldbody>
  <actuator><motor joint="slide" ctrlrange="-2 4"/></actuator></mujoco>`)

/** Counts steps: observes (steps, action), is worth the number of the step, and ends after five. */
const counting: EnvironmentTask = {
  observationSize: () => 2,
  observe(_, __, out, { steps, action }) {
    out[0] = steps
    out[1] = steps === 0 ? 0 : action[0]
  },
  reward: (_, __, { steps }) => steps,
  terminated: (_, __, { steps }) => steps === 5,
}
const counter = () => new TaskEnvironment(model, counting)

describe('wrappers', () => {
  test('pass on what they do not change', () => {
    const inner = counter()
    const wrapper = new Wrapper(inner)
    expect(wrapper.model).toBe(model)
    expect(wrapper.data).toBe(inner.data)
    expect(wrapper.actionSpace).toBe(inner.actionSpace)
    expect(wrapper.observationSpace).toBe(inner.observationSpace)
    expect(Array.from(wrapper.reset().observation)).toEqual([0, 0])
    expect(wrapper.step([1]).reward).toBe(1)
    wrapper.close()
    expect(() => inner.reset()).toThrow('closed')
  })

  test('TimeLimit truncates at its last step, and counts anew after a reset', () => {
    const env = new TimeLimit(counter(), 3)
    for (let episode = 0; episode < 2; episode++) {
      env.reset()
      expect([0, 0, 0].map(() => env.step([0]).truncated)).toEqual([false, false, true])
    }
    for (const limit of [0, 2.5, Number.NaN])
      expect(() => new TimeLimit(counter(), limit)).toThrow('expected a positive integer, or Infinity')
  })

  test('ActionRepeat adds up rewards, and stops where the episode ends', () => {
    const env = new ActionRepeat(counter(), 3)
    env.reset()
    expect(env.step([1])).toMatchObject({ reward: 1 + 2 + 3, terminated: false })
    expect(env.step([1])).toMatchObject({ reward: 4 + 5, terminated: true })
    expect(() => new ActionRepeat(counter(), 1.5)).toThrow('the number of repetitions')
  })

  test('FrameStack shows the last observations, the first one in place of those before the start', () => {
    const env = new FrameStack(counter(), 3)
    expect(env.observationSpace.shape).toEqual([3, 2])
    const first = env.reset().observation
    expect(Array.from(first)).toEqual([0, 0, 0, 0, 0, 0])
    expect(Array.from(env.step([1]).observation)).toEqual([0, 0, 0, 0, 1, 1])
    expect(Array.from(env.step([2]).observation)).toEqual([0, 0, 1, 1, 2, 2])
    expect(Array.from(first)).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('ClipAction takes any number, RescaleAction maps −1 to 1 to its range, and goes on beyond', () => {
    const clipped = new ClipAction(counter())
    clipped.reset()
    expect(clipped.step([9]).observation[1]).toBe(4)
    expect(clipped.step([-9]).observation[1]).toBe(-2)
    expect(() => clipped.step([Number.NaN])).toThrow('the action has NaN')

    const scaled = new RescaleAction(counter())
    scaled.reset()
    expect([-1, 0, 0.5, 1].map((action) => scaled.step([action]).observation[1])).toEqual([-2, 1, 2.5, 4])
    expect(scaled.step([2]).observation[1]).toBe(7)
    expect(() => scaled.step([Number.NaN])).toThrow('the action has NaN at 0; expected a finite number')
    const other = new RescaleAction(counter(), 0, 3)
    other.reset()
    expect(other.step([1]).observation[1]).toBe(0)
    expect(() => new RescaleAction(clipped)).toThrow('finite bounds')
    expect(() => new RescaleAction(counter(), 0, 0)).toThrow('low < high')
  })

  test('NormalizeObservation gives mean 0 and variance 1 by the statistics so far', () => {
    const env = new NormalizeObservation(counter())
    const seen: number[] = [0]
    env.reset()
    for (let i = 1; i <= 4; i++) {
      const { observation } = env.step([0])
      seen.push(i)
      // mean 0 and variance 1 count as 1e-4 observations
      const count = seen.length + 1e-4
      const mean = seen.reduce((sum, x) => sum + x) / count
      const variance = (1e-4 * (1 + mean * mean) + seen.reduce((sum, x) => sum + (x - mean) ** 2, 0)) / count
      expect(observation[0]).toBeCloseTo((i - mean) / Math.sqrt(variance + 1e-8), 10)
    }
    const mean = env.moments.mean[0]
    env.learning = false
    env.step([0])
    expect(env.moments.mean[0]).toBe(mean)
  })

  test('NormalizeReward divides by the deviation of the discounted sum of rewards', () => {
    const env = new NormalizeReward(counter(), { gamma: 0.5 })
    env.reset()
    const sums: number[] = []
    for (let i = 1; i <= 5; i++) {
      const { reward, terminated } = env.step([0])
      sums.push((terminated ? 0 : 0.5 * (sums.at(-1) ?? 0)) + i)
      const count = sums.length + 1e-4
      const mean = sums.reduce((sum, x) => sum + x) / count
      const variance = (1e-4 * (1 + mean * mean) + sums.reduce((sum, x) => sum + (x - mean) ** 2, 0)) / count
      expect(reward).toBeCloseTo(i / Math.sqrt(variance + 1e-8), 10)
    }
  })

  test('RecordEpisode keeps states, observations, actions, and rewards, also as JSON', () => {
    const episodes: Trajectory[] = []
    const env = new RecordEpisode(counter(), (trajectory) => episodes.push(trajectory))
    env.reset({ seed: 9 })
    while (!env.step([0.1]).terminated);
    expect(episodes).toEqual([env.trajectory])
    const [{ times, states, stateSize, actions, rewards, observations, terminated, truncated, seed }] = episodes
    expect([seed, stateSize, terminated, truncated]).toEqual([9, 2, true, false])
    expect(Array.from(times)).toEqual([0, 1, 2, 3, 4, 5])
    expect(Array.from(rewards)).toEqual([1, 2, 3, 4, 5])
    expect(Array.from(actions)).toEqual([0.1, 0.1, 0.1, 0.1, 0.1])
    expect(Array.from(observations.slice(0, 4))).toEqual([0, 0, 1, 0.1])
    // qpos and qvel of a unit mass under 0.1 N
    expect(states.at(-1)).toBeCloseTo(0.5)
    expect(states).toHaveLength(12)
    expect(trajectoryFromJson(trajectoryToJson(episodes[0]))).toEqual(episodes[0])
    expect(() => trajectoryFromJson('{}')).toThrow("the trajectory has no array 'times'")

    env.reset()
    expect(env.trajectory.rewards).toHaveLength(0)
    expect(env.trajectory.seed).toBeNull()
  })

  test('trajectories as JSON keep every bit: −0, NaN, and infinities', () => {
    const odd = Float64Array.of(-0, 0, Number.NaN, Infinity, -Infinity, 0.1, 5e-324)
    const env = new RecordEpisode(counter())
    env.reset()
    const text = trajectoryToJson({ ...env.trajectory, observations: odd })
    const read = trajectoryFromJson(text).observations
    expect(new BigUint64Array(read.buffer)).toEqual(new BigUint64Array(odd.buffer))
    expect(() => trajectoryFromJson(text.replace('"NaN"', 'null'))).toThrow(
      "'observations' of the trajectory has null at 2; expected a number",
    )
  })

  test('RecordVideo gives the pictures of chosen episodes, also of one that is left early', () => {
    const videos: [number, number[]][] = []
    const env = new RecordVideo(counter(), {
      render: (_, d) => d.time,
      onVideo: (pictures, episode) => videos.push([episode, [...pictures]]),
      records: (episode) => episode !== 1,
    })
    env.reset()
    while (!env.step([0]).terminated);
    env.reset()
    env.step([0])
    env.reset()
    env.step([0])
    env.close()
    expect(videos).toEqual([
      [0, [0, 1, 2, 3, 4, 5]],
      [2, [0, 1]],
    ])
    expect(() => new RecordVideo(counter(), {} as never)).toThrow("the option 'render' is undefined")
  })
})
