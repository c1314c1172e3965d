import { ModelError } from '../../../core/model/errors.ts'
import { Builtin, ColorSpace, type TextureAttributes, TextureType } from '../schema/schemaAsset.ts'
import type { TextureSpec } from '../schema/spec.ts'
import { MemoryBudget } from '../text/memoryBudget.ts'
import { shown } from '../text/messageText.ts'
import type { LoadOptions } from '../text/modelFiles.ts'
import { type AssetFile, contentTypeOf, FileFault, findAsset, readAsset } from './assetPath.ts'
import { colorOf, FACES, paintBuiltin } from './builtinTexture.ts'
import { decodePng, type Picture, type PictureChannels, type PngSize, pngSize } from './png.ts'

/** What a `texture` element says → its pixels. */

export interface Texture {
  readonly name: string
  readonly type: number
  readonly colorspace: number
  readonly width: number
  /** Of all faces of a cube together, which lie one below the other. */
  readonly height: number
  readonly nchannel: number
  /** Number of bytes of its pixels. */
  readonly bytes: number
  /** Its pixels, row by row; or what paints them, which does not fail. */
  readonly pixels: Uint8Array | ((out: Uint8Array) => void)
  /** The file that was not there, in whose place the texture is a single gray pixel; undefined when all were. */
  readonly missing: string | undefined
}

/** Maximum number of bytes of one texture. */
const MAX_BYTES = 2 ** 28
const LAYOUT_SYMBOLS = 'RLUDFB'
const FACE_FILES = FACES.map((face) => `file${face}` as const)

/** @param memory what its pixels are taken from, once here and once in the model, before there are any */
export function compileTexture(asset: TextureSpec, options: LoadOptions, memory = new MemoryBudget()): Texture {
  const a = asset.attributes
  if (a.name === '' && a.type !== TextureType.skybox)
    throw new ModelError('a texture that is no skybox needs a name', { source: asset.source, expected: "a 'name'" })
  if (a.nchannel < 1) throw fault(asset, 'nchannel', 'a texture needs a channel', { found: `${a.nchannel}` })
  if (a.builtin !== Builtin.none) return builtin(asset, a, memory)

  const reader = new PictureReader(asset, a, options, memory)
  if (a.file !== '') return a.type === TextureType['2d'] ? flat(reader) : fromGrid(reader)
  if (a.type === TextureType['2d'])
    throw new ModelError('a flat texture needs a picture', { source: asset.source, expected: "'file' or 'builtin'" })
  return fromFaces(reader)
}

function builtin(asset: TextureSpec, a: TextureAttributes, memory: MemoryBudget): Texture {
  const faces = a.type === TextureType['2d'] ? 1 : 6
  const { width, nchannel } = a
  const height = faces === 6 ? width : a.height
  for (const [attribute, value] of [
    ['width', width],
    ['height', height],
  ] as const)
    if (value < 1) throw fault(asset, attribute, 'a painted texture needs a size', { found: `${value}` })
  const length = width * height * faces * nchannel
  if (Math.max(length, width * height * faces * 3) > MAX_BYTES)
    throw fault(asset, 'width', `a texture may have at most ${MAX_BYTES} bytes`, { found: `${length}` })
  memory.hold(length, 'pixels of textures', asset.source)
  if (nchannel !== 3) memory.check(3 * width * height * faces, 'pixels of textures', asset.source)
  const paint = (out: Uint8Array): void => {
    // colors are painted with three channels, whatever the texture says: the stream is cut or continued in black
    const colors = nchannel === 3 ? out : new Uint8Array(3 * width * height * faces)
    paintBuiltin(colors, a, width, height, faces)
    if (colors !== out) out.set(colors.subarray(0, length))
  }
  const { name, type, colorspace } = a
  const size = { width, height: height * faces, nchannel, bytes: length }
  return { name, type, colorspace, ...size, pixels: paint, missing: undefined }
}

function flat(reader: PictureReader): Texture {
  const { a } = reader
  const picture = reader.read('file')
  if (picture === undefined) return placeholder(a, a.file)
  return texture(a, picture.width, picture.height, picture.channels, picture.data, reader.colorspace(picture))
}

