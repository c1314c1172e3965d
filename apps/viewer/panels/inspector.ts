import type { Data, Model } from '../../../src/index.ts'
import { button, element, format, section, setText } from './dom.ts'
import { valueName } from './enumNames.ts'
import { ALL_KINDS, type Field, fieldsOf, type Inspected, KINDS, nameOf } from './fields.ts'

/** Largest number of values shown of a long vector. */
const MOST = 12

/** All fields of an object; those of the state are live. */
export class Inspector {
  readonly element: HTMLDetailsElement
  readonly #m: Model
  readonly #d: Data
  readonly #plot: (path: string) => void
  readonly #kind = element('select', { 'aria-label': 'Kind' })
  readonly #object = element('select', { 'aria-label': 'Object' })
  readonly #table = element('table', { class: 'fields', 'aria-label': 'Fields' })
  #cells: { readonly field: Field; readonly cell: HTMLElement }[] = []
  #shown: { readonly kind: Inspected; readonly id: number } = { kind: 'body', id: 0 }
  /** The kind whose objects are listed. */
  #listed: Inspected | undefined

  /** @param plot adds a plot of a field, by its path */
  constructor(m: Model, d: Data, plot: (path: string) => void) {
    this.#m = m
    this.#d = d
    this.#plot = plot
    for (const kind of ALL_KINDS) if (KINDS[kind].count(m) > 0) this.#kind.append(element('option', {}, kind))
    this.#kind.addEventListener('change', () => this.show(this.#kind.value as Inspected, 0))
    this.#object.addEventListener('change', () => this.show(this.#shown.kind, Number(this.#object.value)))
    this.element = section(
      'Inspector',
      false,
      element('div', { class: 'row fill' }, this.#kind, this.#object),
      this.#table,
    )
    this.element.addEventListener('toggle', () => this.#fill())
  }

  /** The kind of the inspected object. */
  get kind(): Inspected {
    return this.#shown.kind
  }

  /** Inspects an object. */
  show(kind: Inspected, id: number): void {
    this.#shown = { kind, id }
    this.#cells = []
    this.#fill()
  }

  /** Reads the fields again, if the inspector is open. */
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
      this.#object.replaceChildren(
        ...Array.from({ length: KINDS[kind].count(m) }, (_, each) =>
          element('option', { value: each }, nameOf(m, kind, each)),
        ),
      )
    }
    this.#object.value = String(id)
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

  /** The name of a field; those of the state are buttons that plot them. */
  #nameOf({ name, isState, path }: Field): HTMLElement | string {
    if (!isState) return name
    const each = button(`Plot ${path}`, () => this.#plot(path), name)
    each.classList.add('link')
    return each
  }
}

/** Values in a row, a 3 × 3 matrix in three rows, the name of an enum value or of a referenced object. */
function textOf(m: Model, { name, values }: Field): string {
  const word = values.length === 1 ? valueName(m, name, values[0]) : undefined
  if (word !== undefined) return `${values[0]} (${word})`
  const shown = Array.from({ length: Math.min(MOST, values.length) }, (_, i) => format(values[i]))
  if (/mat$|mat0$/.test(name) && shown.length === 9)
    return [shown.slice(0, 3), shown.slice(3, 6), shown.slice(6)].map((line) => line.join('  ')).join('\n')
  return shown.join('  ') + (values.length > MOST ? ' …' : '')
}
