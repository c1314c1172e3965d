import type { Spec } from '../../schema/spec.ts'
import type { Parts } from '../parts/parts.ts'
import { geomsOfSensors } from '../parts/references.ts'

/** Removes geoms that can never touch anything, unless something refers to them. Their mass stays with the body. */
export function discardVisual(parts: Parts, spec: Spec): void {
  const referenced = new Set<string>(geomsOfSensors(spec))
  for (const { elements } of spec.tuples)
    for (const { attributes } of elements) if (attributes.objtype === 'geom') referenced.add(attributes.objname)

  for (const { attributes: a } of [...spec.contacts, ...spec.tendons.flatMap(({ children = [] }) => children)])
    for (const name of [a.geom, a.geom1, a.geom2]) if (typeof name === 'string' && name !== '') referenced.add(name)

  for (const { geoms } of parts.bodies) {
    const kept = geoms.filter(({ name, spec: { attributes: a } }) => a.contype || a.conaffinity || referenced.has(name))
    geoms.splice(0, geoms.length, ...kept)
  }
  parts.number()
}
