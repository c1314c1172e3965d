/** Elements of the page, in few words. */

type Child = Node | string | undefined
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    made.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) if (child !== undefined) made.append(child)
  return made
}

/** A button with a name for everyone, also where only a sign is seen. */
export function button(label: string, onClick: () => void, sign?: string): HTMLButtonElement {
  const made = element('button', { type: 'button', 'aria-label': label, title: label }, sign ?? label)
  made.addEventListener('click', onClick)
  return made
}

/** A section that opens and closes. */
export function section(title: string, isOpen: boolean, ...children: Child[]): HTMLDetailsElement {
  return element('details', { open: isOpen }, element('summary', {}, title), ...children)
}

/** A slider with its value beside it. */
export interface Slider {
  readonly element: HTMLElement
  /** Shows a value, unless the user is just moving the slider. */
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
  const write = (x: number) => {
    shown.textContent = format(x)
  }
  input.valueAsNumber = value
  write(value)
  input.addEventListener('input', () => {
    write(input.valueAsNumber)
    onChange(input.valueAsNumber)
  })
  return {
    element: element('label', { class: 'slider' }, element('span', {}, label), input, shown),
    show(x) {
      if (input.matches(':active')) return
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

/** A choice among named values. */
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
  const input = element('input', { type: 'number', step: 'any', 'aria-label': label })
  input.valueAsNumber = value
  input.addEventListener('change', () => {
    if (Number.isFinite(input.valueAsNumber)) onChange(input.valueAsNumber)
  })
  return element('label', { class: 'field' }, element('span', {}, label), input)
}

/** A number with as many digits as help. */
export function format(x: number): string {
  if (x === 0) return '0'
  const size = Math.abs(x)
  return size >= 1e5 || size < 1e-3 ? x.toExponential(2) : String(Number(x.toPrecision(4)))
}
