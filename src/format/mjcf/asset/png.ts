import { FileFault } from './assetPath.ts'
import { inflate } from './inflate.ts'

/** PNG bytes → 8-bit pixels, after the standard (https://www.w3.org/TR/png/). A library decompresses. */

export interface Picture {
  readonly width: number
  readonly height: number
  readonly channels: number
  /** Row by row from the top. */
  readonly data: Uint8Array
  /** The file says that its colors are sRGB. */
  readonly srgb: boolean
}

/** Gray; red, green, blue; or these with alpha. */
export type PictureChannels = 1 | 3 | 4

/** Maximum number of pixels of an image. */
const MAX_PIXELS = 2 ** 26

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const ColorType = { gray: 0, rgb: 2, palette: 3, grayAlpha: 4, rgba: 6 } as const
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** What the chunks before the pixels say. */
class Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colorType: number
  readonly interlaced: boolean
  /** Red, green, blue, alpha of each index. */
  palette: Uint8Array | undefined
  /** The color that is transparent, at the depth of the file. */
  transparent: readonly number[] | undefined
  srgb = false

  constructor(chunk: Uint8Array) {
    if (chunk.length !== 13) throw new FileFault('its header has a wrong length')
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length)
    this.width = view.getUint32(0)
    this.height = view.getUint32(4)
    this.depth = chunk[8]
    this.colorType = chunk[9]
    this.interlaced = chunk[12] === 1
    if (this.width === 0 || this.height === 0) throw new FileFault('it has no pixels')
    if (this.width * this.height > MAX_PIXELS)
      throw new FileFault(`it has ${this.width} by ${this.height} pixels, more than the ${MAX_PIXELS} allowed`)
    if (!DEPTHS[this.colorType]?.includes(this.depth))
      throw new FileFault(`PNG has no color type ${this.colorType} with ${this.depth} bits`)
    if (chunk[10] !== 0 || chunk[11] !== 0 || chunk[12] > 1) throw new FileFault('its header is not valid')
  }

  get samples(): number {
    return SAMPLES[this.colorType]
  }

  /** Bytes of a row of so many pixels. */
  rowBytes(pixels: number): number {
    return Math.ceil((pixels * this.samples * this.depth) / 8)
  }
}

/** What the header of a file says about its size, before anything is decompressed. */
export interface PngSize {
  readonly width: number
  readonly height: number
  /** Bytes of the decompressed rows. */
  readonly rawBytes: number
}

export function pngSize(bytes: Uint8Array): PngSize {
  const header = readHeader(bytes)
  const { width, height } = header
  return { width, height, rawBytes: height * (1 + header.rowBytes(width)) }
}

/** The header, which is the first chunk. */
function readHeader(bytes: Uint8Array): Header {
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) throw new FileFault('it is not a PNG file')
  if (bytes.length < 33) throw new FileFault('it ends too early')
  if (String.fromCharCode(...bytes.subarray(12, 16)) !== 'IHDR') throw new FileFault('it does not start with a header')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return new Header(bytes.subarray(16, 16 + Math.min(view.getUint32(8), bytes.length)))
}

export function decodePng(bytes: Uint8Array, channels: PictureChannels): Picture {
  const { header, data } = readChunks(bytes)
  const { width, height, srgb } = header
  const passes = passesOf(header)
  let length = 0
  for (const pass of passes) length += pass.height * (1 + header.rowBytes(pass.width))
  const raw = inflate(data, length)

  const pixels = new Uint8Array(width * height * channels)
  let at = 0
  for (const pass of passes) {
    const rowBytes = header.rowBytes(pass.width)
    unfilter(raw, at, rowBytes, pass.height, Math.max(1, (header.samples * header.depth) >> 3))
    for (let row = 0; row < pass.height; row++) {
      const target = ((pass.y + row * pass.dy) * width + pass.x) * channels
      copyRow(header, raw.subarray(at + 1, at + 1 + rowBytes), pass.width, pixels, target, pass.dx * channels, channels)
      at += 1 + rowBytes
    }
  }
  return { width, height, channels, data: pixels, srgb }
}

