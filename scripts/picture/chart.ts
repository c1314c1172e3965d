import { openPath } from './bodies.ts'

export interface Series {
  readonly name: string
  readonly color: string
  readonly values: readonly number[]
}

export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Curves over time with an axis of values at the left, and the name of each at its right end. */
export function drawChart(time: readonly number[], series: readonly Series[], frame: Frame, unit: string): string {
  const { x, y, width, height } = frame
  const all = series.flatMap(({ values }) => values)
  const low = Math.min(0, ...all)
  const high = Math.max(...all)
  const end = time.at(-1) ?? 1
  const px = (t: number) => x + (width * t) / end
  const py = (value: number) => y + height - (height * (value - low)) / (high - low)

  const parts: string[] = []
  for (const tick of ticks(low, high)) {
    parts.push(`<path d="M${x} ${py(tick).toFixed(1)}h${width}" stroke="#e3e5e8"/>`)
    parts.push(label(x - 8, py(tick) + 4, `${tick}`, 'end'))
  }
  parts.push(label(x - 8, y - 12, unit, 'end'))
  for (let t = 0; t <= end + 1e-9; t += end / 5)
    parts.push(label(px(t), y + height + 18, `${Number(t.toFixed(2))} s`, 'middle'))
  for (const { name, color, values } of series) {
    const path = openPath(values.map((value, i) => ({ x: px(time[i]), y: py(value) })))
    parts.push(`<path d="${path}" fill="none" stroke="${color}" stroke-width="1.8" stroke-linejoin="round"/>`)
    const last = values.at(-1) ?? 0
    parts.push(label(x + width + 8, py(last) + 4, name, 'start', color))
  }
  return parts.join('')
}

export function label(x: number, y: number, text: string, anchor = 'start', color = '#6b7280', size = 13): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${color}" font-size="${size}">${text}</text>`
}

/** Three to six round numbers between the ends. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough) ?? rough
  const found: number[] = []
  for (let tick = Math.ceil(low / step) * step; tick <= high + 1e-9; tick += step)
    found.push(Number(tick.toPrecision(6)))
  return found
}
