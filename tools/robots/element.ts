/** XML under construction: what the parts of a generated robot are made of, so that they can be changed and dropped. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
}

/** What an attribute may be given as; undefined leaves it out. */
export type Value = string | number | boolean | readonly number[] | Float64Array | undefined

/** Makes an element; lists of numbers are separated by spaces. */
export function element(
  name: string,
  attributes: Readonly<Record<string, Value>> = {},
  children: readonly (Element | undefined)[] = [],
): Element {
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) texts[key] = textOf(value)
  return { name, attributes: texts, children: children.filter((child) => child !== undefined) }
}

function textOf(value: Exclude<Value, undefined>): string {
  return typeof value === 'object' ? Array.from(value).join(' ') : String(value)
}

/** The element as XML, indented. */
export function printXml({ name, attributes, children }: Element, indent = ''): string {
  const parts = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const start = `${indent}<${name}${parts.join('')}`
  if (children.length === 0) return `${start}/>\n`
  const inside = children.map((child) => printXml(child, `${indent}  `)).join('')
  return `${start}>\n${inside}${indent}</${name}>\n`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** The element with some of its attributes replaced; undefined removes one. */
export function withAttributes(e: Element, changes: Readonly<Record<string, string | undefined>>): Element {
  const entries = Object.entries({ ...e.attributes, ...changes }).filter((entry) => entry[1] !== undefined)
  return { ...e, attributes: Object.fromEntries(entries) as Record<string, string> }
}

/** All elements of a tree, the outermost first. */
export function descendants(e: Element): Element[] {
  return [e, ...e.children.flatMap(descendants)]
}

/** The tree with one of its elements, told by identity, replaced by others. */
export function replaceElement(root: Element, target: Element, by: readonly Element[]): Element {
  if (!root.children.some((child) => contains(child, target))) return root
  const children = root.children.flatMap((child) => (child === target ? by : [replaceElement(child, target, by)]))
  return { ...root, children }
}

function contains(e: Element, target: Element): boolean {
  return e === target || e.children.some((child) => contains(child, target))
}
