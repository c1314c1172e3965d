import { settleSpringLength } from '../defaults/settleAttributes.ts'
import { GRAMMAR } from '../schema/grammar.ts'
import { type ChildOf, childrenOf, givenAttributes, readAttributes } from '../schema/readAttributes.ts'
import type { FixedSpec, SpatialPathSpec, SpatialSpec, TendonSpec } from '../schema/spec.ts'
import { sourceOf, type XmlElement } from '../text/xml.ts'
import type { TreeContext } from './readTree.ts'

/** The `tendon` sections: each tendon with its path, in the order of the document. */
export function readTendons(sections: readonly XmlElement[], context: TreeContext): TendonSpec[] {
  return sections.flatMap((section) => {
    givenAttributes(section, GRAMMAR.tendon.attributes)
    return childrenOf(section, GRAMMAR.tendon).map((element) => {
      context.names.add('tendon', element)
      return element.name === 'spatial' ? readSpatial(element, context) : readFixed(element, context)
    })
  })
}

/** What no class gives. */
const own = {
  name: '',
  class: '',
  armature: GRAMMAR.spatial.attributes.armature.fallback,
  actuatorfrclimited: GRAMMAR.spatial.attributes.actuatorfrclimited.fallback,
  actuatorfrcrange: GRAMMAR.spatial.attributes.actuatorfrcrange.fallback,
}

function readSpatial(element: XmlElement, context: TreeContext): SpatialSpec {
  const template = { ...own, ...context.defaults.of(element).tendon }
  const attributes = settleSpringLength(element, readAttributes(element, GRAMMAR.spatial.attributes, template))
  const children = childrenOf(element, GRAMMAR.spatial).map((child) => readPath(child, context))
  return { kind: 'spatial', attributes, source: sourceOf(element), compiler: context.compiler, children }
}

function readPath(element: ChildOf<typeof GRAMMAR.spatial>, { compiler }: TreeContext): SpatialPathSpec {
  const common = { source: sourceOf(element), compiler }
  switch (element.name) {
    case 'site': {
      const attributes = readAttributes(element, GRAMMAR['spatial/site'].attributes)
      return { kind: 'spatial/site', attributes, ...common }
    }
    case 'geom': {
      const attributes = readAttributes(element, GRAMMAR['spatial/geom'].attributes)
      return { kind: 'spatial/geom', attributes, ...common }
    }
    case 'pulley':
      return { kind: 'pulley', attributes: readAttributes(element, GRAMMAR.pulley.attributes), ...common }
  }
}

function readFixed(element: XmlElement, context: TreeContext): FixedSpec {
  const { compiler } = context
  const { tendon } = context.defaults.of(element)
  const template = { ...own, ...tendon }
  const given = settleSpringLength(element, readAttributes(element, GRAMMAR.fixed.attributes, template))
  const attributes = { ...template, ...given }
  const children = childrenOf(element, GRAMMAR.fixed).map((child) => ({
    kind: 'fixed/joint' as const,
    attributes: readAttributes(child, GRAMMAR['fixed/joint'].attributes),
    source: sourceOf(child),
    compiler,
  }))
  return { kind: 'fixed', attributes, source: sourceOf(element), compiler, children }
}
