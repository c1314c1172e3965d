import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startViewServer } from '../../bin/viewServer.ts'
import { browserOrReason, SOFTWARE_GL } from './browser.ts'
import { colorCount, type PageServer, servePages } from './pages.ts'
import { dist, root } from './support.ts'

/** The built viewer as a static site, without cross-origin isolation, with models by address and links to states. */

const { launch, missing } = browserOrReason()
const viewer = join(dist, 'viewer')
const models = join(root, 'models')

let site: PageServer
/** A site that allows cross-origin requests, and one that does not. */
let open: PageServer
let closed: PageServer
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  if (!launch) return
  site = await servePages({ site: viewer, models })
  open = await servePages({ models }, { 'access-control-allow-origin': '*' })
  closed = await servePages({ models })
  browser = await launch(SOFTWARE_GL)
  context = await browser.newContext({ viewport: { width: 1000, height: 700 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  page = await context.newPage()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  for (const server of [site, open, closed]) server?.close()
})

const address = (model: string, hash = '') => `${site.url}site/index.html?model=${encodeURIComponent(model)}${hash}`

/** Opens a model and waits until it is loaded. */
async function show(model: string, hash = ''): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address(model, hash))
  await page.waitForFunction(() => document.title.includes('·'))
}

async function notice(): Promise<string> {
  const alert = page.getByRole('alert')
  await alert.waitFor()
  return (await alert.textContent())!
}

/** Copies the link to the current state. */
async function share(): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByText('Link copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

const time = async () => Number.parseFloat((await page.getByLabel('Time', { exact: true }).textContent())!)

describe.skipIf(missing !== undefined)('the viewer as a site', { timeout: 120_000 }, () => {
  test('shows a model by a relative address', async () => {
    await show('../models/humanoid.xml')
    expect(await page.title()).toContain('humanoid')
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
    await expect.poll(() => colorCount(page), { timeout: 30_000 }).toBeGreaterThan(10)
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0.05)
  })

  test('shows a model of another site with CORS', async () => {
    await show(`${open.url}models/chain.xml`)
    expect(await page.title()).toContain('chain')
  })

  test('explains the failure where another site lacks CORS', async () => {
    await page.goto(address(`${closed.url}models/chain.xml`))
    expect(await notice()).toMatch(
      /cannot fetch http:.*chain\.xml: .*may not allow pages of http:.* to read its files \(CORS/s,
    )
  })

  test('reports missing files and invalid addresses', async () => {
    await page.goto(address('../models/nothing.xml'))
    expect(await notice()).toMatch(/cannot fetch .*nothing\.xml: the server answered 404/)
    await page.goto(address('http://'))
    expect(await notice()).toContain('?model=http:// is not a valid address')
  })

  test('asks for a model if it has none', async () => {
    await page.goto(`${site.url}site/index.html`)
    expect(await notice()).toContain('Drop a model here')
  })

  test('links to a state, and restores it exactly', async () => {
    await show('../models/humanoid.xml')
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0.1)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await page.mouse.move(500, 300)
    await page.mouse.down()
    await page.mouse.move(560, 330, { steps: 3 })
    await page.mouse.up()
    const link = await share()
    const then = await time()
    expect(link.length).toBeLessThan(1500)
    expect(page.url()).toBe(link)

    await page.goto('about:blank')
    await page.goto(link)
    await expect.poll(time, { timeout: 30_000 }).toBe(then)
    // the link is the same again, since time, positions, velocities, controls and camera are
    expect(await share()).toBe(link)
    // and continues from there
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(then)
  })

  test('opens a link that is entered into the address bar', async () => {
    await show('../models/humanoid.xml')
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0)
    const link = await share()
    const then = await time()
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(then)
    await page.evaluate(() => (location.hash = ''))
    await page.goto(link)
    await expect.poll(time, { timeout: 30_000 }).toBe(then)
  })

  test('rejects damaged links and links to other models, and still shows the model', async () => {
    await show('../models/humanoid.xml')
    const { hash } = new URL(await share())
    await show('../models/chain.xml', hash)
    expect(await notice()).toMatch(/for a different model than chain: one with 28 positions instead of \d+/)
    await show('../models/humanoid.xml', hash.slice(0, -8))
    expect(await notice()).toContain('This link is damaged')
    expect(await time()).toBe(0)
    await expect.poll(() => colorCount(page), { timeout: 30_000 }).toBeGreaterThan(10)
  })

  test('explains why dropped files have no link', async () => {
    await show('../models/humanoid.xml')
    const xml = readFileSync(join(models, 'cartpole.xml'))
    const archive = Buffer.from(zipSync({ 'a/b.xml': xml })).toString('base64')
    await page.locator('.kinetree').evaluate((element, base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], 'robot.zip'))
      element.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }))
    }, archive)
    await page.waitForFunction(() => document.title.startsWith('cartpole'))
    await page.getByRole('button', { name: 'Share' }).click()
    expect(await notice()).toContain('opened from files')
  })

  test('loads less than 411 KB for the humanoid, with three.js and the engine', async () => {
    const server = await startViewServer({ viewer, folder: models, port: 0 })
    const fresh = await browser.newContext()
    const sizes = new Map<string, number>()
    const add = (url: string, size: number) => {
      const { pathname } = new URL(url)
      // chunks that page and worker share are fetched once
      sizes.set(pathname, Math.max(size, sizes.get(pathname) ?? 0))
    }
    const pending: Promise<void>[] = []
    fresh.on('requestfinished', (request) => {
      pending.push(request.sizes().then(({ responseBodySize }) => add(request.url(), responseBodySize)))
    })
    const visit = await fresh.newPage()
    await visit.goto(`${server.url}?model=model/humanoid.xml`)
    await visit.waitForFunction(() => document.title.includes('·'))
    await expect.poll(() => colorCount(visit), { timeout: 30_000 }).toBeGreaterThan(10)
    await Promise.all(pending)
    // only the page knows the size of the worker's script
    const resources = await visit.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, encodedBodySize }) => ({
        name,
        encodedBodySize,
      })),
    )
    for (const { name, encodedBodySize } of resources) add(name, encodedBodySize)
    await fresh.close()
    await server.close()

    const loaded = [...sizes.keys()].join(' ')
    for (const part of [/index-.*\.js/, /three-.*\.js/, /worker-.*\.js/, /humanoid\.xml/]) expect(loaded).toMatch(part)
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    expect(total).toBeGreaterThan(300_000)
    expect(total).toBeLessThan(411_000)
  })
})

test.runIf(missing !== undefined)('the viewer as a site is not tested', () => {
  console.log(`skipped: ${missing}`)
})
