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

/** Fields that hold one of a list of words. */
const WORDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
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

/** Fields that hold the number of a thing. */
const THINGS: readonly (readonly [RegExp, ObjType])[] = [
  [/^body_(parent|root|weld)id$|_(target)?bodyid$/, ObjType.body],
  [/_matid$/, ObjType.material],
  [/_jntid$/, ObjType.joint],
]

/** What a number means that stands for a word or a thing; undefined for all others. */
export function valueName(m: Model, field: string, value: number): string | undefined {
  const words = WORDS[field]
  if (words) return Object.entries(words).find(([, number]) => number === value)?.[0]
  const thing = THINGS.find(([pattern]) => pattern.test(field))
  return thing && value >= 0 ? m.names.name(thing[1], value) : undefined
}
