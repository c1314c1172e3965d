import {
  BiasType,
  DynType,
  EqualityType,
  GainType,
  GeomType,
  JointType,
  type Model,
  ObjType,
  SensorType,
  TrackingMode,
  TrnType,
} from '../../../src/index.ts'

/** Fields that hold the value of an enum. */
const ENUMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  jnt_type: JointType,
  geom_type: GeomType,
  site_type: GeomType,
  eq_type: EqualityType,
  eq_objtype: ObjType,
  sensor_type: SensorType,
  sensor_objtype: ObjType,
  sensor_reftype: ObjType,
  actuator_trntype: TrnType,
  actuator_dyntype: DynType,
  actuator_gaintype: GainType,
  actuator_biastype: BiasType,
  cam_mode: TrackingMode,
  light_mode: TrackingMode,
}

/** Fields that hold the id of an object. */
const REFERENCES: readonly (readonly [RegExp, ObjType])[] = [
  [/^body_(parent|root|weld)id$|_(target)?bodyid$/, ObjType.body],
  [/_matid$/, ObjType.material],
  [/_jntid$/, ObjType.joint],
]

/** The name of an enum value or of a referenced object; undefined for all other fields. */
export function valueName(m: Model, field: string, value: number): string | undefined {
  const values = ENUMS[field]
  if (values) return Object.entries(values).find(([, number]) => number === value)?.[0]
  const reference = REFERENCES.find(([pattern]) => pattern.test(field))
  return reference && value >= 0 ? m.names.name(reference[1], value) : undefined
}
