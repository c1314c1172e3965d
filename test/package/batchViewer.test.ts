import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BatchViewer, BatchViewerOptions } from '../../apps/viewer/embed/batchViewer.ts'
import type { createBatchViewer } from '../../apps/viewer/embed/viewer.ts'
import { startViewServer, type ViewServer } from '../../bin/viewServer.ts'
import type { BatchSim } from '../../src/batch.ts'
import type { loadModel } from '../../src/index.ts'
import { browserOrReason, SOFTWARE_GL } from './browser.ts'
import { type PageServer, servePages } from './pages.ts'
import { dist, root } from './support.ts'

/** The grid of the environments of a batch: as a component of a page, and as a page of `kinetree view`. */

const { launch, missing } = browserOrReason()

/** A blue box that floats over a floor, and can be pushed up. */
const BOX = `<mujoco model="box">
  <statistic extent="1" center="0 0 .5"/>
  <visual><headlight ambient=".6 .6 .6" diffuse=".4 .4 .4" specular="0 0 0"/></visual>
  <worldbody>
    <light directional="true" diffuse=".2 .2 .2"/>
    <geom type="plane" size="0 0 1" rgba=".3 .3 .3 1"/>
    <body pos="0 0 .5"><joint name="lift" type="slide" axis="0 0 1"/>
      <geom type="box" size=".25 .25 .25" rgba=".1 .3 .9 1"/></body>
  </worldbody>
  <option gravity="0 0 0"/>
  <actuator><motor joint="lift"/></actuator>
</mujoco>`

const HOST = `<!doctype html><title>host</title><link rel="icon" href="data:," /><style>#grid { width: 600px; height: 400px }</style>
<div id="grid"></div><script type="module">
import { loadModel } from '/dist/kinetree.js'
import { BatchSim } from '/dist/batch.js'
import { createBatchViewer } from '/dist/viewer.js'
Object.assign(window, { loadModel, BatchSim, createBatchViewer, isReady: true })
</script>`

interface Host {
  isReady: boolean
  loadModel: typeof loadModel
  BatchSim: typeof BatchSim
  createBatchViewer: typeof createBatchViewer
  batch: BatchSim
  viewer: BatchViewer
}
declare const window: Host & Window

const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
const N = 12

let server: PageServer
let site: PageServer
let view: ViewServer
let browser: Browser
let page: Page
let errors: string[] = []

beforeAll(async () => {
  if (!launch) return
  server = await servePages({ dist }, ISOLATED, { '/': HOST })
  site = await servePages({ site: join(dist, 'viewer'), models: join(root, 'models') })
  view = await startViewServer({ viewer: join(dist, 'viewer'), folder: join(root, 'models'), port: 0 })
  browser = await launch(SOFTWARE_GL)
}, 120_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
  site?.close()
  await view?.close()
})

async function open(address: string): Promise<void> {
  await page?.close()
  errors = []
  page = await browser.newPage({ viewport: { width: 620, height: 420 }, deviceScaleFactor: 1 })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(address)
}

/** Opens a page with a grid of N boxes. */
async function showBoxes(options: BatchViewerOptions = { spacing: 1.5 }): Promise<void> {
  await open(server.url)
  await page.waitForFunction(() => window.isReady)
  await page.evaluate(
    async ([xml, n, more]) => {
      window.batch = new window.BatchSim(window.loadModel(xml), n, { threads: 2, reward: '10 * qpos[0]' })
      await window.batch.ready
      window.viewer = window.createBatchViewer(document.querySelector<HTMLElement>('#grid')!, window.batch, more)
    },
    [BOX, N, options] as const,
  )
  await settled()
}

/** Waits for two pictures. */
const settled = () =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))),
  )

const placeOf = (i: number) => page.evaluate((each) => window.viewer.placeOf(each), i)
const selected = () => page.evaluate(() => window.viewer.selected)

/** Colors at the places of all environments: red, green, blue. */
async function colors(): Promise<number[][]> {
  await settled()
  return page.evaluate(async (n) => {
    const canvas = document
      .querySelector('.kinetree-viewer')!
      .shadowRoot!.querySelector<HTMLCanvasElement>('.picture canvas')!
    const copy = new OffscreenCanvas(canvas.width, canvas.height)
    const pen = copy.getContext('2d')!
    pen.drawImage(canvas, 0, 0)
    const box = canvas.getBoundingClientRect()
    return Array.from({ length: n }, (_, i) => {
      const { x, y } = window.viewer.placeOf(i)
      const at = [((x - box.left) * canvas.width) / box.width, ((y - box.top) * canvas.height) / box.height] as const
      return [...pen.getImageData(Math.round(at[0]), Math.round(at[1]), 1, 1).data.subarray(0, 3)]
    })
  }, N)
}

const isBlue = ([r, , b]: number[]) => b > r + 40
const isRed = ([r, g, b]: number[]) => r > b + 40 && r > g + 40
const isOrange = ([r, g, b]: number[]) => r > b + 40 && g > b + 20

