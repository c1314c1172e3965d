import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { browserOrReason } from './browser.ts'
import { runInPage, servePages } from './pages.ts'
import { dist, root } from './support.ts'

/** Batches with kernels, with the built package. */
const address = (file: string) => pathToFileURL(join(dist, file)).href
const { loadModel } = (await import(address('kinetree.js'))) as typeof import('../../src/index.ts')
const { loadModelFile } = (await import(address('node.js'))) as typeof import('../../src/node.ts')
const { BatchSim, rollout } = (await import(address('batch-node.js'))) as typeof import('../../src/batchNode.ts')
const { makeVectorEnvironment } = (await import(address('env.js'))) as typeof import('../../src/env.ts')
type BatchSim = import('../../src/batchNode.ts').BatchSim
type BatchOptions = import('../../src/batchNode.ts').BatchOptions
type Model = import('../../src/index.ts').Model

const load = (name: string): Model => loadModelFile(join(root, 'models/tasks', `${name}.xml`))
const ANT = load('ant')

const folder = mkdtempSync(join(tmpdir(), 'kinetree-kernels-'))
afterAll(() => rmSync(folder, { recursive: true }))

const made: BatchSim[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const batch of made.splice(0)) batch.dispose()
})

async function batchOf(model: Model | Model[], n: number, options: BatchOptions): Promise<BatchSim> {
  const batch = new BatchSim(model, n, { seed: 1, noise: { qpos: 0.05, qvel: 0.1 }, chunk: 1, ...options })
  made.push(batch)
  await batch.ready
  return batch
}

const HASHING = `
export function hash(states) {
  const words = new Uint32Array(Float64Array.from(states, (x) => x + 0).buffer)
  let hash = 0x811c9dc5
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193)
  return (hash >>> 0).toString(16)
}`
/** The bits of states. Zeros have no sign: kernels may change it. */
const { hash } = (await import(`data:text/javascript,${encodeURIComponent(HASHING)}`)) as {
  hash: (states: Float64Array) => string
}

/** Actions of a call. */
const actionsOf = (batch: BatchSim, call: number) => batch.actions.map((_, i) => ((37 * i + call) % 19) / 19 - 0.5)

/** The bits of all states after some steps. */
async function statesOf(model: Model | Model[], options: BatchOptions, calls = 60, n = 9): Promise<string> {
  const batch = await batchOf(model, n, options)
  for (let k = 0; k < calls; k++) await batch.step(actionsOf(batch, k))
  expect(batch.result.errors.filter(Boolean)).toEqual([])
  if (options.kernels) expect(batch.kernels).toMatchObject({ active: true, reason: undefined })
  return hash(batch.states)
}

const WAYS: readonly (readonly [string, BatchOptions])[] = [
  ['2 threads', { threads: 2 }],
  ['3 threads', { threads: 3 }],
  ['8 threads', { threads: 8 }],
  ['2 threads, over messages', { threads: 2, sharing: 'messages' }],
]

type Randomization = NonNullable<BatchOptions['randomize']>

/** Numbers that are part of the code where they do not vary: zeros, frames, and what follows from them. */
const RANDOMIZE: Randomization = {
  body_mass: { uniform: [0.5, 2], scale: true },
  body_ipos: { uniform: [-0.01, 0.01], add: true },
  geom_pos: { choice: [0, 0.005], add: true },
  dof_damping: { uniform: [0, 0.5], add: true },
  body_gravcomp: { choice: [0, 0.5] },
  actuator_gear: { uniform: [0.9, 1.1], scale: true },
  'opt.gravity[2]': { normal: [0, 0.5], add: true },
  'opt.timestep': { choice: [0.001, 0.002] },
}

/** The models, and what else varies in them. */
const MODELS: readonly (readonly [string, Randomization])[] = [
  ['ant', { 'jnt_stiffness(*hip)': { uniform: [0, 5] }, 'jnt_axis(*hip)': { normal: [0, 0.05], add: true } }],
  [
    'humanoid',
    { jnt_stiffness: { uniform: [0.5, 2], scale: true }, dof_armature: { uniform: [0.5, 1.5], scale: true } },
  ],
  ['half_cheetah', { jnt_stiffness: { uniform: [0.5, 2], scale: true }, jnt_pos: { choice: [0, 0.01], add: true } }],
  ['cartpole', { body_pos: { choice: [0, 0.01], add: true } }],
]

