import { ModelError } from '../model/errors.ts'
import { childrenOf, fallbacks, givenAttributes, readAttributes } from './element.ts'
import { GRAMMAR } from './grammar.ts'
import type { TreeContext } from './readTree.ts'
import type { EqualitySpec } from './specMechanism.ts'
import { sourceOf, type XmlElement } from './xml.ts'

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
      checkEnds(element, ['body1', 'anchor'], ['body1', 'body2', 'anchor'])
      const attributes = readAttributes(element, schema, { ...fallbacks(schema), ...equality })
      return { kind: 'connect', attributes, ...common }
    }
    case 'weld': {
      const { attributes: schema } = GRAMMAR.weld
      checkEnds(element, ['body1'], ['body1', 'body2', 'anchor', 'relpose'])
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

const SITES = ['site1', 'site2']

/** The ends are two sites, or bodies with what belongs to them, but not a mixture. */
function checkEnds(element: XmlElement, needed: readonly string[], others: readonly string[]): void {
  const given = (name: string): boolean => element.attributes.has(name)
  const site = SITES.find(given)
  const other = others.find(given)
  if (site && other) {
    throw new ModelError(`'${site}' and '${other}' cannot both be given`, {
      source: sourceOf(element, other),
      expected: `${SITES.join(' and ')}, or ${others.join(', ')}`,
    })
  }
  if (SITES.every(given) || needed.every(given)) return
  throw new ModelError('it is not said what is held together', {
    source: sourceOf(element),
    expected: `${SITES.join(' and ')}, or ${needed.join(' and ')}`,
  })
}
