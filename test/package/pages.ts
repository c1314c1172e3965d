import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { root } from './support.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.xml': 'application/xml',
}

/** A server of files for a test. */
export interface PageServer {
  readonly url: string
  close(): void
}

/** Pages with these headers may share memory with their workers. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

/**
 * Serves folders by the first part of paths, with headers of the test's choice; by default without isolation of any
 * kind.
 * @param texts what else there is, by path
 */
export async function servePages(
  folders: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
  texts: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    const [, first = '', ...rest] = path.split('/')
    const folder = folders[first]
    const file = folder === undefined ? '' : join(folder, ...rest)
    const isFile = file !== '' && existsSync(file) && statSync(file).isFile()
    const content = texts[path] ?? (isFile ? readFileSync(file) : undefined)
    const type = path === '/' ? TYPES['.html'] : TYPES[extname(path)]
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain', ...headers })
    response.end(content ?? 'not here')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/**
 * Runs the built package in a page of a browser.
 * @param files scripts and models by path; `/run.js` exports a function `run`, whose result is given
 * @param headers by default those of pages that may share memory with workers
 */
export async function runInPage(
  browser: Browser,
  files: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = ISOLATED,
): Promise<unknown> {
  const folders = { dist: join(root, 'dist'), models: join(root, 'models') }
  const page = '<!doctype html><title>Kinetree</title>'
  const server = await servePages(folders, headers, { '/': page, ...files })
  try {
    const visit = await browser.newPage()
    await visit.goto(server.url)
    return await visit.evaluate(`import('/run.js').then(({ run }) => run())`)
  } finally {
    server.close()
  }
}

/** Builds pages of a project as its author would, with Vite and its defaults. */
export async function buildPages(folder: string, pages: readonly string[]): Promise<string> {
  const outDir = join(folder, 'built')
  await build({
    root: folder,
    base: './',
    configFile: false,
    logLevel: 'silent',
    build: { outDir, rolldownOptions: { input: pages.map((page) => join(folder, page)) } },
  })
  return outDir
}

/** Number of different colors in the picture of a viewer, with 4 bits per channel. */
export function colorCount(page: Page, viewer = '.kinetree-viewer'): Promise<number> {
  return page.evaluate((selector) => {
    const canvas = document.querySelector(selector)?.shadowRoot?.querySelector<HTMLCanvasElement>('.picture canvas')
    if (!canvas) return 0
    const copy = document.createElement('canvas')
    copy.width = canvas.width
    copy.height = canvas.height
    const pen = copy.getContext('2d')!
    pen.drawImage(canvas, 0, 0)
    const { data } = pen.getImageData(0, 0, copy.width, copy.height)
    const seen = new Set<number>()
    for (let i = 0; i < data.length; i += 4)
      seen.add(((data[i] >> 4) << 8) | ((data[i + 1] >> 4) << 4) | (data[i + 2] >> 4))
    return seen.size
  }, viewer)
}
