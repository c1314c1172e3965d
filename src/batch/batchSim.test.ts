import { describe, expect, test } from 'vitest'
import { Data } from '../core/data/data.ts'
import { Random } from '../core/random/philox.ts'
import { loadModel } from '../format/load.ts'
import { resetDataKeyframe } from '../pipeline/reset.ts'
import { step } from '../pipeline/step.ts'
import type { BatchOptions } from './batchOptions.ts'
import { type BatchHost, BatchSimulation } from './batchSim.ts'
import type { BatchTask } from './batchTask.ts'

/** The batch on the calling thread; test/package/batchThreads.test.ts has the same on others. */
const HERE: BatchHost = {
  parallelism: 1,
  mayBlock: true,
  start: () => {
    throw new Error('no threads here')
  },
}

const cartpole = loadModel(`<mujoco><worldbody><body name="cart"><joint name="x" type="slide" axis="1 0 0"/>
  <geom type="box" size=".2 .1 .1"/><body name="pole"><joint name="a" axis="0 1 0"/>
  <geom type="capsule" fromto="0 0 0 0 0 .8" size=".03"/></body></body></worldbody>
  <actuator><motor joint="x" gear="10"/></actuator></mujoco>`)
const ROW = cartpole.nq + cartpole.nv

const PENDULUM = loadModel(`<mujoco><worldbody><body name="bob"><joint name="j" damping=".1"/>
  <geom name="ball" size=".1" pos=".5 0 0"/></body></worldbody><actuator><motor joint="j"/></actuator>
  <keyframe><key name="up" qpos="1.5" qvel="2"/></keyframe></mujoco>`)

function here(options: BatchOptions & { task?: BatchTask } = {}, n = 3, model = cartpole): BatchSimulation {
  return new BatchSimulation(model, n, { task: {}, ...options }, HERE)
}

/** State of an environment as a row. */
const row = (batch: BatchSimulation, i: number, width = ROW) => [...batch.states.slice(i * width, (i + 1) * width)]

describe('a step', () => {
  test('gives each environment the bits of step alone, with its own action', () => {
    const batch = here({ nstep: 2 })
    const alone = Array.from({ length: 3 }, () => new Data(cartpole))
    for (let k = 0; k < 50; k++) {
      batch.stepSync([1, -0.5, k / 50])
      ;[1, -0.5, k / 50].forEach((action, i) => {
        alone[i].ctrl[0] = action
        for (let s = 0; s < 2; s++) step(cartpole, alone[i])
      })
    }
    for (const [i, d] of alone.entries()) expect(row(batch, i)).toEqual([...d.qpos, ...d.qvel])
    expect(batch.data(1).time).toBe(alone[1].time)
  })

  test('leaves the results of the call before it alone', () => {
    const batch = here()
    const first = batch.stepSync([1, 1, 1])
    const states = first.states.slice()
    const second = batch.stepSync()
    expect(first.states).toEqual(states)
    expect(second.states).not.toEqual(states)
  })

  test('goes on from states that were changed between calls', () => {
    const batch = here()
    batch.states[ROW] = 0.7
    batch.stepSync()
    const d = new Data(cartpole)
    d.qpos[0] = 0.7
    step(cartpole, d)
    expect(row(batch, 1)).toEqual([...d.qpos, ...d.qvel])
    d.qvel[1] = 3
    batch.setData(2, d)
    step(cartpole, d)
    batch.stepSync()
    expect(row(batch, 2)).toEqual([...d.qpos, ...d.qvel])
  })

  test('refuses actions of a wrong length, and steps that are no count', () => {
    const batch = here()
    expect(() => batch.stepSync([1, 2])).toThrow("'actions' has 2 numbers; expected 3: 1 for each of 3 environments")
    expect(() => batch.stepSync(undefined, 0.5)).toThrow("'nstep' is the number 0.5")
  })
})

