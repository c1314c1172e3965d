import { type Palette, palette, short } from './format.ts'

/** Dots of a braille character by column (0, 1) and row (0 to 3), as bits above U+2800. */
const DOT = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const

const LABEL_WIDTH = 8

export interface PlotOptions {
  readonly title: string
  /** Total width, in characters. */
  readonly width: number
  /** Height of the curve, in lines. */
  readonly height: number
  readonly paint?: Palette
}

/**
 * A curve in braille dots, each character two dots wide and four high, with its range at the left and the range of
 * x below. Every line is `width` characters long.
 *
 *     height of the center of mass, m
 *       0.957 ┤⠉⠉⠢⣀
 *             │    ⠑⢄
 *       0.166 ┤      ⠉⠒⠤⣀⣀
 *              0        10 s
 */
export function plot(xs: readonly number[], ys: readonly number[], options: PlotOptions): string[] {
  const { title, width, height, paint = palette(false) } = options
  const columns = Math.max(4, width - LABEL_WIDTH - 2)
  const [bottom, top] = niceRange(ys)
  const cells = draw(xs, ys, columns, height, bottom, top)

  const lines = [paint.bold(title.slice(0, width).padEnd(width))]
  for (let row = 0; row < height; row++) {
    const value = row === 0 ? top : row === height - 1 ? bottom : undefined
    const label = value === undefined ? '' : axisLabel(value, top - bottom)
    const axis = `${label.padStart(LABEL_WIDTH)} ${value === undefined ? '│' : '┤'}`
    const dots = cells.subarray(row * columns, (row + 1) * columns)
    lines.push(paint.dim(axis) + paint.accent(String.fromCharCode(...dots)))
  }
  const from = `${short(xs[0] ?? 0, 3)}`
  const to = `${short(xs.at(-1) ?? 0, 3)} s`
  const gap = Math.max(1, columns - from.length - to.length)
  lines.push(paint.dim(`${' '.repeat(LABEL_WIDTH + 2)}${from}${' '.repeat(gap)}${to}`))
  return lines
}

/** Two blocks of lines side by side. All lines of the left block must have the same width on the screen. */
export function sideBySide(left: readonly string[], right: readonly string[], gap = 2): string[] {
  return left.map((line, i) => `${line}${' '.repeat(gap)}${right[i] ?? ''}`)
}

function draw(
  xs: readonly number[],
  ys: readonly number[],
  columns: number,
  height: number,
  bottom: number,
  top: number,
): Uint16Array {
  const cells = new Uint16Array(columns * height).fill(0x2800)
  const dotsX = 2 * columns - 1
  const dotsY = 4 * height - 1
  const x0 = xs[0] ?? 0
  const dx = (xs.at(-1) ?? 0) - x0 || 1
  const set = (x: number, y: number): void => {
    const cell = (y >> 2) * columns + (x >> 1)
    cells[cell] |= DOT[x & 1][y & 3]
  }

  let previous: readonly [number, number] | undefined
  for (let i = 0; i < xs.length; i++) {
    const y = ys[i]
    if (!Number.isFinite(y)) {
      previous = undefined
      continue
    }
    const point = [Math.round((dotsX * (xs[i] - x0)) / dx), Math.round((dotsY * (top - y)) / (top - bottom))] as const
    const [fromX, fromY] = previous ?? point
    const dots = Math.max(Math.abs(point[0] - fromX), Math.abs(point[1] - fromY), 1)
    for (let k = 0; k <= dots; k++) {
      set(Math.round(fromX + ((point[0] - fromX) * k) / dots), Math.round(fromY + ((point[1] - fromY) * k) / dots))
    }
    previous = point
  }
  return cells
}

/** Smallest and largest value. The range of a constant is widened, so that it is drawn in the middle. */
function niceRange(ys: readonly number[]): [number, number] {
  const finite = ys.filter(Number.isFinite)
  if (finite.length === 0) return [0, 1]
  const low = finite.reduce((a, b) => Math.min(a, b))
  const high = finite.reduce((a, b) => Math.max(a, b))
  const flat = high - low <= 1e-9 * Math.max(1, Math.abs(high), Math.abs(low))
  if (!flat) return [low, high]
  const room = Math.abs(high) > 0 ? 0.1 * Math.abs(high) : 1
  return [low - room, high + room]
}

/** Enough digits to distinguish the ends of the axis, within the width of a label. */
function axisLabel(value: number, span: number): string {
  if (Math.abs(value) < 1e-9 * span) return '0'
  const digits = Math.min(6, Math.max(3, Math.ceil(Math.log10(Math.abs(value) / span)) + 3))
  const text = short(value, digits)
  return text.length <= LABEL_WIDTH ? text : value.toExponential(1).replace('e+', 'e')
}