/** Walks through the chunks: each is a length, a name, so many bytes, and a checksum over name and bytes. */
function readChunks(bytes: Uint8Array): { header: Header; data: Uint8Array } {
  if (!SIGNATURE.every((byte, i) => bytes[i] === byte)) throw new FileFault('it is not a PNG file')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const data: Uint8Array[] = []
  let header: Header | undefined
  for (let at = SIGNATURE.length; ; ) {
    if (at + 12 > bytes.length) throw new FileFault('it ends too early')
    const length = view.getUint32(at)
    if (at + 12 + length > bytes.length) throw new FileFault('it ends too early')
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length))
      throw new FileFault(`its chunk ${JSON.stringify(name)} is damaged: wrong checksum`)
    at += 12 + length

    if (header === undefined) {
      if (name !== 'IHDR') throw new FileFault('it does not start with a header')
      header = new Header(chunk)
    } else if (name === 'IDAT') data.push(chunk)
    else if (name === 'IEND') return { header, data: joined(data) }
    else readChunk(header, name, chunk)
  }
}

function readChunk(header: Header, name: string, chunk: Uint8Array): void {
  switch (name) {
    case 'PLTE':
      header.palette = readPalette(chunk)
      break
    case 'tRNS':
      readTransparency(header, chunk)
      break
    case 'sRGB':
      header.srgb = true
      break
    default:
      // a capital first letter: no decoder may skip it
      if (/^[A-Z]/.test(name)) throw new FileFault(`its chunk ${JSON.stringify(name)} is unknown`)
  }
}

function readPalette(chunk: Uint8Array): Uint8Array {
  const count = chunk.length / 3
  if (!Number.isInteger(count) || count < 1 || count > 256) throw new FileFault('its palette has a wrong length')
  const palette = new Uint8Array(4 * count).fill(255)
  for (let i = 0; i < count; i++) palette.set(chunk.subarray(3 * i, 3 * i + 3), 4 * i)
  return palette
}

