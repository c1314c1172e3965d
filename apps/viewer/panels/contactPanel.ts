import { contactForce, type Data, type Model, ObjType } from '../../../src/index.ts'
import { button, element, format, section, setText } from './dom.ts'

/** Largest number of contacts in the list. */
const MOST = 40

/** The contacts: geoms, distance, and force. */
export class ContactPanel {
  readonly element: HTMLDetailsElement
  readonly #m: Model
  readonly #d: Data
  readonly #count = element('p', { class: 'faint' })
  readonly #table = element('table', { 'aria-label': 'Contacts' })
  readonly #rows: { readonly row: HTMLElement; readonly geoms: HTMLElement[]; readonly cells: HTMLElement[] }[] = []
  readonly #force = new Float64Array(6)
  /** Geoms of each row. */
  readonly #pairs: [number, number][] = []

  constructor(m: Model, d: Data, onSelect: (geom: number) => void) {
    this.#m = m
    this.#d = d
    const titles = ['geoms', 'distance, m', 'force, N']
    this.#table.append(element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title))))
    for (let i = 0; i < MOST; i++) this.#pairs.push([-1, -1])
    this.#makeRow = (i) => {
      const geoms = [0, 1].map((side) => {
        const each = button('geom', () => onSelect(this.#pairs[i][side as 0 | 1]), '')
        each.classList.add('link')
        return each
      })
      const cells = [element('td', {}), element('td', {})]
      const row = element('tr', {}, element('th', { scope: 'row' }, geoms[0], ' – ', geoms[1]), ...cells)
      this.#rows.push({ row, geoms, cells })
      this.#table.append(row)
    }
    this.element = section('Contacts', false, this.#count, this.#table)
    this.element.addEventListener('toggle', () => this.update())
  }

  readonly #makeRow: (i: number) => void

  update(): void {
    if (!this.element.open) return
    const d = this.#d
    const count = Math.min(MOST, d.ncon)
    while (this.#rows.length < count) this.#makeRow(this.#rows.length)
    this.#table.hidden = count === 0
    setText(this.#count, d.ncon === 0 ? 'no contacts' : d.ncon > MOST ? `first ${MOST} of ${d.ncon}` : '')
    for (const [i, { row, geoms, cells }] of this.#rows.entries()) {
      row.hidden = i >= count
      if (row.hidden) continue
      const pair: [number, number] = [d.contact_geom1[i], d.contact_geom2[i]]
      if (pair[0] !== this.#pairs[i][0] || pair[1] !== this.#pairs[i][1]) {
        this.#pairs[i] = pair
        for (const [side, each] of geoms.entries()) {
          const name = this.#m.names.name(ObjType.geom, pair[side]) ?? `geom ${pair[side]}`
          each.textContent = each.title = name
          each.setAttribute('aria-label', `Inspect ${name}`)
        }
      }
      contactForce(this.#m, d, this.#force, i)
      setText(cells[0], format(d.contact_dist[i]))
      setText(cells[1], format(Math.hypot(this.#force[0], this.#force[1], this.#force[2])))
    }
  }
}
