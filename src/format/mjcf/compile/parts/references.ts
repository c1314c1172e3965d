import { SensorType } from '../../../../core/model/enums.ts'
import type { Spec } from '../../schema/spec.ts'
import type { Parts } from './parts.ts'

/** Names of what actuators and sensors refer to, which must not be merged or removed. */

export function bodiesOfActuatorsAndSensors(spec: Spec, parts: Parts): string[] {
  const names: unknown[] = spec.actuators.map(({ attributes }) => attributes.body)
  const bodyOfSite = new Map(parts.sites.map(({ name, body }) => [name, body.name]))
  for (const { type, attributes: a } of spec.sensors) {
    names.push(a.body, a.body1, a.body2, a.subtree1, a.subtree2)
    if (isBody(a.objtype)) names.push(a.objname)
    if (isBody(a.reftype)) names.push(a.refname)
    // these measure the interaction of a body with its parent
    if (type === SensorType.force || type === SensorType.torque) names.push(bodyOfSite.get(a.site ?? ''))
  }
  return names.filter(isName)
}

export function geomsOfSensors(spec: Spec): string[] {
  const names: unknown[] = []
  for (const { attributes: a } of spec.sensors) {
    names.push(a.geom, a.geom1, a.geom2)
    if (a.objtype === 'geom') names.push(a.objname)
    if (a.reftype === 'geom') names.push(a.refname)
  }
  return names.filter(isName)
}

function isBody(type: unknown): boolean {
  return type === 'body' || type === 'xbody'
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && name !== ''
}
