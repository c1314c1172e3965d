import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spots } from '../support/islandScenes.ts'
import { browserOrReason } from './browser.ts'
import { runInPage } from './pages.ts'

/** Islands on the threads of a browser, stepped by the page, which may not sleep, and by a worker, which may. */

const { launch, missing } = browserOrReason()

const files: Readonly<Record<string, string>> = {
  '/scene.xml': spots(24, '<option><flag sleep="enable"/></option>'),
  '/island.js': `
    import { serveIslands } from '/dist/kinetree.js'
    serveIslands(self)`,
  '/compare.js': `
    import { Data, sharedData, step } from '/dist/kinetree.js'
    import { fetchModel, islandThreads } from '/dist/web.js'
    export async function compare() {
      const model = await fetchModel('/scene.xml')
      const [alone, together] = [new Data(model), sharedData(model)]
      const worker = () => new Worker('/island.js', { type: 'module' })
      const pool = await islandThreads(model, together, { threads: 3, worker, always: true })
      const capacity = together.efcCapacity
      let same = true
      const steps = (count) => {
        for (let i = 0; i < count; i++) {
          step(model, alone)
          step(model, together)
          same &&= ['qpos', 'qvel', 'qacc', 'tree_asleep'].every((name) => alone[name].every((x, k) => Object.is(x, together[name][k])))
        }
      }
      steps(200)
      const workers = () => pool.shares[1] + pool.shares[2]
      const helped = workers() > 0
      const grown = together.efcCapacity > 4 * capacity
      pool.dispose()
      steps(20)
      // a worker that cannot be loaded
      const bad = islandThreads(model, together, { threads: 2, worker: () => new Worker('/none.js', { type: 'module' }) })
      const refused = await bad.then(() => false, (error) => /could not be loaded/.test(error))
      return { same, helped, grown, refused }
    }`,
  '/stepper.js': `
    import { compare } from '/compare.js'
    self.postMessage(await compare().catch((error) => ({ error: String(error) })))`,
  '/run.js': `
    import { compare } from '/compare.js'
    export async function run() {
      const page = await compare()
      const stepper = new Worker('/stepper.js', { type: 'module' })
      const worker = await new Promise((resolve) => (stepper.onmessage = ({ data }) => resolve(data)))
      return { page, worker }
    }`,
}

let browser: Browser | undefined
beforeAll(async () => {
  browser = await launch?.()
})
afterAll(() => browser?.close())

test('workers of a browser solve islands to the bits of one thread, for a page and for a worker', async (context) => {
  if (browser === undefined) return context.skip(missing)
  const good = { same: true, helped: true, grown: true, refused: true }
  expect(await runInPage(browser, files)).toEqual({ page: good, worker: good })
})
