import type { Schema } from '../schema/attributes.ts'
import { type ElementRule, kindOf, ruleOf } from '../schema/grammar.ts'
import type { AnyElement } from '../schema/spec.ts'

/** Renaming of elements by the tables of the grammar: their own names, and the names by which they refer to others. */

export interface Renaming {
  readonly prefix: string
  readonly suffix: string
  /**
   * The elements come from another model, so that names of assets change too. Copies within a model share its assets.
   */
  readonly assets: boolean
}

/** The name of an object, by its kind. */
export interface Reference {
  readonly attribute: string
  readonly kind: string
  readonly name: string
}

/** Kinds of objects of the section `asset`. */
const ASSETS: ReadonlySet<string> = new Set(['mesh', 'hfield', 'skin', 'texture', 'material'])

export function newName(name: string, { prefix, suffix }: Renaming): string {
  return name === '' ? '' : prefix + name + suffix
}

/**
 * The attributes of an element under new names.
 * @param parent name of the element around it, which decides what a name such as `joint` means
 */
export function renamedAttributes<E extends AnyElement>(
  element: E,
  parent: string,
  renaming: Renaming,
): E['attributes'] {
  const changed: Record<string, string> = {}
  const { name } = element.attributes
  if (typeof name === 'string') changed['name'] = newName(name, renaming)
  for (const reference of referencesOf(element, parent)) {
    // the reference renames the textures of lights in any case
    if (isAsset(reference) && !renaming.assets && element.kind !== 'light') continue
    changed[reference.attribute] = newName(reference.name, renaming)
  }
  return { ...element.attributes, ...changed }
}

/** A copy of an element and of everything in it, under new names. */
export function renamed<E extends AnyElement>(element: E, parent: string, renaming: Renaming): E {
  const copy = { ...element, attributes: renamedAttributes(element, parent, renaming) }
  const { children } = element
  return children ? { ...copy, children: children.map((child) => renamed(child, element.kind, renaming)) } : copy
}

/** The names of other objects that an element gives, without those of the elements in it. */
export function referencesOf({ kind, attributes }: AnyElement, parent: string): Reference[] {
  const found: Reference[] = []
  for (const { attribute, refers, by } of referringAttributes(ruleOf(kindOf(kind, parent)))) {
    const name = attributes[attribute]
    const type = refers ?? attributes[by]
    if (typeof name !== 'string' || name === '' || typeof type !== 'string') continue
    // the material of a mesh is looked up where the mesh is used
    if (kind === 'mesh') continue
    found.push({ attribute, kind: type === 'xbody' ? 'body' : type, name })
  }
  return found
}

/** Whether a reference is to an asset. */
export function isAsset({ kind }: Reference): boolean {
  return ASSETS.has(kind)
}

interface ReferringAttribute {
  readonly attribute: string
  /** The kind of object it names, or else the attribute that gives the kind. */
  readonly refers: string | undefined
  readonly by: string
}

const known = new WeakMap<ElementRule, readonly ReferringAttribute[]>()

function referringAttributes(rule: ElementRule): readonly ReferringAttribute[] {
  let list = known.get(rule)
  if (!list) {
    const schema: Schema = rule.attributes
    list = [
      ...Object.keys(schema)
        .filter((attribute) => schema[attribute].refers !== undefined)
        .map((attribute) => ({ attribute, refers: schema[attribute].refers, by: '' })),
      ...Object.entries(rule.refersBy ?? {}).map(([attribute, by]) => ({ attribute, refers: undefined, by })),
    ]
    known.set(rule, list)
  }
  return list
}
