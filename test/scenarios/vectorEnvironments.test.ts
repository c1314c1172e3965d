import { describe, expect, test } from 'vitest'
import { type BatchOptions, BatchSim } from '../../src/batchNode.ts'
import { Random } from '../../src/core/random/philox.ts'
import {
  Box,
  GYMNASIUM_DEFAULTS,
  type GymnasiumName,
  gymnasiumEnvironment,
  type Info,
  makeEnvironment,
  makeVectorEnvironment,
  type ResetResult,
  type StepResult,
  TASKS,
  type TaskEnvironment,
  taskModel,
  VectorEnvironment,
  type VectorInfos,
} from '../../src/env.ts'

const N = 3
const SEED = 17
/** Short, so that many episodes end. */
const LIMIT = 12
const STEPS = 40

const here = { threads: 1, seed: SEED, timeLimit: LIMIT, observationType: 'float64' } as const

function row(values: Float64Array | Float32Array, i: number, size: number): number[] {
  return Array.from(values.slice(i * size, (i + 1) * size))
}

/** Terms of a row are the numbers of the info, or NaN where it has none. */
function expectTerms(vector: VectorEnvironment, terms: VectorInfos['terms'], i: number, info: Info): void {
  for (const { name, size } of vector.infoTerms) {
    const expected = info[name] === undefined ? new Array(size).fill(Number.NaN) : [info[name]].flat()
    expect(row(terms[name], i, size), name).toEqual(expected)
  }
}

/** Environments one by one, with the automatic resets of a vector environment. */
class OneByOne {
  readonly #envs: readonly TaskEnvironment[]
  readonly #mode: 'nextStep' | 'sameStep'
  readonly #ended = new Array(N).fill(false)
  readonly first: number[][]

  constructor(name: string, mode: 'nextStep' | 'sameStep') {
    this.#mode = mode
    this.#envs = Array.from({ length: N }, () => makeEnvironment(name, { timeLimit: LIMIT }))
    this.first = this.#envs.map((env, i) => Array.from(env.reset({ seed: SEED + i }).observation))
  }

