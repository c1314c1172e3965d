/**
 * Measures the time from the request of the page to the first picture of a model, in the built viewer and the browser
 * of this machine: `npx tsx scripts/measure/viewerStart.ts [model.xml] [runs] [folder of a built viewer …]`. Several
 * folders alternate.
 *
 * The server is warm. The browser has run, but not the viewer. The page takes the times itself, because observing a
 * page from outside slows it down. Times are those of the page's clock since the start of the navigation: scripts
 * loaded, picture submitted to WebGL, picture drawn. Without a graphics card the processor draws, and the first picture
 * is coarse and without shadows. The window has 1280 × 800 pixels, including its frame.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { packageFile } from '../../bin/packageFile.ts'
import { startViewServer, type ViewServer } from '../../bin/viewServer.ts'
import { BROWSER_ARGUMENTS, browserOrReason, findBrowser, SOFTWARE_GL } from '../../test/package/browser.ts'

/** Times of events, ms since the start of the navigation. */
interface Times {
  /** The last script of the page has come. */
  readonly scripts: number
  /** The picture has been handed to WebGL, and has been drawn. */
  readonly handed: number
  readonly drawn: number
  /** Bytes that came over the network. */
  readonly bytes: number
}

/** The browser starts, and opens its window, before anything is measured, ms. */
const SETTLE = 2500

/** A page that has drawn nothing after this long never will, s. */
const PATIENCE = 60

/** Another page, with text, controls and a triangle in WebGL: the browser has been in use, but not for the viewer. */
const ANOTHER_PAGE = `<!doctype html><title>Another</title><h1>Another page</h1><button>Button</button><input type=range>
<canvas></canvas><script>
  const gl = document.querySelector('canvas').getContext('webgl2')
  const program = gl.createProgram()
  for (const [type, main] of [
    [gl.VERTEX_SHADER, 'gl_Position = vec4(gl_VertexID % 2, gl_VertexID / 2, 0, 1);'],
    [gl.FRAGMENT_SHADER, 'color = vec4(1);'],
  ]) {
    const shader = gl.createShader(type)
    const out = type === gl.FRAGMENT_SHADER ? 'out vec4 color;' : ''
    gl.shaderSource(shader, '#version 300 es\\nprecision highp float;' + out + 'void main() {' + main + '}')
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  gl.useProgram(program)
  gl.drawArrays(gl.TRIANGLES, 0, 3)
  history.replaceState(null, '', '#drawn')
</script>`

/** In the page: notes when the first picture of a model is drawn. Then the address of the page says so. */
function watchDrawing(): void {
  let isWaiting = false
  let isOver = false
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'] as const) {
    const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void
    Object.assign(WebGL2RenderingContext.prototype, {
      [name](this: WebGL2RenderingContext, ...args: unknown[]) {
        original.apply(this, args)
        if (isWaiting || isOver) return
        isWaiting = true
        // when the task that draws is over
        queueMicrotask(() => {
          isWaiting = false
          // with a model, the page has its name
          if (!document.title.includes('·')) return
          isOver = true
          const handed = performance.now()
          this.readPixels(0, 0, 1, 1, this.RGBA, this.UNSIGNED_BYTE, new Uint8Array(4)) // waits for the picture
          const drawn = performance.now()
          const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
          const scripts = Math.max(
            ...resources.filter((each) => each.name.endsWith('.js')).map(({ responseEnd }) => responseEnd),
          )
          const bytes = resources.reduce((sum, { transferSize }) => sum + transferSize, 0)
          Object.assign(globalThis, { times: { scripts, handed, drawn, bytes } })
          history.replaceState(null, '', '#drawn')
        })
      },
    })
  }
}

/** A copy of a built viewer whose page takes its times. */
async function watched(viewer: string, temporary: string): Promise<string> {
  const folder = await mkdtemp(join(temporary, 'viewer-'))
  await cp(viewer, folder, { recursive: true })
  const page = join(folder, 'index.html')
  // tsx names functions with a helper that pages do not have
  const script = `<script>globalThis.__name=(f)=>f;(${watchDrawing})()</script>`
  await writeFile(page, (await readFile(page, 'utf8')).replace('<head>', `<head>${script}`))
  return folder
}

/** A browser with a profile of its own, in which tabs are opened without watching them. */
class FreshBrowser {
  readonly #process: ChildProcess
  readonly #endpoint: string