/** A cube from one picture: the same for all faces, or cut out of a grid. */
function fromGrid(reader: PictureReader): Texture {
  const { a, asset } = reader
  const [rows, columns] = a.gridsize as readonly [number, number]
  const layout = a.gridlayout === '' ? '.'.repeat(Math.max(0, Math.min(12, rows * columns))) : a.gridlayout
  if (rows < 1 || columns < 1 || rows * columns > 12 || layout.length !== rows * columns)
    throw fault(asset, 'gridlayout', 'the layout does not match the size of the grid', {
      expected: `rows times columns symbols, 12 at most; the grid is ${rows} by ${columns}`,
      found: shown(a.gridlayout),
    })
  const picture = reader.read('file')
  if (picture === undefined) return placeholder(a, a.file)
  const { width, height, channels } = picture
  const side = width / columns
  if (!Number.isInteger(side) || side * rows !== height)
    throw fault(asset, 'file', 'the faces of a cube must be square', {
      expected: `${rows} rows and ${columns} columns of square faces`,
      found: `a picture of ${width} by ${height} pixels`,
    })
  const colorspace = reader.colorspace(picture)
  if (rows === 1 && columns === 1) return texture(a, width, height, channels, picture.data, colorspace)

  const data = faceBackground(a, side, channels)
  for (let cell = 0; cell < layout.length; cell++) {
    const symbol = layout[cell]
    if (symbol === '.') continue
    const face = LAYOUT_SYMBOLS.indexOf(symbol)
    if (face < 0)
      throw fault(asset, 'gridlayout', 'unknown face', { expected: `one of .${LAYOUT_SYMBOLS}`, found: shown(symbol) })
    const column = side * (cell % columns)
    const row = side * Math.floor(cell / columns)
    for (let i = 0; i < side; i++) {
      const from = channels * ((row + i) * width + column)
      data.set(picture.data.subarray(from, from + channels * side), channels * side * (face * side + i))
    }
  }
  return texture(a, side, 6 * side, channels, data, colorspace)
}

/** A cube from a picture for each face. */
function fromFaces(reader: PictureReader): Texture {
  const { a, asset } = reader
  let side = 0
  let data: Uint8Array | undefined
  let colorspace: number = a.colorspace
  for (const [face, attribute] of FACE_FILES.entries()) {
    if (a[attribute] === '') continue
    const picture = reader.read(attribute)
    if (picture === undefined) return placeholder(a, a[attribute])
    const { width, height } = picture
    if (width !== height || (data !== undefined && width !== side))
      throw fault(asset, attribute, 'the faces of a cube must be square and equal in size', {
        ...(data === undefined ? {} : { expected: `${side} by ${side} pixels` }),
        found: `${width} by ${height} pixels`,
      })
    side = width
    data ??= faceBackground(a, side, a.nchannel)
    data.set(picture.data, a.nchannel * side * side * face)
    colorspace = reader.colorspace(picture)
  }
  if (data === undefined)
    throw new ModelError('a cube texture needs pictures', {
      source: asset.source,
      expected: "'builtin', 'file', or a file for at least one face",
    })
  return texture(a, side, 6 * side, a.nchannel, data, colorspace)
}

/** Six faces in the first color, for those that no picture covers. */
function faceBackground({ rgb1 }: TextureAttributes, side: number, channels: number): Uint8Array {
  const color = [...colorOf(rgb1), 255]
  const data = new Uint8Array(6 * side * side * channels)
  for (let i = 0; i < data.length; i++) data[i] = color[i % channels]
  return data
}

function texture(
  { name, type }: TextureAttributes,
  width: number,
  height: number,
  nchannel: number,
  data: Uint8Array,
  colorspace: number,
): Texture {
  return { name, type, colorspace, width, height, nchannel, bytes: data.length, pixels: data, missing: undefined }
}

/** A gray pixel in place of a file. */
function placeholder(a: TextureAttributes, missing: string): Texture {
  return { ...texture(a, 1, 1, 3, Uint8Array.of(204, 204, 204), a.colorspace), missing }
}

type FileAttribute = 'file' | (typeof FACE_FILES)[number]

/** Reads the pictures of one texture. */
class PictureReader {
  readonly asset: TextureSpec
  readonly a: TextureAttributes
  readonly #options: LoadOptions
  readonly #memory: MemoryBudget
  /** What was decoded so far, by path: faces of a cube may name the same file. */
  readonly #decoded = new Map<string, Picture>()

