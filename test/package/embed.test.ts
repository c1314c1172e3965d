import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Viewer } from '../../apps/viewer/embed/viewer.ts'
import type * as Kinetree from '../../src/index.ts'
import { browserOrReason, SOFTWARE_GL } from './browser.ts'
import { buildPages, colorCount, type PageServer, servePages } from './pages.ts'
import { Consumer, root } from './support.ts'

/** The embedded viewer: installed from the package, bundled by Vite, in pages without cross-origin isolation. */

const { launch, missing } = browserOrReason()

const BALL = `<mujoco model="ball">
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="2 2 .1" rgba=".3 .5 .3 1"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom size=".2" rgba=".8 .3 .2 1"/></body>
  </worldbody>
  <keyframe><key name="high" qpos="0 0 3 1 0 0 0"/></keyframe>
</mujoco>`

/** Examples of the guide: scripts of pages, and one page that needs no bundler. */
const guide = (page: string) => readFileSync(join(root, 'docs/guide', page), 'utf8')
const environmentBlocks = guide('environments.md').match(/^```ts\n(?:(?!^```).)*kinetree\/viewer.*?^```/gms) ?? []
const blocks = [
  ...[guide('embedding.md'), ...environmentBlocks].join('\n').matchAll(/^```(ts|tsx|html)\n(.*?)^```/gms),
].map(([, language = '', code = ''], i) => ({ name: `example${i + 1}`, language, code }))
const EXAMPLE = '<!doctype html><html><body><div id="viewer" style="height: 400px"></div></body></html>'

/** A page with aggressive styles. */
const PAGE = `<!doctype html>
<html><head><title>host</title><style>
  button { display: none !important; font-size: 40px; }
  div { color: rgb(1, 2, 3); text-align: right; line-height: 4; }
  .bar, .panel, .picture { display: none !important; }
  .place { width: 320px; height: 240px; }
