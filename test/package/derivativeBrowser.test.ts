import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserOrReason } from './browser.ts'
import { root } from './support.ts'

/** Derivatives on the threads of a browser, in a page that may share memory. */

const { launch, missing } = browserOrReason()

const pages: Readonly<Record<string, string>> = {
  '/': '<!doctype html><title>Kinetree</title><script type="module" src="/page.js"></script>',
  '/worker.js': `
    import { serveTransitions } from '/dist/kinetree.js'
    serveTransitions(self)`,
  '/page.js': `
    import { Data, step, transitionFD, TransitionThreads } from '/dist/kinetree.js'
    import { fetchModel } from '/dist/web.js'
    async function run() {
      const model = await fetchModel('/models/quadruped.xml')
      const data = new Data(model)
      for (let i = 0; i < 100; i++) step(model, data)
      const size = (2 * model.nv) ** 2
      const [alone, together] = [new Float64Array(size), new Float64Array(size)]
      transitionFD(model, data, 1e-6, true, alone, null, null, null)
      const workers = [1, 2].map(() => new Worker('/worker.js', { type: 'module' }))
      const threads = new TransitionThreads(model, workers)
      await threads.transitionFD(data, 1e-6, true, together, null, null, null)
      return { shared: crossOriginIsolated, size, same: alone.every((x, i) => Object.is(x, together[i])), sum: alone.some((x) => x !== 0) }
    }
    const text = document.createElement('pre')
    text.id = 'results'
    text.textContent = JSON.stringify(await run().catch((error) => ({ error: String(error) })))
    document.body.append(text)`,
}

const types: Readonly<Record<string, string>> = { '': 'text/html', '.js': 'text/javascript', '.xml': 'application/xml' }

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = join(root, path)
    const known = pages[path] ?? (/^\/(dist|models)\//.test(path) && existsSync(file) ? readFileSync(file) : undefined)
    response.statusCode = known === undefined ? 404 : 200
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    response.setHeader('cross-origin-opener-policy', 'same-origin')
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    response.end(known)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

let server: Server
let browser: Browser | undefined
beforeAll(async () => {
  if (launch === undefined) return
  server = await serve()
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

test('workers of a browser find the derivatives of one thread, bit for bit', async (context) => {
  if (browser === undefined) return context.skip(missing)
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const results = JSON.parse((await page.locator('#results').textContent({ timeout: 50_000 })) ?? '')
  expect(results).toEqual({ shared: true, size: 36 * 36, same: true, sum: true })
})
