import { type Data, type Model, Warning } from '../../../src/index.ts'
import type { Status } from '../simulation/simulator.ts'
import { element, format, section } from './dom.ts'

/** How the simulation is doing: energy, contacts, what the solver did, and warnings. */
export class StatePanel {
  readonly element: HTMLElement
  readonly #cells: readonly (readonly [cell: HTMLElement, read: (d: Data, status: Status | undefined) => string])[]
  readonly #warnings = element('div', { role: 'status', 'aria-label': 'Warnings' })

  constructor(m: Model) {
    const rows: readonly (readonly [string, (d: Data, status: Status | undefined) => string])[] = [
      ['step', (_, status) => (status ? `${format(status.stepTime)} µs` : '')],
      ['potential energy', (d) => `${format(d.energy[0])} J`],
      ['kinetic energy', (d) => `${format(d.energy[1])} J`],
      ['contacts', (d) => String(d.ncon)],
      ['constraint rows', (d) => String(d.nefc)],
      ['islands', (d) => String(d.nisland)],
      ['iterations', (d) => String(iterations(d))],
      ['dofs', () => String(m.nv)],
    ]
    const made = rows.map(([label, read]) => ({ label, read, cell: element('td', {}) }))
    this.#cells = made.map(({ cell, read }) => [cell, read])
    this.element = section(
      'State',
      false,
      element('table', {}, ...made.map(({ label, cell }) => element('tr', {}, element('td', {}, label), cell))),
      this.#warnings,
    )
  }

  update(d: Data, status: Status | undefined): void {
    if (!(this.element as HTMLDetailsElement).open) return
    for (const [cell, read] of this.#cells) cell.textContent = read(d, status)
    this.#warnings.textContent = Object.entries(Warning)
      .filter(([, warning]) => d.warning_number[warning] > 0)
      .map(([name, warning]) => `${name}: ${d.warning_number[warning]}`)
      .join(', ')
  }
}

/** Of all islands together, or of the whole system where there are no islands. */
function iterations(d: Data): number {
  const islands = Math.min(d.solver_niter.length, Math.max(1, d.nisland))
  let sum = 0
  for (let island = 0; island < islands; island++) sum += d.solver_niter[island]
  return sum
}