describe.each(MODELS)('a batch of %s with kernels', (name, others) => {
  const model = load(name)
  const ways = name === 'ant' ? WAYS : WAYS.slice(0, 1)

  test.each(ways)('has the bits of one thread: %s', async (_, way) => {
    expect(await statesOf(model, { kernels: true, ...way })).toEqual(
      await statesOf(model, { kernels: true, threads: 1 }),
    )
  })

  test('of the same bits has the states of one without', async () => {
    expect(await statesOf(model, { kernels: 'sameBits', threads: 2 })).toEqual(await statesOf(model, { threads: 1 }))
  })

  test('is close to one without', async () => {
    const [fast, plain] = [
      await batchOf(model, 3, { kernels: true, threads: 1 }),
      await batchOf(model, 3, { threads: 1 }),
    ]
    for (let k = 0; k < 5; k++) for (const batch of [fast, plain]) await batch.step(actionsOf(batch, k))
    fast.states.forEach((x, i) => {
      expect(x).toBeCloseTo(plain.states[i], 6)
    })
  })

  test.each([['1 thread', { threads: 1 }] as const, ...ways])(
    'has other numbers in each environment, as one without: %s',
    async (_, way) => {
      const options = { randomize: { ...RANDOMIZE, ...others }, maxSteps: 20, autoReset: 'sameStep', ...way } as const
      expect(await statesOf(model, { ...options, kernels: 'sameBits' })).toEqual(
        await statesOf(model, { ...options, threads: 1 }),
      )
    },
  )
})

describe.each(['ant', 'humanoid', 'half_cheetah', 'hopper'])('environments of %s that are stepped at once', (name) => {
  const model = load(name)
  test('have the bits of environments that are stepped one by one', async () => {
    const options = { kernels: true, nstep: 3, maxSteps: 25, autoReset: 'sameStep' } as const
    const alone = await statesOf(model, { ...options, threads: 1, chunk: 1 })
    const batch = await batchOf(model, 9, { ...options, threads: 1, chunk: 9 })
    expect(batch.kernels).toMatchObject({ lanes: 2, laneReason: undefined })
    expect(await statesOf(model, { ...options, threads: 1, chunk: 9 })).toBe(alone)
    expect(await statesOf(model, { ...options, threads: 2, chunk: 4 })).toBe(alone)
  })
})

test('an environment that outgrows the room for contacts leaves the bits of the others alone', async () => {
  const some = (count: number, geom: (i: number) => string) => Array.from({ length: count }, (_, i) => geom(i)).join('')
  const planes = some(5, (i) => `<geom type="plane" size="2 2 1" pos="0 0 ${-0.01 * i}"/>`)
  const boxes = some(10, (i) => `<geom type="box" size=".04 .05 .05" pos="${0.1 * i} 0 0"/>`)
  const model = loadModel(`<mujoco>
    <worldbody>${planes}<body pos="0 0 .048"><freejoint/>${boxes}</body></worldbody>
    <keyframe><key qpos="0 0 0 1 0 0 0"/><key qpos="0 0 .048 1 0 .01 0"/></keyframe></mujoco>`)
  const second = async (first: number) => {
    const options = { kernels: true, threads: 1, keyframe: (i: number) => (i === 0 ? first : 1), noise: {} }
    const batch = await batchOf(model, 2, options)
    for (let k = 0; k < 20; k++) batch.stepSync()
    return hash(batch.states.slice(model.nq + model.nv))
  }
  expect(await second(0)).toBe(await second(1))
})

test('several models have kernels each', async () => {
  const models = [ANT, load('half_cheetah')]
  const [fast, plain] = [
    await statesOf(models, { kernels: 'sameBits', threads: 2 }),
    await statesOf(models, { threads: 1 }),
  ]
  expect(fast).toEqual(plain)
})

