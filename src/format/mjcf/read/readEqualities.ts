import type { Attributes, Schema } from '../schema/attributes.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { type ChildOf, childrenOf, fallbacks, givenAttributes, readAttributes } from '../schema/readAttributes.ts'
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

function readEquality(element: ChildOf<typeof GRAMMAR.equality>, context: TreeContext): EqualitySpec {
  const { equality } = context.defaults.of(element)
  const common = { source: sourceOf(element), compiler: context.compiler }
  context.names.add('equality', element)
  const read = <S extends Schema>(schema: S): Attributes<S> =>
    readAttributes(element, schema, { ...fallbacks(schema), ...equality })
  switch (element.name) {
    case 'connect':
      return { kind: 'connect', attributes: read(GRAMMAR.connect.attributes), ...common }
    case 'weld':
      return { kind: 'weld', attributes: read(GRAMMAR.weld.attributes), ...common }
    case 'joint':
      return { kind: 'equality/joint', attributes: read(GRAMMAR['equality/joint'].attributes), ...common }
    case 'tendon':
      return { kind: 'equality/tendon', attributes: read(GRAMMAR['equality/tendon'].attributes), ...common }
    case 'distance':
      return { kind: 'equality/distance', attributes: read(GRAMMAR['equality/distance'].attributes), ...common }
  }
}
