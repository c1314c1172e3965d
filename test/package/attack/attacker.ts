import { createHash } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'

/** A server of an attack. */
export interface AttackServer {
  readonly url: string
  readonly port: number
  close(): void
}

async function listening(server: Server): Promise<AttackServer> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The site of an attacker: an empty page, and a record of everything that is sent to it. */
export interface Sink extends AttackServer {
  /** Paths and queries of requests for anything but the page. */
  readonly received: string[]
}

export async function startSink(): Promise<Sink> {
  const received: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://sink')
    if (pathname !== '/' && pathname !== '/favicon.ico') {
      received.push(decodeURIComponent(request.url ?? ''))
    }
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' })
    response.end('<!doctype html><title>attacker</title><body>')
  })
  server.on('upgrade', ({ url }, socket) => {
    received.push(url ?? '')
    socket.destroy()
  })
  return { ...(await listening(server)), received }
}

/** Headers that guard an answer. */
const GUARDS = [
  'content-security-policy',
  'content-disposition',
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'cross-origin-resource-policy',
  'x-content-type-options',
  'referrer-policy',
]

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.htm': 'text/html',
  '.xhtml': 'application/xhtml+xml',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml',
  '.urdf': 'application/xml',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
}

/**
 * The same server with all its guards removed: it answers to any name and any page, and guards no answer. An attack
 * that fails here says nothing about the server.
 */
export async function startUnguarded(port: number): Promise<AttackServer> {
  const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  const forward = (asked: IncomingMessage, response: ServerResponse): void => {
    if (asked.method === 'OPTIONS') {
      response.writeHead(204, open).end()
      return
    }
    const path = asked.url ?? '/'
    request({ host: '127.0.0.1', port, path, headers: { host: `127.0.0.1:${port}` } }, (answer) => {
      const headers: OutgoingHttpHeaders = { ...answer.headers, ...open }
      for (const guard of GUARDS) delete headers[guard]
      const type = TYPES[extname(path)]
      if (path.startsWith('/model/') && type !== undefined) headers['content-type'] = type
      response.writeHead(answer.statusCode ?? 500, headers)
      answer.pipe(response)
    })
      .on('error', () => response.destroy())
      .end()
  }
  const server = createServer(forward)
  server.on('upgrade', ({ headers }, socket) => {
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    socket.write(`${[...lines, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`)
    socket.on('error', () => {})
  })
  return listening(server)
}