</style></head>
<body><p id="text">text</p><input id="field"><div class="place" id="one"></div><div class="place" id="two"></div>
<script type="module" src="./plain.js"></script></body></html>`

const PLAIN = `
import { createViewer } from 'kinetree/viewer'
import * as kinetree from 'kinetree'
Object.assign(window, { createViewer, kinetree })`

const REACT_PAGE = `<!doctype html><html><body><div id="app"></div><script type="module" src="./react.js"></script></body></html>`

const REACT = `
import { createElement as h, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { KinetreeViewer } from 'kinetree/viewer/react'

const seen = (window.seen = { loads: [], frames: 0, playing: [], errors: [], viewer: undefined })
function App() {
  const [props, change] = useState({ model: window.ball, playing: false, panels: 'minimal' })
  window.change = (next) => change((before) => ({ ...before, ...next }))
  return h(KinetreeViewer, {
    ...props,
    ref: (viewer) => { seen.viewer = viewer },
    style: { height: 240 },
    onLoad: ({ model }) => seen.loads.push(model.names.model),
    onFrame: () => seen.frames++,
    onPlaying: (isPlaying) => seen.playing.push(isPlaying),
    onError: (failure) => seen.errors.push(failure.line),
  })
}
const root = createRoot(document.querySelector('#app'))
window.mount = (strict) => root.render(strict ? h(StrictMode, {}, h(App)) : h(App))
window.unmount = () => root.unmount()`

interface Host {
  createViewer: typeof import('../../apps/viewer/embed/viewer.ts').createViewer
  kinetree: typeof Kinetree
  one: Viewer
  two: Viewer
  ball: string
  change(props: object): void
  mount(strict: boolean): void
  unmount(): void
  seen: { loads: string[]; frames: number; playing: boolean[]; errors: number[]; viewer: Viewer | null }
  log: unknown[]
}
declare const window: Host & Window

let consumer: Consumer
let server: PageServer
let browser: Browser
let page: Page
const errors: string[] = []

beforeAll(async () => {
  if (!launch) return
  consumer = new Consumer()
  consumer.link('react', 'react-dom')
  consumer.write('plain.html', PAGE)
  consumer.write('plain.js', PLAIN)
  consumer.write('react.html', REACT_PAGE)
  consumer.write('react.js', REACT)
  for (const { name, language, code } of blocks) {
    if (language !== 'html') consumer.write(`${name}.${language}`, code)
    const script = `<script type="module" src="./${name}.${language}"></script></body>`
    consumer.write(`${name}.html`, language === 'html' ? code : EXAMPLE.replace('</body>', script))
  }
  const bundled = blocks.filter(({ language }) => language !== 'html').map(({ name }) => `${name}.html`)
  const built = await buildPages(consumer.folder, ['plain.html', 'react.html', ...bundled])
  cpSync(join(root, 'models'), join(built, 'models'), { recursive: true })
  server = await servePages({ built, models: join(root, 'models'), project: consumer.folder })
  browser = await launch(SOFTWARE_GL)
}, 120_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
  consumer?.remove()
})

async function open(name: string, folder = 'built'): Promise<void> {
  await page?.close()
  page = await browser.newPage({ viewport: { width: 500, height: 700 } })
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript((ball) => {
    window.ball = ball
    window.log = []
  }, BALL)
  await page.goto(`${server.url}${folder}/${name}.html`)
}

/** Creates two viewers, both with the ball. */
async function embedBoth(): Promise<void> {
  await open('plain')
  await page.waitForFunction(() => 'createViewer' in window)
  await page.evaluate(async () => {
    const make = (id: string) => window.createViewer(document.querySelector<HTMLElement>(id)!)
    Object.assign(window, { one: make('#one'), two: make('#two') })
    await Promise.all([window.one.load(window.ball), window.two.load(window.ball)])
  })
}

const times = () => page.evaluate(() => [window.one.data!.time, window.two.data!.time])

describe.skipIf(missing !== undefined)('the embedded viewer', { timeout: 120_000 }, () => {
  test('shows models in several elements, each with its own simulation', async () => {
    await embedBoth()
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
    for (const place of ['#one', '#two'])
      await expect.poll(() => colorCount(page, `${place} .kinetree-viewer`), { timeout: 30_000 }).toBeGreaterThan(5)
    await page.evaluate(() => window.one.play())
    await expect.poll(async () => (await times())[0], { timeout: 30_000 }).toBeGreaterThan(0.1)
    expect((await times())[1]).toBe(0)
    await page.evaluate(() => {
      window.one.pause()
      window.two.step(3)
    })
    await expect.poll(async () => (await times())[1], { timeout: 30_000 }).toBeCloseTo(0.006, 9)
  })

  test('simulates with kernels, and ends in the same state but for rounding', async () => {
    await open('plain')
    await page.waitForFunction(() => 'createViewer' in window)
    const states = await page.evaluate(async () => {
      const run = async (id: string, kernels: boolean) => {
        const viewer = window.createViewer(document.querySelector<HTMLElement>(id)!, { kernels })
        await viewer.load(window.ball)
        viewer.step(300)
        while (viewer.data!.time < 0.6 - 1e-9) await new Promise((resolve) => viewer.on('frame', resolve))
        const { data, kernels: status } = viewer
        return { qpos: [...data!.qpos], qvel: [...data!.qvel], active: status?.active }
      }
      return { with: await run('#one', true), without: await run('#two', false) }
    })
    for (const field of ['qpos', 'qvel'] as const)
      for (const [i, x] of states.with[field].entries()) expect(x).toBeCloseTo(states.without[field][i], 12)
    expect([states.with.active, states.without.active]).toEqual([true, undefined])
  })

  test('is isolated from the styles of the page, and the page from its styles', async () => {
    await embedBoth()
    expect(await page.getByRole('button', { name: 'Play' }).first().isVisible()).toBe(true)
    const look = await page.evaluate(() => {
      const inner = document.querySelector('#one .kinetree-viewer')!.shadowRoot!.querySelector('.kinetree')!
      const text = document.querySelector('#text')!
      return {
        align: getComputedStyle(inner).textAlign,
        color: getComputedStyle(inner).color,
        outside: getComputedStyle(text).fontSize,
        boxes: getComputedStyle(document.querySelector('#field')!).boxSizing,
        styles: document.styleSheets.length + document.adoptedStyleSheets.length,
      }
    })
    expect(look).toMatchObject({ align: 'start', outside: '16px', boxes: 'content-box', styles: 1 })
    expect(look.color).not.toBe('rgb(1, 2, 3)')
  })

  test('handles keys only while it has the focus', async () => {
    await embedBoth()
    await page.locator('#field').focus()
    await page.keyboard.press('Space')
    await page.locator('#text').click()
    await page.keyboard.press('Space')
    await page.locator('#two canvas').first().focus()
    await page.keyboard.press('Space')
    await expect.poll(() => page.evaluate(() => window.two.isPlaying), { timeout: 30_000 }).toBe(true)
    expect(await page.evaluate(() => window.one.isPlaying)).toBe(false)
    expect(await page.locator('#field').inputValue()).toBe(' ')
  })

  test('fills its element', async () => {
    await embedBoth()
    const size = () => page.locator('#one canvas').first().boundingBox()
    expect(await size()).toMatchObject({ width: 320, height: 240 })
    await page.evaluate(() => (document.querySelector<HTMLElement>('#one')!.style.width = '200px'))
    await expect.poll(size, { timeout: 30_000 }).toMatchObject({ width: 200, height: 240 })
  })

  test('emits events', async () => {
    await embedBoth()
    const log = await page.evaluate(async () => {
      const { one, log } = window
      one.on('load', ({ model }) => log.push(['load', model.names.model]))
      one.on('playing', (isPlaying) => log.push(['playing', isPlaying]))
      one.on('select', (selection) => log.push(['select', selection?.body]))
      one.on('error', ({ line, column, suggestion }) => log.push(['error', line, column, suggestion]))
      await one.load('<mujoco>\n<worldbody><geom typ="box"/></worldbody></mujoco>').catch(() => {})
      await one.load(window.ball.replace('"ball"', '"again"'))
      one.select('ball')
      one.select(undefined)
      const frames = new Promise((enough) => {
        let count = 0
        one.on('frame', () => ++count === 3 && enough(count))
      })
      one.play()
      await frames
      return log
    })
    expect(log).toEqual([
      ['error', 2, 18, "did you mean 'type'?"],
      ['load', 'again'],
      ['select', 1],
      ['select', undefined],
      ['playing', true],
    ])
  })

  test('keeps the current model when the next one has an error, and reports it', async () => {
    await embedBoth()
    await page.evaluate(() => window.one.load('<mujoco><nonsense/></mujoco>').catch(() => {}))
    expect(await page.locator('#one').getByRole('alert').textContent()).toContain('nonsense')
    await page.evaluate(() => window.one.play())
    await expect.poll(async () => (await times())[0], { timeout: 30_000 }).toBeGreaterThan(0)
  })

  test('loads addresses, files and texts; the newest request wins', async () => {
    await embedBoth()
    const names = await page.evaluate(async () => {
      const { one, ball } = window
      const names: unknown[] = []
      const load = async (model: Parameters<Viewer['load']>[0]) => names.push((await one.load(model)).model.names.model)
      await load('../models/humanoid.xml')
      await load(new URL('../models/chain.xml', location.href))
      await load({
        files: { 'a/scene.xml': '<mujoco model="files"><include file="b.xml"/></mujoco>', 'a/b.xml': ball },
      })
      await load({ xml: '<mujoco model="text"><include file="b.xml"/></mujoco>', files: { 'b.xml': ball } })
      const [first, second] = await Promise.allSettled([one.load('../models/humanoid.xml'), one.load(ball)])
      names.push(first!.status === 'rejected' && first.reason.name, second!.status, one.model!.names.model)
      names.push(await one.load({ files: { 'a.txt': 'x' } }).catch(String))
      return names
    })
    expect(names.slice(0, -1)).toEqual(['humanoid', 'chain', 'files', 'text', 'AbortError', 'fulfilled', 'ball'])
    expect(names.at(-1)).toContain('no model among these 1 files')
  })

  test('sets keyframes, states and cameras', async () => {
    await embedBoth()
    const seen = await page.evaluate(async () => {
      const { one } = window
      const next = () => new Promise((done) => one.on('frame', done))
      one.reset('high')
      await next()
      const high = one.data!.qpos[2]
      const state = one.state()!
      one.step(5)
      await next()
      const lower = one.data!.qpos[2]
      one.setState(state)
      await next()
      one.camera = { ...one.camera!, azimuth: 12, tracking: 1 }
      return { high, isLower: lower < 3, back: one.data!.qpos[2], camera: one.camera }
    })
    expect(seen).toMatchObject({ high: 3, isLower: true, back: 3, camera: { azimuth: 12, tracking: 1 } })
    await expect(page.evaluate(() => window.one.reset('nowhere'))).rejects.toThrow("no keyframe 'nowhere'")
  })

  test('shows a state that the page steps itself, without a worker', async () => {
    await open('plain')
    await page.waitForFunction(() => 'createViewer' in window)
    await page.evaluate(() => {
      const { loadModel, Data, forward, step } = window.kinetree
      const model = loadModel(window.ball)
      const data = new Data(model)
      forward(model, data)
      const one = window.createViewer(document.querySelector<HTMLElement>('#one')!, { theme: 'dark' })
      Object.assign(window, { one })
      one.show(model, data)
      let frames = 0
      const loop = () => {
        one.pull()
        for (let i = 0; i < 5; i++) step(model, data)
        one.draw()
        if (++frames < 20) requestAnimationFrame(loop)
      }
      loop()
    })
    await page.waitForFunction(() => window.one.data!.time > 0.19)
    await expect.poll(() => colorCount(page, '#one .kinetree-viewer'), { timeout: 30_000 }).toBeGreaterThan(5)
    expect(page.workers()).toHaveLength(0)
    for (const name of ['Play', 'Step', 'Reset'])
      expect(await page.locator('#one').getByRole('button', { name, exact: true }).isVisible()).toBe(false)
    expect(await page.evaluate(() => window.one.data!.qpos[2])).toBeLessThan(0.85)
    const frames = await page.evaluate(async () => {
      const refresh = () => new Promise(requestAnimationFrame)
      await refresh()
      let frames = 0
      window.one.on('frame', () => frames++)
      for (let i = 0; i < 100; i++) window.one.draw()
      await refresh()
      await refresh()
      return frames
    })
    expect(frames).toBe(1)
  })

  test('releases everything when it is disposed of', async () => {
    await embedBoth()
    expect(page.workers()).toHaveLength(2)
    const unfinished = await page.evaluate(() => {
      const loading = window.one.load('../models/humanoid.xml').catch((error) => error.name)
      window.one.dispose()
      window.two.dispose()
      return loading
    })
    expect(unfinished).toBe('AbortError')
    await expect.poll(() => page.workers().length, { timeout: 30_000 }).toBe(0)
    expect(await page.evaluate(() => document.querySelector('#one')!.childElementCount)).toBe(0)
    await page.evaluate(async () => {
      const one = window.createViewer(document.querySelector<HTMLElement>('#one')!, { panels: false, autoplay: true })
      Object.assign(window, { one })
      await one.load(window.ball)
    })
    await expect.poll(() => page.evaluate(() => window.one.data!.time), { timeout: 30_000 }).toBeGreaterThan(0)
    expect(await page.locator('#one').getByRole('button').count()).toBe(0)
  })

  test.each([false, true])('is a React component, strict mode: %s', async (strict) => {
    await open('react')
    await page.waitForFunction(() => 'mount' in window)
    await page.evaluate((isStrict) => window.mount(isStrict), strict)
    await page.waitForFunction(() => window.seen.loads.length > 0)
    await expect.poll(() => colorCount(page), { timeout: 30_000 }).toBeGreaterThan(5)
    expect(page.workers()).toHaveLength(1)
    await page.evaluate(() => window.change({ playing: true }))
    await page.waitForFunction(() => window.seen.viewer!.data!.time > 0.02)
    await page.evaluate(() => window.change({ playing: false, panels: false }))
    await page.waitForFunction(() => !window.seen.viewer!.isPlaying)
    await page.evaluate(() => window.change({ model: window.ball.replace('"ball"', '"second"') }))
    await page.waitForFunction(() => window.seen.loads.at(-1) === 'second')
    await page.evaluate(() => window.change({ model: '<mujoco>\n<nonsense/></mujoco>' }))
    await page.waitForFunction(() => window.seen.errors.length > 0)
    const { playing, errors } = await page.evaluate(() => window.seen)
    expect(playing).toEqual([true, false])
    expect(errors).toEqual([2])
    await page.evaluate(() => window.unmount())
    await expect.poll(() => page.workers().length, { timeout: 30_000 }).toBe(0)
    expect(await page.evaluate(() => window.seen.viewer)).toBe(null)
  })

  test.each(blocks)('runs the examples of the guide: $name, $language', async ({ name, language }) => {
    await open(name, language === 'html' ? 'project' : 'built')
    await expect.poll(() => colorCount(page), { timeout: 60_000 }).toBeGreaterThan(5)
  })

  test('records episodes of environments as the examples of the guide do: pictures, and a video', async () => {
    const started = async (code: RegExp) => {
      await open(blocks.find((block) => code.test(block.code))!.name)
      await page.waitForFunction(() => document.querySelectorAll('a, img').length > 0, undefined, { timeout: 60_000 })
    }
    await started(/RecordVideo/)
    await page.waitForFunction(() => [...document.images].every((image) => image.naturalWidth > 0))
    expect(await page.evaluate(() => document.images.length)).toBe(13)
    await started(/viewer\.record/)
    const bytes = await page.evaluate(async () => {
      const video = await (await fetch(document.querySelector('a')!.href)).arrayBuffer()
      return [video.byteLength, new DataView(video).getUint32(0)]
    })
    expect(bytes[0]).toBeGreaterThan(1000)
    // magic number of Matroska, the container of WebM
    expect(bytes[1]).toBe(0x1a45dfa3)
  })

  test('causes no errors in the browser', () => {
    expect(errors).toEqual([])
  })
})

test.runIf(missing !== undefined)('the embedded viewer is not tested', () => {
  console.log(`skipped: ${missing}`)
})
