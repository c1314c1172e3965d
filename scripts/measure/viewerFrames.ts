/**
 * Measures the work of the viewer's page per frame while 22 humanoids run in real time:
 * `npx tsx scripts/measure/viewerFrames.ts [seconds]`. Needs a build.
 *
 * The work of a frame is the processor time of the page's main thread, scripts and layout, from one frame to the next.
 * Processor time does not depend on other programs of the machine. The result is the share of frames with more than
 * 16.7 ms of work, which miss 60 frames per second. WebGL draws nothing: without a graphics card, drawing would need
 * the same processor.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { benchModels } from '../../bench/scenes/models.ts'
import { packageFile } from '../../bin/packageFile.ts'
import { startViewServer } from '../../bin/viewServer.ts'
import { browserOrReason, SOFTWARE_GL } from '../../test/package/browser.ts'

/** A refresh of the screen at 60 a second, ms. */
const REFRESH = 1000 / 60

/** An event of a trace: times in µs, `tdur` that of the processor. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

async function frames(browser: Browser, url: string, seconds: number): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  // tsx names functions with a helper that pages do not have
  await page.addInitScript('globalThis.__name = (f) => f')
  await page.addInitScript(drawNothing)
  await page.addInitScript(markRefreshes)
  await page.goto(url)
  await page.waitForFunction(() => document.title.includes('·'))
  await page.getByRole('button', { name: 'Play' }).click()
  // compilers warm up
  await page.waitForTimeout(3000)
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] })
  await page.waitForTimeout(1000 * seconds)
  const factor = await page.getByLabel('Real time factor').textContent()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await page.close()

  const { pid, tid } = traceEvents.find(({ name }) => name === MARK)!
  const events = traceEvents.filter((each) => each.pid === pid && each.tid === tid)
  const marks = events.filter(({ name }) => name === MARK).map(({ ts }) => ts)
  const work = new Float64Array(marks.length - 1)
  for (const { name, ts, tdur = 0 } of events)
    if (name.endsWith('RunTask')) {
      const refresh = marks.findLastIndex((mark) => mark <= ts)
      if (refresh >= 0 && refresh < work.length) work[refresh] += tdur / 1000
    }
  const states = events.filter(({ name }) => name === 'HandlePostMessage').length
  work.sort()
  const at = (share: number) => work[Math.min(work.length - 1, Math.floor(share * work.length))].toFixed(2)
  const over = work.filter((ms) => ms > REFRESH).length
  console.log(`refreshes               ${work.length} in ${seconds} s, with ${states} states, ${factor}`)
  console.log(`work of the page        ${at(0.5)} ms in the middle, ${at(0.99)} ms of 99 %, ${at(1)} ms at most`)
  console.log(`over 16.7 ms of work    ${over}, that is ${((100 * over) / work.length).toFixed(2)} %`)
}

const MARK = 'refresh'

/** In the page: notes each refresh of the screen in the trace. */
function markRefreshes(): void {
  const loop = () => {
    performance.mark('refresh')
    performance.clearMarks('refresh')
    requestAnimationFrame(loop)
  }
  requestAnimationFrame(loop)
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
  await frames(browser, `${server.url}?model=model/crowd.xml`, seconds)
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}
