import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { at, ids, row, rows } from './formatNumber.ts'
import { node, type XmlNode } from './xmlWriter.ts'

/** A skin with its vertices and bones. */
export function skinNode(m: Model, id: number): XmlNode {
  const vertices = m.skin_vertnum[id]
  const texcoord = m.skin_texcoordadr[id]
  const values = {
    name: m.names.name(ObjType.skin, id),
    material: m.names.name(ObjType.material, m.skin_matid[id]),
    rgba: row(m.skin_rgba, id, 4),
    inflate: at(m.skin_inflate, id),
    vertex: rows(m.skin_vert, m.skin_vertadr[id], vertices, 3),
    texcoord: texcoord < 0 ? undefined : rows(m.skin_texcoord, texcoord, vertices, 2),
    face: rows(m.skin_face, m.skin_faceadr[id], m.skin_facenum[id], 3),
    group: m.skin_group[id],
  }
  const bones = ids(m.skin_bonenum[id]).map((i) => boneNode(m, m.skin_boneadr[id] + i))
  return node('skin', values, bones)
}

function boneNode(m: Model, bone: number): XmlNode {
  const first = m.skin_bonevertadr[bone]
  const count = m.skin_bonevertnum[bone]
  return node('bone', {
    body: m.names.name(ObjType.body, m.skin_bonebodyid[bone]),
    bindpos: row(m.skin_bonebindpos, bone, 3),
    bindquat: row(m.skin_bonebindquat, bone, 4),
    vertid: rows(m.skin_bonevertid, first, count, 1),
    vertweight: rows(m.skin_bonevertweight, first, count, 1),
  })
}
