import { ModelError } from '../../../core/model/errors.ts'
import { listed, shown, suggestion } from '../text/messageText.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'
import type { Attributes, Schema } from './attributes.ts'
import { type ChildName, type ElementName, type ElementRule, GRAMMAR, ruleOf, ruleWith } from './grammar.ts'
import { readValue } from './parseValue.ts'

/** Reads single elements by the grammar: their attributes, and which children they have. */

/** What an element has before its own attributes are read. */
export function fallbacks<S extends Schema>(schema: S): Attributes<S> {
  const values: Record<string, unknown> = {}
  for (const name in schema) values[name] = schema[name].fallback
  return values as Attributes<S>
}

/**
 * Attributes of an element on top of `base`, or of the fallbacks.
 * @param asDefault the element is in a default class: nothing is required, and unsupported attributes are allowed
 */
export function readAttributes<S extends Schema>(
  element: XmlElement,
  schema: S,
  base?: Attributes<S>,
  asDefault = false,
): Attributes<S> {
  const values: Record<string, unknown> = base ? { ...base } : fallbacks(schema)

  checkExclusive(element, ruleWith(schema, element.name))
  dropOverriddenOrientation(element, values)
  const given = givenAttributes(element, schema, asDefault)
  checkQuat(element, given.get('quat'))
  for (const [name, value] of given) {
    const older = values[name]
    // ranged attributes replace only the leading numbers
    values[name] =
      Array.isArray(value) && Array.isArray(older) && schema[name].max < Number.POSITIVE_INFINITY
        ? [...value, ...older.slice(value.length)]
        : value
  }
  if (!asDefault) {
    checkComplete(element, schema, given, values)
    checkNeeds(element, ruleWith(schema, element.name))
    checkTogether(element, ruleWith(schema, element.name))
  }
  return values as Attributes<S>
}

/** The attributes that an element gives, checked and read, without any defaults. */
export function givenAttributes(element: XmlElement, schema: Schema, asDefault = false): Map<string, unknown> {
  checkLeaf(element, ruleWith(schema, element.name))
  const given = new Map<string, unknown>()
  for (const [name, { value: text }] of element.attributes) {
    const attribute = Object.hasOwn(schema, name) ? schema[name] : undefined
    const source = sourceOf(element, name)
    if (!attribute || (asDefault && !attribute.defaultable)) {
      const names = Object.keys(schema).filter((other) => !asDefault || schema[other].defaultable)
      const expected = names.length === 0 ? 'no attributes' : listed(names)
      const reason = attribute ? 'not allowed in a default class' : 'unknown attribute'
      throw new ModelError(reason, { source, attribute: name, expected, suggestion: suggestion(name, names) })
    }
    const value = readValue(attribute, text, { source, attribute: name })
    if (value !== undefined) given.set(name, value)
  }
  return given
}

/** An element of a kind that has no children must not have any. */
function checkLeaf(element: XmlElement, rule: ElementRule): void {
  if (!rule.once && !rule.many) childrenOf(element, rule)
}

/** A child that a rule allows. */
export type ChildOf<R extends ElementRule> = XmlElement & { readonly name: ChildName<R> }

/** The children of an element, checked against the grammar. Unsupported children throw, inert ones are left out. */
export function childrenOf<R extends ElementRule>(element: XmlElement, rule: R): readonly ChildOf<R>[] {
  const { once = [], many = [], refused = [], inert = [] }: ElementRule = rule
  const seen = new Map<string, XmlElement>()
  return element.children.filter((child): child is ChildOf<R> => {
    const { name } = child
    if (many.includes(name)) return true
    if (refused.includes(name)) {
      const plugin = name === 'plugin' && (child.attributes.get('plugin') ?? child.attributes.get('instance'))
      throw new ModelError(`<${name}> in <${element.name}> is not supported yet`, {
        source: sourceOf(child),
        found: plugin ? `the plugin ${shown(plugin.value)}` : undefined,
        unsupported: true,
      })
    }
    if (!once.includes(name) && !inert.includes(name)) throw unknownChild(child, element, rule)
    const first = seen.get(name)
    if (first) {
      throw new ModelError(`<${name}> may appear only once in <${element.name}>`, {
        source: sourceOf(child),
        suggestion: `the first is at line ${first.line}`,
      })
    }
    seen.set(name, child)
    return once.includes(name)
  })
}

