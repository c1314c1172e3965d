import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOrReason } from './browser.ts'
import { root } from './support.ts'

const { launch, missing } = browserOrReason()

const STEPS = 500
const models = ['humanoid', 'chain', 'double_pendulum']

/** Simulates and gives the bits of the state as text; the same code runs in Node, in the page and in the worker. */
const simulation = `
export function simulate({ Data, step }, model) {
  const data = new Data(model)
  data.qvel.forEach((_, i) => { data.qvel[i] = 0.1 * (i % 7) })
  for (let i = 0; i < ${STEPS}; i++) step(model, data)
  const bits = new BigUint64Array([...data.qpos, ...data.qvel].length)
  new Float64Array(bits.buffer).set([...data.qpos, ...data.qvel])
  return [...bits].map((b) => b.toString(16)).join(' ')
}`

const pages: Readonly<Record<string, string>> = {
  '/': '<!doctype html><title>Kinetree</title><script type="module" src="/page.js"></script>',
  '/simulation.js': simulation,
  '/page.js': `
    import * as kinetree from '/dist/kinetree.js'
    import { fetchModel } from '/dist/web.js'
    import { simulate } from '/simulation.js'
    const results = {}
    for (const name of ${JSON.stringify(models)}) results[name] = simulate(kinetree, await fetchModel('/models/' + name + '.xml'))
    const worker = new Worker('/worker.js', { type: 'module' })
    worker.onmessage = ({ data }) => show({ page: results, worker: data })
    worker.onerror = (event) => show({ page: results, worker: String(event.message) })
    function show(all) {
      const text = document.createElement('pre')
      text.id = 'results'
      text.textContent = JSON.stringify(all)
      document.body.append(text)
    }`,
  '/worker.js': `
    import * as kinetree from '/dist/kinetree.js'
    import { fetchModel } from '/dist/web.js'
    import { simulate } from '/simulation.js'
    postMessage(simulate(kinetree, await fetchModel('/models/humanoid.xml')))`,
}

const types: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.js': 'text/javascript',
  '.xml': 'application/xml',
  '.map': 'application/json',
}

/** Serves the pages above, the build and the models, with the strictest content policy they can live with. */
function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    const known = pages[path] ?? (/^\/(dist|models)\//.test(path) ? readFile(join(root, path)) : undefined)
    response.statusCode = known === undefined ? 404 : 200
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream')
    response.setHeader(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; connect-src 'self'; worker-src 'self'",
    )
    response.end(known)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

function readFile(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}

/** The same simulation in Node, from the same build. */
function simulateInNode(name: string): string {
  const code = `${simulation}
    import * as kinetree from 'kinetree'
    import { loadModelFile } from 'kinetree/node'
    console.log(simulate(kinetree, loadModelFile('models/${name}.xml')))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' }).trim()
}

describe('in a browser', () => {
  let server: Server
  let browser: Browser | undefined
  let page: Page
  const complaints: string[] = []
  let results: { page: Record<string, string>; worker: string }

  beforeAll(async () => {
    if (launch === undefined) return
    server = await serve()
    browser = await launch()
    page = await browser.newPage()
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    // the policy forbids even the test to evaluate code in the page, so the page shows what it found
    results = JSON.parse((await page.locator('#results').textContent({ timeout: 50_000 })) ?? '')
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  test.for(models)('%s comes out bit for bit as in Node, from a plain module script', (name, context) => {
    if (browser === undefined) return context.skip(missing)
    expect(results.page[name]).toBe(simulateInNode(name))
  })

  test('a worker computes the same as the page', (context) => {
    if (browser === undefined) return context.skip(missing)
    expect(results.worker).toBe(results.page['humanoid'])
  })

  test('a strict content policy finds nothing to complain about', (context) => {
    if (browser === undefined) return context.skip(missing)
    expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([])
  })
})
