import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { dist, root } from './support.ts'

/** Batches on threads of Node, with the built package. */
const address = (file: string) => pathToFileURL(join(dist, file)).href
const { Data, loadModel, resetData, StateBit, step, stateSize, getState } = (await import(
  address('kinetree.js')
)) as typeof import('../../src/index.ts')
const { BatchSim, rollout } = (await import(address('batch-node.js'))) as typeof import('../../src/batchNode.ts')
type BatchSim = import('../../src/batchNode.ts').BatchSim
type BatchOptions = import('../../src/batchNode.ts').BatchOptions
type Model = import('../../src/index.ts').Model

/** A humanoid with a motor in every hinge, and sensors. */
function actuatedHumanoid(): Model {
  const xml = readFileSync(join(root, 'models/humanoid.xml'), 'utf8')
  const names = [...xml.matchAll(/<joint name="(\w+)"/g)].map(([, name]) => name)
  const motors = names.map((name) => `<motor joint="${name}" gear="20"/>`).join('')
  const sensors = names.map((name) => `<jointpos joint="${name}"/>`).join('')
  return loadModel(xml.replace('</mujoco>', `<actuator>${motors}</actuator><sensor>${sensors}</sensor></mujoco>`))
}
const humanoid = actuatedHumanoid()
const ROW = humanoid.nq + humanoid.nv
const pendulumText = (gear: number) => `<mujoco><worldbody><body><joint name="j"/><geom size=".1" pos=".5 0 0"/></body>
  </worldbody><actuator><motor joint="j" gear="${gear}"/></actuator></mujoco>`
const PENDULUM = loadModel(pendulumText(1))

