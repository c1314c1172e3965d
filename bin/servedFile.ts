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

/** The real path of a file in a folder; undefined where there is none, or where it is outside, also by a link, or hidden. */
export async function fileWithin(root: string, path: string): Promise<string | undefined> {
  const asked = pathWithin(root, path)
  if (asked === undefined) return undefined
  const real = await realpath(asked).catch(() => undefined)
  return real !== undefined && isWithin(root, real) && real !== root ? real : undefined
}

/** Where a file of a folder would be; undefined where that is outside, or hidden. */
export function pathWithin(root: string, path: string): string | undefined {
  if (path.split(/[\\/]/).some((part) => part.startsWith('.'))) return undefined
  const asked = resolve(root, join('.', path))
  return isWithin(root, asked) ? asked : undefined
}

function isWithin(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** How a file is sent. */
export interface Sending {
  readonly headers: Readonly<Record<string, string>>
  /** Files that never change under their name, and are there compressed too: `name.br`. */
  readonly isFixed: boolean
}

/** Answers with a file, or with nothing new where the browser has it; false where it is not a file. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  sending: Sending,
): Promise<boolean> {
  // does not wait for somebody to write into a pipe
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
  // a file that grows meanwhile is sent as long as was said
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

/** The file in a form that the browser accepts: as it was packed when the viewer was built, or packed once now. */
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
