import { createHash } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { FileWatch } from './fileWatch.ts'
import { fileWithin, pathWithin, sendFile } from './servedFile.ts'

/** Folders and port of a viewer server. */
export interface ViewServerOptions {
  /** Folder of the built viewer. */
  readonly viewer: string
  /** Folder of the model, the only other one that is served. */
  readonly folder: string
  /** 0 selects a free port. */
  readonly port: number
}

/** A running server. */
export interface ViewServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * Headers of cross-origin isolation: pages may share memory with their workers, and other origins may not read them.
 */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const

/** Host names of this machine that requests may have. */
const HOSTS = new Set(['127.0.0.1', 'localhost'])

/** Content security policy of a page: scripts of the viewer only, including its inline scripts by hash. */
function policyOf(page: string): string {
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    // models may have any URL
    'connect-src *',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** State of the server that requests use. */
interface Served {
  readonly headers: Readonly<Record<string, string>>
  readonly viewer: string
  readonly folder: string
  readonly listeners: Set<ServerResponse>
  readonly watch: FileWatch
}

/**
 * Serves the viewer under `/` and the folder of a model under `/model/`, to this machine only. `/changes` is a stream
 * of server-sent events, one for each change of a file that the page has requested.
 */
export async function startViewServer({ viewer, folder, port }: ViewServerOptions): Promise<ViewServer> {
  const listeners = new Set<ServerResponse>()
  const served: Served = {
    headers: { ...HEADERS, 'Content-Security-Policy': policyOf(await readFile(join(viewer, 'index.html'), 'utf8')) },
    viewer: await realpath(viewer),
    folder: await realpath(folder),
    listeners,
    watch: new FileWatch(() => {
      for (const listener of listeners) listener.write('event: change\ndata:\n\n')
    }),
  }
  const server = createServer((request, response) => {
    answer(request, response, served).catch(() => refuse(response, 500, 'something went wrong'))
  })
  await listen(server, port)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      served.watch.close()
      for (const listener of listeners) listener.end()
      server.closeAllConnections()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', done)
  })
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  // prevents DNS rebinding: another site must not reach this server by a host name that resolves to this machine
  const host = request.headers.host?.replace(/:\d+$/, '').toLowerCase()
  if (host === undefined || !HOSTS.has(host)) return refuse(response, 403, 'this server is for this machine only')
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(response, 405, 'only GET and HEAD are allowed', { Allow: 'GET, HEAD' })

  const path = pathOf(request.url ?? '/')
  if (path === undefined) return refuse(response, 400, 'not a path')
  if (path === '/changes') return tellChanges(request, response, served)

  const isModel = path.startsWith('/model/')
  const [root, rest] = isModel
    ? [served.folder, path.slice('/model/'.length)]
    : [served.viewer, path === '/' ? 'index.html' : path.slice(1)]
  const file = await fileWithin(root, rest)
  if (isModel) {
    // also a file that does not exist yet
    const asked = file ?? pathWithin(root, rest)
    if (asked !== undefined) served.watch.add(asked)
  }
  const isFixed = !isModel && path.startsWith('/assets/')
  if (file === undefined || !(await sendFile(request, response, file, { headers: served.headers, isFixed })))
    refuse(response, 404, `there is no ${path}`)
}

function tellChanges(request: IncomingMessage, response: ServerResponse, { headers, listeners }: Served): void {
  response.writeHead(200, { ...headers, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  response.write(':\n\n')
  listeners.add(response)
  response.on('close', () => listeners.delete(response))
}

/** The decoded path of a URL. Undefined if it is not valid. */
function pathOf(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}

function refuse(
  response: ServerResponse,
  status: number,
  reason: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const about = {
    ...HEADERS,
    'Content-Security-Policy': "default-src 'none'",
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  }
  response.writeHead(status, { ...about, ...headers }).end(`${reason}\n`)
}