describe.skipIf(missing !== undefined)('a grid of environments', { timeout: 120_000 }, () => {
  test('shows each environment at its place', async () => {
    await showBoxes()
    expect(await page.evaluate(() => window.batch.sharing)).toBe('memory')
    expect((await colors()).map(isBlue)).toEqual(new Array(N).fill(true))
    const places = await Promise.all(Array.from({ length: N }, (_, i) => placeOf(i)))
    // three rows, from the back to the front, each from left to right
    expect(places[1].x).toBeGreaterThan(places[0].x + 20)
    expect(places[N - 1].y).toBeGreaterThan(places[0].y + 20)
    expect(errors).toEqual([])
  })

  test('moves them with the states of the batch', async () => {
    await showBoxes()
    const before = [await placeOf(3), await placeOf(4)]
    await page.evaluate(async () => {
      window.batch.actions.fill(0)
      window.batch.actions[3] = 8000
      await window.batch.step(undefined, 50)
      window.viewer.draw()
    })
    expect((await colors()).map(isBlue)).toEqual(new Array(N).fill(true))
    expect((await placeOf(3)).y).toBeLessThan(before[0].y - 4)
    expect((await placeOf(4)).y).toBe(before[1].y)
  })

  test('selects what is clicked on, or what stands in the cell that is clicked on', async () => {
    await showBoxes()
    for (const i of [0, 5, 8, N - 1]) {
      const { x, y } = await placeOf(i)
      await page.mouse.click(x, y)
      expect(await selected()).toBe(i)
      await settled()
      expect(await page.getByRole('heading').textContent()).toBe(`Environment ${i}`)
    }
    // the ground below the last box, and to the left: half a meter is 0.58 rows
    const [left, behind, last] = await Promise.all([N - 2, N - 5, N - 1].map(placeOf))
    await page.mouse.click(0.6 * last.x + 0.4 * left.x, last.y + 0.58 * (last.y - behind.y))
    expect(await selected()).toBe(N - 1)
    // the sky
    await page.mouse.click(300, 12)
    expect(await selected()).toBeUndefined()
    expect(await page.getByRole('heading').isVisible()).toBe(false)
  })

  test('highlights the selected environment', async () => {
    await showBoxes()
    const before = await colors()
    await page.evaluate(() => window.viewer.select(6))
    const after = await colors()
    const changed = before.map((color, i) => color.some((x, k) => Math.abs(x - after[i][k]) > 12))
    expect(changed).toEqual(Array.from({ length: N }, (_, i) => i === 6))
  })

  test('shows reward, time, step and state of the selected environment', async () => {
    await showBoxes()
    await page.evaluate(async () => {
      window.viewer.select(2)
      window.batch.states[2 * 2] = 0.125
      await window.batch.step(undefined, 5)
      window.viewer.draw()
    })
    await settled()
    const cells = await page.getByRole('table').locator('td').allTextContents()
    expect(cells).toEqual(['1.25', '0.010 s', '5', 'running'])
  })

  test('tints environments that have failed or ended, and says why', async () => {
    await showBoxes()
    await page.evaluate(async () => {
      window.batch.states[2 * 4 + 1] = Number.NaN
      await window.batch.step()
      window.viewer.select(4)
      window.viewer.draw()
    })
    const now = await colors()
    expect(now.map(isRed)).toEqual(Array.from({ length: N }, (_, i) => i === 4))
    expect(await page.getByLabel('Environment', { exact: true }).textContent()).toMatch(
      /failed.*environment 4: the velocity of dof 0 is not finite/,
    )
    // the next step begins a new episode, and the color stays for a while
    await page.evaluate(async () => {
      await window.batch.step()
      window.viewer.draw()
    })
    expect((await colors()).map(isRed)[4]).toBe(true)
    await page.evaluate(async () => {
      for (let i = 0; i < 40; i++) {
        await window.batch.step()
        window.viewer.draw()
      }
      window.viewer.select(undefined)
    })
    expect((await colors()).map(isBlue)).toEqual(new Array(N).fill(true))
  })

  test('shows any source of states, such as recorded ones', async () => {
    await showBoxes()
    await page.evaluate((xml) => {
      const model = window.loadModel(xml)
      window.viewer.dispose()
      const terminated = Array.from({ length: 12 }, (_, i) => (i === 9 ? 1 : 0))
      const source = {
        n: 12,
        modelOf: () => model,
        data: (i: number, d: Parameters<BatchSim['data']>[1]) => {
          d!.qpos[0] = 0.01 * i
          return d!
        },
        result: { rewards: new Array(12).fill(0), terminated, truncated: [], errors: [] },
      }
      window.viewer = window.createBatchViewer(document.querySelector<HTMLElement>('#grid')!, source, {
        spacing: 1.5,
      })
    }, BOX)
    expect((await colors()).map(isOrange)).toEqual(Array.from({ length: N }, (_, i) => i === 9))
  })

  test('looks at an environment on a double click, and at all again on escape', async () => {
    await showBoxes()
    const all = await page.evaluate(() => window.viewer.camera)
    const { x, y } = await placeOf(8)
    await page.mouse.dblclick(x, y)
    expect(await page.evaluate(() => window.viewer.focused)).toBe(8)
    await settled()
    const close = await page.evaluate(() => window.viewer.camera)
    expect(close.distance).toBeLessThan(all.distance)
    const middle = await placeOf(8)
    expect([Math.abs(middle.x - 308) < 5, Math.abs(middle.y - 208) < 5]).toEqual([true, true])
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => [window.viewer.focused, window.viewer.selected])).toEqual([undefined, 8])
    expect(await page.evaluate(() => window.viewer.camera)).toEqual(all)
    await page.keyboard.press('Escape')
    expect(await selected()).toBeUndefined()
  })

  test('works by keyboard alone, and tells the page', async () => {
    await showBoxes()
    const log = await page.evaluateHandle(() => {
      const events: unknown[] = []
      window.viewer.on('select', (i) => events.push(`select ${i}`))
      window.viewer.on('focus', (i) => events.push(`focus ${i}`))
      return events
    })
    await page.locator('canvas').focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'Enter', 'Escape', 'Escape'])
      await page.keyboard.press(key)
    const columns = 4
    expect(await log.jsonValue()).toEqual([
      'select 0',
      'select 1',
      `select ${columns + 1}`,
      `select ${columns}`,
      `focus ${columns}`,
      'focus undefined',
      'select undefined',
    ])
  })

  test('draws at most as many environments as asked for', async () => {
    await showBoxes({ limit: 5 })
    expect(await page.evaluate(() => window.viewer.shown)).toBe(5)
    await expect(page.evaluate(() => window.viewer.select(5))).rejects.toThrow('expected an integer from 0 to 4')
  })

  test('rejects what is no batch, and bad options', async () => {
    await showBoxes()
    const create = (batch: string, options: object) =>
      page.evaluate(
        ([name, more]) => {
          const place = document.querySelector<HTMLElement>('#grid')!
          window.createBatchViewer(place, name === 'batch' ? window.batch : ({} as BatchSim), more)
        },
        [batch, options] as const,
      )
    await expect(create('nothing', {})).rejects.toThrow('a grid shows a BatchSim')
    await expect(create('batch', { limit: 0 })).rejects.toThrow("the option 'limit' is 0")
    await expect(create('batch', { spacing: -1 })).rejects.toThrow("the option 'spacing' is -1")
  })

  test('leaves nothing behind when it is disposed of', async () => {
    await showBoxes()
    await page.evaluate(() => window.viewer.dispose())
    expect(await page.evaluate(() => document.querySelector('#grid')!.childElementCount)).toBe(0)
    expect(await page.evaluate(async () => (await window.batch.step()).states.length)).toBe(2 * N)
  })
})

