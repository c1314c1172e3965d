import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startViewServer, type ViewServer } from '../../bin/viewServer.ts'
import { browserOrReason, SOFTWARE_GL } from './browser.ts'
import { dist, root } from './support.ts'
import { soon } from './viewerPage.ts'

/** The viewer with kernels, as `kinetree view --kernels` serves it, and where they are not allowed. */

const { launch, missing } = browserOrReason()
const folders = { viewer: join(dist, 'viewer'), folder: join(root, 'models'), port: 0 }

let browser: Browser
let allowing: ViewServer
let forbidding: ViewServer

beforeAll(async () => {
  if (!launch) return
  allowing = await startViewServer({ ...folders, kernels: true })
  forbidding = await startViewServer(folders)
  browser = await launch(SOFTWARE_GL)
})
afterAll(async () => {
  await browser?.close()
  for (const server of [allowing, forbidding]) await server?.close()
})

/** A page with a model and its key figures, and the scripts that it has loaded. */
async function show(server: ViewServer, query: string): Promise<{ page: Page; scripts: string[] }> {
  const page = await browser.newPage({ viewport: { width: 800, height: 500 } })
  const scripts: string[] = []
  page.context().on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.goto(`${server.url}?model=model/tasks/hopper.xml${query}`)
  await page.waitForFunction(() => document.title.includes('·'))
  await page.keyboard.press('F2')
  return { page, scripts }
}

const figure = async (page: Page, label: string): Promise<string | null> =>
  page
    .getByRole('region', { name: 'Info' })
    .locator('tr', { hasText: new RegExp(`^${label}`) })
    .locator('td')
    .textContent()

const isCompiler = (path: string): boolean => path.startsWith('/assets/kernel-maker')

describe.skipIf(missing !== undefined)('the viewer', { timeout: 120_000 }, () => {
  test('with kernels compiles stages in its worker and simulates', async () => {
    const { page, scripts } = await show(allowing, '&kernels')
    await soon(() => figure(page, 'kernels')).toBe('on')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await soon(async () => Number.parseFloat((await figure(page, 'time'))!)).toBeGreaterThan(0.05)
    expect(scripts.some(isCompiler)).toBe(true)
    await page.close()
  })

  test('without kernels does not load their compiler', async () => {
    const { page, scripts } = await show(allowing, '')
    await soon(() => figure(page, 'kernels')).toBe('off')
    expect(scripts.some(isCompiler)).toBe(false)
    await page.close()
  })

  test('says why kernels are not in use, and simulates without', async () => {
    const { page } = await show(forbidding, '&kernels')
    await soon(() => figure(page, 'kernels')).toMatch(/^WebAssembly could not be compiled: /)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await soon(async () => Number.parseFloat((await figure(page, 'time'))!)).toBeGreaterThan(0.05)
    await page.close()
  })
})
