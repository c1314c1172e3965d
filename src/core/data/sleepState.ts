import { EqualityType, ObjType, SensorType, SleepState, TrnType } from '../model/enums.ts'
import type { Model } from '../model/model.ts'
import type { Data } from './data.ts'

const { static: STATIC, asleep: ASLEEP, awake: AWAKE } = SleepState

/**
 * Sleep state (asleep, awake or static) of a body, of an object on a body (joint, dof, geom, site, camera, light), or
 * of a tendon, actuator, equality or sensor.
 */
export function sleepState(m: Model, d: Data, type: ObjType, id: number): SleepState {
  const { body_awake } = d
  switch (type) {
    case ObjType.body:
    case ObjType.xbody:
      return body_awake[id] as SleepState
    case ObjType.joint:
      return body_awake[m.jnt_bodyid[id]] as SleepState
    case ObjType.dof:
      return body_awake[m.dof_bodyid[id]] as SleepState
    case ObjType.geom:
      return body_awake[m.geom_bodyid[id]] as SleepState
    case ObjType.site:
      return body_awake[m.site_bodyid[id]] as SleepState
    case ObjType.camera:
      return body_awake[m.cam_bodyid[id]] as SleepState
    case ObjType.light:
      return body_awake[m.light_bodyid[id]] as SleepState
    case ObjType.tendon:
      return tendonState(m, d, id)
    case ObjType.actuator:
      return actuatorState(m, d, id)
    case ObjType.equality:
      return equalityState(m, d, id)
    case ObjType.sensor:
      return sensorState(m, d, id)
    default:
      return AWAKE
  }
}

/** Whether a kinematic tree is awake. */
export function treeAwake(d: Data, tree: number): boolean {
  return d.tree_asleep[tree] < 0
}

/** Number of sleeping kinematic trees. */
export function sleepingTrees(m: Model, d: Data): number {
  return m.ntree - d.ntree_awake
}

/** A tendon sleeps if all its trees do; a tendon on more than two trees never does. */
function tendonState(m: Model, d: Data, id: number): SleepState {
  const count = m.tendon_treenum[id]
  if (count === 0) return STATIC
  if (count > 2) return AWAKE
  if (d.tree_awake[m.tendon_treeid[2 * id]] !== 0) return AWAKE
  return count === 2 && d.tree_awake[m.tendon_treeid[2 * id + 1]] !== 0 ? AWAKE : ASLEEP
}

function actuatorState(m: Model, d: Data, id: number): SleepState {
  const target = m.actuator_trnid[2 * id]
  const base = m.actuator_trnid[2 * id + 1]
  const transmission = m.actuator_trntype[id] as TrnType
  switch (transmission) {
    case TrnType.joint:
    case TrnType.jointinparent:
      return sleepState(m, d, ObjType.joint, target)
    case TrnType.tendon:
      return tendonState(m, d, target)
    case TrnType.body:
      return sleepState(m, d, ObjType.body, target)
    case TrnType.slidercrank: {
      const crank = sleepState(m, d, ObjType.site, target)
      const slider = sleepState(m, d, ObjType.site, base)
      if (crank === AWAKE || slider === AWAKE) return AWAKE
      return crank === STATIC && slider === STATIC ? STATIC : ASLEEP
    }
    case TrnType.so3:
      return sleepState(m, d, base < 0 ? ObjType.joint : ObjType.site, target)
    case TrnType.site:
      return sleepState(m, d, ObjType.site, target)
    default: {
      transmission satisfies never
      return AWAKE
    }
  }
}

/** An equality is awake if one of its two sides is. */
function equalityState(m: Model, d: Data, id: number): SleepState {
  let type: ObjType = m.eq_objtype[id] as ObjType
  if (m.eq_type[id] === EqualityType.joint) type = ObjType.joint
  else if (m.eq_type[id] === EqualityType.tendon) type = ObjType.tendon
  const second = m.eq_obj2id[id]
  if (sleepState(m, d, type, m.eq_obj1id[id]) === AWAKE) return AWAKE
  return second >= 0 && sleepState(m, d, type, second) === AWAKE ? AWAKE : ASLEEP
}

/** A sensor sleeps if its object does and its reference is not awake. Some sensors measure the whole world. */
function sensorState(m: Model, d: Data, id: number): SleepState {
  const type = m.sensor_type[id]
  const objType = m.sensor_objtype[id] as ObjType
  const refType = m.sensor_reftype[id] as ObjType
  if (type === SensorType.user || type === SensorType.plugin || type === SensorType.rangefinder) return AWAKE
  if (type === SensorType.contact && objType === ObjType.site) return AWAKE
  if (objType === ObjType.unknown && refType === ObjType.unknown) return AWAKE
  if (objType === ObjType.unknown) return sleepState(m, d, refType, m.sensor_refid[id]) === ASLEEP ? ASLEEP : AWAKE
  if (refType === ObjType.unknown) return sleepState(m, d, objType, m.sensor_objid[id]) === ASLEEP ? ASLEEP : AWAKE
  const object = sleepState(m, d, objType, m.sensor_objid[id])
  const reference = sleepState(m, d, refType, m.sensor_refid[id])
  if (object === AWAKE || reference === AWAKE) return AWAKE
  // static objects are always evaluated
  return object === STATIC && reference === STATIC ? AWAKE : ASLEEP
}
