import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spots } from '../support/islandScenes.ts'
import { browserOrReason } from './browser.ts'
import { root } from './support.ts'

/** Islands on the threads of a browser, stepped by the page, which may not sleep, and by a worker, which may. */

const { launch, missing } = browserOrReason()

const pages: Readonly<Record<string, string>> = {
  '/': '<!doctype html><title>Kinetree</title><script type="module" src="/page.js"></script>',
  '/scene.xml': spots(24, '<option><flag sleep="enable"/></option>'),
  '/island.js': `
    import { serveIslands } from '/dist/kinetree.js'
    serveIslands(self)`,
  '/run.js': `
    import { Data, sharedData, step } from '/dist/kinetree.js'
    import { fetchModel, islandThreads } from '/dist/web.js'
    export async function run() {
      const model = await fetchModel('/scene.xml')
      const [alone, together] = [new Data(model), sharedData(model)]
      const worker = () => new Worker('/island.js', { type: 'module' })
      const crew = await islandThreads(model, together, { threads: 3, worker, always: true })
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
      const workers = () => crew.shares[1] + crew.shares[2]
      const helped = workers() > 0
      const grown = together.efcCapacity > 4 * capacity
      crew.dispose()
      steps(20)
      // a worker that cannot be loaded
      const bad = islandThreads(model, together, { threads: 2, worker: () => new Worker('/none.js', { type: 'module' }) })
      const refused = await bad.then(() => false, (error) => /could not be loaded/.test(error))
      return { same, helped, grown, refused }
    }`,
  '/stepper.js': `
    import { run } from '/run.js'
    self.postMessage(await run().catch((error) => ({ error: String(error) })))`,
  '/page.js': `
    import { run } from '/run.js'
    const page = await run().catch((error) => ({ error: String(error) }))
    const stepper = new Worker('/stepper.js', { type: 'module' })
    const worker = await new Promise((resolve) => (stepper.onmessage = ({ data }) => resolve(data)))
    const text = document.createElement('pre')
    text.id = 'results'
    text.textContent = JSON.stringify({ page, worker })
    document.body.append(text)`,
}

const types: Readonly<Record<string, string>> = { '': 'text/html', '.js': 'text/javascript', '.xml': 'application/xml' }

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const file = join(root, path)
    const known = pages[path] ?? (path.startsWith('/dist/') && existsSync(file) ? readFileSync(file) : undefined)
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

test('workers of a browser solve islands to the bits of one thread, for a page and for a worker', async (context) => {
  if (browser === undefined) return context.skip(missing)
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const results = JSON.parse((await page.locator('#results').textContent({ timeout: 50_000 })) ?? '')
  const good = { same: true, helped: true, grown: true, refused: true }
  expect(results).toEqual({ page: good, worker: good })
})
