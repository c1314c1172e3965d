import { acos, asin } from '../../../core/math/functions.ts'
import { Builtin, Mark, type TextureAttributes } from '../schema/schemaAsset.ts'
import { Mersenne64 } from './mersenne.ts'

/** Built-in textures. */

/** Faces of a cube in the order in which they are stored, one below the other. */
export const FACES = ['right', 'left', 'up', 'down', 'front', 'back'] as const
const UP = FACES.indexOf('up')
const DOWN = FACES.indexOf('down')
const FRONT = FACES.indexOf('front')

/** Seed of the marks at random pixels, each texture for itself. */
const MARK_SEED = 42

type Rgb = readonly [number, number, number]

/** Pixels of one face, or of a flat picture. */
class Canvas {
  readonly width: number
  readonly height: number
  readonly #bytes: Uint8Array
  readonly #start: number

  constructor(bytes: Uint8Array, width: number, height: number, face: number) {
    this.#bytes = bytes
    this.width = width
    this.height = height
    this.#start = 3 * width * height * face
  }

  set(row: number, column: number, color: Rgb): void {
    const at = this.#start + 3 * (row * this.width + column)
    this.#bytes[at] = color[0]
    this.#bytes[at + 1] = color[1]
    this.#bytes[at + 2] = color[2]
  }

  /** Paints a rectangle: from the first row and column to before the second. */
  fill(color: Rgb, rows: readonly [number, number], columns: readonly [number, number]): void {
    if (rows[0] >= rows[1]) return
    for (let column = columns[0]; column < columns[1]; column++) this.set(rows[0], column, color)
    const from = this.#start + 3 * (rows[0] * this.width + columns[0])
    const to = from + 3 * (columns[1] - columns[0])
    for (let row = rows[0] + 1; row < rows[1]; row++)
      this.#bytes.copyWithin(from + 3 * this.width * (row - rows[0]), from, to)
  }

  /** Paints what another face of the same size has. */
  copy(other: Canvas): void {
    this.#bytes.copyWithin(this.#start, other.#start, other.#start + 3 * this.width * this.height)
  }

  fillAll(color: Rgb): void {
    this.fill(color, [0, this.height], [0, this.width])
  }
}

/**
 * Paints red, green and blue bytes, row by row, the six faces of a cube one below the other.
 * @param bytes room for all of them
 * @param height of a face
 */
export function paintBuiltin(
  bytes: Uint8Array,
  a: TextureAttributes,
  width: number,
  height: number,
  faces: 1 | 6,
): void {
  const canvases = Array.from({ length: faces }, (_, face) => new Canvas(bytes, width, height, face))
  canvases.forEach((canvas, face) => {
    switch (a.builtin) {
      case Builtin.gradient:
        // the sides are all alike
        if (face === 0 || face === UP || face === DOWN) paintGradient(canvas, a, faces === 6 ? face : undefined)
        else canvas.copy(canvases[0])
        break
      case Builtin.checker:
        // front and back start with the other color, so that edges of the cube meet in different ones
        paintChecker(canvas, face < FRONT ? colorOf(a.rgb1) : colorOf(a.rgb2), face < FRONT ? a.rgb2 : a.rgb1)
        break
      case Builtin.flat:
      case Builtin.none:
        canvas.fillAll(colorOf(face === DOWN ? a.rgb2 : a.rgb1))
        break
      default:
        a.builtin satisfies never
    }
  })
  paintMarks(canvases, a)
}

/**
 * A flat picture goes from the first color at the center to the second at the rim; a cube from the first at its
 * zenith to the second at its nadir, by elevation.
 */
function paintGradient(canvas: Canvas, { rgb1, rgb2 }: TextureAttributes, face: number | undefined): void {
  const { width, height } = canvas
  const halfPi = Math.PI / 2
  const color: [number, number, number] = [0, 0, 0]
  // left and right are alike, and so are top and bottom except at the sides of a cube
  const side = face !== undefined && face !== UP && face !== DOWN
  for (let row = 0; row < (side ? height : height / 2); row++) {
    for (let column = 0; column < width / 2; column++) {
      const x = (2 * column) / (width - 1) - 1
      const y = 1 - (2 * row) / (height - 1)
      const square = x * x + y * y
      let position: number
      if (face === undefined) position = 1 - 2 * Math.sqrt(square)
      else if (face === UP) position = 1 - acos(1 / Math.sqrt(1 + square)) / halfPi
      else if (face === DOWN) position = acos(1 / Math.sqrt(1 + square)) / halfPi - 1
      else position = asin(y / Math.sqrt(1 + square)) / halfPi
      blend(color, rgb1, rgb2, position)
      canvas.set(row, column, color)
      canvas.set(row, width - 1 - column, color)
      if (side) continue
      canvas.set(height - 1 - row, column, color)
      canvas.set(height - 1 - row, width - 1 - column, color)
    }
  }
}

/** Between two colors: all of the second at -1, all of the first at 1, along an S-shaped curve. */
function blend(out: number[], first: readonly number[], second: readonly number[], position: number): void {
  const curve = 0.5 * (1 + (position / Math.sqrt(1 + position * position)) * Math.SQRT2)
  // a picture one pixel wide has no position: all black
  const share = Number.isNaN(curve) ? Number.NaN : Math.min(1, Math.max(0, curve))
  for (let i = 0; i < 3; i++) out[i] = byteOf(share * first[i] + (1 - share) * second[i])
}

/** Two by two squares. */
function paintChecker(canvas: Canvas, first: Rgb, other: readonly number[]): void {
  const { width, height } = canvas
  const second = colorOf(other)
  const row = Math.floor(height / 2)
  const column = Math.floor(width / 2)
  canvas.fill(first, [0, row], [0, column])
  canvas.fill(second, [0, row], [column, width])
  canvas.fill(second, [row, height], [0, column])
  canvas.fill(first, [row, height], [column, width])
}

function paintMarks(canvases: readonly Canvas[], { mark, markrgb, random }: TextureAttributes): void {
  const color = colorOf(markrgb)
  const generator = mark === Mark.random ? new Mersenne64(MARK_SEED) : undefined
  for (const canvas of canvases) {
    const { width, height } = canvas
    if (mark === Mark.edge) {
      for (const row of [0, height - 1]) canvas.fill(color, [row, row + 1], [0, width])
      for (const column of [0, width - 1]) canvas.fill(color, [0, height], [column, column + 1])
    } else if (mark === Mark.cross) {
      const row = Math.floor(height / 2)
      const column = Math.floor(width / 2)
      canvas.fill(color, [row, row + 1], [0, width])
      canvas.fill(color, [0, height], [column, column + 1])
    } else if (generator !== undefined) {
      for (let row = 0; row < height; row++)
        for (let column = 0; column < width; column++) if (generator.uniform() < random) canvas.set(row, column, color)
    }
  }
}

export function colorOf(rgb: readonly number[]): Rgb {
  return [byteOf(rgb[0]), byteOf(rgb[1]), byteOf(rgb[2])]
}

/**
 * A share of full brightness as a byte. Shares outside of 0 to 1 come out as in the reference: negative ones as black.
 */
function byteOf(share: number): number {
  const value = 255 * share
  if (value >= 0 && value < 256) return value | 0
  return Math.min(Math.max(0, Math.trunc(255 * share) || 0), 2 ** 32 - 1) % 256
}
