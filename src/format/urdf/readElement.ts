import { ModelError } from '../../core/model/errors.ts'
import type { Schema } from '../mjcf/schema/attributes.ts'
import { readValue } from '../mjcf/schema/parseValue.ts'
import { sourceOf, type XmlElement } from '../mjcf/text/xml.ts'
import { type Occurrence, URDF, type UrdfAttributes, type UrdfName } from './urdfGrammar.ts'

/** Reads single elements by the grammar of URDF. */

/** The attributes of an element that URDF knows. */
export function attributesOf<K extends UrdfName>(element: XmlElement, kind: K): UrdfAttributes<K> {
  const schema: Schema = URDF[kind].attributes
  const values: Record<string, unknown> = {}
  for (const name in schema) {
    const attribute = schema[name]
    const text = element.attributes.get(name)?.value
    const place = { source: sourceOf(element, name), attribute: name }
    const value = text === undefined ? undefined : readValue(attribute, text, place)
    if (value === undefined && attribute.required)
      throw new ModelError(`required attribute '${name}' is missing`, { source: sourceOf(element) })
    values[name] = value ?? attribute.fallback
  }
  return values as UrdfAttributes<K>
}

/** The attributes of an element that may be absent. */
export function optionalAttributesOf<K extends UrdfName>(element: XmlElement | undefined, kind: K) {
  return element && attributesOf(element, kind)
}

/** The children of an element by name: one, none or one, or a list, as the grammar says. */
export type Children<K extends UrdfName> = {
  readonly [N in keyof (typeof URDF)[K]['children']]: Found<(typeof URDF)[K]['children'][N]>
}
type Found<O> = O extends 'one' ? XmlElement : O extends 'optional' ? XmlElement | undefined : readonly XmlElement[]

/** The children of an element that URDF knows. */
export function childrenOf<K extends UrdfName>(element: XmlElement, kind: K): Children<K> {
  const rules: Readonly<Record<string, Occurrence>> = URDF[kind].children
  const found: Record<string, unknown> = {}
  for (const [name, occurrence] of Object.entries(rules)) {
    const all = element.children.filter((child) => child.name === name)
    found[name] = occurrence === 'any' ? all : single(element, name, all, occurrence)
  }
  return found as Children<K>
}

function single(
  element: XmlElement,
  name: string,
  [first, second]: readonly XmlElement[],
  occurrence: Occurrence,
): XmlElement | undefined {
  if (second)
    throw new ModelError(`<${name}> may appear only once in <${element.name}>`, {
      source: sourceOf(second),
      suggestion: `the first is at line ${first!.line}`,
    })
  if (occurrence === 'one' && !first)
    throw new ModelError(`<${name}> is missing`, {
      source: sourceOf(element),
      expected: `<${name}> in <${element.name}>`,
    })
  return first
}
