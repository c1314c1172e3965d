import { element, format } from './dom.ts'

/** Samples that a chart keeps. */
const LENGTH = 600
const HEIGHT = 110
/** Margins, CSS pixels: left and bottom hold the tick labels. */
const LEFT = 46
const BOTTOM = 16
const TOP = 6

/** Colors of curves, distinct on light and dark backgrounds. */
export const CURVES = ['#3b7dd8', '#d9622b', '#3a9a57', '#a457c0', '#c23b6d', '#1793a5', '#8a7a1f', '#7a6bd1'] as const

/** Curves over time. The last samples are kept; going back in time drops later ones. */
export class Chart {
  readonly element: HTMLElement
  readonly #canvas = element('canvas', { role: 'img', height: HEIGHT })
  readonly #name: string
  readonly #labels: readonly string[]
  readonly #now: readonly HTMLElement[]
  readonly #times = new Float64Array(LENGTH)
  readonly #values: readonly Float64Array[]
  readonly #resize: ResizeObserver
  #first = 0
  #count = 0
  #width = 0

  /** @param labels of the curves, for the legend */
  constructor(name: string, labels: readonly string[]) {
    this.#name = name
    this.#labels = labels
    this.#values = labels.map(() => new Float64Array(LENGTH))
    this.#now = labels.map(() => element('output', {}))
    const legend = labels.map((label, i) =>
      element(
        'li',
        { style: `--curve: ${CURVES[i % CURVES.length]}` },
        element('span', { title: label }, label),
        this.#now[i],
      ),
    )
    this.#canvas.setAttribute('aria-label', `Plot of ${name}`)
    this.element = element('figure', { class: 'chart' }, this.#canvas, element('ul', { class: 'legend' }, ...legend))
    this.#resize = new ResizeObserver(([entry]) => {
      this.#width = entry.contentRect.width
      this.draw()
    })
    this.#resize.observe(this.#canvas)
  }

  /** Adds a sample: one value per label. */
  add(time: number, values: ArrayLike<number>): void {
    while (this.#count > 0 && this.#times[this.#slot(this.#count - 1)] >= time) this.#count--
    if (this.#count === LENGTH) this.#first = (this.#first + 1) % LENGTH
    else this.#count++
    const slot = this.#slot(this.#count - 1)
    this.#times[slot] = time
    for (const [i, series] of this.#values.entries()) series[slot] = values[i]
  }

  draw(): void {
    const width = this.#width
    if (width === 0) return
    const canvas = this.#canvas
    const ratio = devicePixelRatio
    const [w, h] = [Math.round(width * ratio), Math.round(HEIGHT * ratio)]
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w
      canvas.height = h
    }
    const pen = canvas.getContext('2d')!
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    pen.clearRect(0, 0, width, HEIGHT)
    if (this.#count === 0) return
    const [low, high] = this.#range()
    const first = this.#times[this.#slot(0)]
    const last = this.#times[this.#slot(this.#count - 1)]
    const bottom = HEIGHT - BOTTOM
    const x = (t: number) => LEFT + ((width - LEFT - 4) * (t - first)) / (last - first || 1)
    const y = (v: number) => bottom - ((bottom - TOP) * (v - low)) / (high - low || 1)

    const ink = getComputedStyle(canvas).color
    pen.font = '10px system-ui, sans-serif'
    pen.lineWidth = 1
    pen.strokeStyle = pen.fillStyle = ink
    pen.textAlign = 'right'
    pen.textBaseline = 'middle'
    for (const tick of ticks(low, high, 3)) {
      pen.globalAlpha = 0.15
      pen.beginPath()
      pen.moveTo(LEFT, Math.round(y(tick)) + 0.5)
      pen.lineTo(width - 4, Math.round(y(tick)) + 0.5)
      pen.stroke()
      pen.globalAlpha = 1
      pen.fillText(format(tick), LEFT - 5, y(tick))
    }
    pen.textBaseline = 'bottom'
    pen.textAlign = 'center'
    for (const tick of ticks(first, last, 4))
      if (x(tick) > LEFT + 12 && x(tick) < width - 16) pen.fillText(`${format(tick)} s`, x(tick), HEIGHT - 1)

    pen.lineWidth = 1.5
    pen.lineJoin = 'round'
    for (const [i, series] of this.#values.entries()) {
      pen.strokeStyle = CURVES[i % CURVES.length]
      pen.beginPath()
      for (let k = 0; k < this.#count; k++) {
        const slot = this.#slot(k)
        pen.lineTo(x(this.#times[slot]), y(series[slot]))
      }
      pen.stroke()
      this.#now[i].textContent = format(series[this.#slot(this.#count - 1)])
    }
    canvas.setAttribute(
      'aria-label',
      `Plot of ${this.#name}: ${this.#labels.map((label, i) => `${label} ${this.#now[i].textContent}`).join(', ')}`,
    )
  }

  dispose(): void {
    this.#resize.disconnect()
  }

  #range(): [low: number, high: number] {
    let [low, high] = [Infinity, -Infinity]
    for (const series of this.#values)
      for (let k = 0; k < this.#count; k++) {
        const value = series[this.#slot(k)]
        if (value < low) low = value
        if (value > high) high = value
      }
    if (!(high >= low)) return [0, 1]
    // a constant is drawn as a line in the middle
    const room = high > low ? 0 : Math.abs(high) * 0.1 || 1
    return [low - room, high + room]
  }

  #slot(k: number): number {
    return (this.#first + k) % LENGTH
  }
}

/** About `count` round numbers in a range. */
function ticks(low: number, high: number, count: number): number[] {
  const span = high - low
  if (!(span > 0) || !Number.isFinite(span)) return [low]
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const unit = power * (rough <= power ? 1 : rough <= 2 * power ? 2 : rough <= 5 * power ? 5 : 10)
  const all: number[] = []
  for (let tick = Math.ceil(low / unit) * unit; tick <= high; tick += unit)
    all.push(Math.abs(tick) < unit / 1e6 ? 0 : tick)
  return all
}