  step(i: number, action: number[]): StepResult & { readonly last?: ResetResult } {
    const env = this.#envs[i]
    if (this.#ended[i]) {
      this.#ended[i] = false
      return { ...env.reset(), reward: 0, terminated: false, truncated: false }
    }
    const result = env.step(action)
    if (!result.terminated && !result.truncated) return result
    if (this.#mode === 'sameStep') return { ...result, ...env.reset(), last: result }
    this.#ended[i] = true
    return result
  }
}

describe.each(TASKS.map(({ name }) => name))('%s', (name) => {
  test.each(['nextStep', 'sameStep'] as const)('with reset %s, has the bits of single environments', (mode) => {
    const vector: VectorEnvironment = makeVectorEnvironment(BatchSim, name, N, { ...here, autoReset: mode })
    const { size } = vector.singleObservationSpace
    const single = new OneByOne(name, mode)
    const start = vector.resetSync({ seed: SEED }).observations
    single.first.forEach((expected, i) => {
      expect(row(start, i, size)).toEqual(expected)
    })
    const random = new Random(1)
    const { size: actionSize } = vector.singleActionSpace
    let ends = 0
    for (let k = 0; k < STEPS; k++) {
      const actions = vector.actionSpace.sample(random)
      const result = vector.stepSync(actions)
      for (let i = 0; i < N; i++) {
        const expected = single.step(i, row(actions, i, actionSize))
        expect(row(result.observations, i, size)).toEqual(Array.from(expected.observation))
        expect(result.rewards[i]).toBe(expected.reward)
        expect(result.terminations[i]).toBe(Number(expected.terminated))
        expect(result.truncations[i]).toBe(Number(expected.truncated))
        expectTerms(vector, result.infos.terms, i, expected.info)
        if (expected.last) {
          expect(row(result.infos.finalObservations!, i, size)).toEqual(Array.from(expected.last.observation))
          expectTerms(vector, result.infos.finalTerms!, i, expected.last.info)
        }
        ends += expected.terminated || expected.truncated ? 1 : 0
      }
      expect(result.infos.errors.every((error) => error === undefined)).toBe(true)
    }
    expect(ends).toBeGreaterThanOrEqual(N)
    vector.close()
  })
})

describe('a vector environment', () => {
  test('has spaces of one environment and of all', () => {
    const vector = makeVectorEnvironment(BatchSim, 'Hopper', 5, { threads: 1 })
    expect(vector.numEnvs).toBe(5)
    expect(vector.singleObservationSpace.shape).toEqual([11])
    expect(vector.observationSpace.shape).toEqual([5, 11])
    expect(vector.singleActionSpace.shape).toEqual([3])
    expect(vector.actionSpace.shape).toEqual([5, 3])
    expect(vector.autoReset).toBe('nextStep')
    const { observations } = vector.resetSync()
    expect(vector.observationSpace.contains(observations)).toBe(true)
    expect(observations).toBeInstanceOf(Float32Array)
  })

  test('gives results that may be kept, unless told not to copy', () => {
    const play = (copy: boolean) => {
      const vector = makeVectorEnvironment(BatchSim, 'Reacher', 2, { threads: 1, copy })
      const { observations } = vector.resetSync({ seed: 1 })
      const kept = observations.slice()
      for (let k = 0; k < 4; k++) vector.stepSync([1, 1, 1, 1])
      return [observations, kept]
    }
    const [safe, before] = play(true)
    expect(safe).toEqual(before)
    const [reused, earlier] = play(false)
    expect(reused).not.toEqual(earlier)
  })

  test('resets some of its environments by a mask', async () => {
    const vector = makeVectorEnvironment(BatchSim, 'Reacher', 3, { threads: 1, autoReset: 'off' })
    await vector.reset({ seed: 4 })
    const { observations: before } = await vector.step(vector.actionSpace.zeros())
    const { observations: after } = await vector.reset({ mask: [0, 1, 0] })
    expect(row(after, 0, 10)).toEqual(row(before, 0, 10))
    expect(row(after, 1, 10)).not.toEqual(row(before, 1, 10))
    expect(row(after, 2, 10)).toEqual(row(before, 2, 10))
    vector.close()
    vector.close()
  })

  test('refuses actions of another shape, and those that are not finite', async () => {
    const vector = makeVectorEnvironment(BatchSim, 'Reacher', 2, { threads: 1 })
    await vector.reset()
    await expect(vector.step([0, 0])).rejects.toThrow('the array of actions has 2 numbers; expected 4')
    expect(() => vector.stepSync([0, 0, 0, Number.NaN])).toThrow('the array of actions has NaN at 3')
    expect(() => makeVectorEnvironment(BatchSim, 'Eel', 2)).toThrow("there is no task 'Eel'")
  })

  test('takes actions as they are, clips them, or scales those from −1 to 1', () => {
    const m = taskModel('HalfCheetah')
    m.actuator_ctrlrange.fill(2)
    for (let i = 0; i < m.nu; i++) m.actuator_ctrlrange[2 * i] = 0
    const costs = (['asGiven', 'clip', 'rescale'] as const).map((actions) => {
      const options = { model: m, threads: 1, actions, observationType: 'float64' } as const
      const vector = makeVectorEnvironment(BatchSim, 'HalfCheetah-v5', 1, options)
      vector.resetSync()
      const { infos } = vector.stepSync(vector.actionSpace.zeros().fill(3))
      expect(Array.from(vector.singleActionSpace.high.slice(0, 1))).toEqual([
        { asGiven: 2, clip: Infinity, rescale: 1 }[actions],
      ])
      return infos.terms['reward_ctrl'][0]
    })
    // six actions of 3, of 2, and of 1 + 3, with a weight of 0.1
    expect(costs[0]).toBeCloseTo(-0.6 * 9, 12)
    expect(costs[1]).toBeCloseTo(-0.6 * 4, 12)
    expect(costs[2]).toBeCloseTo(-0.6 * 16, 12)
  })

  test('tells the terms of rewards by their names, and can do without', () => {
    const vector = makeVectorEnvironment(BatchSim, 'Ant', 4, { threads: 1 })
    expect(vector.infoTerms).toHaveLength(9)
    const { infos: first } = vector.resetSync()
    expect(first.terms['reward_forward'].every(Number.isNaN)).toBe(true)
    expect(first.terms['x_position']).toHaveLength(4)
    const { infos, observations } = vector.stepSync(vector.actionSpace.zeros())
    expect(infos.terms['reward_survive']).toEqual(Float32Array.of(1, 1, 1, 1))
    expect(observations).toHaveLength(4 * 81)
    const bare = makeVectorEnvironment(BatchSim, 'Ant', 4, { threads: 1, infos: false })
    expect(bare.resetSync().infos.terms).toEqual({})
    expect(() => makeVectorEnvironment(BatchSim, 'Ant', 4, { threads: 1, infos: true, copy: false })).toThrow(
      "'copy: false' gives no infoTerms",
    )
  })

  test.each(Object.keys(GYMNASIUM_DEFAULTS) as GymnasiumName[])(
    'gives a model the task %s, with its options',
    (name) => {
      const own = { 'HalfCheetah-v5': 'HalfCheetah', 'Hopper-v5': 'Hopper', 'Walker2d-v5': 'Walker', 'Ant-v5': 'Ant' }
      const model = taskModel(own[name as keyof typeof own] ?? 'HumanoidWalk')
      const taskOptions = { ctrlCostWeight: 0.25, resetNoiseScale: 0.001 }
      const options = { model, taskOptions, threads: 1, observationType: 'float64', seed: SEED } as const
      const vector = makeVectorEnvironment(BatchSim, name, 2, options)
      const single = gymnasiumEnvironment(name, model, taskOptions)
      const { size } = single.observationSpace
      expect(row(vector.resetSync({ seed: 3 }).observations, 1, size)).toEqual([
        ...single.reset({ seed: 4 }).observation,
      ])
      const action = single.actionSpace.zeros().fill(0.5)
      const result = vector.stepSync([...action, ...action])
      const expected = single.step(action)
      expect(row(result.observations, 1, size)).toEqual(Array.from(expected.observation))
      expect(result.rewards[1]).toBe(expected.reward)
      expectTerms(vector, result.infos.terms, 1, expected.info)
    },
  )

  test('shows the next goal of the hand when one is reached', () => {
    const options = { threads: 1, observationType: 'float64' } as const
    const vector = makeVectorEnvironment(BatchSim, 'HandReorient', 2, options)
    vector.resetSync({ seed: 1 })
    const { batch } = vector
    const d = batch.data(1)
    const goal = d.mocap_quat.slice()
    d.qpos.set(goal, d.qpos.length - 4)
    batch.setData(1, d)
    const still = vector.actionSpace.zeros()
    const { rewards, observations, infos } = vector.stepSync(still)
    expect(rewards[1]).toBeGreaterThan(5)
    expect(Array.from(infos.terms['reached'])).toEqual([0, 1])
    const next = row(observations, 1, 52).slice(45, 49)
    expect(next).not.toEqual(Array.from(goal))
    vector.stepSync(still)
    expect(Array.from(batch.data(1).mocap_quat)).toEqual(next)
  })

  test('refuses options that it does not know or that the task decides', () => {
    const make = (options: object, name = 'Ant') => makeVectorEnvironment(BatchSim, name, 2, { threads: 1, ...options })
    expect(() => make({ sed: 1 })).toThrow("unknown option 'sed'; there are timeLimit, model")
    expect(() => make({ maxSteps: 5 })).toThrow("takes no option 'maxSteps': use 'timeLimit'")
    expect(() => make({ observationLayout: 'fields' })).toThrow('observations are always rows')
    expect(() => make({ task: {} })).toThrow('the name of the task decides it')
    expect(() => make({ timeLimit: 2.5 })).toThrow(
      "the option 'timeLimit' is the number 2.5; expected a positive integer",
    )
    expect(() => make({ model: taskModel('Ant') })).toThrow("the task 'Ant' takes no option 'model'")
    expect(() => make({}, 'Ant-v5')).toThrow("the option 'model' of Ant-v5 is undefined; expected a Model")
    expect(() => make({ model: taskModel('Ant'), taskOptions: { weight: 1 } }, 'Ant-v5')).toThrow(
      "Ant-v5 has no option 'weight'",
    )
    expect(() => make({ actions: 'scale' })).toThrow("expected 'asGiven' or 'clip' or 'rescale'")
    expect(() => make({}).resetSync({ sed: 1 } as never)).toThrow("unknown option 'sed'; there are seed, mask")
    expect(() => makeEnvironment('Ant', { sed: 1 } as never)).toThrow("unknown option 'sed'; there are timeLimit")
  })

  test('refuses spaces that are not those of its batch', async () => {
    const box = (size: number, dtype: 'float32' | 'float64' = 'float32') =>
      new Box({ low: -1, high: 1, shape: [size], dtype })
    const model = taskModel('Reacher')
    const task = { observationSize: () => 3, observe: () => {} }
    const wrap = (observationSpace: Box, actionSpace: Box) =>
      new VectorEnvironment(new BatchSim(model, 2, { task, threads: 1 }), { observationSpace, actionSpace })
    expect(() => wrap(box(99), box(2)).resetSync()).toThrow(
      'observationSpace has 99 numbers and infoTerms 0, but the batch observes 3',
    )
    await expect(wrap(box(3), box(5)).reset()).rejects.toThrow(
      'actionSpace has 5 numbers, but the actions of the batch have 2',
    )
    expect(() => wrap(box(3, 'float64'), box(2)).stepSync([0, 0, 0, 0])).toThrow(
      'observationSpace is of float64, but the batch observes float32',
    )
    expect(wrap(box(3), box(2)).resetSync().observations).toHaveLength(6)
  })

  test('follows the automatic reset and the layout of its batch', () => {
    const told = (options: BatchOptions) => new BatchSim(taskModel('Reacher'), 2, { threads: 1, ...options })
    const space = new Box({ low: -1, high: 1, shape: [2] })
    const spaces = { observationSpace: space, actionSpace: space }
    expect(new VectorEnvironment(told({ autoReset: 'sameStep' }), spaces).autoReset).toBe('sameStep')
    expect(() => new VectorEnvironment(told({ autoReset: 'sameStep' }), { ...spaces, autoReset: 'off' })).toThrow(
      "autoReset is 'off', but that of the batch is 'sameStep'",
    )
    expect(() => new VectorEnvironment(told({ observationLayout: 'fields' }), spaces)).toThrow("needs 'rows'")
  })
})