test('rollouts with kernels have the bits of rollouts without, also on the threads of a randomized batch', async () => {
  const initial = new Float64Array([0, ...ANT.qpos0, ...new Float64Array(ANT.nv)])
  const control = Float64Array.from({ length: 6 * 30 * ANT.nu }, (_, i) => Math.sin(i))
  const call = { initial, control, steps: 30 }
  const plain = hash((await rollout(ANT, { ...call, threads: 1 })).states)
  expect(hash((await rollout(ANT, { ...call, threads: 2, kernels: 'sameBits' })).states)).toEqual(plain)
  const batch = await batchOf(ANT, 4, { threads: 2, kernels: 'sameBits', randomize: RANDOMIZE })
  await batch.step()
  expect(hash((await batch.rollout(call)).states)).toEqual(plain)
  const [two, three] = [2, 3].map(async (threads) =>
    hash((await rollout(ANT, { ...call, threads, kernels: true })).states),
  )
  expect(await two).toEqual(await three)
})

test('vector environments take kernels', async () => {
  const run = async (kernels: boolean | 'sameBits') => {
    const environments = makeVectorEnvironment(BatchSim, 'Ant', 4, { threads: 2, kernels, seed: 3 })
    await environments.ready
    expect(environments.batch.kernels?.active).toBe(kernels === false ? undefined : true)
    let rewards = new Float64Array()
    for (let k = 0; k < 20; k++)
      rewards = (await environments.step(environments.actionSpace.zeros().fill(0.3)))
        .rewards as Float64Array<ArrayBuffer>
    environments.close()
    return [...rewards]
  }
  expect(await run('sameBits')).toEqual(await run(false))
  expect((await run(true)).every(Number.isFinite)).toBe(true)
})

