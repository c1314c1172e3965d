import { constants, type FileHandle, open, readFile, realpath } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Types of the viewer's files. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** Longest name and longest path of a file, characters. */
const MAX_NAME = 255
const MAX_PATH = 1024

/** A file of a folder. */
export interface Located {
  /** Its path in the folder, which may lead over links. */
  readonly asked: string
  /** Its real path. Undefined if it does not exist. */
  readonly real: string | undefined
}

/**
 * Finds a file in a folder. Undefined if it is hidden or outside, also by a link.
 * @param root real path of the folder
 */
export async function locate(root: string, path: string): Promise<Located | undefined> {
  if (path.length > MAX_PATH) return undefined
  const parts = path.split(/[\\/]/)
  if (parts.some((part) => part.startsWith('.') || part.length > MAX_NAME)) return undefined
  const asked = resolve(root, join('.', path))
  if (!isVisible(root, asked)) return undefined
  const real = await realpath(asked).catch(() => undefined)
  if (real !== undefined) return isVisible(root, real) && real !== root ? { asked, real } : undefined
  const folder = await existingFolder(asked)
  return folder === root || isVisible(root, folder) ? { asked, real } : undefined
}

/** Real path of the nearest folder above a file that exists. */
async function existingFolder(file: string): Promise<string> {
  const folder = dirname(file)
  const real = await realpath(folder).catch(() => undefined)
  return real ?? (folder === file ? folder : existingFolder(folder))
}

/** Whether a path is in a folder, and no part of it below the folder is hidden. */
function isVisible(root: string, path: string): boolean {
  const way = relative(root, path)
  // also `..`
  return !isAbsolute(way) && !way.split(sep).some((part) => part.startsWith('.'))
}

/** How to send a file. */
export interface Sending {
  readonly headers: Readonly<Record<string, string>>
  /** The file never changes under its name, and has a compressed copy `name.br`. */
  readonly isFixed: boolean
  /** The file is data, whatever its name says. */
  readonly isData: boolean
}

/** Sends a file, or `304 Not Modified` if the browser has it. Returns false if it is not a regular file. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  sending: Sending,
): Promise<boolean> {
  // opening a named pipe must not wait for a writer; the real path of a file is no link
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
  const handle = await open(file, flags)
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
  { headers, isFixed, isData }: Sending,
): Promise<boolean> {
  const stats = await handle.stat()
  if (!stats.isFile()) return false

  const tag = `"${stats.mtimeMs.toString(36)}-${stats.size.toString(36)}"`
  const about: Record<string, string> = {
    ...headers,
    'Content-Type': (isData ? undefined : TYPES[extname(file).toLowerCase()]) ?? 'application/octet-stream',
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