  constructor(asset: TextureSpec, a: TextureAttributes, options: LoadOptions, memory: MemoryBudget) {
    this.asset = asset
    this.a = a
    this.#options = options
    this.#memory = memory
  }

  /** The picture that an attribute names; undefined when it is not there and need not be. */
  read(attribute: FileAttribute): Picture | undefined {
    const { a, asset } = this
    const { files = {}, missingPictures } = this.#options
    const find = missingPictures === 'ignore' ? findAsset : readAsset
    const file = find(files, asset, attribute, a[attribute], 'texturedir')
    if (file === undefined) return undefined
    const type = contentTypeOf(a[attribute], a.content_type)
    if (type === 'image/ktx') return this.#container(attribute, file)
    if (type === 'image/png') return this.#png(attribute, file)
    throw fault(asset, attribute, 'unknown kind of picture', {
      expected: "a file that ends with .png or .ktx, or 'content_type' image/png or image/ktx",
      found: shown(type || a[attribute]),
    })
  }

  #png(attribute: FileAttribute, file: AssetFile): Picture {
    const { a, asset } = this
    const { nchannel } = a
    if (nchannel !== 1 && nchannel !== 3 && nchannel !== 4)
      throw fault(asset, 'nchannel', 'no picture has so many channels', { expected: '1, 3 or 4', found: `${nchannel}` })
    const known = this.#decoded.get(file.path)
    if (known) return known
    try {
      this.#reserve(pngSize(file.bytes))
      const picture = flipped(decodePng(file.bytes, nchannel as PictureChannels), a.hflip === 1, a.vflip === 1)
      this.#decoded.set(file.path, picture)
      return picture
    } catch (error) {
      if (!(error instanceof FileFault)) throw error
      throw fault(asset, attribute, `cannot read the picture '${file.path}': ${error.message}`)
    }
  }

  /** Rejects a picture by its header: its pixels and, for a cube, those of six faces. */
  #reserve({ width, height, rawBytes }: PngSize): void {
    const { a, asset } = this
    const { nchannel } = a
    const pixels = width * height * nchannel
    const bytes = a.type === TextureType['2d'] || a.file !== '' ? pixels : 6 * pixels
    if (this.#decoded.size === 0) this.#memory.hold(2 * bytes, 'pixels of textures', asset.source)
    this.#memory.check(2 * pixels + rawBytes, 'pictures of textures', asset.source)
  }

  /** KTX files hold what graphics hardware reads. They are kept as they are, as one row of bytes. */
  #container(attribute: FileAttribute, { bytes }: AssetFile): Picture {
    const { a, asset } = this
    if (a.hflip === 1 || a.vflip === 1) throw fault(asset, attribute, 'a KTX file cannot be flipped')
    if (a.type !== TextureType['2d']) throw fault(asset, attribute, 'a KTX file can only be a flat texture')
    if (bytes.length === 0) throw fault(asset, attribute, 'the file is empty')
    return { width: bytes.length, height: 1, channels: 1, data: bytes, srgb: false }
  }

  /** What the texture says, else what the picture says. */
  colorspace({ srgb }: Picture): number {
    if (this.a.colorspace !== ColorSpace.auto) return this.a.colorspace
    return srgb ? ColorSpace.sRGB : ColorSpace.linear
  }
}

function flipped(picture: Picture, horizontally: boolean, vertically: boolean): Picture {
  if (!horizontally && !vertically) return picture
  const { width, height, channels, data } = picture
  const result = new Uint8Array(data.length)
  for (let row = 0; row < height; row++) {
    const fromRow = vertically ? height - 1 - row : row
    for (let column = 0; column < width; column++) {
      const fromColumn = horizontally ? width - 1 - column : column
      for (let c = 0; c < channels; c++)
        result[channels * (row * width + column) + c] = data[channels * (fromRow * width + fromColumn) + c]
    }
  }
  return { ...picture, data: result }
}

function fault(
  { source }: TextureSpec,
  attribute: string,
  reason: string,
  details: { expected?: string; found?: string } = {},
): ModelError {
  return new ModelError(reason, { source, attribute, ...details })
}
