import { ModelError } from '../../../core/model/errors.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, givenAttributes, readAttributes } from '../schema/readAttributes.ts'
import type { CompilerAttributes } from '../schema/schemaTree.ts'
import type { KeySpec, NumericSpec, TextSpec, TupleSpec } from '../schema/spec.ts'
import type { NameRegistry } from '../text/nameRegistry.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'

/** The sections `custom` and `keyframe`. */

interface Custom {
  readonly numerics: NumericSpec[]
  readonly texts: TextSpec[]
  readonly tuples: TupleSpec[]
}

/** Longest array of a `numeric`. */
const MAX_NUMERIC = GRAMMAR.numeric.attributes.size.most

export function readCustom(sections: readonly XmlElement[], names: NameRegistry, compiler: CompilerAttributes): Custom {
  const custom: Custom = { numerics: [], texts: [], tuples: [] }
  for (const section of sections) {
    givenAttributes(section, GRAMMAR.custom.attributes)
    for (const element of childrenOf(section, GRAMMAR.custom)) {
      const source = sourceOf(element)
      names.add(element.name, element)
      if (element.name === 'numeric') {
        custom.numerics.push({ kind: 'numeric', attributes: readNumeric(element), source, compiler })
      } else if (element.name === 'text') {
        const attributes = readAttributes(element, GRAMMAR.text.attributes)
        if (attributes.data === '') throw new ModelError('a text cannot be empty', { source, attribute: 'data' })
        custom.texts.push({ kind: 'text', attributes, source, compiler })
      } else custom.tuples.push(readTuple(element, compiler))
    }
  }
  return custom
}

function readNumeric(element: XmlElement) {
  const numeric = readAttributes(element, GRAMMAR.numeric.attributes)
  const count = numeric.data?.length ?? 0
  const size = numeric.size < 0 ? count : numeric.size
  const source = sourceOf(element, 'data')
  if (size < 1 || size > MAX_NUMERIC) {
    throw new ModelError('wrong size', { source, expected: `1 to ${MAX_NUMERIC} numbers`, found: `${size}` })
  }
  if (count > size) {
    throw new ModelError('more data than its size', {
      source,
      attribute: 'data',
      expected: `${size}`,
      found: `${count}`,
    })
  }
  return numeric
}

function readTuple(element: XmlElement, compiler: CompilerAttributes): TupleSpec {
  const attributes = readAttributes(element, GRAMMAR.tuple.attributes)
  const source = sourceOf(element)
  const children = childrenOf(element, GRAMMAR.tuple).map((child) => ({
    kind: 'element' as const,
    attributes: readAttributes(child, GRAMMAR.element.attributes),
    source: sourceOf(child),
    compiler,
  }))
  if (children.length === 0) throw new ModelError('a tuple cannot be empty', { source, expected: '<element>' })
  return { kind: 'tuple', attributes, source, compiler, children }
}

export function readKeys(
  sections: readonly XmlElement[],
  names: NameRegistry,
  compiler: CompilerAttributes,
): KeySpec[] {
  return sections.flatMap((section) => {
    givenAttributes(section, GRAMMAR.keyframe.attributes)
    return childrenOf(section, GRAMMAR.keyframe).map((element) => {
      names.add('key', element)
      const attributes = readAttributes(element, GRAMMAR.key.attributes)
      return { kind: 'key' as const, attributes, source: sourceOf(element), compiler }
    })
  })
}
