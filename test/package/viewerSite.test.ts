import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startViewServer } from '../../bin/viewServer.ts'
import { browserOrReason, SOFTWARE_GL } from './browser.ts'
import { colorCount, type PageServer, servePages } from './pages.ts'
import { dist, root } from './support.ts'

/** The built viewer as a site on any server, without isolation, with models by address, and links to states. */

const { launch, missing } = browserOrReason()
const viewer = join(dist, 'viewer')
const models = join(root, 'models')

let site: PageServer
/** Another site, which lets pages of others read its files, and one that does not. */
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

/** Opens a model, and waits until it is there. */
async function show(model: string, hash = ''): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address(model, hash))
  await page.waitForFunction(() => document.title.includes('·'))
}

async function complaint(): Promise<string> {
  const alert = page.getByRole('alert')
  await alert.waitFor()
  return (await alert.textContent())!
}

/** Copies the link to what is shown. */
async function share(): Promise<string> {
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByText('Link copied').waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

const time = async () => Number.parseFloat((await page.getByLabel('Time', { exact: true }).textContent())!)

describe.skipIf(missing !== undefined)('the viewer as a site', { timeout: 120_000 }, () => {
  test('shows a model by an address that is relative to it', async () => {
    await show('../models/humanoid.xml')
    expect(await page.title()).toContain('humanoid')
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
    await expect.poll(() => colorCount(page), { timeout: 30_000 }).toBeGreaterThan(10)
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0.05)
  })

  test('shows a model of another site that allows it', async () => {
    await show(`${open.url}models/chain.xml`)
    expect(await page.title()).toContain('chain')
  })

  test('says what may be behind it when another site does not', async () => {
    await page.goto(address(`${closed.url}models/chain.xml`))
    expect(await complaint()).toMatch(
      /cannot fetch http:.*chain\.xml: .*may not allow pages of http:.* to read its files \(CORS/s,
    )
  })

  test('says when there is no such file, or no such address', async () => {
    await page.goto(address('../models/nothing.xml'))
    expect(await complaint()).toMatch(/cannot fetch .*nothing\.xml: the server answered 404/)
    await page.goto(address('http://'))
    expect(await complaint()).toContain('?model=http:// is not an address')
  })

  test('asks for a model where it has none', async () => {
    await page.goto(`${site.url}site/index.html`)
    expect(await complaint()).toContain('Drop a model here')
  })

  test('links to a state, and shows it again to the last bit', async () => {
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
    // time, positions, velocities, controls and camera are the same: so is the link
    expect(await share()).toBe(link)
    // and goes on from there
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(then)
  })

  test('opens a link that is put into its address', async () => {
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

  test('refuses links that are damaged or of another model, and shows the model', async () => {
    await show('../models/humanoid.xml')
    const { hash } = new URL(await share())
    await show('../models/chain.xml', hash)
    expect(await complaint()).toMatch(/for another model than chain: one with 28 positions in place of \d+/)
    await show('../models/humanoid.xml', hash.slice(0, -8))
    expect(await complaint()).toContain('This link is damaged')
    expect(await time()).toBe(0)
    await expect.poll(() => colorCount(page), { timeout: 30_000 }).toBeGreaterThan(10)
  })

  test('says why there is no link to files that were dropped', async () => {
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
    expect(await complaint()).toContain('opened from files')
  })

  test('loads less than 400 KB with the humanoid, all of three.js and of the engine among it', async () => {
    const server = await startViewServer({ viewer, folder: models, port: 0 })
    const fresh = await browser.newContext()
    const sizes = new Map<string, number>()
    const add = (url: string, size: number) => {
      const { pathname } = new URL(url)
      // what both the page and its worker load comes over the network once
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
    // only the page itself knows the size of the worker's script
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
    expect(total).toBeLessThan(400_000)
  })
})

test.runIf(missing !== undefined)('the viewer as a site is not tested', () => {
  console.log(`skipped: ${missing}`)
})