  private constructor(process: ChildProcess, endpoint: string) {
    this.#process = process
    this.#endpoint = endpoint
  }

  static async start(executable: string, profile: string): Promise<FreshBrowser> {
    const args = [...BROWSER_ARGUMENTS, ...SOFTWARE_GL, `--user-data-dir=${profile}`, '--remote-debugging-port=0']
    const child = spawn(executable, [...args, '--window-size=1280,800', 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const endpoint = await new Promise<string>((found, failed) => {
      child.on('exit', () => failed(new Error('the browser has ended')))
      child.stderr.on('data', (text: Buffer) => {
        const [, port] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(text.toString()) ?? []
        if (port) found(`http://127.0.0.1:${port}`)
      })
    })
    await sleep(SETTLE)
    return new FreshBrowser(child, endpoint)
  }

  /** Opens a page in a new tab, and waits until it has drawn. */
  async visit(url: string): Promise<Times> {
    const tab = (await (await fetch(`${this.#endpoint}/json/new?${url}`, { method: 'PUT' })).json()) as { id: string }
    for (let waited = 0; ; waited++) {
      if (waited === PATIENCE) throw new Error(`${url} has drawn nothing in ${PATIENCE} s`)
      await sleep(1000)
      const tabs = (await (await fetch(`${this.#endpoint}/json/list`)).json()) as { id: string; url: string }[]
      if (tabs.find(({ id }) => id === tab.id)?.url.endsWith('#drawn')) break
    }
    const watching = await chromium.connectOverCDP(this.#endpoint)
    const page = watching
      .contexts()[0]
      .pages()
      .find((each) => each.url().endsWith('#drawn'))!
    const times = await page.evaluate(() => (globalThis as unknown as { times: Times }).times)
    await page.close()
    await watching.close()
    await sleep(500)
    return times
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.on('exit', resolve))
    this.#process.kill()
    await ended
  }
}

function report(title: string, runs: readonly Times[]): void {
  const line = (name: string, read: (times: Times) => number, unit = 'ms') => {
    const values = runs.map(read).sort((a, b) => a - b)
    const [least, middle, most] = [values[0], values[values.length >> 1], values.at(-1)!].map((x) => x.toFixed(0))
    console.log(`  ${name.padEnd(28)} ${middle!.padStart(7)} ${unit}  (${least} to ${most})`)
  }
  console.log(title)
  line('scripts of the page', ({ scripts }) => scripts)
  line('picture handed to WebGL', ({ handed }) => handed)
  line('picture drawn', ({ drawn }) => drawn)
  line('over the network', ({ bytes }) => bytes / 1000, 'kB')
}

const [model = packageFile('models/humanoid.xml'), runs = '5', ...viewers] = process.argv.slice(2)
if (viewers.length === 0) viewers.push(packageFile('dist/viewer'))
const executable = findBrowser()
if (executable === undefined) throw new Error(browserOrReason().missing)
const another = createServer((_, response) => response.end(ANOTHER_PAGE)).listen(0, '127.0.0.1')
const temporary = await mkdtemp(join(tmpdir(), 'kinetree-'))
const measured: { viewer: string; server: ViewServer; first: Times[]; again: Times[] }[] = []
try {
  for (const viewer of viewers) {
    const folder = await watched(viewer, temporary)
    const server = await startViewServer({ viewer: folder, folder: dirname(resolve(model)), port: 0 })
    measured.push({ viewer, server, first: [], again: [] })
  }
  for (let run = 0; run <= Number(runs); run++)
    for (const { server, first, again } of measured) {
      const profile = await mkdtemp(join(temporary, 'profile-'))
      const browser = await FreshBrowser.start(executable, profile)
      const anotherUrl = `http://127.0.0.1:${(another.address() as AddressInfo).port}`
      for (let visit = 0; visit < 3; visit++) await browser.visit(anotherUrl)
      const url = `${server.url}?model=model/${encodeURIComponent(basename(model))}`
      const [one, , three] = [await browser.visit(url), await browser.visit(url), await browser.visit(url)]
      await browser.close()
      if (run === 0) continue // the server reads its files
      first.push(one)
      again.push(three)
    }
  for (const { viewer, first, again } of measured) {
    report(`${viewer}, first visit`, first)
    report(`${viewer}, third visit`, again)
  }
} finally {
  another.close()
  for (const { server } of measured) await server.close()
  await rm(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
