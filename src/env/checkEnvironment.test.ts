import { describe, expect, test } from 'vitest'
import { loadModel } from '../format/load.ts'
import { Box } from './box.ts'
import { checkClose, checkEnvironment } from './checkEnvironment.ts'
import type { Environment, ResetOptions, StepResult } from './environment.ts'
import { TaskEnvironment } from './taskEnvironment.ts'
import { Wrapper } from './wrappers/wrapper.ts'

const model = loadModel(`<mujoco><worldbody><body><joint name="j"/><geom size="0.1" pos="1 0 0"/></body></worldbody>
  <actuator><motor joint="j" ctrlrange="-1 1"/></actuator></mujoco>`)

const good = () =>
  new TaskEnvironment(model, {
    observationSize: () => 2,
    reset(_, d, { random }) {
      d.qpos[0] = random.uniform(-1, 1)
    },
    observe(_, d, out) {
      out[0] = d.qpos[0]
      out[1] = d.qvel[0]
    },
    reward: (_, d) => d.qvel[0],
  })

/** An environment that changes what steps return. */
class Changed extends Wrapper {
  readonly #change: (result: StepResult) => object

  constructor(change: (result: StepResult) => object) {
    super(good())
    this.#change = change
  }

  override step(action: ArrayLike<number>): StepResult {
    const result = super.step(action)
    return { ...result, ...this.#change(result) }
  }
}

describe('the checker', () => {
  test('accepts an environment that keeps the rules', () => {
    expect(() => checkEnvironment(good())).not.toThrow()
  })

  test.each<[string, (result: StepResult) => object, string]>([
    ['a reward that is not finite', () => ({ reward: Number.NaN }), 'as reward; it must be a finite number'],
    ['a reward that is no number', () => ({ reward: '1' }), 'as reward; it must be a finite number'],
    ['ends that are numbers', () => ({ terminated: 0 }), 'terminated is the number 0; it must be a boolean'],
    ['truncations that are missing', () => ({ truncated: undefined }), 'truncated is undefined'],
    ['infos that are no objects', () => ({ info: null }), 'step returns null as info'],
    ['observations of another type', (r) => ({ observation: Array.from(r.observation) }), 'it must be a Float64Array'],
    ['observations of another size', () => ({ observation: new Float64Array(3) }), 'has 3 numbers; expected 2'],
    ['observations that are not numbers', () => ({ observation: Float64Array.of(0, Number.NaN) }), 'has NaN at 1'],
  ])('refuses %s', (_, change, message) => {
    expect(() => checkEnvironment(new Changed(change))).toThrow(message)
  })

  test('refuses observations that a later step changes', () => {
    const shared = new Float64Array(2)
    const env = new Changed(({ observation }) => {
      shared.set(observation)
      return { observation: shared }
    })
    expect(() => checkEnvironment(env)).toThrow('return a new one')
  })

  test('refuses seeds that have no effect, and those that are not all that matters', () => {
    class Deaf extends Wrapper {
      override reset(_?: ResetOptions) {
        return super.reset({ seed: 1 })
      }
    }
    expect(() => checkEnvironment(new Deaf(good()))).toThrow('give the same observations')
    expect(() => checkEnvironment(new Deaf(good()), { deterministic: true })).not.toThrow()
    let resets = 0
    class Restless extends Wrapper {
      override reset(_?: ResetOptions) {
        return super.reset({ seed: resets++ })
      }
    }
    expect(() => checkEnvironment(new Restless(good()))).toThrow('differ from time to time')
    class Stuck extends Wrapper {
      #seed = 0
      override reset({ seed = this.#seed }: ResetOptions = {}) {
        this.#seed = seed
        return super.reset({ seed })
      }
    }
    expect(() => checkEnvironment(new Stuck(good()))).toThrow('repeats the episode before it')
  })

  test.each<[string, (count: number) => object]>([
    ['rewards', (count) => ({ reward: count })],
    ['flags', (count) => ({ truncated: count % 7 === 0 })],
    ['infos', (count) => ({ info: { terms: Float64Array.of(1, count) } })],
  ])('refuses %s that differ between two episodes of one seed', (part, change) => {
    let count = 0
    const env = new Changed(() => change(count++))
    expect(() => checkEnvironment(env)).toThrow(`${part} of episodes after reset({ seed: 123 }) differ`)
  })

  test('refuses environments that can be closed only once', () => {
    expect(() => checkClose(good())).not.toThrow()
    class Fragile extends Wrapper {
      #isClosed = false
      override close() {
        if (this.#isClosed) throw new Error('gone')
        this.#isClosed = true
      }
    }
    expect(() => checkClose(new Fragile(good()))).toThrow('close throws when it is called again: gone')
  })

  test('refuses spaces that are no boxes, or without room, and actions of any kind', () => {
    const spaced = (actionSpace: unknown) =>
      new Proxy(good(), { get: (env, key) => (key === 'actionSpace' ? actionSpace : bound(env, key)) }) as Environment
    expect(() => checkEnvironment(spaced({ low: -1, high: 1 }))).toThrow('actionSpace is an object; it must be a Box')
    expect(() => checkEnvironment(spaced(new Box({ low: 1, high: 1, shape: [1] })))).toThrow('equal bounds at 0: 1')
    class Careless extends Wrapper {
      override step(_: ArrayLike<number>) {
        return super.step([0])
      }
    }
    expect(() => checkEnvironment(new Careless(good()))).toThrow('step takes an action of 2 numbers')
  })
})

/** A property of an environment, as seen from itself. */
function bound(env: TaskEnvironment, key: string | symbol): unknown {
  const value = Reflect.get(env, key, env)
  return typeof value === 'function' ? value.bind(env) : value
}
