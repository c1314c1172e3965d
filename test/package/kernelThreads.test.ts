import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { spots } from '../support/islandScenes.ts'
import { dist, root } from './support.ts'

/** Models with kernels in what runs on several threads, with the built package. */
const address = (file: string) => pathToFileURL(join(dist, file)).href
const { Data, loadModel, modelFromMessage, modelMessage, sharedData, step, transitionFD, TransitionThreads } =
  (await import(address('kinetree.js'))) as typeof import('../../src/index.ts')
const { islandThreads, startThreads } = (await import(address('node.js'))) as typeof import('../../src/node.ts')
const { BatchSim, rollout } = (await import(address('batch-node.js'))) as typeof import('../../src/batchNode.ts')
const { accelerate } = (await import(address('kernel.js'))) as typeof import('../../src/kernel.ts')
type Model = import('../../src/index.ts').Model
type BatchOptions = import('../../src/batchNode.ts').BatchOptions

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const ANT = readFileSync(join(root, 'models/tasks/ant.xml'), 'utf8')

/** A model with the kernels that have the bits of TypeScript. */
function accelerated(xml: string): Model {
  const m = loadModel(xml)
  expect(accelerate(m, { sameBits: true }).active).toBe(true)
  return m
}

const hasKernels = (d: InstanceType<typeof Data>): boolean => Object.keys(d.kernels.kernels).length > 0

/** Numbers without the signs of zeros, which kernels may change. */
const unsigned = (values: Float64Array): number[] => Array.from(values, (x) => x + 0)

describe('islands on threads', () => {
  test('refuse a state with kernels, which is not in shared memory, and say what to do', async () => {
    const m = accelerated(spots(4))
    await expect(async () => islandThreads(m, new Data(m), { threads: 2 })).rejects.toThrow(
      'threads need a state in shared memory: make it with sharedData(model)',
    )
  })

  test('have the states that kernels give: a state in shared memory runs in TypeScript', async () => {
    const m = accelerated(spots(9))
    const fast = new Data(m)
    const together = sharedData(m)
    expect([hasKernels(fast), hasKernels(together)]).toEqual([true, false])
    const pool = await islandThreads(m, together, { threads: 2, always: true })
    ended.push(() => pool.dispose())
    for (let i = 0; i < 200; i++) {
      step(m, fast)
      step(m, together)
    }
    expect(pool.shares[1]).toBeGreaterThan(0)
    expect(unsigned(fast.qpos)).toEqual(unsigned(together.qpos))
  })

  test('share islands of a state whose kernels are in shared memory', async () => {
    const m = loadModel(spots(9))
    const plain = new Data(m)
    expect(accelerate(m, { sameBits: true, shared: true })).toMatchObject({ active: true, shared: true })
    const together = sharedData(m)
    expect(hasKernels(together)).toBe(true)
    const pool = await islandThreads(m, together, { threads: 2, always: true })
    ended.push(() => pool.dispose())
    for (let i = 0; i < 200; i++) {
      step(m, plain)
      step(m, together)
    }
    expect(pool.shares[1]).toBeGreaterThan(0)
    expect(unsigned(together.qpos)).toEqual(unsigned(plain.qpos))
  })
})

describe('a batch of a model with kernels', () => {
  const N = 8

  /** All states after some steps. */
  async function states(m: Model, options: BatchOptions): Promise<number[]> {
    const batch = new BatchSim(m, N, { seed: 1, noise: { qpos: 0.05, qvel: 0.1 }, ...options })
    ended.push(() => batch.dispose())
    await batch.ready
    for (let i = 0; i < 50; i++) await batch.step(batch.actions.map((_, k) => Math.sin(i + k)))
    return [...batch.states]
  }

  const cases: [string, BatchOptions][] = [
    ['on one thread', { threads: 1 }],
    ['on two threads', { threads: 2 }],
    [
      'with other masses in each environment',
      { threads: 2, randomize: { body_mass: { uniform: [0.5, 2], scale: true } } },
    ],
  ]
  test.each(cases)('has the bits of one without, %s', async (_, options) => {
    expect(await states(accelerated(ANT), options)).toEqual(await states(loadModel(ANT), options))
  })

  test('gives a state that steps with kernels, to the same numbers', async () => {
    const m = accelerated(ANT)
    const batch = new BatchSim(m, N, { seed: 1, noise: { qpos: 0.05 }, threads: 2 })
    ended.push(() => batch.dispose())
    await batch.ready
    const d = batch.data(3)
    expect(hasKernels(d)).toBe(true)
    for (let i = 0; i < 50; i++) {
      await batch.step()
      step(m, d)
    }
    expect(unsigned(batch.data(3).qpos)).toEqual(unsigned(d.qpos))
  })

  test('rolls out as one without', async () => {
    const roll = async (m: Model) => {
      const initial = new Float64Array([0, ...m.qpos0, ...new Float64Array(m.nv)])
      return (await rollout(m, { initial, steps: 30, threads: 2 })).states
    }
    expect(await roll(accelerated(ANT))).toEqual(await roll(loadModel(ANT)))
  })
})

test('derivatives on threads are those of a model without kernels', async () => {
  const workers = startThreads(2)
  ended.push(() => Promise.all(workers.map((worker) => worker.terminate())))
  const derivative = async (m: Model) => {
    const nx = 2 * m.nv + m.na
    const [alone, together] = [new Float64Array(nx * nx), new Float64Array(nx * nx)]
    const d = new Data(m)
    for (let i = 0; i < 50; i++) step(m, d)
    transitionFD(m, d, { A: alone })
    const threads = new TransitionThreads(m, workers)
    await threads.transitionFD(d, { A: together })
    threads.close()
    return [unsigned(alone), unsigned(together)]
  }
  const [plain] = await derivative(loadModel(ANT))
  expect(await derivative(accelerated(ANT))).toEqual([plain, plain])
})

test('a model that was sent has no kernels until it is accelerated again', () => {
  const m = modelFromMessage(structuredClone(modelMessage(accelerated(ANT))))
  expect(hasKernels(new Data(m))).toBe(false)
  expect(accelerate(m).active).toBe(true)
  expect(hasKernels(new Data(m))).toBe(true)
})
