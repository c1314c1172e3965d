import type { Spec } from '../../schema/spec.ts'
import type { Parts } from '../parts/parts.ts'
import { geomsOfSensors } from '../parts/references.ts'

/** Removes geoms that can never touch anything, unless something refers to them. Their mass stays with the body. */
export function discardVisual(parts: Parts, spec: Spec): void {
  const referenced = new Set<string>(geomsOfSensors(spec))
  for (const { children } of spec.tuples)
    for (const { attributes } of children) if (attributes.objtype === 'geom') referenced.add(attributes.objname)

  for (const contact of spec.contacts) {
    if (contact.kind !== 'pair') continue
    referenced.add(contact.attributes.geom1)
    referenced.add(contact.attributes.geom2)
  }
  for (const tendon of spec.tendons)
    for (const point of tendon.children) if (point.kind === 'spatial/geom') referenced.add(point.attributes.geom)
  referenced.delete('')

  for (const { geoms } of parts.bodies) {
    const kept = geoms.filter(({ name, spec: { attributes: a } }) => a.contype || a.conaffinity || referenced.has(name))
    geoms.length = 0
    for (const geom of kept) geoms.push(geom)
  }
  parts.number()
}
