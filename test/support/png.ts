import { deflateSync } from 'node:zlib'

/** Makes PNG files for tests, also odd and wrong ones. */

export interface PngParts {
  readonly width: number
  readonly height: number
  /** 0 gray, 2 color, 3 palette, 4 gray and alpha, 6 color and alpha. */
  readonly colorType?: number
  readonly depth?: number
  /** Rows with their filter bytes, before compression. */
  readonly rows: readonly (readonly number[])[]
  readonly interlaced?: boolean
  /** Chunks between the header and the data. */
  readonly chunks?: readonly (readonly [name: string, data: readonly number[]])[]
}

export function makePng({ width, height, colorType = 2, depth = 8, rows, interlaced, chunks = [] }: PngParts): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = depth
  header[9] = colorType
  header[12] = interlaced ? 1 : 0
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...chunks.map(([name, data]) => chunk(name, Buffer.from(data))),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture of 8 bits a channel whose bytes run from `start` upward. */
export function picture(width: number, height: number, start = 0, colorType = 2): Buffer {
  const samples = { 0: 1, 2: 3, 4: 2, 6: 4 }[colorType] ?? 0
  const bytes = width * samples
  const rows = Array.from({ length: height }, (_, row) => [
    0,
    ...Array.from({ length: bytes }, (__, i) => (start + row * bytes + i) % 256),
  ])
  return makePng({ width, height, colorType, rows })
}

function chunk(name: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(name, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(checksum(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** The cyclic redundancy check of PNG, bit by bit. */
function checksum(bytes: Buffer): number {
  let c = 0xffff_ffff
  for (const byte of bytes) {
    c ^= byte
    for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb8_8320 ^ (c >>> 1) : c >>> 1
  }
  return ~c >>> 0
}
