import type { Data, Model } from '../../../src/index.ts'
import { button, element, format, section } from './dom.ts'
import { arraysOf, reader } from './fields.ts'

/** Points that a curve keeps. */
const LENGTH = 600
const HEIGHT = 90
const COLOURS = ['#2f6fde', '#d9480f', '#2b8a3e', '#9c36b5', '#c2255c', '#1098ad']

interface Curve {
  readonly path: string
  readonly read: () => number
  readonly times: number[]
  readonly values: number[]
}

/** Curves of anything over time: a field, or a sensor. */
export class Plots {
  readonly element: HTMLElement
  readonly #m: Model
  readonly #d: Data
  readonly #canvas = element('canvas', { role: 'img', 'aria-label': 'Plot', style: `width:100%;height:${HEIGHT}px` })
  readonly #legend = element('div', {})
  readonly #curves: Curve[] = []
  #lastTime = Number.NaN

  constructor(m: Model, d: Data) {
    this.#m = m
    this.#d = d
    const input = element('input', { list: 'kinetree-fields', placeholder: 'qpos[0]', 'aria-label': 'What to plot' })
    const fields = element(
      'datalist',
      { id: 'kinetree-fields' },
      ...arraysOf(d).map(([name]) => element('option', { value: `${name}[0]` })),
    )
    const add = () => {
      if (this.add(input.value)) input.value = ''
      input.setAttribute('aria-invalid', String(input.value !== ''))
    }
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') add()
    })
    this.element = section('Plots', false, input, button('Add', add), fields, this.#canvas, this.#legend)
  }

  /** Adds a curve; false where there is nothing of that name. */
  add(path: string): boolean {
    const read = reader(this.#m, this.#d, path)
    if (!read) return false
    const curve: Curve = { path, read, times: [], values: [] }
    this.#curves.push(curve)
    const colour = COLOURS[(this.#curves.length - 1) % COLOURS.length]!
    const entry = element('div', { style: `color:${colour}` }, `${path} `)
    entry.append(
      button(
        `Remove ${path}`,
        () => {
          this.#curves.splice(this.#curves.indexOf(curve), 1)
          entry.remove()
          this.#draw()
        },
        '×',
      ),
    )
    this.#legend.append(entry)
    return true
  }

  /** Takes the present values, if time has gone on. Going back in time takes away what was to come. */
  update(): void {
    const { time } = this.#d
    if (time === this.#lastTime || this.#curves.length === 0) return
    this.#lastTime = time
    for (const { read, times, values } of this.#curves) {
      while (times.length > 0 && times.at(-1)! >= time) {
        times.pop()
        values.pop()
      }
      times.push(time)
      values.push(read())
      if (times.length > LENGTH) {
        times.shift()
        values.shift()
      }
    }
    if ((this.element as HTMLDetailsElement).open) this.#draw()
  }

  #draw(): void {
    const canvas = this.#canvas
    const ratio = devicePixelRatio
    const width = canvas.clientWidth
    canvas.width = width * ratio
    canvas.height = HEIGHT * ratio
    const pen = canvas.getContext('2d')!
    pen.scale(ratio, ratio)
    pen.clearRect(0, 0, width, HEIGHT)
    if (this.#curves.length === 0) return
    const all = this.#curves.flatMap(({ values }) => values)
    const times = this.#curves.flatMap((curve) => curve.times)
    const [low, high] = [Math.min(...all), Math.max(...all)]
    const [first, last] = [Math.min(...times), Math.max(...times)]
    const x = (t: number) => (width * (t - first)) / (last - first || 1)
    const y = (v: number) => HEIGHT - 8 - ((HEIGHT - 20) * (v - low)) / (high - low || 1)
    for (const [i, curve] of this.#curves.entries()) {
      pen.strokeStyle = COLOURS[i % COLOURS.length]!
      pen.lineWidth = 1.5
      pen.beginPath()
      for (const [k, value] of curve.values.entries()) pen.lineTo(x(curve.times[k]!), y(value))
      pen.stroke()
    }
    pen.fillStyle = getComputedStyle(canvas).color
    pen.font = '10px system-ui'
    pen.fillText(format(high), 2, 9)
    pen.fillText(format(low), 2, HEIGHT - 1)
  }
}
