import { unzlibSync } from 'fflate'
import { FileFault } from './assetPath.ts'

/** One byte of compressed data can stand for at most so many. */
const MAX_RATIO = 1032

/**
 * Decompresses zlib data of a known length. Nothing larger than that is ever allocated, and nothing at all when the
 * data is too short to hold so much.
 */
export function inflate(data: Uint8Array, length: number): Uint8Array {
  if (length > MAX_RATIO * data.length) throw new FileFault('its compressed data is too short')
  const room = new Uint8Array(length + 1)
  const result = decompress(data, room)
  if (result.length !== length) {
    const relation = result.length < length ? 'shorter' : 'longer'
    throw new FileFault(`its data is ${relation} than its size says`)
  }
  if (adler32(result) !== checksumOf(data)) throw new FileFault('its compressed data is damaged: wrong checksum')
  return result
}

function decompress(data: Uint8Array, room: Uint8Array): Uint8Array {
  try {
    return unzlibSync(data, { out: room })
  } catch (error) {
    throw new FileFault(`its compressed data is damaged: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The last four bytes. */
function checksumOf(data: Uint8Array): number {
  return new DataView(data.buffer, data.byteOffset + data.length - 4).getUint32(0)
}

function adler32(data: Uint8Array): number {
  let a = 1
  let b = 0
  for (let start = 0; start < data.length; start += 3800) {
    const end = Math.min(start + 3800, data.length)
    for (let i = start; i < end; i++) {
      a += data[i]
      b += a
    }
    a %= 65521
    b %= 65521
  }
  return ((b << 16) | a) >>> 0
}