function unknownChild(child: XmlElement, parent: XmlElement, rule: ElementRule): ModelError {
  const allowed = [...(rule.once ?? []), ...(rule.many ?? []), ...(rule.refused ?? []), ...(rule.inert ?? [])]
  const parents = Object.keys(GRAMMAR).filter((name) => {
    const { once = [], many = [], refused = [] } = ruleOf(name as ElementName)
    return once.includes(child.name) || many.includes(child.name) || refused.includes(child.name)
  })
  const belongs = listed(parents.map((name) => `<${name}>`))
  const close = suggestion(child.name, allowed)
  const reason = belongs && !close ? `<${child.name}> is not allowed in <${parent.name}>` : `unknown element`
  return new ModelError(reason, {
    source: sourceOf(child),
    expected: allowed.length === 0 ? `nothing in <${parent.name}>` : listed(allowed),
    suggestion: close ?? (belongs && `it belongs in ${belongs}`),
  })
}

/** At most one of the attributes of an exclusive set may be given. */
function checkExclusive(element: XmlElement, { exclusive = [] }: ElementRule): void {
  for (const set of exclusive) {
    const [first, second] = set.filter((name) => element.attributes.has(name))
    if (first && second) {
      throw new ModelError(`'${first}' and '${second}' cannot both be given`, { source: sourceOf(element, second) })
    }
  }
}

/** One of the sets of attributes that the element needs must be given whole. */
function checkNeeds(element: XmlElement, { needs = [] }: ElementRule): void {
  if (needs.length === 0 || needs.some((set) => set.every((name) => element.attributes.has(name)))) return
  throw new ModelError('required attributes are missing', {
    source: sourceOf(element),
    expected: needs.map((set) => set.join(' and ')).join(', or '),
  })
}

/** Of attributes that belong together, all are given or none. */
function checkTogether(element: XmlElement, { together = [] }: ElementRule): void {
  for (const set of together) {
    const given = set.find((name) => element.attributes.has(name))
    const missing = set.find((name) => !element.attributes.has(name))
    if (given && missing)
      throw new ModelError(`'${given}' can only be given together with '${missing}'`, {
        source: sourceOf(element, given),
        attribute: given,
      })
  }
}

function checkQuat(element: XmlElement, quat: unknown): void {
  if (!Array.isArray(quat) || quat.some((x) => x !== 0)) return
  throw new ModelError('a quaternion cannot be zero', {
    source: sourceOf(element, 'quat'),
    attribute: 'quat',
    suggestion: 'no rotation is 1 0 0 0',
  })
}

const ALTERNATIVES = ['axisangle', 'xyaxes', 'zaxis', 'euler']

/** An alternative orientation on the element takes the place of the one of its class; `quat` does not. */
function dropOverriddenOrientation(element: XmlElement, values: Record<string, unknown>): void {
  if (!ALTERNATIVES.some((name) => element.attributes.get(name)?.value.trim())) return
  for (const name of ALTERNATIVES) if (name in values) values[name] = undefined
}

/** Everything required is there, and nothing that is not supported yet. */
function checkComplete(
  element: XmlElement,
  schema: Schema,
  given: ReadonlyMap<string, unknown>,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const name in schema) {
    const { required, state } = schema[name]
    if (required && !given.has(name)) {
      throw new ModelError(`required attribute '${name}' is missing`, { source: sourceOf(element) })
    }
    if (state === 'refused' && values[name] !== undefined && values[name] !== '') {
      const inherited = given.has(name) ? '' : ', which its class gives,'
      throw new ModelError(`'${name}'${inherited} is not supported yet`, {
        source: sourceOf(element, name),
        attribute: name,
        found: shown(String(values[name])),
        unsupported: true,
      })
    }
  }
}
