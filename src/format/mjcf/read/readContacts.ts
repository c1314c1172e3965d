import { GRAMMAR } from '../schema/grammar.ts'
import { childrenOf, givenAttributes, readAttributes } from '../schema/readAttributes.ts'
import type { ContactSpec } from '../schema/spec.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'
import type { TreeContext } from './readTree.ts'

/** The `contact` sections: contact pairs and excluded body pairs. */
export function readContacts(sections: readonly XmlElement[], context: TreeContext): ContactSpec[] {
  return sections.flatMap((section) => {
    givenAttributes(section, GRAMMAR.contact.attributes)
    return childrenOf(section, GRAMMAR.contact).map((element) => readContact(element, context))
  })
}

function readContact(element: XmlElement, context: TreeContext): ContactSpec {
  const source = sourceOf(element)
  const { compiler } = context
  context.names.add(element.name, element)
  if (element.name === 'pair') {
    const attributes = readAttributes(element, GRAMMAR.pair.attributes, context.defaults.of(element).pair)
    return { kind: 'pair', attributes, source, compiler }
  }
  return { kind: 'exclude', attributes: readAttributes(element, GRAMMAR.exclude.attributes), source, compiler }
}
