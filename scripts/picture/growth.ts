import { openPath } from './bodies.ts'
import { type Frame, label, type Series } from './chart.ts'

/** Curves on two logarithmic axes, with a dot for each value, and the name of each curve at its right end. */
export function drawGrowth(sizes: readonly number[], series: readonly Series[], frame: Frame, unit: string): string {
  const { x, y, width, height } = frame
  const all = series.flatMap(({ values }) => values)
  const [left, right] = [Math.log10(sizes[0]), Math.log10(sizes.at(-1) ?? 1)]
  const [low, high] = [Math.log10(Math.min(...all)), Math.log10(Math.max(...all))]
  const px = (size: number) => x + (width * (Math.log10(size) - left)) / (right - left)
  const py = (value: number) => y + height - (height * (Math.log10(value) - low)) / (high - low)

  const parts: string[] = []
  for (let power = Math.ceil(low); power <= high; power++) {
    const line = py(10 ** power).toFixed(1)
    parts.push(`<path d="M${x} ${line}h${width}" stroke="#e3e5e8"/>`)
    parts.push(label(x - 8, py(10 ** power) + 4, `${10 ** power}`, 'end'))
  }
  parts.push(label(x - 8, y - 12, unit, 'end'))
  for (const size of sizes) {
    parts.push(`<path d="M${px(size).toFixed(1)} ${y}v${height}" stroke="#f0f1f2"/>`)
    parts.push(label(px(size), y + height + 20, `${size}`, 'middle'))
  }
  for (const { color, values } of series) {
    const points = values.map((value, i) => ({ x: px(sizes[i]), y: py(value), depth: 0 }))
    parts.push(`<path d="${openPath(points)}" fill="none" stroke="${color}" stroke-width="1.8"/>`)
    for (const point of points)
      parts.push(`<circle cx="${point.x.toFixed(1)}" cy="${point.y.toFixed(1)}" r="3" fill="${color}"/>`)
  }
  // names at the ends of curves, moved apart where these are close together
  let last = Number.NEGATIVE_INFINITY
  const ends = series.map(({ name, color, values }) => ({ name, color, at: py(values.at(-1) ?? 1) + 4 }))
  for (const { name, color, at } of ends.sort((a, b) => a.at - b.at)) {
    last = Math.max(at, last + LINE)
    parts.push(label(x + width + 10, last, name, 'start', color))
  }
  return parts.join('')
}

/** Height of a line of text. */
const LINE = 16
