import type { Data } from '../../core/data/data.ts'
import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { insideSite } from './insideSite.ts'

/**
 * Which contacts a contact sensor tells of, and from which side it looks at them. The first criterion is a geom, a body, a
 * subtree or the volume of a site, the second a geom, a body or a subtree; without any, every contact counts. A contact is
 * seen as from object 1 to object 2; where the engine has it the other way round it is turned.
 */

const UNKNOWN: number = ObjType.unknown
const BODY: number = ObjType.body
const XBODY: number = ObjType.xbody
const GEOM: number = ObjType.geom
const SITE: number = ObjType.site

/** The contacts that matched last, in the order of the list, and whether each is turned. */
export let matched = new Int32Array(64)
export let turned = new Uint8Array(64)

/** Finds the contacts of a sensor. @returns how many there are, in `matched` and `turned` */
export function matchContacts(m: Model, d: Data, sensor: number): number {
  const { ncon, contact_geom1, contact_geom2, contact_pos } = d
  const type1 = m.sensor_objtype[sensor]
  const type2 = m.sensor_reftype[sensor]
  const id1 = m.sensor_objid[sensor]
  const id2 = m.sensor_refid[sensor]
  if (matched.length < ncon) {
    matched = new Int32Array(2 * ncon)
    turned = new Uint8Array(2 * ncon)
  }
  const list = matched
  const sides = turned
  let count = 0
  for (let i = 0; i < ncon; i++) {
    if (type1 === SITE && !insideSite(m, d, id1, contact_pos, 3 * i)) continue
    const geom1 = contact_geom1[i]
    const geom2 = contact_geom2[i]
    const asIs = belongs(m, geom1, type1, id1) && belongs(m, geom2, type2, id2)
    if (!asIs && !(belongs(m, geom2, type1, id1) && belongs(m, geom1, type2, id2))) continue
    list[count] = i
    sides[count] = asIs ? 0 : 1
    count++
  }
  return count
}

/** Whether a geom is, or is part of, what a criterion names. The volume of a site has no sides. */
function belongs(m: Model, geom: number, type: number, id: number): boolean {
  if (type === UNKNOWN || type === SITE) return true
  if (type === GEOM) return geom === id
  let body = m.geom_bodyid[geom]
  if (type === BODY) return body === id
  if (type !== XBODY) return false
  // parents have lower numbers than their children
  while (body > id) body = m.body_parentid[body]
  return body === id
}
