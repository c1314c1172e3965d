import type { Data, Model } from '../../../src/index.ts'
import { button, element, format, section, setText } from './dom.ts'
import { valueName } from './enumNames.ts'
import { ALL_KINDS, type Field, fieldsOf, type Inspected, KINDS, nameOf } from './fields.ts'

/** Numbers of a long vector that are shown. */
const MOST = 12

/** Every field of the thing that is chosen: those of the state live, those of the model as they are. */
export class Inspector {
  readonly element: HTMLDetailsElement
  readonly #m: Model
  readonly #d: Data
  readonly #plot: (path: string) => void
  readonly #kind = element('select', { 'aria-label': 'Kind' })
  readonly #thing = element('select', { 'aria-label': 'Thing' })
  readonly #table = element('table', { class: 'fields', 'aria-label': 'Fields' })
  #cells: { readonly field: Field; readonly cell: HTMLElement }[] = []
  #shown: { readonly kind: Inspected; readonly id: number } = { kind: 'body', id: 0 }
  /** The kind whose things can be chosen from now. */
  #listed: Inspected | undefined

  /** @param plot draws a field over time */
  constructor(m: Model, d: Data, plot: (path: string) => void) {
    this.#m = m
    this.#d = d
    this.#plot = plot
    for (const kind of ALL_KINDS) if (KINDS[kind].count(m) > 0) this.#kind.append(element('option', {}, kind))
    this.#kind.addEventListener('change', () => this.show(this.#kind.value as Inspected, 0))
    this.#thing.addEventListener('change', () => this.show(this.#shown.kind, Number(this.#thing.value)))
    this.element = section(
      'Inspector',
      false,
      element('div', { class: 'row fill' }, this.#kind, this.#thing),
      this.#table,
    )
    this.element.addEventListener('toggle', () => this.#fill())
  }

  /** The kind of thing that is shown. */
  get kind(): Inspected {
    return this.#shown.kind
  }

  /** Shows a thing, when the inspector is open. */
  show(kind: Inspected, id: number): void {
    this.#shown = { kind, id }
    this.#cells = []
    this.#fill()
  }

  /** Reads the fields again; nothing is done while the inspector is closed. */
  update(): void {
    if (!this.element.open) return
    for (const { field, cell } of this.#cells) if (field.isState) setText(cell, textOf(this.#m, field))
  }

  #fill(): void {
    if (!this.element.open) return
    if (this.#cells.length > 0) {
      this.update()
      return
    }
    const m = this.#m
    const { kind, id } = this.#shown
    if (this.#listed !== kind) {
      this.#listed = kind
      this.#kind.value = kind
      this.#thing.replaceChildren(
        ...Array.from({ length: KINDS[kind].count(m) }, (_, each) =>
          element('option', { value: each }, nameOf(m, kind, each)),
        ),
      )
    }
    this.#thing.value = String(id)
    this.#cells = fieldsOf(m, this.#d, kind, id).map((field) => ({
      field,
      cell: element('td', {}, textOf(m, field)),
    }))
    this.#table.replaceChildren(
      ...this.#cells.map(({ field, cell }) =>
        element('tr', {}, element('th', { scope: 'row' }, this.#nameOf(field)), cell),
      ),
    )
  }

  /** What changes can be plotted by its name. */
  #nameOf({ name, isState, path }: Field): HTMLElement | string {
    if (!isState) return name
    const each = button(`Plot ${path}`, () => this.#plot(path), name)
    each.classList.add('link')
    return each
  }
}

/** Numbers in a line, a 3 × 3 matrix in three, a word where a number stands for one. */
function textOf(m: Model, { name, values }: Field): string {
  const word = values.length === 1 ? valueName(m, name, values[0]) : undefined
  if (word !== undefined) return `${values[0]} (${word})`
  const shown = Array.from({ length: Math.min(MOST, values.length) }, (_, i) => format(values[i]))
  if (/mat$|mat0$/.test(name) && shown.length === 9)
    return [shown.slice(0, 3), shown.slice(3, 6), shown.slice(6)].map((line) => line.join('  ')).join('\n')
  return shown.join('  ') + (values.length > MOST ? ' …' : '')
}