function readTransparency(header: Header, chunk: Uint8Array): void {
  const { colorType, palette } = header
  const fault = new FileFault('its transparent colors are not valid')
  if (colorType === ColorType.palette) {
    if (palette === undefined || chunk.length > palette.length / 4) throw fault
    for (let i = 0; i < chunk.length; i++) palette[4 * i + 3] = chunk[i]
  } else {
    const count = colorType === ColorType.gray ? 1 : colorType === ColorType.rgb ? 3 : -1
    if (chunk.length !== 2 * count) throw fault
    header.transparent = Array.from({ length: count }, (_, i) => (chunk[2 * i] << 8) | chunk[2 * i + 1])
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  if (whole.length === 0) throw new FileFault('it has no picture data')
  return whole
}

/** A picture inside the picture: every `dx`-th column from `x`, every `dy`-th row from `y`. */
interface Pass {
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
  readonly width: number
  readonly height: number
}

/** Starts and steps of the seven passes of an interlaced file (Adam7). */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function passesOf({ width, height, interlaced }: Header): Pass[] {
  if (!interlaced) return [{ x: 0, y: 0, dx: 1, dy: 1, width, height }]
  return ADAM7.map(([x, y, dx, dy]) => ({
    x,
    y,
    dx,
    dy,
    width: Math.ceil((width - x) / dx),
    height: Math.ceil((height - y) / dy),
  })).filter((pass) => pass.width > 0 && pass.height > 0)
}

/**
 * Each row starts with the number of a filter: what was subtracted from its bytes before compression. Here it is added
 * back.
 * @param pixel bytes from a pixel to the one on its left
 */
function unfilter(raw: Uint8Array, start: number, rowBytes: number, rows: number, pixel: number): void {
  let above = new Uint8Array(rowBytes)
  for (let row = 0; row < rows; row++) {
    const at = start + row * (rowBytes + 1)
    const bytes = raw.subarray(at + 1, at + 1 + rowBytes)
    unfilterRow(raw[at], bytes, above, Math.min(pixel, rowBytes))
    above = bytes as Uint8Array<ArrayBuffer>
  }
}

/**
 * Filters: 0 nothing; 1 the byte one pixel to the left; 2 the byte above; 3 their mean; 4 the one of left, above and
 * corner (above left) that is nearest to left + above - corner. Left of the first pixel all is 0.
 */
function unfilterRow(filter: number, bytes: Uint8Array, above: Uint8Array, pixel: number): void {
  const { length } = bytes
  switch (filter) {
    case 0:
      return
    case 1:
      for (let i = pixel; i < length; i++) bytes[i] += bytes[i - pixel]
      return
    case 2:
      for (let i = 0; i < length; i++) bytes[i] += above[i]
      return
    case 3:
      for (let i = 0; i < pixel; i++) bytes[i] += above[i] >> 1
      for (let i = pixel; i < length; i++) bytes[i] += (bytes[i - pixel] + above[i]) >> 1
      return
    case 4:
      for (let i = 0; i < pixel; i++) bytes[i] += above[i]
      for (let i = pixel; i < length; i++) bytes[i] += nearest(bytes[i - pixel], above[i], above[i - pixel])
      return
    default:
      throw new FileFault(`it has a row with the unknown filter ${filter}`)
  }
}

function nearest(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner)
  const toUp = Math.abs(left - corner)
  const toCorner = Math.abs(left + up - 2 * corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** Converts a row. Of 16 bits the upper 8 stay; gray of fewer bits is stretched; of color as gray the red stays. */
function copyRow(
  header: Header,
  row: Uint8Array,
  count: number,
  out: Uint8Array,
  target: number,
  step: number,
  channels: PictureChannels,
): void {
  const { colorType, depth, samples, palette, transparent } = header
  if (depth === 8 && samples >= 3 && channels === 3) {
    copyColors(row, count, samples, out, target, step)
    return
  }
  const bytes = depth === 16 ? 2 : 1
  const most = 2 ** Math.min(depth, 8) - 1
  for (let i = 0; i < count; i++) {
    const at = i * samples * bytes
    let r: number
    let g: number
    let b: number
    let a = 255
    if (depth < 8) {
      const bit = i * depth
      const value = (row[bit >> 3] >> (8 - depth - (bit & 7))) & most
      r = g = b = value
      if (colorType === ColorType.gray) {
        r = g = b = (value * 255) / most
        if (transparent !== undefined && value === transparent[0]) a = 0
      }
    } else {
      const color = samples > 2
      r = row[at]
      g = color ? row[at + bytes] : r
      b = color ? row[at + 2 * bytes] : r
      if (samples === 4 || samples === 2) a = row[at + (samples - 1) * bytes]
      else if (transparent !== undefined && isTransparent(row, at, bytes, transparent)) a = 0
    }
    if (colorType === ColorType.palette) {
      if (palette === undefined) throw new FileFault('it has no palette')
      // indices beyond the palette are black
      const index = 4 * r
      const known = index < palette.length
      r = known ? palette[index] : 0
      g = known ? palette[index + 1] : 0
      b = known ? palette[index + 2] : 0
      a = known ? palette[index + 3] : 255
    }
    const to = target + i * step
    out[to] = r
    if (channels >= 3) {
      out[to + 1] = g
      out[to + 2] = b
    }
    if (channels === 4) out[to + 3] = a
  }
}

/** The most frequent case: three 8-bit channels, copied. */
function copyColors(
  row: Uint8Array,
  count: number,
  samples: number,
  out: Uint8Array,
  target: number,
  step: number,
): void {
  if (samples === 3 && step === 3) {
    out.set(row, target)
    return
  }
  for (let i = 0; i < count; i++) {
    const to = target + i * step
    out[to] = row[samples * i]
    out[to + 1] = row[samples * i + 1]
    out[to + 2] = row[samples * i + 2]
  }
}

function isTransparent(row: Uint8Array, at: number, bytes: number, transparent: readonly number[]): boolean {
  return transparent.every((value, i) => {
    const sample = at + i * bytes
    return value === (bytes === 2 ? (row[sample] << 8) | row[sample + 1] : row[sample])
  })
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let c = byte
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb8_8320 ^ (c >>> 1) : c >>> 1
  return c
})

function crc32(bytes: Uint8Array): number {
  let c = 0xffff_ffff
  for (let i = 0; i < bytes.length; i++) c = CRC_TABLE[(c ^ bytes[i]) & 255] ^ (c >>> 8)
  return (c ^ 0xffff_ffff) >>> 0
}
