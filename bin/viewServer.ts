import { readFile, realpath } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { FileWatch } from './fileWatch.ts'
import { locate, sendFile } from './servedFile.ts'
import { hostsOf, INERT_HEADERS, MODEL_HEADERS, refusalOf, viewerHeaders } from './viewAccess.ts'

/** Folders and port of a viewer server. */
export interface ViewServerOptions {
  /** Folder of the built viewer. */
  readonly viewer: string
  /** Folder of the model, the only other one that is served. */
  readonly folder: string
  /** 0 selects a free port. */
  readonly port: number
  /** Whether pages may compile WebAssembly. @default false */
  readonly kernels?: boolean
}

/** A running server. */
export interface ViewServer {
  readonly url: string
  close(): Promise<void>
}

/** Most pages that are told about changes at the same time. */
const MAX_LISTENERS = 100

/** State of the server that requests use. */
interface Served {
  /** Headers of the viewer's files. */
  readonly headers: Readonly<Record<string, string>>
  readonly viewer: string
  readonly folder: string
  /** Names of this server that requests may have. */
  hosts: ReadonlySet<string>
  readonly listeners: Set<ServerResponse>
  readonly watch: FileWatch
}

/**
 * Serves the viewer under `/` and the folder of a model under `/model/`, to this machine only. `/changes` is a stream
 * of server-sent events, one for each change of a file that the page has requested.
 */
export async function startViewServer({
  viewer,
  folder,
  port,
  kernels = false,
}: ViewServerOptions): Promise<ViewServer> {
  const listeners = new Set<ServerResponse>()
  const root = await realpath(folder)
  const served: Served = {
    headers: viewerHeaders(await readFile(join(viewer, 'index.html'), 'utf8'), kernels),
    viewer: await realpath(viewer),
    folder: root,
    hosts: new Set(),
    listeners,
    watch: new FileWatch(root, () => {
      for (const listener of listeners) listener.write('event: change\ndata:\n\n')
    }),
  }
  const server = createServer((request, response) => {
    answer(request, response, served).catch(() => refuse(response, 500, 'something went wrong'))
  })
  await listen(server, port)
  const address = server.address() as AddressInfo
  served.hosts = hostsOf(address.port)
  return {
    url: `http://127.0.0.1:${address.port}/`,
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
  const path = pathOf(request.url ?? '/')
  const refusal = refusalOf(request, path ?? '', served.hosts)
  if (refusal !== undefined) return refuse(response, 403, refusal)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(response, 405, 'only GET and HEAD are allowed', { Allow: 'GET, HEAD' })
  if (path === undefined) return refuse(response, 400, 'not a path')
  if (path === '/changes') {
    if (served.listeners.size >= MAX_LISTENERS) return refuse(response, 503, 'too many pages')
    return tellChanges(request, response, served)
  }
  const isSent = await (path.startsWith('/model/')
    ? sendModelFile(request, response, path.slice('/model/'.length), served)
    : sendViewerFile(request, response, path === '/' ? 'index.html' : path.slice(1), served))
  if (!isSent) refuse(response, 404, `there is no ${path}`)
}

async function sendModelFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { folder, watch }: Served,
): Promise<boolean> {
  const file = await locate(folder, path)
  if (!file) return false
  // also a file that does not exist yet, and a link as well as its target
  watch.add(file.asked)
  if (file.real === undefined) return false
  if (file.real !== file.asked) watch.add(file.real)
  return sendFile(request, response, file.real, { headers: MODEL_HEADERS, isFixed: false, isData: true })
}

async function sendViewerFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  { viewer, headers }: Served,
): Promise<boolean> {
  const file = await locate(viewer, path)
  if (file?.real === undefined) return false
  return sendFile(request, response, file.real, { headers, isFixed: path.startsWith('assets/'), isData: false })
}

function tellChanges(request: IncomingMessage, response: ServerResponse, { listeners }: Served): void {
  response.writeHead(200, { ...INERT_HEADERS, 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
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
    ...INERT_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  }
  response.writeHead(status, { ...about, ...headers }).end(`${reason}\n`)
}
