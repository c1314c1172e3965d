import { type Data, EnableBit, type Model } from '../../../src/index.ts'
import type { ViewerContext } from '../viewerContext.ts'
import { Chart } from './chart.ts'
import { combobox } from './combobox.ts'
import { button, element, iconButton, row, section } from './dom.ts'
import { type Found, knownPaths, numbersAt } from './fields.ts'

interface Plot {
  readonly path: string
  readonly numbers: readonly Found[]
  readonly values: Float64Array
  readonly chart: Chart
}

/** Plots of fields, sensors and energy over time. */
export class Plots {
  readonly element: HTMLDetailsElement
  readonly #m: Model
  readonly #d: Data
  readonly #context: ViewerContext
  readonly #list = element('div', {})
  readonly #plots: Plot[] = []
  #lastTime = Number.NaN
  #isEnergyPending = false

  constructor(m: Model, d: Data, context: ViewerContext) {
    this.#m = m
    this.#d = d
    this.#context = context
    const input = combobox(
      'Field to plot',
      'qpos.knee, sensor.gyro, xpos.hand[2] …',
      () => knownPaths(m, d),
      (path) => this.add(path),
    )
    this.element = section('Plots', false, input, row(button('Energy', () => this.add('energy'))), this.#list)
    this.element.addEventListener('toggle', () => this.#draw())
  }

  /** Paths of all plots. */
  get paths(): string[] {
    return this.#plots.map(({ path }) => path)
  }

  /** Adds a plot and shows it; returns false for an unknown path. */
  add(path: string): boolean {
    const numbers = numbersAt(this.#m, this.#d, path)
    if (numbers.length === 0) return false
    this.element.open = true
    if (this.#plots.some((plot) => plot.path === path)) return true
    if (path.startsWith('energy')) this.#enableEnergy()
    const chart = new Chart(
      path,
      numbers.map(({ label }) => label),
    )
    const plot: Plot = { path, numbers, values: new Float64Array(numbers.length), chart }
    const remove = iconButton(`Remove ${path}`, 'close', () => {
      this.#plots.splice(this.#plots.indexOf(plot), 1)
      chart.dispose()
      chart.element.remove()
    })
    remove.classList.add('small')
    chart.element.prepend(element('figcaption', {}, path, remove))
    this.#plots.push(plot)
    this.#list.append(chart.element)
    this.#lastTime = Number.NaN
    this.sample()
    this.#draw()
    return true
  }

  /** Samples the current values, if time has changed. */
  sample(): void {
    const { time } = this.#d
    if (time === this.#lastTime) return
    // right after it was enabled, energy is zero until the next state arrives
    if (this.#isEnergyPending && this.#d.energy[0] === 0 && this.#d.energy[1] === 0) return
    this.#isEnergyPending = false
    this.#lastTime = time
    for (const { numbers, values, chart } of this.#plots) {
      for (const [i, { read }] of numbers.entries()) values[i] = read()
      chart.add(time, values)
    }
  }

  update(): void {
    if (this.element.open) this.#draw()
  }

  dispose(): void {
    for (const { chart } of this.#plots) chart.dispose()
  }

  /** Enables the computation of energy. */
  #enableEnergy(): void {
    const { opt } = this.#m
    if (opt.enableflags & EnableBit.energy) return
    this.#isEnergyPending = true
    opt.enableflags |= EnableBit.energy
    this.#context.send({ do: 'option', change: { enableflags: opt.enableflags } })
  }

  #draw(): void {
    for (const { chart } of this.#plots) chart.draw()
  }
}