describe('failures', () => {
  test.each(['memory', 'messages'] as const)(
    'a thread that dies is replaced, and the bits stay (%s)',
    async (sharing) => {
      const mark = JSON.stringify(join(folder, `mark-${sharing}`))
      const module = join(folder, `deadly-${sharing}.mjs`)
      writeFileSync(
        module,
        `import { isMainThread } from 'node:worker_threads'
      import { existsSync, writeFileSync } from 'node:fs'
      export default { act: (m, d, action, { environment, steps }) => {
        d.ctrl.set(action)
        if (environment === 5 && steps === 3 && !isMainThread && !existsSync(${mark})) { writeFileSync(${mark}, ''); process.exit(1) }
      } }`,
      )
      const batch = await batchOf(ANT, 9, { threads: 2, kernels: true, task: pathToFileURL(module), sharing })
      for (let k = 0; k < 60; k++) await batch.step(actionsOf(batch, k))
      expect(batch.replaced).toBe(1)
      expect(batch.kernels?.active).toBe(true)
      expect(hash(batch.states)).toEqual(await statesOf(ANT, { threads: 1, kernels: true }))
    },
  )

  test('without WebAssembly a batch steps in TypeScript, and says why', async () => {
    const plain = await statesOf(ANT, { threads: 2 })
    vi.stubGlobal('WebAssembly', undefined)
    const batch = await batchOf(ANT, 9, { threads: 2, kernels: true })
    expect(batch.kernels).toMatchObject({ active: false, reason: 'there is no WebAssembly here' })
    for (let k = 0; k < 60; k++) await batch.step(actionsOf(batch, k))
    expect(hash(batch.states)).toEqual(plain)
  })

  test.each(['memory', 'messages'] as const)(
    'where one thread has no WebAssembly, none uses kernels (%s)',
    async (sharing) => {
      let started = 0
      const worker = () =>
        new Worker(
          new URL(
            `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'
          import { serveBatch } from '${address('batch-node.js')}'
          if (${started++} === 1) delete globalThis.WebAssembly
          serveBatch(parentPort)`)}`,
          ),
        ) as never
      const batch = await batchOf(ANT, 9, { threads: 2, kernels: true, worker, sharing })
      expect(batch.kernels).toMatchObject({ active: false, reason: 'in a thread, there is no WebAssembly here' })
      for (let k = 0; k < 60; k++) await batch.step(actionsOf(batch, k))
      expect(hash(batch.states)).toEqual(await statesOf(ANT, { threads: 1 }))
    },
  )

  test('a task that changes a number of the code fails, and says which', async () => {
    const act = (m: Model) => {
      m.jnt_pos[3] = 0.1
    }
    const batch = await batchOf(ANT, 2, { threads: 1, kernels: true, task: { act } as never })
    for (let k = 0; k < 60; k++) await batch.step()
    expect(batch.result.errors[0]?.message).toContain('jnt_pos[3] has changed, and its value was part of the code')
    expect(batch.kernels?.active).toBe(false)
  })

  test('of options and of calls before the batch is there are named', async () => {
    expect(() => new BatchSim(ANT, 2, { kernels: 'fast' as never })).toThrow(
      /the option 'kernels' is the string "fast"; expected true, false, 'sameBits', or 'single'/,
    )
    const early = new BatchSim(ANT, 2, { kernels: true, threads: 1 })
    made.push(early)
    expect(() => early.stepSync()).toThrow('await batch.ready first')
    await early.ready
    expect(early.stepSync().states.every(Number.isFinite)).toBe(true)
    const off = await batchOf(ANT, 2, { threads: 1 })
    expect(off.kernels).toBeUndefined()
  })
})

describe('in a browser', () => {
  const { launch, missing } = browserOrReason()
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await launch?.()
  })
  afterAll(() => browser?.close())

  const runner = (option: string) => `
    import { loadModel } from '/dist/kinetree.js'
    import { BatchSim } from '/dist/batch.js'
    import { hash } from '/hash.js'
    const noise = { qpos: 0.05, qvel: 0.1 }
    async function simulate(model, options) {
      const batch = new BatchSim(model, 9, { seed: 1, noise, chunk: 1, kernels: ${option}, ...options })
      await batch.ready
      for (let k = 0; k < 60; k++) await batch.step(batch.actions.map((_, i) => ((37 * i + k) % 19) / 19 - 0.5))
      const states = hash(batch.states)
      const { active, reason } = batch.kernels ?? {}
      batch.dispose()
      return { states, kernels: { active, reason } }
    }
    export async function run() {
      const model = loadModel(await (await fetch('/models/tasks/ant.xml')).text())
      const two = await simulate(model, { threads: 2 })
      const messages = await simulate(model, { threads: 2, sharing: 'messages' })
      return { two, messages }
    }`
  interface Found {
    readonly two: Outcome
    readonly messages: Outcome
  }
  interface Outcome {
    readonly states: string
    readonly kernels: { active?: boolean; reason?: string }
  }

  test('a batch with kernels has the bits that it has in Node', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const { two, messages } = (await runInPage(browser, { '/hash.js': HASHING, '/run.js': runner('true') })) as Found
    const states = await statesOf(ANT, { threads: 1, kernels: true })
    expect(two.kernels.active).toBe(true)
    expect(two.states).toEqual(states)
    expect(messages.states).toEqual(states)
  })

  test('a policy that forbids WebAssembly leaves batches as they are, and the reason says so', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const policy = { 'content-security-policy': "script-src 'self'" }
    const { two, messages } = (await runInPage(
      browser,
      { '/hash.js': HASHING, '/run.js': runner('true') },
      policy,
    )) as Found
    for (const { states, kernels } of [two, messages]) {
      expect(kernels?.active).toBe(false)
      expect(kernels?.reason).toMatch(/^WebAssembly could not be compiled: /)
      expect(states).toEqual(await statesOf(ANT, { threads: 1 }))
    }
  })

  test.each([
    ['false', false],
    ['true', true],
  ])('a page with kernels: %s loads their compiler: %s', async (option, loads) => {
    if (browser === undefined) return expect(missing).toBeDefined()
    const folders = { dist: join(root, 'dist'), models: join(root, 'models') }
    const server = await servePages(
      folders,
      {},
      { '/': '<!doctype html>', '/hash.js': HASHING, '/run.js': runner(option) },
    )
    try {
      const page = await browser.newPage()
      const files: string[] = []
      page.on('request', (request) => files.push(new URL(request.url()).pathname))
      await page.goto(server.url)
      await page.evaluate(`import('/run.js').then(({ run }) => run())`)
      expect(files.some((file) => file.endsWith('batch-worker.js'))).toBe(true)
      expect(files.some((file) => file.includes('kernel-maker'))).toBe(loads)
    } finally {
      server.close()
    }
  })
})
