import type { Data, Model } from '../../../src/index.ts'
import { element, format, section } from './dom.ts'
import { type Field, fieldsOf, type Inspected, KINDS, nameOf } from './fields.ts'

/** Rows of a matrix or of a long vector that are shown. */
const MOST = 12

/** Every field of the thing that is chosen: those of the state live, those of the model as they are. */
export class Inspector {
  readonly element: HTMLElement
  readonly #m: Model
  readonly #d: Data
  readonly #title = element('h2', {})
  readonly #table = element('table', { 'aria-label': 'Fields' })
  #cells: { readonly field: Field; readonly cell: HTMLElement }[] = []

  constructor(m: Model, d: Data) {
    this.#m = m
    this.#d = d
    const kinds = (Object.keys(KINDS) as Inspected[]).filter((kind) => KINDS[kind].count(m) > 0)
    const kind = element('select', { 'aria-label': 'Kind' }, ...kinds.map((each) => element('option', {}, each)))
    const thing = element('select', { 'aria-label': 'Thing' })
    const list = () => {
      const each = kind.value as Inspected
      thing.replaceChildren(
        ...Array.from({ length: KINDS[each].count(m) }, (_, id) =>
          element('option', { value: id }, nameOf(m, each, id)),
        ),
      )
    }
    kind.addEventListener('change', () => {
      list()
      this.show(kind.value as Inspected, 0)
    })
    thing.addEventListener('change', () => this.show(kind.value as Inspected, Number(thing.value)))
    list()
    this.#choose = (each, id) => {
      if (kind.value !== each) {
        kind.value = each
        list()
      }
      thing.value = String(id)
    }
    this.element = section('Inspector', false, kind, thing, this.#title, this.#table)
    this.element.addEventListener('toggle', () => this.update())
  }

  readonly #choose: (kind: Inspected, id: number) => void

  /** Shows a thing. */
  show(kind: Inspected, id: number): void {
    this.#choose(kind, id)
    this.#title.textContent = nameOf(this.#m, kind, id)
    this.#cells = fieldsOf(this.#m, this.#d, kind, id).map((field) => ({ field, cell: element('td', {}) }))
    this.#table.replaceChildren(
      ...this.#cells.map(({ field, cell }) => element('tr', {}, element('td', {}, field.name), cell)),
    )
    this.update()
  }

  /** Reads the fields again; nothing is done while the inspector is closed. */
  update(): void {
    if (!(this.element as HTMLDetailsElement).open) return
    for (const { field, cell } of this.#cells) {
      const text = textOf(field.values)
      if (cell.textContent !== text) cell.textContent = text
    }
  }
}

function textOf(values: ArrayLike<number>): string {
  const shown = Array.from({ length: Math.min(MOST, values.length) }, (_, i) => format(values[i]!))
  return shown.join(' ') + (values.length > MOST ? ' …' : '')
}
