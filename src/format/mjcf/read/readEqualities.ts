import { GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, fallbacks, givenAttributes, readAttributes } from '../schema/readAttributes.ts'
import type { EqualitySpec } from '../schema/spec.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'
import type { TreeContext } from './readTree.ts'

/** The `equality` sections. */
export function readEqualities(sections: readonly XmlElement[], context: TreeContext): EqualitySpec[] {
  return sections.flatMap((section) => {
    givenAttributes(section, GRAMMAR.equality.attributes)
    return childrenOf(section, GRAMMAR.equality).map((element) => readEquality(element, context))
  })
}

function readEquality(element: XmlElement, context: TreeContext): EqualitySpec {
  const { equality } = context.defaults.of(element)
  const common = { source: sourceOf(element), compiler: context.compiler }
  context.names.add('equality', element)
  switch (element.name) {
    case 'connect': {
      const { attributes: schema } = GRAMMAR.connect
      const attributes = readAttributes(element, schema, { ...fallbacks(schema), ...equality })
      return { kind: 'connect', attributes, ...common }
    }
    case 'weld': {
      const { attributes: schema } = GRAMMAR.weld
      const attributes = readAttributes(element, schema, { ...fallbacks(schema), ...equality })
      return { kind: 'weld', attributes, ...common }
    }
    case 'joint': {
      const { attributes: schema } = GRAMMAR['equality/joint']
      const attributes = readAttributes(element, schema, { ...fallbacks(schema), ...equality })
      return { kind: 'equality/joint', attributes, ...common }
    }
    default: {
      const { attributes: schema } = GRAMMAR['equality/tendon']
      const attributes = readAttributes(element, schema, { ...fallbacks(schema), ...equality })
      return { kind: 'equality/tendon', attributes, ...common }
    }
  }
}
