/**
 * Measures how long the built viewer takes, in the browser of this machine, from asking for the page to the first picture of a
 * model: `npx tsx scripts/viewerFirstFrame.ts [model.xml]`. The server is warm; the browser has nothing of the page yet, and, in
 * a second visit, all of it. Times are those of the page's own clock, from the start of the navigation: until the model is
 * there, until its picture has been handed to WebGL, and until WebGL has drawn it, which on a machine without a graphics card is
 * the time of the processor.
 */
import { basename, dirname, resolve } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { packageFile } from '../bin/packageFile.ts'
import { startViewServer } from '../bin/viewServer.ts'
import { browserOrReason, SOFTWARE_GL } from '../test/package/browser.ts'

/** When things happened, ms after the start of the navigation. */
interface Times {
  /** The page's script has begun. */
  readonly script: number
  /** The model has come from the worker. */
  readonly model: number
  /** The picture has been handed to WebGL, and has been drawn. */
  readonly handed: number
  readonly drawn: number
  /** Bytes that came over the network. */
  readonly bytes: number
}

const RUNS = 5

async function measure(browser: Browser, url: string): Promise<void> {
  const cold: Times[] = []
  const warm: Times[] = []
  await visit(await browser.newContext(), url) // the server reads its files, the browser its own
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    cold.push(await visit(context, url))
    warm.push(await visit(context, url))
    await context.close()
  }
  report('nothing cached', cold)
  report('all cached', warm)
}

async function visit(context: BrowserContext, url: string): Promise<Times> {
  const page = await context.newPage()
  // tsx names functions with a helper that pages do not have
  await page.addInitScript('globalThis.__name = (f) => f')
  await page.addInitScript(watchDrawing)
  await page.goto(url)
  const times = await page.waitForFunction(() => {
    const { handed, drawn } = globalThis as unknown as { handed?: number; drawn?: number }
    if (handed === undefined || drawn === undefined || !document.title.includes('·')) return false
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const ends = (name: RegExp) => resources.filter((each) => name.test(each.name)).map((each) => each.responseEnd)
    return {
      script: Math.max(...ends(/\.js$/)),
      model: (globalThis as unknown as { titled: number }).titled,
      handed,
      drawn,
      bytes: resources.reduce((sum, each) => sum + each.transferSize, 0),
    }
  })
  const result = (await times.jsonValue()) as Times
  await page.close()
  return result
}

/** In the page: notes when the title names a model, and when something is drawn after that. */
function watchDrawing(): void {
  const notes = globalThis as unknown as { titled?: number; handed?: number; drawn?: number }
  new MutationObserver((_, observer) => {
    if (!document.title.includes('·')) return
    notes.titled = performance.now()
    observer.disconnect()
  }).observe(document, { subtree: true, childList: true })
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'] as const) {
    const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void
    Object.assign(WebGL2RenderingContext.prototype, {
      [name](this: WebGL2RenderingContext, ...args: unknown[]) {
        original.apply(this, args)
        if (notes.handed !== undefined) return
        notes.handed = 0
        // when the task that draws is over
        queueMicrotask(() => {
          notes.handed = performance.now()
          this.readPixels(0, 0, 1, 1, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(4)) // waits for the picture
          notes.drawn = performance.now()
        })
      },
    })
  }
}

function report(title: string, runs: readonly Times[]): void {
  const line = (name: string, read: (times: Times) => number, unit = 'ms') => {
    const values = runs.map(read).sort((a, b) => a - b)
    const [least, middle, most] = [values[0]!, values[values.length >> 1]!, values.at(-1)!]
    console.log(
      `  ${name.padEnd(28)} ${middle.toFixed(0).padStart(7)} ${unit}  (${least.toFixed(0)} to ${most.toFixed(0)})`,
    )
  }
  console.log(title)
  line('scripts of the page', ({ script }) => script)
  line('model', ({ model }) => model)
  line('picture handed to WebGL', ({ handed }) => handed)
  line('picture drawn', ({ drawn }) => drawn)
  line('over the network', ({ bytes }) => bytes / 1000, 'kB')
}

const [model = packageFile('models/humanoid.xml')] = process.argv.slice(2)
const { launch, missing } = browserOrReason()
if (!launch) throw new Error(missing)
const folder = dirname(resolve(model))
const server = await startViewServer({ viewer: packageFile('dist/viewer'), folder, port: 0 })
const browser = await launch(SOFTWARE_GL)
try {
  await measure(browser, `${server.url}?model=model/${encodeURIComponent(basename(model))}`)
} finally {
  await browser.close()
  await server.close()
}
