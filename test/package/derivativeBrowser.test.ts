import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOrReason } from './browser.ts'
import { runInPage } from './pages.ts'

/** Derivatives on the threads of a browser, in a page that may share memory. */

const { launch, missing } = browserOrReason()

const files: Readonly<Record<string, string>> = {
  '/worker.js': `
    import { serveTransitions } from '/dist/kinetree.js'
    serveTransitions(self)`,
  '/run.js': `
    import { Data, step, transitionFD, TransitionThreads } from '/dist/kinetree.js'
    import { fetchModel } from '/dist/web.js'
    export async function run() {
      const model = await fetchModel('/models/quadruped.xml')
      const data = new Data(model)
      for (let i = 0; i < 100; i++) step(model, data)
      const size = (2 * model.nv) ** 2
      const [alone, together] = [new Float64Array(size), new Float64Array(size)]
      transitionFD(model, data, { A: alone }, { centered: true })
      const workers = [1, 2].map(() => new Worker('/worker.js', { type: 'module' }))
      const threads = new TransitionThreads(model, workers)
      await threads.transitionFD(data, { A: together }, { centered: true })
      return { shared: crossOriginIsolated, size, same: alone.every((x, i) => Object.is(x, together[i])), sum: alone.some((x) => x !== 0) }
    }`,
}

let browser: Browser | undefined
beforeAll(async () => {
  browser = await launch?.()
})
afterAll(() => browser?.close())

test('workers of a browser find the derivatives of one thread, bit for bit', async (context) => {
  if (browser === undefined) return context.skip(missing)
  expect(await runInPage(browser, files)).toEqual({ shared: true, size: 36 * 36, same: true, sum: true })
})
