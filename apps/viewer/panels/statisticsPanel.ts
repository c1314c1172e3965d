import { type Data, type Model, mulM, Timer } from '../../../src/index.ts'
import type { ModelState, ViewerContext } from '../viewerContext.ts'
import { Chart } from './chart.ts'
import { element, format, lazySection, setText } from './dom.ts'

/** Largest number of islands in the list. */
const MOST = 10

/** Pipeline stages whose times are shown. */
const STAGES = ['position', 'velocity', 'actuation', 'constraint', 'advance'] as const

const ROWS = [
  'real-time factor',
  'step time',
  'contacts',
  'constraint rows',
  'equality, friction, limit',
  'islands',
  'iterations',
  'residual',
  'awake dofs',
] as const

/** Statistics of steps and solver: times, constraint rows, islands, iterations, residuals. */
export class StatisticsPanel {
  readonly element: HTMLDetailsElement
  readonly #m: Model
  readonly #cells = ROWS.map(() => element('td', {}))
  readonly #islands = element('table', { 'aria-label': 'Islands' })
  readonly #iterations = new Chart('solver iterations', ['iterations'])
  readonly #times = new Chart('step time, µs', STAGES)
  readonly #force: Float64Array
  readonly #before = { duration: new Float64Array(STAGES.length), steps: 0 }
  #islandTotal = -1

  constructor(m: Model, context: ViewerContext) {
    this.#m = m
    this.#force = new Float64Array(m.nv)
    const table = element(
      'table',
      { 'aria-label': 'Solver' },
      ...ROWS.map((label, i) => element('tr', {}, element('th', { scope: 'row' }, label), this.#cells[i])),
    )
    this.#iterations.element.prepend(element('figcaption', {}, 'iterations'))
    this.#times.element.prepend(element('figcaption', {}, 'step time, µs'))
    this.element = lazySection('Statistics', false, () => [
      table,
      this.#islands,
      this.#iterations.element,
      this.#times.element,
    ])
    // stages are timed only while the section is open
    this.element.addEventListener('toggle', () => {
      context.send({ do: 'timing', isOn: this.element.open })
      if (context.current) this.update(context.current)
    })
  }

  update({ data: d, status }: ModelState): void {
    if (!this.element.open) return
    const m = this.#m
    const total = iterationsOf(d)
    this.#set(
      'real-time factor',
      status?.isPlaying ? `${format(status.realTimeFactor)} of ${format(status.speed)}` : 'paused',
    )
    this.#set('step time', status ? `${format(status.stepTime)} µs` : '')
    this.#set('contacts', String(d.ncon))
    this.#set('constraint rows', String(d.nefc))
    this.#set('equality, friction, limit', `${d.ne}, ${d.nf}, ${d.nl}`)
    this.#set('islands', String(d.nisland))
    this.#set('iterations', String(total))
    const scale = 1 / (m.stat.meaninertia * Math.max(1, m.nv))
    const residuals = residualsOf(m, d, this.#force)
    this.#set('residual', format(scale * Math.hypot(...residuals)))
    this.#set('awake dofs', `${d.nv_awake} of ${m.nv}`)
    this.#listIslands(d, residuals, scale)
    this.#iterations.add(d.time, [total])
    this.#iterations.draw()
    this.#timeStages(d)
  }

  dispose(): void {
    this.#iterations.dispose()
    this.#times.dispose()
  }

  #set(label: (typeof ROWS)[number], text: string): void {
    setText(this.#cells[ROWS.indexOf(label)], text)
  }

  #listIslands(d: Data, residuals: readonly number[], scale: number): void {
    const count = Math.min(MOST, d.nisland)
    if (count !== this.#islandTotal) {
      this.#islandTotal = count
      const head = ['island', 'dofs', 'rows', 'iterations', 'residual'].map((title) =>
        element('th', { scope: 'col' }, title),
      )
      this.#islands.replaceChildren(
        ...(count > 0 ? [element('tr', {}, ...head)] : []),
        ...Array.from({ length: count }, () => element('tr', {}, ...head.map(() => element('td', {})))),
      )
    }
    for (let island = 0; island < count; island++) {
      const iterations = island < d.solver_niter.length ? String(d.solver_niter[island]) : ''
      const texts = [
        String(island),
        String(d.island_nv[island]),
        String(d.island_nefc[island]),
        iterations,
        format(scale * residuals[island]),
      ]
      const cells = this.#islands.rows[island + 1].cells
      for (const [k, text] of texts.entries()) setText(cells[k], text)
    }
  }

  /** Timers accumulate since the last reset; their increments are divided by the number of steps. */
  #timeStages(d: Data): void {
    const { duration, steps } = this.#before
    const now = STAGES.map((stage) => d.timer_duration[Timer[stage]])
    const number = d.timer_number[Timer.step]
    if (number > steps)
      this.#times.add(
        d.time,
        now.map((time, i) => (1000 * Math.max(0, time - duration[i])) / (number - steps)),
      )
    this.#before.steps = number
    duration.set(now)
    this.#times.draw()
  }
}

/** Solver iterations, summed over islands, or of the whole system where there are none. */
export function iterationsOf(d: Data): number {
  const islands = Math.min(d.solver_niter.length, Math.max(1, d.nisland))
  let sum = 0
  for (let island = 0; island < islands; island++) sum += d.solver_niter[island]
  return sum
}

/**
 * Residual of the equations of motion in each island, N or N·m: the norm of M·qacc − qfrc_smooth − qfrc_constraint over
 * the dofs of the island. A single number where there are no islands.
 */
function residualsOf(m: Model, d: Data, force: Float64Array): number[] {
  const squares = new Array<number>(Math.max(1, d.nisland)).fill(0)
  if (d.nefc === 0) return squares
  mulM(m, d, force, d.qacc)
  for (let i = 0; i < m.nv; i++) {
    const island = d.nisland > 0 ? d.dof_island[i] : 0
    if (island >= 0) squares[island] += (force[i] - d.qfrc_smooth[i] - d.qfrc_constraint[i]) ** 2
  }
  return squares.map(Math.sqrt)
}
