import { ObjType } from '../../../../core/model/enums.ts'
import type { Spec } from '../../schema/spec.ts'
import type { Parts } from './parts.ts'

/** Ids by name, by type of object. */
export function nameTables(spec: Spec, parts: Parts): Map<ObjType, Map<string, number>> {
  const tables = new Map<ObjType, Map<string, number>>()
  const add = (type: ObjType, names: readonly string[]): void => {
    tables.set(type, new Map(names.map((name, id) => [name, id] as const).filter(([name]) => name !== '')))
  }
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name)
  const elementNames = (list: readonly { readonly attributes: { readonly name: string } }[]) =>
    list.map(({ attributes }) => attributes.name)
  add(ObjType.body, names(parts.bodies))
  add(ObjType.xbody, names(parts.bodies))
  add(ObjType.joint, names(parts.joints))
  add(ObjType.geom, names(parts.geoms))
  add(ObjType.site, names(parts.sites))
  add(ObjType.camera, names(parts.cameras))
  add(ObjType.light, names(parts.lights))
  add(ObjType.numeric, elementNames(spec.numerics))
  add(ObjType.text, elementNames(spec.texts))
  add(ObjType.tuple, elementNames(spec.tuples))
  add(ObjType.key, elementNames(spec.keys))
  add(ObjType.equality, elementNames(spec.equalities))
  add(ObjType.tendon, elementNames(spec.tendons))
  add(ObjType.actuator, elementNames(spec.actuators))
  add(ObjType.sensor, elementNames(spec.sensors))
  return tables
}
