import type { Attribute, Schema } from '../mjcf/schema/attributes.ts'
import { type ElementName, ruleOf } from '../mjcf/schema/grammar.ts'
import { numberText } from './formatNumber.ts'

/** A tree of elements on its way to text. */
export interface XmlNode {
  /** Entry of the grammar: the name of the element, or `parent/name`. */
  readonly kind: ElementName
  readonly attributes: readonly (readonly [name: string, text: string])[]
  readonly children: readonly XmlNode[]
}

/** Values of attributes as reading gives them: keywords as their numbers, names as text. */
export type Values = Readonly<Record<string, unknown>>

/**
 * An element with its attributes in the order of the grammar. What has the value that an element without the attribute
 * has is left out, unless it is required.
 */
export function node(kind: ElementName, values: Values, children: readonly XmlNode[] = []): XmlNode {
  const schema: Schema = ruleOf(kind).attributes
  for (const name in values) if (!(name in schema)) throw new TypeError(`<${kind}> has no attribute '${name}'`)
  const attributes: [string, string][] = []
  for (const name in schema) {
    const attribute = schema[name]
    const value = values[name]
    if (value === undefined || (!attribute.required && same(value, attribute.fallback))) continue
    attributes.push([name, attributeText(attribute, name === 'springlength' ? value : withoutUsual(attribute, value))])
  }
  return { kind, attributes, children }
}

/**
 * Trailing default values are omitted where the count may vary. (One rest length of a spring stands for two.)
 */
function withoutUsual({ min, max, fallback }: Attribute<unknown>, value: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(fallback) || min === max || value.length !== fallback.length) return value
  let count = value.length
  while (count > min && value[count - 1] === fallback[count - 1]) count--
  return value.slice(0, count)
}

/** The name that an element is written with. */
export function tagOf(kind: ElementName): string {
  return kind.slice(kind.lastIndexOf('/') + 1)
}

/** A section; nothing where it would be empty. */
export function section(kind: ElementName, children: readonly XmlNode[], values: Values = {}): XmlNode[] {
  const made = node(kind, values, children)
  return children.length > 0 || made.attributes.length > 0 ? [made] : []
}

function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => x === b[i])
  return a === b
}

function attributeText({ kind, keywords }: Attribute<unknown>, value: unknown): string {
  if (kind === 'keyword') {
    const word = Object.entries(keywords ?? {}).find(([, number]) => number === value)?.[0]
    if (word === undefined) throw new TypeError(`no keyword stands for ${value}`)
    return word
  }
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'number' ? numberText(item) : item)).join(' ')
  return typeof value === 'number' ? numberText(value) : String(value)
}

/** The text of a tree, two spaces a level. Sections of the root stand apart. */
export function print(root: XmlNode): string {
  const lines: string[] = []
  const visit = ({ kind, attributes, children }: XmlNode, depth: number): void => {
    const name = tagOf(kind)
    const indent = '  '.repeat(depth)
    const tag = [name, ...attributes.map(([key, text]) => `${key}="${escaped(text)}"`)].join(' ')
    if (children.length === 0) {
      lines.push(`${indent}<${tag}/>`)
      return
    }
    lines.push(`${indent}<${tag}>`)
    children.forEach((child, i) => {
      if (depth === 0 && i > 0) lines.push('')
      visit(child, depth + 1)
    })
    lines.push(`${indent}</${name}>`)
  }
  visit(root, 0)
  return `${lines.join('\n')}\n`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Control characters are written by their numbers: white space other than blanks would be read as blanks, and others
 * could take over the terminal on which the text is shown.
 */
function escaped(text: string): string {
  return text.replace(
    /[&<>"\p{Cc}\p{Bidi_Control}]/gu,
    (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`,
  )
}
