import { describe, expect, test } from 'vitest'
import { BatchSim } from '../../src/batchNode.ts'
import { Random } from '../../src/core/random/philox.ts'
import {
  makeEnvironment,
  makeVectorEnvironment,
  type StepResult,
  TASKS,
  type TaskEnvironment,
  type VectorEnvironment,
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

  step(i: number, action: number[]): Omit<StepResult, 'info'> & { readonly last?: number[] } {
    const env = this.#envs[i]
    if (this.#ended[i]) {
      this.#ended[i] = false
      return { observation: env.reset().observation, reward: 0, terminated: false, truncated: false }
    }
    const { observation, reward, terminated, truncated } = env.step(action)
    if (!terminated && !truncated) return { observation, reward, terminated, truncated }
    if (this.#mode === 'sameStep')
      return { observation: env.reset().observation, reward, terminated, truncated, last: Array.from(observation) }
    this.#ended[i] = true
    return { observation, reward, terminated, truncated }
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
        if (expected.last) expect(row(result.infos.finalObservations!, i, size)).toEqual(expected.last)
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

  test('refuses actions of another shape or out of range', async () => {
    const vector = makeVectorEnvironment(BatchSim, 'Reacher', 2, { threads: 1 })
    await vector.reset()
    await expect(vector.step([0, 0])).rejects.toThrow('the array of actions has 2 numbers; expected 4')
    expect(() => vector.stepSync([0, 0, 0, 2])).toThrow('the array of actions has 2 at 3')
    expect(() => makeVectorEnvironment(BatchSim, 'Eel', 2)).toThrow("there is no task 'Eel'")
  })
})
