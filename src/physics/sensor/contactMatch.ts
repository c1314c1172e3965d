import type { Data } from '../../core/data/data.ts'
import { grow } from '../../core/memory/grow.ts'
import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { insideSite } from './insideSite.ts'

/**
 * Which contacts a contact sensor reports, and in which direction. The first criterion is a geom, a body, a subtree
 * or the volume of a site; the second a geom, a body or a subtree. Without criteria every contact matches. Contacts
 * are reported from object 1 to object 2, and flipped if stored the other way.
 */

const UNKNOWN: number = ObjType.unknown
const BODY: number = ObjType.body
const XBODY: number = ObjType.xbody
const GEOM: number = ObjType.geom
const SITE: number = ObjType.site

/** The matching contacts, in the order of the contact list, and whether each is flipped. */
export class ContactMatches {
  count = 0
  contact: Int32Array = new Int32Array(64)
  turned: Uint8Array = new Uint8Array(64)
}

/** Finds the contacts of a sensor: (contacts) → out. */
export function matchContacts(out: ContactMatches, m: Model, d: Data, sensor: number): void {
  const { ncon, contact_geom1, contact_geom2, contact_pos } = d
  const type1 = m.sensor_objtype[sensor]
  const type2 = m.sensor_reftype[sensor]
  const id1 = m.sensor_objid[sensor]
  const id2 = m.sensor_refid[sensor]
  const contact = (out.contact = grow(out.contact, ncon))
  const turned = (out.turned = grow(out.turned, ncon))
  let count = 0
  for (let i = 0; i < ncon; i++) {
    if (type1 === SITE && !insideSite(m, d, id1, contact_pos, 3 * i)) continue
    const geom1 = contact_geom1[i]
    const geom2 = contact_geom2[i]
    const asIs = belongs(m, geom1, type1, id1) && belongs(m, geom2, type2, id2)
    if (!asIs && !(belongs(m, geom2, type1, id1) && belongs(m, geom1, type2, id2))) continue
    contact[count] = i
    turned[count] = asIs ? 0 : 1
    count++
  }
  out.count = count
}

/** Whether a criterion includes a geom. The volume of a site has no sides. */
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