describe.skipIf(missing !== undefined)('the page of a batch', { timeout: 120_000 }, () => {
  const seconds = async () => Number.parseFloat((await page.getByLabel('Steps').textContent())!)
  const runs = () => expect.poll(seconds, { timeout: 60_000 }).toBeGreaterThan(0.05)

  test('runs environments in shared memory, under the strict policy of kinetree view', async () => {
    await open(`${view.url}?model=model/cartpole.xml&batch=9&reward=${encodeURIComponent('1 - abs(qpos[0])')}`)
    await runs()
    expect(await page.title()).toContain('9 × ')
    expect(await page.getByRole('toolbar').textContent()).toMatch(/9 environments, \d+ threads?, shared memory/)
    expect(errors).toEqual([])
  })

  test('runs them with messages on a site without isolation', async () => {
    await open(`${site.url}site/index.html?model=../models/cartpole.xml&batch=4`)
    await runs()
    expect(await page.getByRole('toolbar').textContent()).toContain('messages')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Play' }).waitFor()
    await page.waitForTimeout(300)
    const paused = await seconds()
    await page.getByRole('button', { name: 'Step' }).click()
    await expect.poll(seconds, { timeout: 30_000 }).toBeGreaterThan(paused)
    expect(errors).toEqual([])
  })

  test('is not loaded by the page of a single model', async () => {
    await open('about:blank')
    const files: string[] = []
    page.on('request', (request) => files.push(new URL(request.url()).pathname))
    await page.goto(`${view.url}?model=model/cartpole.xml`)
    await page.waitForFunction(() => document.title.includes('·'))
    await page.getByRole('button', { name: 'Play' }).waitFor()
    expect(files.some((file) => file.includes('index-'))).toBe(true)
    expect(files.filter((file) => /\/(batch|rollout)/.test(file))).toEqual([])
  })

  test.each([
    ['model=model/cartpole.xml&batch=0', '?batch=0 is not a number of environments'],
    ['model=model/cartpole.xml&batch=many', '?batch=many is not a number of environments'],
    ['batch=4', 'a batch needs a model'],
    ['model=model/nothing.xml&batch=4', 'cannot fetch'],
    ['model=model/cartpole.xml&batch=4&reward=height', 'height'],
  ])('says what is wrong with ?%s', async (query, message) => {
    await open(`${view.url}?${query}`)
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain(message)
  })
})
