import { ObjType, SensorType } from '../../core/model/enums.ts'
import type { Model } from '../../core/model/model.ts'
import type { Schema } from '../mjcf/schema/attributes.ts'
import { kindOf, ruleOf } from '../mjcf/schema/grammar.ts'
import { CONTACT_DATA, RAY_DATA } from '../mjcf/schema/schemaSensor.ts'
import { ids, row, userRow } from './formatNumber.ts'
import { typeName } from './saveCustom.ts'
import { node, section, type Values, type XmlNode } from './xmlWriter.ts'

export function sensorNodes(m: Model): XmlNode[] {
  return section(
    'sensor',
    ids(m.nsensor).map((id) => sensorNode(m, id)),
  )
}

function sensorNode(m: Model, id: number): XmlNode {
  const type = m.sensor_type[id]
  const name = Object.entries(SensorType).find(([, number]) => number === type)![0]
  const kind = kindOf(name, 'sensor')
  const [nsample, interp] = row(m.sensor_history, id, 2)
  const values: Values = {
    name: m.names.name(ObjType.sensor, id),
    cutoff: m.sensor_cutoff[id],
    noise: m.sensor_noise[id],
    nsample,
    interp,
    delay: m.sensor_delay[id],
    interval: row(m.sensor_interval, id, 2),
    user: userRow(m.sensor_user, id, m.nuser_sensor),
    ...objects(m, id),
    ...details(m, id),
  }
  // some types have no noise or no history
  const schema: Schema = ruleOf(kind).attributes
  return node(kind, Object.fromEntries(Object.entries(values).filter(([attribute]) => attribute in schema)))
}

/** What a sensor looks at, and from where. */
function objects(m: Model, id: number): Values {
  const type = m.sensor_objtype[id] as ObjType
  const object = m.names.name(type, m.sensor_objid[id])
  const referenceType = m.sensor_reftype[id] as ObjType
  const reference = m.names.name(referenceType, m.sensor_refid[id])
  const seen = object === undefined ? {} : { objtype: typeName(type), objname: object }
  const from = reference === undefined ? {} : { reftype: typeName(referenceType), refname: reference }
  switch (m.sensor_type[id]) {
    case SensorType.camprojection:
      return { site: object, camera: reference }
    case SensorType.insidesite:
      return { ...seen, site: reference }
    case SensorType.tactile:
      return { mesh: object, geom: reference }
    case SensorType.distance:
    case SensorType.normal:
    case SensorType.fromto:
    case SensorType.contact:
      return { ...side(type, object, '1'), ...side(referenceType, reference, '2') }
    default:
      // most have an attribute that is called like the type of the object; the others say the type
      return { [typeName(type)]: object, ...seen, ...from }
  }
}

/** One side of a contact or distance: a geom, a body, a subtree, or the volume of a site. */
function side(type: ObjType, name: string | undefined, number: '1' | '2'): Values {
  if (name === undefined) return {}
  if (type === ObjType.site) return { site: name }
  return { [(type === ObjType.xbody ? 'subtree' : typeName(type)) + number]: name }
}

/** Which numbers a sensor gives. */
function details(m: Model, id: number): Values {
  const [bits, reduce, num] = row(m.sensor_intprm, id, 3)
  switch (m.sensor_type[id]) {
    case SensorType.rangefinder:
      return { data: words(bits, RAY_DATA) }
    case SensorType.contact:
      return { data: words(bits, CONTACT_DATA), reduce, num }
    case SensorType.user:
      return { dim: m.sensor_dim[id], needstage: m.sensor_needstage[id], datatype: m.sensor_datatype[id] }
    default:
      return {}
  }
}

function words(bits: number, table: Readonly<Record<string, number>>): string[] {
  return Object.entries(table).flatMap(([word, bit]) => (bits & bit ? [word] : []))
}
