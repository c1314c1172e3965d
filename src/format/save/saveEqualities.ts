import { EqualityType, ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { ids, row } from './formatNumber.ts'
import { node, section, type XmlNode } from './xmlWriter.ts'

/** Numbers of an equality constraint in `eq_data`. */
const DATA = 11

/** Equality constraints. Relative poses are written out, though the compiler could find many of them at qpos0. */
export function equalityNodes(m: Model): XmlNode[] {
  return section(
    'equality',
    ids(m.neq).map((id) => equalityNode(m, id)),
  )
}

function equalityNode(m: Model, id: number): XmlNode {
  const data = row(m.eq_data, id, DATA)
  const common = {
    name: m.names.name(ObjType.equality, id),
    active: m.eq_active0[id],
    solref: row(m.eq_solref, id, 2),
    solimp: row(m.eq_solimp, id, 5),
  }
  const [first, second] = ends(m, id)
  const bySite = m.eq_objtype[id] === ObjType.site
  const sites = { site1: first, site2: second }
  const bodies = { body1: first, body2: second, anchor: data.slice(0, 3) }
  switch (m.eq_type[id] as EqualityType) {
    case EqualityType.connect:
      return node('connect', { ...common, ...(bySite ? sites : bodies) })
    case EqualityType.weld:
      return node('weld', {
        ...common,
        ...(bySite ? sites : { ...bodies, relpose: data.slice(3, 10) }),
        torquescale: data[10],
      })
    case EqualityType.joint:
      return node('equality/joint', { ...common, joint1: first, joint2: second, polycoef: data.slice(0, 5) })
    case EqualityType.tendon:
      return node('equality/tendon', { ...common, tendon1: first, tendon2: second, polycoef: data.slice(0, 5) })
    case EqualityType.distance: {
      const points = { body1: first, body2: second, anchor1: data.slice(0, 3), anchor2: data.slice(3, 6) }
      return node('equality/distance', { ...common, ...(bySite ? sites : points), distance: data[6] })
    }
    case EqualityType.flex:
    case EqualityType.flexvert:
    case EqualityType.flexstrain:
      throw new TypeError(`equality ${id} has the type ${m.eq_type[id]}, which MJCF has no element for`)
  }
}

/** Names of the two constrained objects; the second may be missing. A body without a second is held by the world. */
function ends(m: Model, id: number): [string | undefined, string | undefined] {
  const types: Readonly<Record<number, ObjType>> = {
    [EqualityType.joint]: ObjType.joint,
    [EqualityType.tendon]: ObjType.tendon,
  }
  const type = types[m.eq_type[id]] ?? (m.eq_objtype[id] as ObjType)
  const byWorld = type === ObjType.body && m.eq_obj2id[id] === 0
  return [m.names.name(type, m.eq_obj1id[id]), byWorld ? undefined : m.names.name(type, m.eq_obj2id[id])]
}
