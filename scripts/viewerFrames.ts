/**
 * Measures how much the page of the viewer does for a picture while a crowd is simulated: `npx tsx scripts/viewerFrames.ts
 * [seconds]`. Needs a build.
 *
 * 22 humanoids play in real time. For each refresh of the screen the time is added up that the page's own scripts take: what runs
 * before the picture, and what takes over states that arrive. Twice: as it is, and with WebGL asked for no pictures, which
 * leaves out the time in which the page waits for a renderer that draws with the processor. Of interest is the share of
 * refreshes with more than 16.7 ms of work, of which 60 a second are then not possible.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { benchModels } from '../bench/models.ts'
import { packageFile } from '../bin/packageFile.ts'
import { startViewServer } from '../bin/viewServer.ts'
import { browserOrReason, SOFTWARE_GL } from '../test/package/browser.ts'

/** A refresh of the screen at 60 a second, ms. */
const REFRESH = 1000 / 60

/** What a page notes. */
interface Notes {
  /** Work of each refresh, and time since the one before, ms. */
  readonly work: number[]
  readonly gaps: number[]
  /** States that have arrived. */
  states: number
}

async function frames(browser: Browser, url: string, seconds: number, isDrawing: boolean): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // tsx names functions with a helper that pages do not have
  await page.addInitScript('globalThis.__name = (f) => f')
  await page.addInitScript(watchWork)
  if (!isDrawing) await page.addInitScript(drawNothing)
  await page.goto(url)
  await page.waitForFunction(() => document.title.includes('·'))
  await page.getByRole('button', { name: 'Play' }).click()
  // compilers warm up
  await page.waitForTimeout(3000)
  await page.evaluate(() => (globalThis as unknown as { begin(): void }).begin())
  await page.waitForTimeout(1000 * seconds)
  const { work, gaps, states } = await page.evaluate(() => (globalThis as unknown as { notes: Notes }).notes)
  const factor = await page.getByLabel('Real time factor').textContent()
  await page.close()

  work.sort((a, b) => a - b)
  const at = (share: number) => work[Math.min(work.length - 1, Math.floor(share * work.length))]!.toFixed(2)
  const share = (count: number) => `${((100 * count) / work.length).toFixed(2)} %`
  console.log(isDrawing ? 'with pictures' : 'without pictures')
  console.log(`  refreshes                    ${work.length} in ${seconds} s, with ${states} states, ${factor}`)
  console.log(`  work of the page             ${at(0.5)} ms in the middle, ${at(0.99)} ms of 99 %, ${at(1)} ms at most`)
  console.log(`  more than 16.7 ms of work    ${share(work.filter((ms) => ms > REFRESH).length)}`)
  console.log(`  more than 25 ms between two  ${share(gaps.filter((ms) => ms > 1.5 * REFRESH).length)}`)
}

/** In the page: adds up what callbacks of frames and messages of workers take. */
function watchWork(): void {
  let notes: Notes = { work: [], gaps: [], states: 0 }
  let sum = 0
  let last = Number.NaN
  const timed =
    <A extends unknown[]>(run: (...args: A) => void) =>
    (...args: A) => {
      const start = performance.now()
      run(...args)
      sum += performance.now() - start
    }
  const request = globalThis.requestAnimationFrame.bind(globalThis)
  globalThis.requestAnimationFrame = (callback) => request(timed(callback))
  const listen = Worker.prototype.addEventListener
  Worker.prototype.addEventListener = function (this: Worker, type: string, listener: unknown, options?: unknown) {
    const handle = timed(listener as (event: Event) => void)
    const counted = (event: Event) => {
      notes.states++
      handle(event)
    }
    listen.call(this, type, counted as EventListener, options as AddEventListenerOptions)
  }
  const loop = (now: number) => {
    if (!Number.isNaN(last)) {
      notes.work.push(sum)
      notes.gaps.push(now - last)
    }
    sum = 0
    last = now
    request(loop)
  }
  Object.assign(globalThis, {
    begin() {
      notes = { work: [], gaps: [], states: 0 }
      Object.assign(globalThis, { notes })
    },
  })
  request(loop)
}

/** In the page: WebGL takes everything, and draws nothing. */
function drawNothing(): void {
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced', 'clear'] as const)
    Object.assign(WebGL2RenderingContext.prototype, { [name]() {} })
}

const seconds = Number(process.argv[2] ?? 10)
const { launch, missing } = browserOrReason()
if (!launch) throw new Error(missing)
const folder = mkdtempSync(join(tmpdir(), 'kinetree-frames-'))
writeFileSync(join(folder, 'crowd.xml'), benchModels().find(({ name }) => name === '22 humanoids')!.xml)
const server = await startViewServer({ viewer: packageFile('dist/viewer'), folder, port: 0 })
const browser = await launch(SOFTWARE_GL)
try {
  for (const isDrawing of [true, false])
    await frames(browser, `${server.url}?model=model/crowd.xml`, seconds, isDrawing)
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}
