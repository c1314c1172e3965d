import { openPath } from './bodies.ts'
import type { PagePoint } from './camera.ts'
import { type Frame, label } from './chart.ts'

/** How a line is drawn: `dashed` for what is only to compare with, `thin` for one of many. */
export interface Pen {
  readonly dashed?: boolean
  readonly thin?: boolean
}

/** A curve through points. */
export interface Curve extends Pen {
  readonly name: string
  readonly color: string
  readonly x: readonly number[]
  readonly y: readonly number[]
}

export interface Axes {
  /** Numbers to write at the axes; the first and the last are the ends. */
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly xName: string
  readonly yName: string
}

/** Curves over any quantity, with a key of their names below; a name that several have stands there once. */
export function drawCurves(curves: readonly Curve[], axes: Axes, { x, y, width, height }: Frame): string {
  const ends = (ticks: readonly number[]) => [ticks[0], ticks.at(-1)!] as const
  const [left, right] = ends(axes.x)
  const [low, high] = ends(axes.y)
  const px = (value: number) => x + (width * (value - left)) / (right - left)
  const py = (value: number) => y + height - (height * (value - low)) / (high - low)

  const parts: string[] = []
  for (const tick of axes.y) {
    parts.push(`<path d="M${x} ${py(tick).toFixed(1)}h${width}" stroke="${tick === 0 ? '#b8bcc2' : '#e3e5e8'}"/>`)
    parts.push(label(x - 8, py(tick) + 4, `${tick}`, 'end'))
  }
  for (const tick of axes.x) {
    parts.push(`<path d="M${px(tick).toFixed(1)} ${y}v${height}" stroke="#eef0f2"/>`)
    parts.push(label(px(tick), y + height + 18, `${tick}`, 'middle'))
  }
  parts.push(label(x + width / 2, y + height + 38, axes.xName, 'middle'))
  parts.push(label(x - 8, y - 14, axes.yName, 'start'))
  for (const curve of curves) {
    parts.push(drawWay({ ...curve, points: curve.x.map((value, i) => ({ x: px(value), y: py(curve.y[i]) })) }))
  }
  // the key, below the name of the horizontal axis
  let at = x
  for (const curve of curves.filter(({ name }, i) => curves.findIndex((other) => other.name === name) === i)) {
    const { name, color } = curve
    parts.push(`<path d="M${at.toFixed(1)} ${y + height + 58}h18" stroke="${color}" ${penOf(curve)}/>`)
    parts.push(label(at + 24, y + height + 62, name, 'start', color))
    at += 44 + 7 * name.length
  }
  return parts.join('')
}

/** The way of something across the page, with the pen of a curve. */
export function drawWay(
  way: Pen & { readonly points: readonly Pick<PagePoint, 'x' | 'y'>[]; readonly color: string },
): string {
  return `<path d="${openPath(way.points)}" fill="none" stroke="${way.color}" ${penOf(way)} stroke-linejoin="round"/>`
}

function penOf({ dashed, thin }: Pen): string {
  return `stroke-width="${thin ? 0.9 : 2}"${dashed ? ' stroke-dasharray="5 4"' : ''}`
}