const folder = mkdtempSync(join(tmpdir(), 'kinetree-batch-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A module for threads. */
function moduleOf(name: string, code: string): URL {
  writeFileSync(join(folder, name), code)
  return pathToFileURL(join(folder, name))
}

const made: BatchSim[] = []
afterEach(() => {
  for (const batch of made.splice(0)) batch.dispose()
})

async function batchOf(model: Model | Model[], n: number, options: BatchOptions): Promise<BatchSim> {
  const batch = new BatchSim(model, n, options)
  made.push(batch)
  await batch.ready
  return batch
}

/** Controls of environment i in call k. */
const action = (i: number, k: number, u: number) => 0.4 * Math.sin(3 * i + 0.1 * k + u)

function actionsOf(n: number, k: number, nu: number): Float64Array {
  return Float64Array.from({ length: n * nu }, (_, at) => action(Math.floor(at / nu), k, at % nu))
}

describe('a batch has the bits of environments that are stepped one after the other', () => {
  const n = 9
  const calls = 1000
  /** Environments that are reset before call k. */
  const isReset = (i: number, k: number) => k > 0 && (k + 13 * i) % 250 === 0

  function alone(): Float64Array {
    const states = new Float64Array(n * ROW)
    for (let i = 0; i < n; i++) {
      const d = new Data(humanoid)
      for (let k = 0; k < calls; k++) {
        if (isReset(i, k)) resetData(humanoid, d)
        for (let u = 0; u < humanoid.nu; u++) d.ctrl[u] = action(i, k, u)
        step(humanoid, d)
      }
      states.set([...d.qpos, ...d.qvel], i * ROW)
    }
    return states
  }
  const expected = alone()

  const ways: [string, BatchOptions, boolean][] = [
    ['1 thread', { threads: 1 }, false],
    ['2 threads', { threads: 2 }, false],
    ['3 threads', { threads: 3 }, false],
    ['8 threads', { threads: 8 }, false],
    ['2 threads, synchronously', { threads: 2 }, true],
    ['2 threads, over messages', { threads: 2, sharing: 'messages' }, false],
  ]
  test.each(ways)('%s', async (_, options, sync) => {
    const batch = await batchOf(humanoid, n, options)
    expect(batch.sharing).toBe(options.sharing ?? 'memory')
    for (let k = 0; k < calls; k++) {
      const mask = Uint8Array.from({ length: n }, (_, i) => Number(isReset(i, k)))
      if (mask.includes(1)) {
        if (sync) batch.resetWhereSync(mask)
        else await batch.resetWhere(mask)
      }
      const actions = actionsOf(n, k, humanoid.nu)
      if (sync) batch.stepSync(actions)
      else await batch.step(actions)
    }
    expect(batch.states).toEqual(expected)
  })
})

describe('a task in a module', () => {
  const task = moduleOf(
    'task.mjs',
    `export default (m, options) => ({
      observationSize: () => 2,
      memorySize: () => 1,
      reset: (m, d, { random }) => { d.qpos[0] = random.uniform(-1, 1) },
      act: (m, d, action, { memory }) => { d.ctrl[0] = action[0]; memory[0] += options.bonus },
      reward: (m, d, { memory }) => memory[0],
      observe: (m, d, out, { random }) => { out[0] = d.qpos[0]; out[1] = random.next() },
    })
    export const broken = 7`,
  )

  test.each([1, 2, 3])('runs in each of %i threads, and remembers by environment', async (threads) => {
    const options = { threads, task: { module: task, options: { bonus: 2 } }, observationType: 'float64' } as const
    const batch = await batchOf(PENDULUM, 40, options)
    const one = await batchOf(PENDULUM, 40, { ...options, threads: 1, sharing: 'messages' })
    for (let k = 0; k < 10; k++) {
      const { rewards, observations } = await batch.step(actionsOf(40, k, 1))
      expect([...rewards]).toEqual(new Array(40).fill(2 * (k + 1)))
      expect(observations).toEqual((await one.step(actionsOf(40, k, 1))).observations)
    }
  })

  test('that is not there, or is no task, is named', async () => {
    const missing = new BatchSim(PENDULUM, 2, { task: { module: pathToFileURL(join(folder, 'nowhere.mjs')) } })
    await expect(missing.ready).rejects.toThrow('nowhere.mjs')
    expect(() => missing.stepSync()).toThrow('nowhere.mjs')
    const other = new BatchSim(PENDULUM, 2, { task: { module: task, export: 'reward' } })
    await expect(other.ready).rejects.toThrow("has no export 'reward'; it has: ")
    const broken = new BatchSim(PENDULUM, 2, { task: { module: task, export: 'broken' } })
    await expect(broken.ready).rejects.toThrow("the task 'broken' is number")
  })
})

describe('failures', () => {
  test('100 environments of which some diverge on purpose: exactly those are flagged, and no others notice', async () => {
    const n = 100
    const batch = await batchOf(PENDULUM, n, { threads: 2 })
    const calm = await batchOf(PENDULUM, n, { threads: 2 })
    const bad = (i: number, k: number) => (i * 7 + k) % 41 === 0
    for (let k = 0; k < 100; k++) {
      for (let i = 0; i < n; i++) if (bad(i, k)) batch.states[2 * i + 1] = i % 2 === 0 ? Number.NaN : 1e300
      const { errors, terminated } = await batch.step(actionsOf(n, k, 1))
      await calm.step(actionsOf(n, k, 1))
      for (let i = 0; i < n; i++) {
        expect(errors[i] !== undefined, `environment ${i}, call ${k}`).toBe(bad(i, k))
        expect(terminated[i]).toBe(Number(bad(i, k)))
      }
      expect(errors.filter((error) => error?.message.includes('dof 0')).length).toBe(errors.filter(Boolean).length)
    }
    const never = Array.from({ length: n }, (_, i) => i).filter((i) =>
      Array.from({ length: 100 }, (_, k) => k).every((k) => !bad(i, k)),
    )
    for (const i of never) expect(batch.states.slice(2 * i, 2 * i + 2)).toEqual(calm.states.slice(2 * i, 2 * i + 2))
    expect(batch.states.every(Number.isFinite)).toBe(true)
  })

  test.each(['memory', 'messages'] as const)(
    'a thread that dies is replaced, and the bits stay (%s)',
    async (sharing) => {
      // each thread dies once, in the middle of a chunk: the first to step environment 5 in its third call
      const deadly = moduleOf(
        `deadly-${sharing}.mjs`,
        `import { threadId, isMainThread } from 'node:worker_threads'
      import { existsSync, writeFileSync } from 'node:fs'
      const mark = ${JSON.stringify(join(folder, `mark-${sharing}`))}
      export default { act: (m, d, action, { environment, steps }) => {
        d.ctrl.set(action)
        if (environment === 5 && steps === 3 && !isMainThread && !existsSync(mark)) { writeFileSync(mark, ''); process.exit(1) }
      } }`,
      )
      const batch = await batchOf(humanoid, 12, { threads: 2, task: { module: deadly }, sharing })
      const good = await batchOf(humanoid, 12, { threads: 1, sharing: 'messages' })
      for (let k = 0; k < 6; k++) {
        await batch.step(actionsOf(12, k, humanoid.nu))
        await good.step(actionsOf(12, k, humanoid.nu))
      }
      expect(batch.replaced).toBe(1)
      expect(batch.states).toEqual(good.states)
    },
  )

  test('an environment that kills its threads again and again fails alone', async () => {
    const deadly = moduleOf(
      'deadlier.mjs',
      `export default { act: (m, d, action, { environment }) => { if (environment === 5) process.exit(1) } }`,
    )
    const batch = await batchOf(PENDULUM, 12, { threads: 2, task: { module: deadly }, chunk: 4 })
    const { errors, terminated } = await batch.step(new Float64Array(12))
    expect(errors.map((error) => error?.message).filter(Boolean)).toEqual([
      'environment 5: its thread ended while it was stepped, again and again',
    ])
    expect([...terminated].filter(Boolean)).toHaveLength(1)
    expect(batch.replaced).toBe(2)
  })

  test.each(['memory', 'messages'] as const)(
    'of resets that kill are bounded, and stay with their environment (%s)',
    async (sharing) => {
      const deadly = moduleOf(
        'deadlyReset.mjs',
        `import { isMainThread } from 'node:worker_threads'
      export default { reset: (m, d, { environment, number }) => {
        if (environment === 5 && number === 1 && !isMainThread) process.exit(1)
      } }`,
      )
      const options: BatchOptions = { chunk: 4, seed: 40, noise: { qpos: 0.1 } }
      const batch = await batchOf(PENDULUM, 12, { threads: 2, task: { module: deadly }, ...options, sharing })
      const { errors } = await batch.reset()
      expect(errors.map((error) => error?.environment).filter((i) => i !== undefined)).toEqual([5])
      expect(batch.replaced).toBeLessThanOrEqual(3)
      // the next episode is that of its own seed
      const calm = await batchOf(PENDULUM, 12, { ...options, threads: 1 })
      await calm.reset()
      await calm.reset()
      await batch.reset()
      expect(batch.states).toEqual(calm.states)
      await batch.step()
    },
  )

  test.each(['memory', 'messages'] as const)('of rollouts that kill are bounded too (%s)', async (sharing) => {
    const deadly = moduleOf(
      'deadlyRollout.mjs',
      `import { isMainThread } from 'node:worker_threads'
      export default { setUp: (m, d) => { d.callbacks.control = () => { if (d.qpos[0] > 5 && !isMainThread) process.exit(1) } } }`,
    )
    const batch = await batchOf(PENDULUM, 2, { threads: 2, task: { module: deadly }, sharing })
    const size = stateSize(PENDULUM, StateBit.fullphysics)
    const initial = new Float64Array(4 * size)
    initial[2 * size + 1] = 6
    const { errors, lengths } = await batch.rollout({ initial, steps: 10 })
    expect([...lengths]).toEqual([10, 10, 0, 10])
    expect(errors[2]?.message).toBe('rollout 2: its thread ended while it was stepped, again and again')
    expect(batch.replaced).toBeLessThanOrEqual(3)
  })

  test('an episode that begins in the step of a thread that dies has the bits of one that does not', async () => {
    const task = (kills: boolean) =>
      moduleOf(
        `sameStep-${kills}.mjs`,
        `import { isMainThread } from 'node:worker_threads'
        import { existsSync, writeFileSync } from 'node:fs'
        const mark = ${JSON.stringify(join(folder, 'mark-sameStep'))}
        export default {
          observationSize: (m) => m.nv, observe: (m, d, out) => out.set(d.qvel),
          reward: (m, d) => d.qvel[0],
          act: (m, d, action, { environment, steps }) => {
            d.ctrl.set(action)
            if (${kills} && environment === 5 && steps === 3 && !isMainThread && !existsSync(mark)) { writeFileSync(mark, ''); process.exit(1) }
          },
        }`,
      )
    const options: BatchOptions = {
      autoReset: 'sameStep',
      maxSteps: 3,
      chunk: 6,
      observationType: 'float64',
      randomize: { body_mass: { uniform: [0.5, 2], scale: true } },
    }
    const batch = await batchOf(PENDULUM, 12, { ...options, threads: 2, task: task(true) })
    const good = await batchOf(PENDULUM, 12, { ...options, threads: 1, task: task(false) })
    for (let k = 0; k < 8; k++) {
      const actions = actionsOf(12, k, 1)
      const [a, b] = [await batch.step(actions), await good.step(actions)]
      expect(a.rewards, `call ${k}`).toEqual(b.rewards)
      expect(a.finalObservations).toEqual(b.finalObservations)
      expect(a.parameters).toEqual(b.parameters)
      expect(a.states).toEqual(b.states)
    }
    expect(batch.replaced).toBe(1)
  })

  test('chunks that take longer than the patience with threads are done, as long as environments are', async () => {
    const slow = moduleOf(
      'slow.mjs',
      `export default { act: (m, d, action) => { for (const end = Date.now() + 120; Date.now() < end;); d.ctrl.set(action) } }`,
    )
    const batch = await batchOf(PENDULUM, 12, { threads: 1, task: { module: slow }, chunk: 12, patience: 500 })
    const { errors } = await batch.step(new Float64Array(12))
    expect(errors.filter(Boolean)).toEqual([])
    expect(batch.replaced).toBe(0)
  })

  test('a thread that ends while nothing is to be done is replaced', async () => {
    const threads: Worker[] = []
    const code = `import { parentPort } from 'node:worker_threads'
      import { serveBatch } from '${address('batch-node.js')}'
      serveBatch(parentPort)`
    const worker = () => {
      threads.push(new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`)))
      return threads.at(-1)!
    }
    const batch = await batchOf(PENDULUM, 4, { threads: 2, worker })
    const initial = new Float64Array(stateSize(PENDULUM, StateBit.fullphysics))
    await batch.rollout({ initial, steps: 5 })
    await threads[0].terminate()
    await batch.step()
    await threads[1].terminate()
    await batch.rollout({ initial, steps: 5, rollouts: 8 })
    expect(batch.replaced).toBe(2)
    expect(threads).toHaveLength(4)
  })

  test.each(['memory', 'messages'] as const)('calls that dispose ends reject (%s)', async (sharing) => {
    const early = new BatchSim(PENDULUM, 4, { threads: 2, sharing })
    early.dispose()
    await expect(early.ready).rejects.toThrow('disposed of')
    await expect(early.step()).rejects.toThrow('disposed of')
    const batch = await batchOf(PENDULUM, 4, { threads: 2, sharing })
    const step = batch.step(undefined, 10_000_000)
    setTimeout(() => batch.dispose(), 50)
    await expect(step).rejects.toThrow('disposed of')
  })

  test.each(['memory', 'messages'] as const)(
    'a thread that is stuck is replaced, and its environment fails alone (%s)',
    async (sharing) => {
      const stuck = moduleOf(
        'stuck.mjs',
        `export default { act: (m, d, action, { environment }) => { while (environment === 3); d.ctrl.set(action) } }`,
      )
      const batch = await batchOf(PENDULUM, 6, { threads: 2, task: stuck, patience: 600, sharing })
      const { errors } = await batch.step(new Float64Array(6))
      expect(errors.map((error) => error !== undefined)).toEqual([false, false, false, true, false, false])
    },
  )
})

describe('rollouts', () => {
  const n = 20
  const steps = 50
  const width = stateSize(humanoid, StateBit.fullphysics)
  const control = Float64Array.from({ length: n * steps * humanoid.nu }, (_, at) => {
    const u = at % humanoid.nu
    const k = Math.floor(at / humanoid.nu) % steps
    return action(Math.floor(at / humanoid.nu / steps), k, u)
  })
  const initial = new Float64Array(n * width)
  for (let r = 0; r < n; r++) {
    const d = new Data(humanoid)
    d.qpos[2] += 0.01 * r
    getState(humanoid, d, initial.subarray(r * width), StateBit.fullphysics)
  }

  test('have the states and sensor values of steps one by one', async () => {
    const { states, sensors, lengths, errors } = await rollout(humanoid, { initial, control, steps, threads: 2 })
    expect(errors.every((error) => error === undefined)).toBe(true)
    expect([...lengths]).toEqual(new Array(n).fill(steps))
    const state = new Float64Array(width)
    for (let r = 0; r < n; r++) {
      const d = new Data(humanoid)
      d.qpos[2] += 0.01 * r
      for (let k = 0; k < steps; k++) {
        const at = r * steps + k
        d.ctrl.set(control.subarray(at * humanoid.nu, (at + 1) * humanoid.nu))
        step(humanoid, d)
        getState(humanoid, d, state, StateBit.fullphysics)
        expect(states.slice(at * width, (at + 1) * width)).toEqual(state)
        expect(sensors.slice(at * humanoid.nsensordata, (at + 1) * humanoid.nsensordata)).toEqual(d.sensordata)
      }
    }
  })

  test('of one initial state, or of one sequence, are spread over all', async () => {
    const batch = await batchOf(humanoid, 1, { threads: 2 })
    const all = await batch.rollout({ initial, control, steps })
    const first = await batch.rollout({ initial: initial.slice(0, width), control, steps })
    const same = await batch.rollout({ initial, control: control.slice(0, steps * humanoid.nu), steps })
    expect(first.states.slice(0, width * steps)).toEqual(all.states.slice(0, width * steps))
    expect(same.states.slice(0, width * steps)).toEqual(all.states.slice(0, width * steps))
    expect(first.states.length).toBe(all.states.length)
    expect(same.states.slice(width * steps)).not.toEqual(all.states.slice(width * steps))
  })

  test('say how far they are, and can be given up', async () => {
    const batch = await batchOf(humanoid, 1, { threads: 2 })
    const seen: number[] = []
    await batch.rollout({ initial, control, steps, onProgress: (done) => seen.push(done) })
    expect(seen.at(-1)).toBe(1)
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
    const stop = new AbortController()
    const long = batch.rollout({ initial, steps: 100_000, signal: stop.signal, chunk: 1 })
    stop.abort(new Error('enough'))
    await expect(long).rejects.toThrow('enough')
    // the batch goes on
    await batch.step()
  })

  test('over messages have the same results, and leave the calling thread free', async () => {
    const shared = await batchOf(humanoid, 1, { threads: 2 })
    const sent = await batchOf(humanoid, 1, { threads: 2, sharing: 'messages' })
    let ticks = 0
    const timer = setInterval(() => ticks++, 1)
    const [a, b] = [await shared.rollout({ initial, control, steps }), await sent.rollout({ initial, control, steps })]
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(2)
    expect(b.states).toEqual(a.states)
    expect(b.sensors).toEqual(a.sensors)
    expect(b.lengths).toEqual(a.lengths)
  })

  test('are given up by a progress function that throws, and in the middle of long ones', async () => {
    const batch = await batchOf(PENDULUM, 1, { threads: 1 })
    const start = new Float64Array(stateSize(PENDULUM, StateBit.fullphysics))
    const onProgress = () => {
      throw new Error('no more')
    }
    await expect(batch.rollout({ initial: start, steps: 10_000, onProgress })).rejects.toThrow('no more')
    const long = batch.rollout({ initial: start, steps: 3_000_000, signal: AbortSignal.timeout(100) })
    await expect(long).rejects.toThrow('timeout')
    await batch.step()
  })

  test('that fail keep the last good state', async () => {
    const d = new Data(PENDULUM)
    const size = stateSize(PENDULUM, StateBit.fullphysics)
    const start = new Float64Array(size)
    getState(PENDULUM, d, start, StateBit.fullphysics)
    const control = new Float64Array(2 * 30)
    control[30 + 10] = 9e9
    const strong = loadModel(pendulumText(1e4))
    const { lengths, errors, states } = await rollout(strong, { initial: start, control, steps: 30, threads: 2 })
    expect([...lengths]).toEqual([30, 10])
    expect(errors[1]?.message).toContain('acceleration of dof 0')
    expect(states.slice((30 + 29) * size)).toEqual(states.slice((30 + 9) * size, (30 + 10) * size))
    expect(states.every(Number.isFinite)).toBe(true)
  })

  test('refuse inputs that do not fit', async () => {
    const batch = await batchOf(humanoid, 1, { threads: 1 })
    const refuse = async (options: object, text: string) =>
      await expect(batch.rollout(options as never)).rejects.toThrow(text)
    await refuse({}, "'initial' of a rollout is undefined")
    await refuse({ initial, controls: control, steps }, "unknown option of a rollout 'controls'")
    await refuse({ initial, control }, "'steps' of a rollout is undefined")
    await refuse(
      { initial: initial.with(3, Number.NaN), steps },
      "number 3 of 'initial' of a rollout is the number NaN",
    )
    await refuse({ initial, steps: 1e9 }, '20 rollouts of 1000000000 steps need')
    await refuse({ initial: [1, 2], steps }, `'initial' has 2 numbers; expected a multiple of ${width}`)
    await refuse({ initial, control: control.slice(1), steps }, "'control' has")
    await refuse({ initial: initial.slice(0, 2 * width), control, steps }, 'give one for each, or one for all')
  })
})

describe('programs', () => {
  const run = (code: string, timeout = 20_000) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8', timeout })
  const start = `import { BatchSim } from '${address('batch-node.js')}'
    import { loadModel } from '${address('kinetree.js')}'
    const m = loadModel('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>')
    const batch = new BatchSim(m, 8, { threads: 2 })
    process.on('exit', () => console.log('exit'))
    `

  test('that forget dispose still end', () => {
    const { status, stdout } = run(`${start} await batch.step(); await batch.step(); console.log('done')`)
    expect(stdout).toBe('done\nexit\n')
    expect(status).toBe(0)
  })

  test('do not end while a step is under way', () => {
    const { stdout } = run(`${start} batch.step(undefined, 20000).then(() => console.log('stepped'))`)
    expect(stdout).toBe('stepped\nexit\n')
  })

  test('end on Ctrl-C in the middle of steps', () => {
    const code = `${start} setTimeout(() => process.kill(process.pid, 'SIGINT'), 300); for (;;) await batch.step()`
    expect(run(code).signal).toBe('SIGINT')
  })

  test('whose options cannot be sent are told so, and end', () => {
    const code = `${start} try {
      new BatchSim(m, 2, { threads: 2, task: { module: 'data:text/javascript,export default {}', options: { f() {} } } }).ready
        .catch((error) => console.log(error.message))
    } catch (error) { console.log(error.message) }`
    const { stdout, status } = run(code)
    expect(stdout).toContain('could not be cloned')
    expect(status).toBe(0)
  })

  test('may change their actions as soon as a call has begun', async () => {
    const batch = await batchOf(PENDULUM, 2, { threads: 1 })
    const other = await batchOf(PENDULUM, 2, { threads: 1 })
    const actions = new Float64Array([1, 2])
    const step = batch.step(actions)
    actions.fill(0)
    expect((await step).states).toEqual((await other.step([1, 2])).states)
  })

  test('that call again before a call is over are told so', async () => {
    const batch = await batchOf(PENDULUM, 4, { threads: 1 })
    const first = batch.step()
    await expect(batch.step()).rejects.toThrow('busy')
    expect(() => batch.stepSync()).toThrow('busy')
    await first
  })

  test('keep their memory over a million environment steps', () => {
    const code = `${start}
      const bytes = () => { global.gc(); global.gc(); const { heapUsed, external } = process.memoryUsage(); return heapUsed + external }
      for (let k = 0; k < 3000; k++) await batch.step()
      for (let k = 0; k < 30000; k++) batch.stepSync()
      const before = bytes()
      for (let k = 0; k < 125000; k++) batch.stepSync()
      console.log(bytes() - before)`
    const out = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], { encoding: 'utf8' })
    // less than a byte for each step; what the compiler keeps comes and goes
    expect(Number(out.split('\n')[0])).toBeLessThan(1_000_000)
  })
})
