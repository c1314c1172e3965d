import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startViewServer, type ViewServer } from '../../bin/viewServer.ts'
import { browserOrReason, SOFTWARE_GL } from './browser.ts'
import { colorCount } from './pages.ts'
import { dist, root } from './support.ts'

/** The built viewer in a real browser, with software rendering. */

const { launch, missing } = browserOrReason()
const home = mkdtempSync(join(tmpdir(), 'kinetree-viewer-'))
const robot = join(home, 'robot')

let server: ViewServer
let browser: Browser
let page: Page
const errors: string[] = []

beforeAll(async () => {
  mkdirSync(robot)
  cpSync(join(root, 'models/humanoid.xml'), join(robot, 'humanoid.xml'))
  writeFileSync(join(robot, 'broken.xml'), '<mujoco>\n  <worldbody>\n    <geom typ="box"/>\n  </worldbody>\n</mujoco>')
  writeFileSync(join(robot, 'mesh.xml'), meshModel)
  if (!launch) return
  server = await startViewServer({ viewer: join(dist, 'viewer'), folder: robot, port: 0 })
  browser = await launch(SOFTWARE_GL)
  page = await browser.newPage({ viewport: { width: 900, height: 620 } })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  rmSync(home, { recursive: true })
})

/** A tetrahedron that falls on a floor. */
const meshModel = `
<mujoco model="tetrahedron">
  <asset><mesh name="t" vertex="0 0 0 .4 0 0 0 .4 0 0 0 .4"/></asset>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .5"><freejoint/><geom type="mesh" mesh="t" rgba=".8 .3 .2 1"/></body>
  </worldbody>
</mujoco>`

async function open(model: string): Promise<void> {
  await page.goto(`${server.url}?model=model/${model}.xml`)
  await page.waitForFunction(() => document.title.includes('·'))
}

/** Simulated time that the page shows, s. */
async function time(): Promise<number> {
  return Number.parseFloat((await page.getByLabel('Time', { exact: true }).textContent())!)
}

const colors = () => colorCount(page)

describe.skipIf(missing !== undefined)('the viewer in a browser', { timeout: 120_000 }, () => {
  test.each(['humanoid', 'mesh'])('shows %s', async (model) => {
    await open(model)
    await expect.poll(colors, { timeout: 30_000 }).toBeGreaterThan(10)
  })

  test('lowers the resolution in motion with software rendering, and restores it at rest', async () => {
    const width = () =>
      page
        .locator('.picture canvas')
        .evaluate((canvas: HTMLCanvasElement) => canvas.width / (canvas.clientWidth * devicePixelRatio))
    await open('humanoid')
    await expect.poll(width, { timeout: 30_000 }).toBe(1)
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(width, { timeout: 30_000 }).toBeLessThan(0.7)
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect.poll(width, { timeout: 30_000 }).toBe(1)
  })

  test('shows a coarse picture first, then the panels', async () => {
    const visit = await browser.newPage({ viewport: { width: 900, height: 620 } })
    // as soon as the page has a model, its first picture is drawn
    await visit.addInitScript(`
      new MutationObserver((_, observer) => {
        if (!document.title.includes('·')) return
        observer.disconnect()
        const root = document.querySelector('.kinetree-viewer').shadowRoot
        const canvas = root.querySelector('canvas')
        const visibility = getComputedStyle(root.querySelector('.panel')).visibility
        globalThis.atFirst = { share: canvas.width / canvas.clientWidth, visibility }
      }).observe(document, { subtree: true, childList: true })`)
    await visit.goto(`${server.url}?model=model/humanoid.xml`)
    await visit.waitForFunction(() => 'atFirst' in globalThis)
    const { share, visibility } = await visit.evaluate(
      () => (globalThis as unknown as { atFirst: { share: number; visibility: string } }).atFirst,
    )
    expect(share).toBeLessThan(0.6)
    expect(visibility).toBe('hidden')
    await visit.getByRole('button', { name: 'Play' }).waitFor({ timeout: 30_000 })
    await visit.close()
  })

  test('draws the same picture of the same state', async () => {
    await open('humanoid')
    await expect.poll(colors, { timeout: 30_000 }).toBeGreaterThan(10)
    const picture = () => page.locator('.picture canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
    const first = await picture()
    await open('humanoid')
    await expect.poll(colors, { timeout: 30_000 }).toBeGreaterThan(10)
    expect(first.length).toBeGreaterThan(10_000)
    expect((await picture()) === first).toBe(true)
  })

  test('shares memory with its worker', async () => {
    await open('humanoid')
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  })

  test('plays, pauses, and goes back in time', async () => {
    await open('humanoid')
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0.2)
    await page.getByRole('button', { name: 'Pause' }).click()
    const end = await time()
    await page.getByLabel('History').fill('10')
    await expect.poll(time).toBeCloseTo(0.02, 6)
    expect(end).toBeGreaterThan(0.2)
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await expect.poll(time).toBeCloseTo(0.022, 6)
  })

  test('inspects the selected object', async () => {
    await open('humanoid')
    await page.getByText('Inspector').click()
    await page.getByLabel('Kind').selectOption('body')
    await page.getByLabel('Object').selectOption('pelvis')
    await expect.poll(() => page.locator('tr', { hasText: 'body_mass' }).textContent()).toMatch(/8\.489/)
  })

  test('changes the solver while it runs', async () => {
    await open('humanoid')
    await page.getByText('Physics').click()
    await page.getByLabel('solver').selectOption('CG')
    await page.getByRole('button', { name: 'Play' }).click()
    await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0.05)
  })

  test('reports the place of an error in a model', async () => {
    await page.goto(`${server.url}?model=model/broken.xml`)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/broken\.xml:3:11: <geom>, attribute 'typ'.*did you mean 'type'/s)
  })

  test('opens a folder', async () => {
    const folder = join(home, 'folder')
    mkdirSync(join(folder, 'parts'), { recursive: true })
    writeFileSync(join(folder, 'scene.xml'), '<mujoco model="from a folder"><include file="parts/ball.xml"/></mujoco>')
    writeFileSync(
      join(folder, 'parts/ball.xml'),
      '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
    )
    await open('humanoid')
    await page.getByLabel('Open folder').first().setInputFiles(folder)
    await page.waitForFunction(() => document.title.startsWith('from a folder'))
  })

  test('opens an archive that is dropped onto it', async () => {
    const xml = readFileSync(join(robot, 'mesh.xml'), 'utf8').replace('tetrahedron', 'from an archive')
    const archive = Buffer.from(zipSync({ 'a/b.xml': new TextEncoder().encode(xml) })).toString('base64')
    await open('humanoid')
    await page.evaluate((base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
      const transfer = new DataTransfer()
      transfer.items.add(new File([bytes], 'robot.zip'))
      const viewer = document.querySelector('.kinetree-viewer')!.shadowRoot!.querySelector('.kinetree')!
      viewer.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }))
    }, archive)
    await page.waitForFunction(() => document.title.startsWith('from an archive'))
  })

  test('reloads when a file changes', async () => {
    await open('mesh')
    writeFileSync(join(robot, 'mesh.xml'), meshModel.replace('tetrahedron', 'changed'))
    await page.waitForFunction(() => document.title.startsWith('changed'))
  })

  test('causes no errors in the browser', () => {
    expect(errors.filter((text) => !text.includes('favicon'))).toEqual([])
  })
})

test.runIf(missing !== undefined)('the viewer is not tested', () => {
  console.log(`skipped: ${missing}`)
})
