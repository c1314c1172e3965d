/**
 * Measures how much the page of the viewer does for each refresh of the screen while a crowd is simulated:
 * `npx tsx scripts/viewerFrames.ts [seconds]`. Needs a build.
 *
 * 22 humanoids play in real time. The work of a refresh is the processor time of the page's main thread, scripts as well as
 * layout, from one refresh to the next. Of interest is the share of refreshes with more than 16.7 ms of work, of which 60 a
 * second are then not possible. Processor time is what other programs on the machine do not change. WebGL is asked for no
 * pictures: a machine without a graphics card draws with the processor that the page needs, and would measure that.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { benchModels } from '../bench/scenes/models.ts'
import { packageFile } from '../bin/packageFile.ts'
import { startViewServer } from '../bin/viewServer.ts'
import { browserOrReason, SOFTWARE_GL } from '../test/package/browser.ts'

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
      if (refresh >= 0 && refresh < work.length) work[refresh]! += tdur / 1000
    }
  const states = events.filter(({ name }) => name === 'HandlePostMessage').length
  work.sort()
  const at = (share: number) => work[Math.min(work.length - 1, Math.floor(share * work.length))]!.toFixed(2)
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
