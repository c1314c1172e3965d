import { watch } from 'node:fs'
import { readFile, realpath } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, relative, resolve, sep } from 'node:path'

/** What a server for the viewer serves. */
export interface ViewServerOptions {
  /** Folder of the built viewer. */
  readonly viewer: string
  /** The only other folder whose files are served: that of the model. */
  readonly folder: string
  /** 0: any port that is free. */
  readonly port: number
}

/** A server that is running. */
export interface ViewServer {
  readonly url: string
  close(): Promise<void>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml; charset=utf-8',
}

/** A page in the same process group as no other, so that it may share memory with its worker. */
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
} as const

/** Changes of files that come within this time, ms, are one change. */
const QUIET = 150

/**
 * Serves the viewer under `/` and the folder of a model under `/model/`, to this machine only. `/changes` says, as
 * server-sent events, when a file of the model has changed.
 */
export async function startViewServer({ viewer, folder, port }: ViewServerOptions): Promise<ViewServer> {
  const roots = { viewer: await realpath(viewer), folder: await realpath(folder) }
  const listeners = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    answer(request, response, roots, listeners).catch(() => refuse(response, 500, 'something went wrong'))
  })
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(roots.folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const listener of listeners) listener.write('event: change\ndata:\n\n')
    }, QUIET)
  })
  await listen(server, port)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      clearTimeout(timer)
      watcher.close()
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  roots: { readonly viewer: string; readonly folder: string },
  listeners: Set<ServerResponse>,
): Promise<void> {
  // a page from elsewhere must not reach this server under a name of its own
  const host = request.headers.host?.replace(/:\d+$/, '')
  if (host !== '127.0.0.1' && host !== 'localhost') return refuse(response, 403, 'this server is for this machine only')
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405, 'only GET is allowed')

  const path = pathOf(request.url ?? '/')
  if (path === undefined) return refuse(response, 400, 'not a path')
  if (path === '/changes') {
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/event-stream' }).write(':\n\n')
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
    return
  }
  const [root, rest] = path.startsWith('/model/')
    ? [roots.folder, path.slice('/model/'.length)]
    : [roots.viewer, path === '/' ? 'index.html' : path.slice(1)]
  const file = await fileWithin(root, rest)
  if (file === undefined) return refuse(response, 404, `there is no ${path}`)
  const body = await readFile(file)
  response.writeHead(200, {
    ...HEADERS,
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The path of an address, decoded; undefined where it is not one. */
function pathOf(url: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}

/** The real path of a file in a folder; undefined where there is none, or where it is outside, also by a link. */
async function fileWithin(root: string, path: string): Promise<string | undefined> {
  const asked = resolve(root, join('.', path))
  if (!isWithin(root, asked)) return undefined
  const real = await realpath(asked).catch(() => undefined)
  return real !== undefined && isWithin(root, real) && real !== root ? real : undefined
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !way.startsWith(sep)
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }).end(`${reason}\n`)
}
