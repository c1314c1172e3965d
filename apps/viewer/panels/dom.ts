import { type IconName, icon } from './icons.ts'

/** Helpers that create elements of the page. */

export type Child = Node | string | undefined
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    created.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) if (child !== undefined) created.append(child)
  return created
}

/** A button. Its label is its accessible name, also where it shows only an icon. */
export function button(label: string, onClick: () => void, content?: string | Node): HTMLButtonElement {
  const created = element('button', { type: 'button', 'aria-label': label, title: label }, content ?? label)
  created.addEventListener('click', onClick)
  return created
}

/** A button that shows an icon. */
export function iconButton(label: string, name: IconName, onClick: () => void): HTMLButtonElement {
  const created = button(label, onClick, icon(name))
  created.classList.add('icon-button')
  return created
}

/** Changes the label and icon of a button. */
export function relabel(each: HTMLButtonElement, label: string, name: IconName): void {
  if (each.title === label) return
  each.title = label
  each.setAttribute('aria-label', label)
  each.replaceChildren(icon(name))
}

/** A collapsible section. */
export function section(title: string, isOpen: boolean, ...children: Child[]): HTMLDetailsElement {
  return element('details', { open: isOpen, 'data-title': title }, element('summary', {}, title), ...children)
}

/** A section that is filled when it is first opened: a model may have thousands of joints. */
export function lazySection(title: string, isOpen: boolean, fill: () => readonly Child[]): HTMLDetailsElement {
  const created = section(title, isOpen)
  let isEmpty = true
  const check = () => {
    if (!created.open || !isEmpty) return
    isEmpty = false
    for (const child of fill()) if (child !== undefined) created.append(child)
  }
  created.addEventListener('toggle', check)
  check()
  return created
}

/** A row of elements. */
export function row(...children: Child[]): HTMLElement {
  return element('div', { class: 'row' }, ...children)
}

/** A labeled group of fields. */
export function group(label: string, ...children: Child[]): HTMLElement {
  return element('fieldset', {}, element('legend', {}, label), ...children)
}

/** Checkboxes for the groups 0 to 5. */
export function groupSwitches(
  label: string,
  isOn: (group: number) => boolean,
  set: (group: number, isOn: boolean) => void,
): HTMLElement {
  const digits = [0, 1, 2, 3, 4, 5].map((each) => checkbox(String(each), isOn(each), (next) => set(each, next)))
  return element('fieldset', { class: 'groups' }, element('legend', {}, label), ...digits)
}

/** A slider that shows its value. */
export interface Slider {
  readonly element: HTMLElement
  /** Shows a value, unless the user is moving the slider. */
  show(value: number): void
}

export function slider(
  label: string,
  min: number,
  max: number,
  value: number,
  onChange: (value: number) => void,
): Slider {
  const input = element('input', { type: 'range', min, max, step: 'any', 'aria-label': label })
  const shown = element('output', {})
  // as many decimals as the slider resolves
  const decimals = Math.max(0, Math.min(8, 3 - Math.floor(Math.log10(max - min || 1))))
  let last = Number.NaN
  const write = (x: number) => {
    last = x
    const text = x.toFixed(decimals)
    shown.textContent = Number(text) === 0 ? '0' : text
  }
  input.valueAsNumber = value
  write(value)
  input.addEventListener('input', () => {
    write(input.valueAsNumber)
    onChange(input.valueAsNumber)
  })
  return {
    element: element('label', { class: 'slider' }, element('span', { title: label }, label), input, shown),
    show(x) {
      if (x === last || input.matches(':active')) return
      input.valueAsNumber = x
      write(x)
    },
  }
}

export function checkbox(label: string, isOn: boolean, onChange: (isOn: boolean) => void): HTMLElement {
  const input = element('input', { type: 'checkbox' })
  input.checked = isOn
  input.addEventListener('change', () => onChange(input.checked))
  return element('label', { class: 'check' }, input, label)
}

/** A drop-down list of named values. */
export function select(
  label: string,
  choices: Readonly<Record<string, number>>,
  value: number,
  onChange: (value: number) => void,
): HTMLElement {
  const input = element('select', { 'aria-label': label })
  for (const [name, each] of Object.entries(choices)) input.append(element('option', { value: each }, name))
  input.value = String(value)
  input.addEventListener('change', () => onChange(Number(input.value)))
  return element('label', { class: 'field' }, element('span', {}, label), input)
}

export function numberField(label: string, value: number, onChange: (value: number) => void): HTMLElement {
  return element('label', { class: 'field' }, element('span', {}, label), numberInput(label, value, onChange))
}

/** Several numbers in one row, such as a vector. */
export function vectorField(
  label: string,
  parts: readonly string[],
  values: ArrayLike<number>,
  onChange: (values: Float64Array) => void,
): HTMLElement {
  const now = Float64Array.from(values)
  const inputs = parts.map((part, k) =>
    numberInput(`${label} ${part}`, now[k], (value) => {
      now[k] = value
      onChange(Float64Array.from(now))
    }),
  )
  return element(
    'div',
    { class: 'field', role: 'group', 'aria-label': label },
    element('span', {}, label),
    element('div', { class: 'parts' }, ...inputs),
  )
}

/** Invalid input is marked and not reported. */
function numberInput(label: string, value: number, onChange: (value: number) => void): HTMLInputElement {
  const input = element('input', { type: 'number', step: 'any', 'aria-label': label })
  input.valueAsNumber = value
  input.addEventListener('change', () => {
    const isNumber = Number.isFinite(input.valueAsNumber)
    input.setAttribute('aria-invalid', String(!isNumber))
    if (isNumber) onChange(input.valueAsNumber)
  })
  return input
}

/** Sets the text of an element if it differs: a change costs a layout. */
export function setText(of: Element, text: string): void {
  if (of.textContent !== text) of.textContent = text
}

/** A number with four significant digits. */
export function format(x: number): string {
  if (x === 0) return '0'
  const size = Math.abs(x)
  return size >= 1e5 || size < 1e-3 ? x.toExponential(2) : String(Number(x.toPrecision(4)))
}
