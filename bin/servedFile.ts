import { constants, type FileHandle, open, readFile, realpath } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml; charset=utf-8',
  '.urdf': 'application/xml; charset=utf-8',
}

/** The real path of a file in a folder. Undefined if it does not exist, is hidden, or is outside, also by a link. */
export async function fileWithin(root: string, path: string): Promise<string | undefined> {
  const asked = pathWithin(root, path)
  if (asked === undefined) return undefined
  const real = await realpath(asked).catch(() => undefined)
  return real !== undefined && isWithin(root, real) && real !== root ? real : undefined
}

/** The path that a file of a folder would have. Undefined if that is outside or hidden. */
export function pathWithin(root: string, path: string): string | undefined {
  if (path.split(/[\\/]/).some((part) => part.startsWith('.'))) return undefined
  const asked = resolve(root, join('.', path))
  return isWithin(root, asked) ? asked : undefined
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** How to send a file. */
export interface Sending {
  readonly headers: Readonly<Record<string, string>>
  /** The file never changes under its name, and has a compressed copy `name.br`. */
  readonly isFixed: boolean
}

/** Sends a file, or `304 Not Modified` if the browser has it. Returns false if it is not a regular file. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  sending: Sending,
): Promise<boolean> {
  // opening a named pipe must not wait for a writer
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    return await sendOpened(request, response, file, handle, sending)
  } finally {
    await handle.close()
  }
}

async function sendOpened(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  handle: FileHandle,
  { headers, isFixed }: Sending,
): Promise<boolean> {
  const stats = await handle.stat()
  if (!stats.isFile()) return false

  const tag = `"${stats.mtimeMs.toString(36)}-${stats.size.toString(36)}"`
  const about: Record<string, string> = {
    ...headers,
    'Content-Type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream',
    'Cache-Control': isFixed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
  }
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, about).end()
    return true
  }
  const packed = isFixed ? await compressed(file, tag, request.headers['accept-encoding']) : undefined
  if (packed) Object.assign(about, { 'Content-Encoding': packed.encoding, Vary: 'Accept-Encoding' })
  response.writeHead(200, { ...about, 'Content-Length': packed?.body.length ?? stats.size })
  if (request.method === 'HEAD') response.end()
  else if (packed) response.end(packed.body)
  // sends the announced length, even if the file grows meanwhile
  else if (stats.size === 0) response.end()
  else await pipeline(handle.createReadStream({ end: stats.size - 1, autoClose: false }), response)
  return true
}

interface Packed {
  readonly encoding: 'br' | 'gzip'
  readonly body: Buffer
}

const zipped = new Map<string, Promise<Buffer>>()
const gzipped = promisify(gzip)

/** The file in an encoding that the browser accepts: compressed by the build of the viewer, or compressed now. */
async function compressed(file: string, tag: string, accepted: string | string[] = ''): Promise<Packed | undefined> {
  const encodings = String(accepted)
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.replace(/;.*/, '').trim())
  if (encodings.includes('br')) {
    const body = await readFile(`${file}.br`).catch(() => undefined)
    if (body) return { encoding: 'br', body }
  }
  if (!encodings.includes('gzip')) return undefined
  const key = `${file} ${tag}`
  let body = zipped.get(key)
  if (!body) zipped.set(key, (body = readFile(file).then((bytes) => gzipped(bytes))))
  return { encoding: 'gzip', body: await body }
}
