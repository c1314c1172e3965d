import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { ids, row } from './formatNumber.ts'
import { node, section, type XmlNode } from './xmlWriter.ts'

/** Contact pairs and excluded body pairs. */
export function contactNodes(m: Model): XmlNode[] {
  return section('contact', [
    ...ids(m.npair).map((id) => pairNode(m, id)),
    ...ids(m.nexclude).map((id) => excludeNode(m, id)),
  ])
}

function pairNode(m: Model, id: number): XmlNode {
  return node('pair', {
    name: m.names.name(ObjType.pair, id),
    geom1: m.names.name(ObjType.geom, m.pair_geom1[id]),
    geom2: m.names.name(ObjType.geom, m.pair_geom2[id]),
    condim: m.pair_dim[id],
    friction: row(m.pair_friction, id, 5),
    solref: row(m.pair_solref, id, 2),
    solreffriction: row(m.pair_solreffriction, id, 2),
    solimp: row(m.pair_solimp, id, 5),
    margin: m.pair_margin[id],
    gap: m.pair_gap[id],
    adhesion: m.pair_adhesion[id],
  })
}

/** A signature holds two bodies, 16 bits each. */
function excludeNode(m: Model, id: number): XmlNode {
  const signature = m.exclude_signature[id]
  return node('exclude', {
    name: m.names.name(ObjType.exclude, id),
    body1: m.names.name(ObjType.body, signature >>> 16),
    body2: m.names.name(ObjType.body, signature & 0xffff),
  })
}
