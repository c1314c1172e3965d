import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOrReason } from './browser.ts'
import { runInPage } from './pages.ts'
import { dist } from './support.ts'

/** Batches on workers of a browser: with shared memory, over messages, from a page and from a worker. */

const { launch, missing } = browserOrReason()

const MODEL = `<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .5"><freejoint/><geom type="capsule" size=".1 .3"/>
    <body pos=".1 0 .3"><joint name="j" axis="0 1 0"/><geom type="box" size=".05 .05 .3" pos="0 0 .3"/></body></body>
  </worldbody><actuator><motor joint="j"/></actuator></mujoco>`

const N = 7
const CALLS = 1000

/** Runs a batch and gives the bits of its states as text; the same code runs in Node, pages and workers. */
const SIMULATION = `
export async function simulate({ BatchSim }, { loadModel }, options) {
  const model = loadModel(${JSON.stringify(MODEL)})
  const batch = new BatchSim(model, ${N}, {
    seed: 3, noise: { qpos: .05, qvel: .1 }, observe: ['qpos', 'qvel'],
    reward: 'norm(qvel)', ...options,
  })
  await batch.ready
  let sum = 0
  for (let k = 0; k < ${CALLS}; k++) {
    if (k % 200 === 99) await batch.resetWhere(Array.from({ length: ${N} }, (_, i) => (i + k) % 3 === 0))
    const { rewards } = await batch.step(Array.from({ length: ${N} }, (_, i) => Math.fround(((i * 37 + k) % 19) / 19 - .5)))
    sum += rewards[k % ${N}]
  }
  const bits = [...new BigUint64Array(batch.states.slice().buffer)].map((b) => b.toString(16)).join(' ')
  const { sharing } = batch
  batch.dispose()
  return { bits, sum, sharing }
}`

const files: Readonly<Record<string, string>> = {
  '/simulation.js': SIMULATION,
  '/task.js': 'export default { reward: (m, d) => d.time }',
  '/stepper.js': `
    import * as batch from '/dist/batch.js'
    import * as kinetree from '/dist/kinetree.js'
    import { simulate } from '/simulation.js'
    const sync = () => {
      const model = kinetree.loadModel(${JSON.stringify(MODEL)})
      const sim = new batch.BatchSim(model, 4, { threads: 2 })
      return sim.ready.then(() => { for (let k = 0; k < 10; k++) sim.stepSync(); const [, , z] = sim.states; sim.dispose(); return z })
    }
    self.postMessage({ ...(await simulate(batch, kinetree, { threads: 2 })), z: await sync() })`,
  '/run.js': `
    import * as batch from '/dist/batch.js'
    import * as kinetree from '/dist/kinetree.js'
    import { simulate } from '/simulation.js'
    export async function run() {
      const shared = await simulate(batch, kinetree, { threads: 2 })
      const one = await simulate(batch, kinetree, { threads: 1 })
      const three = await simulate(batch, kinetree, { threads: 3 })
      const eight = await simulate(batch, kinetree, { threads: 8 })
      const messages = await simulate(batch, kinetree, { threads: 2, sharing: 'messages' })
      const model = kinetree.loadModel(${JSON.stringify(MODEL)})
      const task = new batch.BatchSim(model, 2, { threads: 1, task: { module: new URL('/task.js', location.href) } })
      const { rewards } = await task.step()
      let refused = ''
      try { task.stepSync() } catch (error) { refused = error.message }
      task.dispose()
      const lost = new batch.BatchSim(model, 2, { threads: 1, worker: () => new Worker('/none.js', { type: 'module' }) })
      const missing = await lost.ready.then(() => '', (error) => error.message)
      const stepper = new Worker('/stepper.js', { type: 'module' })
      const worker = await new Promise((resolve, reject) => {
        stepper.onmessage = ({ data }) => resolve(data)
        stepper.onerror = ({ message }) => reject(new Error(message))
      })
      return { shared, one, three, eight, messages, worker, rewards: [...rewards], refused, missing }
    }`,
}

const WAYS = ['shared', 'one', 'three', 'eight', 'messages', 'worker'] as const

let browser: Browser | undefined
beforeAll(async () => {
  browser = await launch?.()
})
afterAll(() => browser?.close())

interface Outcome {
  readonly bits: string
  readonly sum: number
  readonly sharing: string
}

async function simulatedInNode(): Promise<Outcome> {
  const address = (file: string) => pathToFileURL(join(dist, file)).href
  const { simulate } = (await import(`data:text/javascript,${encodeURIComponent(SIMULATION)}`)) as {
    simulate: (batch: unknown, kinetree: unknown, options: object) => Promise<Outcome>
  }
  return simulate(await import(address('batch-node.js')), await import(address('kinetree.js')), { threads: 1 })
}

describe('a batch in a browser', () => {
  test('has the bits that it has in Node, in pages and workers, over shared memory and over messages', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const node = await simulatedInNode()
    const found = (await runInPage(browser, files)) as Record<(typeof WAYS)[number], Outcome> & {
      rewards: number[]
      refused: string
      missing: string
      worker: { z: number }
    }
    expect(node.sharing).toBe('memory')
    for (const way of WAYS) {
      expect(found[way].bits, way).toBe(node.bits)
      expect(found[way].sum, way).toBe(node.sum)
      expect(found[way].sharing).toBe(way === 'messages' ? 'messages' : 'memory')
    }
    expect(found.rewards).toEqual([0.002, 0.002])
    expect(found.refused).toContain('the main thread of a page may not wait')
    expect(found.missing).toContain('could not be loaded')
    expect(found.worker.z).toBeLessThan(0.5)
  })

  test('works without shared memory, and says so', async (context) => {
    if (browser === undefined) return context.skip(missing)
    const run = `
      import * as batch from '/dist/batch.js'
      import * as kinetree from '/dist/kinetree.js'
      import { simulate } from '/simulation.js'
      export const run = async () => ({ isolated: crossOriginIsolated, ...(await simulate(batch, kinetree, { threads: 2 })) })`
    const found = (await runInPage(browser, { ...files, '/run.js': run }, {})) as Outcome & { isolated: boolean }
    expect(found.isolated).toBe(false)
    expect(found.sharing).toBe('messages')
    expect(found.bits).toBe((await simulatedInNode()).bits)
  })
})