test('randomized options stay out of the model that was given', () => {
  const m = loadModel('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
  const batch = here({ randomize: { 'opt.gravity': { uniform: [1, 2] } } }, 3, m)
  batch.stepSync()
  expect([...m.opt.gravity]).toEqual([0, 0, -9.81])
  expect(batch.randomizedModel(1).opt.gravity[0]).toBeGreaterThan(0)
})

describe('tasks', () => {
  test('see the state after the steps, remember numbers, and draw their own random numbers', () => {
    const task: BatchTask = {
      memorySize: () => 1,
      observationSize: () => 2,
      actionSize: () => 2,
      reset: (_, d, { random }) => {
        d.qpos[0] = random.uniform(-1, 1)
      },
      act: (_, d, action, { memory, random }) => {
        memory[0] += action[1]
        d.ctrl[0] = action[0] + 0 * random.next()
      },
      observe: (_, d, out, { memory }) => {
        out[0] = d.qpos[0]
        out[1] = memory[0]
      },
      reward: (_, d, { steps }) => steps + d.qvel[0],
      terminated: (_, d, { environment, steps }) => environment === 1 && steps === 3 && d.time > 0,
    }
    const batch = here({ task, seed: 5, observationType: 'float64' })
    const starts = [0, 1, 2].map((i) => new Random(5 + i, 0).uniform(-1, 1))
    expect([0, 1, 2].map((i) => batch.result.observations[2 * i])).toEqual(starts)
    for (let k = 1; k <= 3; k++) {
      const { rewards, terminated, observations, states } = batch.stepSync([0, 1, 0, 2, 0, 3])
      expect([...terminated]).toEqual(k === 3 ? [0, 1, 0] : [0, 0, 0])
      for (let i = 0; i < 3; i++) {
        expect(rewards[i]).toBe(k + states[i * ROW + cartpole.nq])
        expect([...observations.slice(2 * i, 2 * i + 2)]).toEqual([states[i * ROW], k * (i + 1)])
      }
    }
    batch.resetSync(0)
    expect(batch.result.observations[1]).toBe(0)
    expect(batch.result.observations[0]).toBe(new Random(5, 1).uniform(-1, 1))
  })

  test('as expressions give the same as functions', () => {
    const byText = here({
      reward: 'qpos[0] - 0.1 * norm(ctrl)',
      terminated: 'abs(qpos[0]) > 0.0002',
      observe: ['qvel'],
    })
    const byCode = here({
      task: {
        reward: (_, d) => d.qpos[0] - 0.1 * Math.abs(d.ctrl[0]),
        terminated: (_, d) => Math.abs(d.qpos[0]) > 0.0002,
        observationSize: (m) => m.nv,
        observe: (_, d, out) => out.set(d.qvel),
      },
    })
    for (let k = 0; k < 30; k++) {
      const [a, b] = [byText.stepSync([1, 0, -0.3]), byCode.stepSync([1, 0, -0.3])]
      expect(a.rewards).toEqual(b.rewards)
      expect(a.terminated).toEqual(b.terminated)
      expect(a.observations).toEqual(b.observations)
    }
    expect([...byText.result.terminated]).toEqual([1, 0, 1])
    expect(byText.observationFields).toEqual([{ name: 'qvel', offset: 0, size: cartpole.nv }])
  })

  test('observe in rows, or number by number over all environments', () => {
    const rows = here({ observe: ['qpos', 'qvel'], observationType: 'float64' })
    const fields = here({ observe: ['qpos', 'qvel'], observationLayout: 'fields', observationType: 'float64' })
    for (let k = 0; k < 5; k++) {
      const a = rows.stepSync([1, 0, -1]).observations
      const b = fields.stepSync([1, 0, -1]).observations
      for (let i = 0; i < 3; i++) for (let o = 0; o < ROW; o++) expect(b[o * 3 + i]).toBe(a[i * ROW + o])
    }
  })

  test('may set callbacks of the engine', () => {
    const batch = here({ task: { setUp: (_, d) => (d.callbacks.control = (_, d) => d.ctrl.fill(2)) } })
    batch.stepSync()
    const d = new Data(cartpole)
    d.ctrl[0] = 2
    step(cartpole, d)
    expect(row(batch, 1)).toEqual([...d.qpos, ...d.qvel])
  })

  test('see derived fields of their own environment in act if they ask for it', () => {
    const seen: number[][] = []
    const task: BatchTask = {
      freshAct: true,
      act: (m, d, action, { environment }) => {
        d.ctrl.set(action)
        ;(seen[environment] ??= []).push(d.xpos[3 * (m.nbody - 2)])
      },
    }
    const batch = here({ task })
    const alone = [0, 1, 2].map(() => new Data(cartpole))
    for (let k = 0; k < 5; k++) {
      const expected = alone.map((d) => d.qpos[0])
      batch.stepSync([1, 0, -1])
      expect(seen.map((list) => list[k])).toEqual(expected)
      for (const [i, d] of alone.entries()) {
        d.ctrl[0] = 1 - i
        step(cartpole, d)
      }
    }
  })

  test('see no action at a reset, and an observation of zeros to fill', () => {
    const batch = here({
      nstep: 5,
      observationType: 'float64',
      task: {
        observationSize: () => 3,
        observe: (_, __, out, { environment, action, nstep }) => {
          out[0] = action[0]
          out[1] = nstep
          if (environment === 0) out[2] = 7
        },
      },
    })
    batch.stepSync([1, 2, 3], 2)
    expect([...batch.result.observations]).toEqual([1, 2, 7, 2, 2, 0, 3, 2, 0])
    batch.resetSync()
    expect([...batch.result.observations]).toEqual([0, 5, 7, 0, 5, 0, 0, 5, 0])
  })

  test('that are no tasks are refused', () => {
    expect(() => here({ task: { rewards: () => 1 } as never })).toThrow("has an unknown part 'rewards'")
    expect(() => here({ task: { observationSize: () => 1.5, observe: () => {} } })).toThrow(
      "'observationSize' of the task",
    )
    expect(() => here({ task: { actionSize: () => 3 } })).toThrow("actions of 3 numbers and no 'act'")
    expect(() => here({ task: 7 as never })).toThrow("the option 'task' is the number 7")
    expect(() => here({ task: { module: 'x.js', nme: 1 } as never })).toThrow("unknown part of the option 'task' 'nme'")
    expect(() => here({ task: { reward: 3 } as never })).toThrow("'reward' of the task 'task' is number")
    expect(() => here({ task: { observe: () => {} } })).toThrow("no 'observationSize'")
    expect(() => here({ task: {}, threads: 2 })).toThrow('a task of functions cannot go to other threads')
    expect(() => here({ reward: 'qpos' })).toThrow("'reward' must be one number; 'qpos' has 2")
  })
})

describe('episodes', () => {
  test('start from a keyframe, for all environments or for each', () => {
    const all = here({ keyframe: 'up' }, 2, PENDULUM)
    expect(row(all, 1, 2)).toEqual([1.5, 2])
    const some = here({ keyframe: (i) => i - 1 }, 2, PENDULUM)
    expect([row(some, 0, 2), row(some, 1, 2)]).toEqual([
      [0, 0],
      [1.5, 2],
    ])
    some.resetSync(0, { keyframe: 'up' })
    some.stepSync()
    const d = new Data(PENDULUM)
    resetDataKeyframe(PENDULUM, d, 'up')
    step(PENDULUM, d)
    expect(row(some, 0, 2)).toEqual([...d.qpos, ...d.qvel])
    expect(() => here({ keyframe: 'down' }, 2, PENDULUM)).toThrow('no keyframe is the string "down"; the model has 1')
  })

  test('have noise that depends on the seed of the environment and the number of the episode alone', () => {
    const noise = { qpos: 0.1, qvel: 0.01 }
    const batch = here({ noise, seed: 3 })
    const first = [0, 1, 2].map((i) => row(batch, i))
    for (const start of first) {
      for (const q of start.slice(0, cartpole.nq)) expect(Math.abs(q)).toBeLessThan(0.1)
      for (const v of start.slice(cartpole.nq)) expect(Math.abs(v)).toBeLessThan(0.01)
    }
    expect(new Set(first.flat()).size).toBe(3 * ROW)
    expect(row(here({ noise, seed: 4 }), 0)).toEqual(first[1])
    batch.resetSync(1)
    expect(row(batch, 1)).not.toEqual(first[1])
    expect([row(batch, 0), row(batch, 2)]).toEqual([first[0], first[2]])
    batch.resetSync(undefined, { seed: 3 })
    expect([0, 1, 2].map((i) => row(batch, i))).toEqual(first)
    batch.resetSync(2, { seed: 3 })
    expect(row(batch, 2)).toEqual(first[0])
  })

  test('are reset where a mask says so', () => {
    const batch = here()
    batch.stepSync([1, 1, 1])
    const before = [0, 1, 2].map((i) => row(batch, i))
    batch.resetWhereSync([false, true, false])
    expect([row(batch, 0), row(batch, 2)]).toEqual([before[0], before[2]])
    expect(row(batch, 1)).toEqual([...cartpole.qpos0, ...new Float64Array(cartpole.nv)])
    expect(() => batch.resetWhereSync([true])).toThrow('expected 3, the environments')
    expect(() => batch.resetSync(3)).toThrow('the environment is the number 3; expected an integer from 0 to 2')
  })

  const ending: BatchOptions = { observe: ['time'], observationType: 'float64', maxSteps: 2, nstep: 1 }
  const h = cartpole.opt.timestep

  test('that end are left to the user', () => {
    const batch = here(ending)
    const flags = [0, 1, 2].map(() => batch.stepSync().truncated[0])
    expect(flags).toEqual([0, 1, 1])
    expect(batch.data(0).time).toBeCloseTo(3 * h, 12)
  })

  test('that end are reset in the next call, which does not step', () => {
    const batch = here({ ...ending, autoReset: 'nextStep' })
    const seen = [0, 1, 2, 3].map(() => {
      const { truncated, observations } = batch.stepSync()
      return [truncated[1], Math.round(observations[1] / h)]
    })
    expect(seen).toEqual([
      [0, 1],
      [1, 2],
      [0, 0],
      [0, 1],
    ])
  })

  test('that end are reset in the same call, which keeps the last observation', () => {
    const batch = here({ ...ending, autoReset: 'sameStep' })
    const seen = [0, 1, 2, 3].map(() => {
      const { truncated, observations, finalObservations } = batch.stepSync()
      return [truncated[1], Math.round(observations[1] / h), truncated[1] ? Math.round(finalObservations[1] / h) : 0]
    })
    expect(seen).toEqual([
      [0, 1, 0],
      [1, 0, 2],
      [0, 1, 0],
      [1, 0, 2],
    ])
  })
})

test('a reset leaves rewards and flags of the last step alone', () => {
  const batch = here({ reward: '3', terminated: 'time > 0' })
  const { rewards, terminated } = batch.stepSync()
  batch.resetWhereSync(terminated)
  expect([...rewards, ...terminated]).toEqual([3, 3, 3, 1, 1, 1])
  expect(batch.data(0).time).toBe(0)
  expect(() => batch.resetSync(0, { seed: -1 })).toThrow("'seed' is the number -1")
  expect(() => batch.resetSync(0, { keyfrane: 1 } as never)).toThrow("unknown option of a reset 'keyfrane'")
})

describe('an environment that fails', () => {
  test('by a reward or an action that is no number is reported', () => {
    const batch = here({ task: { reward: (_, d) => (d.ctrl[0] > 0 ? Number.NaN : 1) } })
    const { errors, rewards } = batch.stepSync([0, 1, Number.NaN])
    expect(errors.map((error) => error?.message)).toEqual([
      undefined,
      'environment 1: the reward is not a finite number',
      'environment 2: number 0 of the action is not finite',
    ])
    expect([...rewards]).toEqual([1, 0, 0])
  })

  test('begins its next episode at once where ended ones do, and keeps its last observation', () => {
    const batch = here({ observe: ['time'], observationType: 'float64', autoReset: 'sameStep', maxSteps: 100 })
    batch.stepSync()
    batch.stepSync()
    batch.states[ROW] = Number.NaN
    const { errors, terminated, observations, finalObservations } = batch.stepSync()
    expect([errors[1] !== undefined, terminated[1]]).toEqual([true, 1])
    expect(observations[1]).toBe(0)
    expect(finalObservations[1]).toBeCloseTo(2 * cartpole.opt.timestep, 12)
    expect(batch.stepSync().observations[1]).toBeCloseTo(cartpole.opt.timestep, 12)
  })

  test('observes the end of an episode once', () => {
    const task: BatchTask = {
      memorySize: () => 1,
      observationSize: () => 1,
      observe: (_, d, out, { memory }) => {
        out[0] = d.time - memory[0]
        memory[0] = d.time
      },
    }
    const batch = here({ task, autoReset: 'sameStep', maxSteps: 2, observationType: 'float64' })
    batch.stepSync()
    expect(batch.stepSync().finalObservations[0]).toBeCloseTo(cartpole.opt.timestep, 12)
  })

  test('among very many says when its text is lost', () => {
    const task: BatchTask = {
      act: (_, __, ___, { environment }) => {
        throw new Error(`it is ${environment}`)
      },
    }
    const { errors } = here({ task }, 300).stepSync(new Float64Array(300))
    const texts = errors.map((error) => error!.message)
    expect(texts.filter((text) => text.includes('too many environments failed at once'))).toHaveLength(300 - 256)
    texts.forEach((text, i) => {
      if (!text.includes('too many')) expect(text).toBe(`environment ${i}: Error: it is ${i}`)
    })
  })

  test('is reported and flagged, stays where it was, and is reset by the next call; the others do not notice', () => {
    const batch = here({}, 4)
    const calm = here({}, 4)
    batch.stepSync([1, 1, 1, 1])
    calm.stepSync([1, 1, 1, 1])
    batch.states[2 * ROW + cartpole.nq] = Number.NaN
    const { errors, terminated } = batch.stepSync([1, 1, 1, 1])
    const { states } = calm.stepSync([1, 1, 1, 1])
    expect(errors.map((error) => error?.message)).toEqual([
      undefined,
      undefined,
      'environment 2: the velocity of dof 0 is not finite, or too large',
      undefined,
    ])
    expect([...terminated]).toEqual([0, 0, 1, 0])
    for (const i of [0, 1, 3]) expect(row(batch, i)).toEqual([...states.slice(i * ROW, (i + 1) * ROW)])
    batch.stepSync([1, 1, 1, 1])
    expect(batch.result.errors.every((error) => error === undefined)).toBe(true)
    const d = new Data(cartpole)
    d.ctrl[0] = 1
    step(cartpole, d)
    expect(row(batch, 2)).toEqual([...d.qpos, ...d.qvel])
  })

  test('by an exception of its task has the text of that', () => {
    const task: BatchTask = {
      act: (_, __, [action]) => {
        if (action > 5) throw new RangeError(`no action is ${action}`)
      },
    }
    const batch = here({ task })
    const { errors, terminated } = batch.stepSync([0, 9, 0])
    expect(errors[1]?.message).toBe('environment 1: RangeError: no action is 9')
    expect(errors[1]?.environment).toBe(1)
    expect([...terminated]).toEqual([0, 1, 0])
    expect(batch.stepSync([0, 0, 0]).errors[1]).toBeUndefined()
  })
})

test('environments sleep by themselves: one at rest does not keep another from moving', () => {
  const m = loadModel(`<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="0 0 1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody></mujoco>`)
  const batch = here({}, 2, m)
  const alone = [new Data(m), new Data(m)]
  for (let k = 0; k < 400; k++) {
    if (k % 50 === 0) {
      // the second one is kicked again and again
      batch.states[m.nq + m.nv + m.nq + 2] = 0.5
      alone[1].qvel[2] = 0.5
    }
    batch.stepSync()
    for (const d of alone) step(m, d)
  }
  expect(alone.map((d) => d.ntree_awake)).toEqual([0, 1])
  expect([0, 1].map((i) => batch.data(i).ntree_awake)).toEqual([0, 1])
  for (const [i, d] of alone.entries()) expect(row(batch, i, m.nq + m.nv)).toEqual([...d.qpos, ...d.qvel])
})

describe('several models', () => {
  test('have rows as wide as the widest needs', () => {
    const batch = new BatchSimulation([cartpole, PENDULUM], 4, { task: {}, modelOf: (i) => (i < 3 ? 0 : 1) }, HERE)
    batch.stepSync([1, 1, 1, 1])
    const d = new Data(PENDULUM)
    d.ctrl[0] = 1
    step(PENDULUM, d)
    expect(row(batch, 3).slice(0, 2)).toEqual([...d.qpos, ...d.qvel])
    expect(batch.data(3).model).toBe(PENDULUM)
    expect(() => new BatchSimulation([cartpole], 1, { modelOf: () => 1 }, HERE)).toThrow('the model of environment 0')
  })
})

describe('randomization', () => {
  test('gives each environment a model of its own, drawn anew in each episode', () => {
    const randomize = { 'body_mass(bob)': { uniform: [0.5, 2] as [number, number] } }
    const batch = here({ randomize, seed: 9 }, 3, PENDULUM)
    expect(batch.parameterNames).toEqual(['body_mass(bob)'])
    const masses = [...batch.parameters]
    expect(new Set(masses).size).toBe(3)
    for (let k = 0; k < 100; k++) batch.stepSync([1, 1, 1])
    const again = here({ randomize, seed: 9 }, 3, PENDULUM)
    expect([...again.parameters]).toEqual(masses)
    again.resetSync(1)
    expect(again.parameters[1]).not.toBe(masses[1])
    for (let i = 0; i < 3; i++) expect(batch.randomizedModel(i).body_mass[1]).toBe(masses[i])
    expect(PENDULUM.body_mass[1]).not.toBe(masses[0])
    // a pendulum of larger inertia turns more slowly under the same torque
    const speeds = [0, 1, 2].map((i) => row(batch, i, 2)[1])
    const order = [0, 1, 2].toSorted((a, b) => masses[a] - masses[b])
    expect(order.map((i) => speeds[i])).toEqual(speeds.toSorted((a, b) => b - a))
  })
})

test('options that are wrong are refused by name', () => {
  expect(() => here({ treads: 2 } as never)).toThrow("unknown option 'treads'")
  expect(() => here({ seed: -1 })).toThrow("the option 'seed' is the number -1")
  expect(() => here({ autoReset: 'always' as never })).toThrow("expected 'off' or 'nextStep' or 'sameStep'")
  expect(() => here({}, 0)).toThrow('the number of environments is the number 0')
  expect(() => new BatchSimulation({} as never, 1, {}, HERE)).toThrow('the model of a batch is an object')
  expect(() => here({ observe: 'qpos' as never })).toThrow("the option 'observe' is the string")
  expect(() => here({ noise: { qpos: -1 } })).toThrow("the option 'noise.qpos'")
  expect(() => here({ noise: { pos: 1 } as never })).toThrow("unknown part of the option 'noise' 'pos'")
  expect(() => here({ patience: 0 })).toThrow("the option 'patience' is the number 0; expected at least 500 ms")
  expect(() => here().stepSync('a' as never)).toThrow("'actions'")
})

test('after dispose, results can be read and nothing can be stepped', async () => {
  const batch = here()
  batch.stepSync([1, 1, 1])
  batch.dispose()
  expect(batch.states.length).toBe(3 * ROW)
  expect(() => batch.stepSync()).toThrow('disposed of')
  await expect(batch.step()).rejects.toThrow('disposed of')
})
