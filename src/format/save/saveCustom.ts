import { ObjType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import { ids, row } from './formatNumber.ts'
import { node, section, type XmlNode } from './xmlWriter.ts'

/** Custom fields and keyframes. */

export function customNodes(m: Model): XmlNode[] {
  return section('custom', [
    ...ids(m.nnumeric).map((id) => numericNode(m, id)),
    ...ids(m.ntext).map((id) => textNode(m, id)),
    ...ids(m.ntuple).map((id) => tupleNode(m, id)),
  ])
}

function numericNode(m: Model, id: number): XmlNode {
  const first = m.numeric_adr[id]
  const data = Array.from(m.numeric_data.subarray(first, first + m.numeric_size[id]))
  return node('numeric', { name: m.names.name(ObjType.numeric, id), data })
}

function textNode(m: Model, id: number): XmlNode {
  const first = m.text_adr[id]
  const bytes = m.text_data.slice(first, first + m.text_size[id] - 1)
  return node('text', { name: m.names.name(ObjType.text, id), data: new TextDecoder().decode(bytes) })
}

function tupleNode(m: Model, id: number): XmlNode {
  const first = m.tuple_adr[id]
  const elements: XmlNode[] = []
  for (let i = first; i < first + m.tuple_size[id]; i++)
    elements.push(
      node('element', {
        objtype: typeName(m.tuple_objtype[i]),
        objname: m.names.name(m.tuple_objtype[i] as ObjType, m.tuple_objid[i]),
        prm: m.tuple_objprm[i],
      }),
    )
  return node('tuple', { name: m.names.name(ObjType.tuple, id) }, elements)
}

/** The word for a type of object. */
export function typeName(type: number): string {
  return Object.entries(ObjType).find(([, number]) => number === type)?.[0] ?? 'unknown'
}

/** Keyframes; what is as after a reset is left out. */
export function keyframeNodes(m: Model): XmlNode[] {
  const usual = afterReset(m)
  const keys: XmlNode[] = []
  for (let key = 0; key < m.nkey; key++) {
    const given = (values: Float64Array, reset: Float64Array): number[] | undefined => {
      const own = row(values, key, reset.length)
      return own.every((x, i) => x === reset[i]) ? undefined : own
    }
    keys.push(
      node('key', {
        name: m.names.name(ObjType.key, key),
        time: m.key_time[key],
        qpos: given(m.key_qpos, m.qpos0),
        qvel: given(m.key_qvel, new Float64Array(m.nv)),
        act: given(m.key_act, new Float64Array(m.na)),
        ctrl: given(m.key_ctrl, new Float64Array(m.nu)),
        mpos: given(m.key_mpos, usual.pos),
        mquat: given(m.key_mquat, usual.quat),
        userdata: given(m.key_userdata, new Float64Array(m.nuserdata)),
      }),
    )
  }
  return section('keyframe', keys)
}

/** Poses of mocap bodies. */
function afterReset(m: Model): { pos: Float64Array; quat: Float64Array } {
  const pos = new Float64Array(3 * m.nmocap)
  const quat = new Float64Array(4 * m.nmocap)
  for (let body = 0; body < m.nbody; body++) {
    const mocap = m.body_mocapid[body]
    if (mocap < 0) continue
    pos.set(row(m.body_pos, body, 3), 3 * mocap)
    quat.set(row(m.body_quat, body, 4), 4 * mocap)
  }
  return { pos, quat }
}
